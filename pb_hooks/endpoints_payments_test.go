package hooks_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, paymentFixtures) }

// paymentFixtures are the fixtures of the endpoints of payments and books.
var paymentFixtures = map[string]func(*auditFixture) call{
	"POST /api/payments/create-order": func(d *auditFixture) call {
		_, tier := d.memberAndTier()
		return call{body: fields{"membershipTierId": tier}}
	},
	"POST /api/payments/quote": func(d *auditFixture) call {
		_, tier := d.memberAndTier()
		return call{body: fields{"membershipTierId": tier}}
	},
	"POST /api/payments/verify": func(d *auditFixture) call {
		p := d.order("25000", nil)
		return call{caller: p.buyer, body: toFields(d, d.payAtProvider(p, fakerazorpay.Success).Fields)}
	},
	"POST /api/payments/verify-link": func(d *auditFixture) call {
		tier := d.createRecord("/api/membership-tiers", fields{
			"name": "Linked circle", "price": "100", "razorpayPaymentLink": "https://rzp.io/l/linked",
			"password": testapp.Password,
		})
		d.orderTier(tier, nil)
		paid, err := d.app.Razorpay.PayLink(d.app.Razorpay.State().Links[0].ID, fakerazorpay.Success)
		d.must(err)
		return call{body: toFields(d, paid.Link)}
	},
	"GET /api/billing-profiles/{id}": func(d *auditFixture) call {
		member, _ := d.memberAndTier()
		return call{parameters: []string{member}}
	},
	"POST /api/renewals/look": renews,
	"POST /api/renewals":      renews,
	"GET /api/memberships/mine": func(d *auditFixture) call {
		return call{caller: d.buy(nil).buyer}
	},

	"GET /api/seats": func(d *auditFixture) call {
		return call{caller: d.buySeats().buyer}
	},
	"POST /api/seats/{id}/invite": func(d *auditFixture) call {
		return call{caller: d.buySeats().buyer, parameters: []string{d.newest("seats")}}
	},
	"POST /api/seats/{id}/resend":   invited,
	"POST /api/seats/{id}/revoke":   invited,
	"POST /api/seats/{id}/reassign": invited,
	"POST /api/seats/look": func(d *auditFixture) call {
		invited(d)
		return call{body: fields{"token": d.seatToken()}}
	},
	"POST /api/seats/accept": func(d *auditFixture) call {
		invited(d)
		return call{body: fields{"token": d.seatToken()}}
	},
	"POST /api/transactions/{id}/seats/{seat}/end": func(d *auditFixture) call {
		return call{parameters: []string{d.buySeats().transaction, d.newest("seats")}}
	},

	"POST /api/subscriptions/mine/cancel": subscribes,
	"POST /api/subscriptions/mine/pause":  subscribes,
	"POST /api/subscriptions/mine/card":   subscribes,
	"POST /api/subscriptions/mine/resume": func(d *auditFixture) call {
		p := d.subscribe()
		d.ok(p.buyer.Post("/api/subscriptions/mine/pause", nil))
		return call{caller: p.buyer}
	},
	"POST /api/members/{id}/mandate/cancel": func(d *auditFixture) call {
		return call{parameters: []string{d.subscribe().account.Id}}
	},
	"POST /api/members/{id}/memberships": func(d *auditFixture) call {
		member, tier := d.memberAndTier()
		return call{parameters: []string{member}, body: fields{"membershipTierId": tier}}
	},
	"POST /api/members/{id}/memberships/{membership}/extend": grantsTerm,
	"POST /api/members/{id}/memberships/{membership}/end":    grantsTerm,

	"GET /api/payments/unknown": func(d *auditFixture) call {
		d.orphan()
		return call{query: "?attention=any"}
	},
	"DELETE /api/payments/unknown/{id}/attention": func(d *auditFixture) call {
		_, orphan := d.orphan()
		return call{parameters: []string{orphan}}
	},
	"GET /api/payments/orphans/{id}": func(d *auditFixture) call {
		_, orphan := d.orphan()
		return call{parameters: []string{orphan}}
	},
	"POST /api/payments/orphans/{id}/attach": func(d *auditFixture) call {
		p, orphan := d.orphan()
		return call{parameters: []string{orphan}, body: fields{"userId": p.account.Id, "membershipTierId": p.tier}}
	},
	"GET /api/transactions": func(d *auditFixture) call {
		d.buy(nil)
		return call{query: "?status=completed&perPage=5"}
	},
	"GET /api/transactions/export":         func(*auditFixture) call { return call{query: "?status=completed"} },
	"GET /api/transactions/{id}":           buysMembership,
	"GET /api/transactions/{id}/documents": buysMembership,
	"GET /api/transactions/{id}/invoice":   buysMembership,
	"POST /api/transactions/{id}/notes":    buysMembership,
	"POST /api/transactions/{id}/billing": func(d *auditFixture) call {
		d.ok(d.admin.Send(http.MethodPut, "/api/admin/settings", fields{
			"taxStatus": "registered", "taxAdviser": "S. Iyer, FCA", "taxSettledOn": "2026-11-20",
			"supplierGstin": "27AAPFU0939F1ZV", "password": testapp.Password,
		}))
		return call{parameters: []string{d.insertRecord("transactions", fields{
			"status": "completed", "amount": 118, "currency": "INR", "customerEmail": "a@example.com", "kind": "order",
			"attention": "place-unknown", "isAwaitingPlace": true,
		})}}
	},
	"GET /api/documents/{id}": func(d *auditFixture) call {
		p := d.buy(nil)
		return call{caller: p.buyer, parameters: []string{d.newest("invoices")}}
	},
	"POST /api/documents/{id}/irn/cancel":  registersInvoice,
	"POST /api/documents/{id}/irn/correct": registersInvoice,
	"POST /api/transactions/{id}/accept":   paysShort,
	"POST /api/transactions/{id}/refund":   paysShort,
	"POST /api/transactions/{id}/restore": func(d *auditFixture) call {
		id := d.buy(nil).transaction
		bought, err := d.app.PB.FindRecordById("transactions", id)
		d.must(err)
		payment := bought.GetString("razorpayPaymentId")
		for _, step := range []func() error{
			func() error { return d.app.Razorpay.OpenDispute(payment, "chargeback", 100000) },
			func() error { return d.app.Razorpay.Dispute(payment, "lost") },
			func() error { return d.app.Razorpay.NextDisputePhase(payment) },
			func() error { return d.app.Razorpay.Dispute(payment, "won") },
		} {
			d.must(step())
			d.must(d.app.Payments.Reconciler.SyncReversals(d.Context()))
		}
		return call{parameters: []string{id}}
	},
	"DELETE /api/transactions/{id}/attention": func(d *auditFixture) call {
		return call{parameters: []string{d.insertRecord("transactions", fields{
			"status": "pending", "amount": 100, "currency": "INR", "customerEmail": "a@example.com",
			"attention": "second-payment", "kind": "order", "attentionNote": "Came late.",
		})}}
	},
	"POST /api/webhooks/razorpay": func(d *auditFixture) call {
		return call{send: func() testapp.Response {
			return d.deliver(`{"entity":"event","event":"payment.captured","payload":{}}`)
		}}
	},
	"GET /api/webhook-diagnostics": func(d *auditFixture) call {
		d.deliver(`{`)
		return call{}
	},

	"GET /api/offline-payments": func(d *auditFixture) call {
		d.offlinePayment("neft")
		return call{query: "?state=open&perPage=5"}
	},
	"POST /api/offline-payments": func(d *auditFixture) call {
		member, tier := d.memberAndTier()
		return call{body: fields{"userId": member, "membershipTierId": tier}}
	},
	"POST /api/offline-payments/{id}/receipts": func(d *auditFixture) call { return onPath(d.offlinePayment("")) },
	"POST /api/offline-payments/{id}/deposit":  func(d *auditFixture) call { return onPath(d.offlinePayment("cheque")) },
	"POST /api/offline-payments/{id}/confirm":  func(d *auditFixture) call { return onPath(d.offlinePayment("neft")) },
	"POST /api/offline-payments/{id}/bounce":   func(d *auditFixture) call { return onPath(d.offlinePayment("neft")) },
	"POST /api/offline-payments/{id}/cancel":   func(d *auditFixture) call { return onPath(d.offlinePayment("")) },
	"POST /api/offline-payments/{id}/refund":   func(d *auditFixture) call { return onPath(d.confirmedOfflinePayment()) },
	"POST /api/offline-payments/{id}/returned": func(d *auditFixture) call {
		path := d.confirmedOfflinePayment()
		d.ok(d.admin.Post(path+"/cancel", fields{"reason": "Changed their mind", "password": testapp.Password}))
		return onPath(path)
	},
	"POST /api/offline-payments/{id}/write-off": func(d *auditFixture) call {
		path := d.offlinePayment("")
		d.ok(d.admin.Post(path+"/receipts",
			fields{"mode": "neft", "utr": "N9", "bankDate": "2026-08-01", "amount": "117"}))
		d.ok(d.admin.Post(path+"/confirm", reauthentication))
		return onPath(path)
	},
	"GET /api/offline-payments/{id}/proforma": func(d *auditFixture) call { return onPath(d.offlinePayment("")) },
	"POST /api/transactions/{id}/refunds/{refund}/transfer": func(d *auditFixture) call {
		p := d.buy(nil)
		path := "/api/transactions/" + p.transaction
		refund := d.ok(d.admin.Post(path+"/refund", fields{"reason": "An offer", "password": testapp.Password}))
		d.app.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.Refused, Only: "POST /payments/"})
		d.app.Drain()
		c := onPath(path + "/refunds/" + refund.JSON["id"].(string))
		c.body = fields{"bankDate": d.app.Clock.Now().Format(time.DateOnly)}
		return c
	},
	"POST /api/offline-transfers": func(d *auditFixture) call {
		path := d.offlinePayment("")
		part := fields{"offlinePaymentId": path[strings.LastIndex(path, "/")+1:], "amount": "118"}
		return call{body: fields{"amount": "118", "parts": []any{part}}}
	},
	"GET /api/offline-receipts": func(d *auditFixture) call {
		d.offlinePayment("cheque")
		return call{query: "?month=2026-08&mode=cheque&state=received&search=N0"}
	},
	"PUT /api/offline-receipts/{id}/certificate": func(d *auditFixture) call {
		path := d.offlinePayment("")
		answer := d.admin.Post(path+"/receipts", fields{"mode": "neft", "utr": "N9", "bankDate": "2026-08-01",
			"amount": "108", "tds": "10", "tan": "MUMB12345C", "tdsSection": "194J"})
		d.ok(answer)
		d.ok(d.admin.Post(path+"/confirm", reauthentication))
		receipt := answer.JSON["receipts"].([]any)[0].(fields)
		return onPath("/api/offline-receipts/" + receipt["id"].(string))
	},
	"GET /api/offline-receipts/export": func(d *auditFixture) call {
		d.offlinePayment("cheque")
		return call{query: "?month=2026-08"}
	},

	"GET /api/books/registers": func(d *auditFixture) call {
		d.buy(nil)
		return call{query: "?month=2026-08"}
	},
	"GET /api/books/gstr1": func(d *auditFixture) call {
		d.registerForGST()
		return call{query: "?month=2026-05"}
	},
	"GET /api/books/e-invoices": func(d *auditFixture) call {
		d.awaitIRN()
		return call{}
	},
	"GET /api/books/e-invoices/file": func(d *auditFixture) call {
		d.awaitIRN()
		return call{}
	},
	"POST /api/books/e-invoices": func(d *auditFixture) call {
		return call{body: fields{"irn": testapp.IRN, "signedQr": testapp.SignedQR(fields{"DocNo": d.awaitIRN()})}}
	},
	"GET /api/books/settlements": func(d *auditFixture) call {
		d.settle()
		return call{query: "?perPage=5"}
	},
	"GET /api/books/settlements/{id}": func(d *auditFixture) call {
		d.settle()
		return call{parameters: []string{d.newest("settlements")}}
	},
	"PUT /api/books/settlement-items/{id}/explanation": func(d *auditFixture) call {
		page, err := d.app.Razorpay.AddPage(fakerazorpay.Page{Amount: 100000, Currency: "INR"})
		d.must(err)
		_, err = d.app.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
		d.must(err)
		d.settle()
		item, err := d.app.PB.FindFirstRecordByData("settlement_items", "problem", "not-in-ledger")
		d.must(err)
		return call{parameters: []string{item.Id}}
	},
	"PUT /api/books/months/{month}/rate":   func(*auditFixture) call { return call{parameters: []string{"2026-07"}} },
	"POST /api/books/months/{month}/close": func(*auditFixture) call { return call{parameters: []string{"2026-06"}} },
	"POST /api/books/months/{month}/reopen": func(d *auditFixture) call {
		d.ok(d.admin.Post("/api/books/months/2026-07/close", reauthentication))
		return call{parameters: []string{"2026-07"}}
	},
}

// purchase is an order of a signed-in buyer.
type purchase struct {
	account           *core.Record
	buyer             *testapp.Visitor
	tier, transaction string
	// providerID is the id of the order or the subscription at Razorpay.
	providerID string
}

// order lets a new buyer order a new tier with a price.
func (d *auditFixture) order(price string, more fields) purchase {
	d.Helper()
	return d.orderTier(d.createRecord("/api/membership-tiers",
		fields{"name": "Grand circle", "price": price, "duration": "annual"}), more)
}

// orderTier lets a new buyer order a tier. more are further fields of the order.
func (d *auditFixture) orderTier(tier string, more fields) purchase {
	d.Helper()
	body := fields{
		"customerName": "Asha Rao", "customerEmail": "asha@example.com", "customerPhone": "+919876543210",
		"membershipTierId": tier,
	}
	maps.Copy(body, more)
	account := d.app.CreateAccount("users", nil)
	p := purchase{account: account, buyer: d.app.SignedInAs(account), tier: tier}
	answer := d.ok(p.buyer.Post("/api/payments/create-order", body)).JSON
	p.transaction, _ = answer["notes"].(fields)["transactionId"].(string)
	p.providerID, _ = answer["orderId"].(string)
	if id, isSubscription := answer["subscriptionId"].(string); isSubscription {
		p.providerID = id
	}
	return p
}

func (d *auditFixture) payAtProvider(p purchase, lifecycle fakerazorpay.Lifecycle) fakerazorpay.CheckoutResult {
	d.Helper()
	paid, err := d.app.Razorpay.Pay(p.providerID, lifecycle)
	d.must(err)
	return paid
}

// complete pays an order and verifies the payment.
func (d *auditFixture) complete(p purchase) purchase {
	d.Helper()
	d.ok(p.buyer.Post("/api/payments/verify", d.payAtProvider(p, fakerazorpay.Success).Fields))
	d.app.Drain()
	return p
}

// buy sells a membership of ₹25,000 and tax. more are further fields of the order.
func (d *auditFixture) buy(more fields) purchase {
	d.Helper()
	return d.complete(d.order("25000", more))
}

// buySeats sells two memberships to a company.
func (d *auditFixture) buySeats() purchase {
	d.Helper()
	return d.buy(fields{"seats": 2, "billing": companyBilling})
}

var companyBilling = fields{
	"kind": "company", "legalName": "Rao Textiles", "gstin": "29AAGCB7383J1Z4", "address": "12 Residency Road, Bengaluru",
	"state": "29", "pin": "560025",
}

// subscribe sells a membership that renews each month.
func (d *auditFixture) subscribe() purchase {
	d.Helper()
	plan, err := d.app.Razorpay.AddPlan(fakerazorpay.Plan{
		Period: "monthly", Interval: 1, Item: fakerazorpay.Item{Name: "Monthly", Amount: 708_00, Currency: "INR"},
	})
	d.must(err)
	return d.complete(d.orderTier(d.createRecord("/api/membership-tiers",
		fields{"name": "Renewing circle", "price": "600", "duration": "monthly", "razorpayPlanId": plan.ID}), nil))
}

func (d *auditFixture) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// orphan lets a buyer pay an order so that no transaction matches the payment, and returns the payment's id here.
func (d *auditFixture) orphan() (purchase, string) {
	d.Helper()
	p := d.order("25000", nil)
	paid := d.payAtProvider(p, fakerazorpay.Orphan)
	return p, d.insertRecord("captured_payments", fields{
		"razorpayPaymentId": paid.PaymentID, "amount": 2950000, "currency": "INR", "status": "captured",
	})
}

// deliver sends a signed event to the webhook.
func (d *auditFixture) deliver(event string) testapp.Response {
	mac := hmac.New(sha256.New, []byte(testapp.RazorpayKeys.WebhookSecret))
	mac.Write([]byte(event))
	provider := d.app.Visitor()
	provider.Header.Set("X-Razorpay-Signature", hex.EncodeToString(mac.Sum(nil)))
	provider.Header.Set("X-Razorpay-Event-Id", "event_of_the_test")
	return provider.Post("/api/webhooks/razorpay", []byte(event))
}

func (d *auditFixture) confirmedOfflinePayment() string {
	d.Helper()
	path := d.offlinePayment("neft")
	d.ok(d.admin.Post(path+"/confirm", reauthentication))
	return path
}

// settle lets Razorpay pay out a payment.
func (d *auditFixture) settle() {
	d.Helper()
	d.buy(nil)
	_, err := d.app.Razorpay.Settle(0)
	d.must(err)
	d.must(d.app.Books.PullSettlements(d.Context()))
}

var emailedToken = regexp.MustCompile(`/(?:seat|renew)\?token=(\S+)`)

// emailedToken returns the token of the link in the newest email to an address.
func (d *auditFixture) emailedToken(address string) string {
	d.Helper()
	for _, message := range d.app.Inbox(address) {
		if found := emailedToken.FindStringSubmatch(message.Text); found != nil {
			return found[1]
		}
	}
	d.Fatalf("no email to %s has a link", address)
	return ""
}

func (d *auditFixture) seatToken() string { return d.emailedToken("chitra@example.com") }

// invited returns a call of the buyer of a seat to which a person is invited.
func invited(d *auditFixture) call {
	p := d.buySeats()
	seat := d.newest("seats")
	d.ok(p.buyer.Post("/api/seats/"+seat+"/invite", fields{"email": "chitra@example.com"}))
	d.app.Clock.Advance(2 * time.Minute) // the next invitation may be sent
	return call{caller: p.buyer, parameters: []string{seat}}
}

// renews returns a call with the token of a reminder.
func renews(d *auditFixture) call {
	account := d.buy(nil).account
	d.app.Clock.Advance(336 * 24 * time.Hour)
	d.app.Drain()
	return call{body: fields{"token": d.emailedToken(account.Email())}}
}

func subscribes(d *auditFixture) call { return call{caller: d.subscribe().buyer} }

func buysMembership(d *auditFixture) call { return call{parameters: []string{d.buy(nil).transaction}} }

func paysShort(d *auditFixture) call { return call{parameters: []string{d.payShort()}} }

func registersInvoice(d *auditFixture) call { return call{parameters: []string{d.registeredInvoice()}} }

func grantsTerm(d *auditFixture) call { return onPath(d.grantComplimentary()) }

// toFields converts a value to a JSON object.
func toFields(d *auditFixture, value any) fields {
	d.Helper()
	text, err := json.Marshal(value)
	d.must(err)
	object := fields{}
	d.must(json.Unmarshal(text, &object))
	return object
}
