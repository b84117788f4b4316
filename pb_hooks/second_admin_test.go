package hooks_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// limitFixture is a site on which grants above ₹1 need a second admin, with a tier of ₹25,000 and a member.
type limitFixture struct {
	auditFixture
	member, tier string
	buyer        *testapp.Visitor
}

// givesAway are the routes with which an admin can give away something that has a price. Each function calls its route
// as one admin alone.
var givesAway = map[string]func(g *limitFixture) testapp.Response{
	"POST /api/members/{id}/memberships": func(g *limitFixture) testapp.Response {
		return g.admin.Post("/api/members/"+g.member+"/memberships",
			fields{"membershipTierId": g.tier, "reason": "A friend"})
	},
	"POST /api/members/{id}/memberships/{membership}/extend": func(g *limitFixture) testapp.Response {
		yearly := g.insertRecord("membership_tiers", fields{
			"name":     "Yearly",
			"slug":     "yearly",
			"price":    2500000,
			"currency": "INR",
			"duration": "annual",
			"isActive": true,
		})
		owner := g.app.SignedIn("admins", nil)
		limit := func(rupees string) {
			g.ok(owner.Send("PUT", "/api/admin/settings",
				fields{"offlineSecondAdminAbove": rupees, "password": testapp.Password}))
		}
		limit("100000")
		path := "/api/members/" + g.member + "/memberships"
		term := g.ok(owner.Post(path, fields{"membershipTierId": yearly, "reason": "A speaker"})).JSON["id"].(string)
		limit("1")
		return g.admin.Post(path+"/"+term+"/extend", fields{"endsAt": "2099-01-01", "reason": "A friend"})
	},
	"POST /api/bulk-actions": func(g *limitFixture) testapp.Response {
		return g.admin.Post("/api/bulk-actions", fields{
			"action": "grant", "membershipTierId": g.tier, "reason": "A friend", "ids": []string{g.member}, "count": 1,
			"password": testapp.Password,
		})
	},
	"POST /api/members/imports": func(g *limitFixture) testapp.Response {
		return g.admin.Post("/api/members/imports", fields{
			"fileName": "friends.csv",
			"content":  "name,email,tier\nA Friend,friend@example.com,Circle\n",
			"invite":   false,
			"password": testapp.Password,
		})
	},
	"POST /api/transactions/{id}/accept": func(g *limitFixture) testapp.Response {
		return g.admin.Post("/api/transactions/"+g.pay(fakerazorpay.WrongAmount)+"/accept",
			fields{"reason": "A friend", "password": testapp.Password})
	},
	"POST /api/transactions/{id}/refund": func(g *limitFixture) testapp.Response {
		answer := g.admin.Post("/api/transactions/"+g.pay(fakerazorpay.Success)+"/refund",
			fields{"amount": "29499", "reason": "A friend", "password": testapp.Password})
		g.app.Drain()
		g.returned()
		return answer
	},
	"POST /api/offline-payments/{id}/refund": func(g *limitFixture) testapp.Response {
		payment := g.admin.Post("/api/offline-payments", fields{
			"userId": g.member, "membershipTierId": g.tier, "mode": "cash",
			"bankDate": g.app.Clock.Now().Format(time.DateOnly), "amount": "29500",
		})
		g.ok(payment)
		path := "/api/offline-payments/" + payment.JSON["id"].(string)
		g.ok(g.app.SignedIn("admins", nil).Post(path+"/confirm", fields{"password": testapp.Password}))
		answer := g.admin.Post(path+"/refund", fields{"amount": "29499", "reason": "A friend", "password": testapp.Password})
		g.returned()
		return answer
	},
	"POST /api/payments/orphans/{id}/attach": func(g *limitFixture) testapp.Response {
		page, err := g.app.Razorpay.AddPage(fakerazorpay.Page{Title: "₹1", Amount: 100, Currency: "INR"})
		if err != nil {
			g.Fatal(err)
		}
		paid, err := g.app.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
		if err != nil {
			g.Fatal(err)
		}
		orphan := g.insertRecord("captured_payments",
			fields{"razorpayPaymentId": paid.PaymentID, "amount": 100, "currency": "INR", "status": "captured"})
		return g.admin.Post("/api/payments/orphans/"+orphan+"/attach", fields{
			"userId": g.member, "membershipTierId": g.tier, "reason": "A friend", "password": testapp.Password,
		})
	},
	"POST /api/offline-payments/{id}/confirm": func(g *limitFixture) testapp.Response {
		payment := g.admin.Post("/api/offline-payments", fields{
			"userId":           g.member,
			"membershipTierId": g.tier,
			"mode":             "cash",
			"bankDate":         g.app.Clock.Now().Format(time.DateOnly),
			"amount":           "27000",
			"tds":              "2500",
			"tan":              "MUMB12345C",
			"tdsSection":       "194J",
		})
		g.ok(payment)
		return g.admin.Post("/api/offline-payments/"+payment.JSON["id"].(string)+"/confirm",
			fields{"password": testapp.Password})
	},
	"POST /api/offline-payments/{id}/write-off": func(g *limitFixture) testapp.Response {
		payment := g.admin.Post("/api/offline-payments", fields{
			"userId": g.member, "membershipTierId": g.tier, "mode": "cash",
			"bankDate": g.app.Clock.Now().Format(time.DateOnly), "amount": "29490",
		})
		g.ok(payment)
		path := "/api/offline-payments/" + payment.JSON["id"].(string)
		g.ok(g.app.SignedIn("admins", nil).Post(path+"/confirm", fields{"password": testapp.Password}))
		return g.admin.Post(path+"/write-off", fields{"reason": "A friend", "password": testapp.Password})
	},
	"POST /api/membership-tiers": func(g *limitFixture) testapp.Response {
		age := g.app.PB.DB().NewQuery("UPDATE membership_tiers SET createdAt = '2025-01-01 00:00:00.000Z'")
		if _, err := age.Execute(); err != nil {
			g.Fatal(err)
		}
		return g.admin.Post("/api/membership-tiers", fields{
			"name": "Friends", "price": "24999", "duration": "lifetime", "password": testapp.Password,
		})
	},
	"PUT /api/membership-tiers/{id}": func(g *limitFixture) testapp.Response {
		return g.admin.Send("PUT", "/api/membership-tiers/"+g.tier, fields{"price": "1", "password": testapp.Password})
	},
	"POST /api/coupons": func(g *limitFixture) testapp.Response {
		g.ok(g.admin.Post("/api/coupons", fields{"code": "FRIEND", "kind": "percent", "value": "99"}))
		return g.quote("FRIEND")
	},
	"PUT /api/coupons/{id}": func(g *limitFixture) testapp.Response {
		coupon := g.insertRecord("coupons",
			fields{"code": "SMALL", "kind": "percent", "value": 1, "isActive": true, "approval": "confirmed"})
		g.ok(g.admin.Send("PUT", "/api/coupons/"+coupon, fields{"value": "99"}))
		return g.quote("SMALL")
	},
}

// givesNothing are the other routes about memberships and money, with the reason why they give nothing away.
var givesNothing = map[string]string{
	"DELETE /api/membership-tiers/{id}":                     "deletes a tier",
	"POST /api/membership-tiers/reorder":                    "changes the order of the list",
	"POST /api/membership-tiers/{id}/plan":                  "creates a plan at the provider with the price of the tier",
	"POST /api/members/{id}/memberships/{membership}/end":   "only takes something away",
	"POST /api/members/{id}/mandate/cancel":                 "only takes something away",
	"POST /api/members/imports/check":                       "creates nothing",
	"POST /api/members/imports/wrong-rows":                  "creates nothing",
	"DELETE /api/payments/unknown/{id}/attention":           "clears a flag",
	"DELETE /api/transactions/{id}/attention":               "clears a flag",
	"POST /api/transactions/{id}/notes":                     "writes a note",
	"POST /api/transactions/{id}/billing":                   "changes no price",
	"POST /api/transactions/{id}/seats/{seat}/end":          "only takes something away",
	"POST /api/transactions/{id}/restore":                   "gives back what a bank has paid again; TestALossThatHasTurnedIsRestored tests the limit",
	"POST /api/transactions/{id}/refunds/{refund}/transfer": "returns to the payer at most what they have paid",
	"POST /api/offline-payments":                            "grants nothing until the confirmation",
	"POST /api/offline-payments/{id}/receipts":              "grants nothing until the confirmation",
	"POST /api/offline-transfers":                           "grants nothing until the confirmation",
	"POST /api/offline-payments/{id}/deposit":               "grants nothing until the confirmation",
	"POST /api/offline-payments/{id}/bounce":                "only takes something away",
	"POST /api/offline-payments/{id}/cancel":                "only takes something away",
	"POST /api/offline-payments/{id}/returned":              "records a returned payment",
	"DELETE /api/coupons/{id}":                              "only takes something away",
	"POST /api/approvals/{id}/refuse":                       "gives nothing",
	"POST /api/approvals/{id}/confirm":                      "is the call of the second admin",
}

// TestOneAdminCannotGrantMoreThanTheLimit calls every route of the console that could give something away.
func TestOneAdminCannotGrantMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, route := range testapp.New(t).Routes() {
		name := route.Method + " " + route.Path
		if route.Method == http.MethodGet || route.Access != httpx.Admin {
			continue
		}
		call, gives := givesAway[name]
		seen[name] = true
		if !gives {
			if givesNothing[name] == "" && isAboutMoney(route.Path) {
				t.Errorf("%s: does it give away something of value? Add it to givesAway or to givesNothing", name)
			}
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newLimitFixture(t)
			answer := call(g)
			isPending, isRefused := answer.Status == http.StatusAccepted, answer.Status == http.StatusForbidden
			if !isPending && !isRefused && answer.Field("couponCode") != "This code cannot be used yet." {
				t.Errorf("one admin alone: status = %d, want a pending approval or a refusal: %s", answer.Status,
					answer.Body)
			}
			if state := g.buyer.Get("/api/memberships/mine").JSON["entitlement"].(fields)["endsAt"]; state != nil &&
				strings.HasPrefix(state.(string), "2099") {
				t.Errorf("the member has access until %v", state)
			}
			if n := g.count("memberships", "source != 'complimentary' OR endsAt = ''"); n != 0 {
				t.Errorf("%d memberships were granted", n)
			}
			if n := g.count("membership_tiers", "price < 2500000"); n != 0 {
				t.Errorf("%d tiers got a lower price", n)
			}
		})
	}
	for name := range givesAway {
		if !seen[name] {
			t.Errorf("%s is no longer a route", name)
		}
	}
}

// isAboutMoney reports whether a route's path is about memberships or money.
func isAboutMoney(path string) bool {
	for _, prefix := range []string{
		"/api/members/", "/api/membership-tiers", "/api/payments/", "/api/transactions", "/api/offline-payments", "/api/offline-transfers", "/api/coupons", "/api/approvals", "/api/subscriptions", "/api/seats",
	} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

func newLimitFixture(t *testing.T) *limitFixture {
	t.Helper()
	app := testapp.New(t)
	office := app.SignedIn("admins", fields{"role": "office"})
	g := &limitFixture{auditFixture: auditFixture{T: t, app: app, admin: office}}
	owner := app.SignedIn("admins", nil)
	g.tier = g.insertRecord("membership_tiers", fields{
		"name":     "Circle",
		"slug":     "circle",
		"price":    2500000,
		"currency": "INR",
		"duration": "lifetime",
		"isActive": true,
	})
	g.ok(owner.Send("PUT", "/api/admin/settings", fields{"offlineSecondAdminAbove": "1", "password": testapp.Password}))
	g.buyer = app.SignedIn("users", nil)
	g.member = g.buyer.Get("/api/user").JSON["id"].(string)
	return g
}

// pay lets the member order and pay, and returns the transaction.
func (g *limitFixture) pay(lifecycle fakerazorpay.Lifecycle) string {
	g.Helper()
	order := g.buyer.Post("/api/payments/create-order", fields{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": g.tier,
	})
	paid, err := g.app.Razorpay.Pay(order.JSON["orderId"].(string), lifecycle)
	if err != nil {
		g.Fatal(err)
	}
	g.buyer.Post("/api/payments/verify", paid.Fields)
	return order.JSON["notes"].(fields)["transactionId"].(string)
}

// returned checks that the purchase of the member was not refunded in part, and takes it back, because the member has
// paid for it.
func (g *limitFixture) returned() {
	g.Helper()
	if n := g.count("transactions", "refundedAmount > 0"); n != 0 {
		g.Errorf("%d purchases were refunded", n)
	}
	if _, err := g.app.PB.DB().NewQuery("DELETE FROM memberships").Execute(); err != nil {
		g.Fatal(err)
	}
}

// quote returns the price that a member sees with a coupon code.
func (g *limitFixture) quote(code string) testapp.Response {
	g.Helper()
	return g.buyer.Post("/api/payments/quote", fields{"membershipTierId": g.tier, "couponCode": code})
}

// count counts the rows of a collection. An empty condition counts all.
func (d *auditFixture) count(collection, where string) (n int) {
	d.Helper()
	query := "SELECT COUNT(*) FROM " + collection + " WHERE " + cmp.Or(where, "TRUE")
	if err := d.app.PB.DB().NewQuery(query).Row(&n); err != nil {
		d.Fatal(err)
	}
	return n
}
