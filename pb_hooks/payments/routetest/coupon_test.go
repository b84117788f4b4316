package routetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// coupon creates a code through the console and returns its id. If it needs a confirmation, a second admin confirms it.
func (s *fixture) coupon(values map[string]any) string {
	s.Helper()
	body := map[string]any{"code": "FRIENDS", "kind": "percent", "value": "20"}
	for name, value := range values {
		body[name] = value
	}
	answer := s.SignedIn("admins", nil).Post("/api/coupons", body)
	if answer.Status != 201 {
		s.Fatalf("create coupon: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	for _, request := range s.listRecords("approvals", "askedAt", dbx.HashExp{"state": "waiting", "kind": "coupon.save"}) {
		confirm := "/api/approvals/" + request.Id + "/confirm"
		s.expect("the status of the confirmation",
			s.SignedIn("admins", nil).Post(confirm, map[string]any{"password": testapp.Password}).Status, 200)
	}
	return answer.JSON["id"].(string)
}

// orderWith orders a tier with a code.
func (s *fixture) orderWith(buyer *testapp.Visitor, tier *core.Record, code string) testapp.Response {
	s.Helper()
	body := orderBody(tier)
	body["couponCode"] = code
	return buyer.Post("/api/payments/create-order", body)
}

// expectUses checks the numbers of reserved and consumed uses of a code.
func (s *fixture) expectUses(what, id string, reserved, consumed int) {
	s.Helper()
	c, err := s.PB.FindRecordById("coupons", id)
	s.must(err)
	s.expect(what+": reserved", c.GetInt("reserved"), reserved)
	s.expect(what+": consumed", c.GetInt("consumed"), consumed)
}

func TestACodeLowersTheAmountOfTheOrderBeforeTax(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(nil)
	answer := s.orderWith(s.buyer, s.tier, " friends ")
	s.expect("the status of the order", answer.Status, 201)
	s.expect("the amount", answer.JSON["amount"], 2360000.0) // 20,000 and 18 %
	breakdown := answer.JSON["breakdown"].(map[string]any)
	s.expect("the price", breakdown["baseAmount"], "25000")
	s.expect("the taxable amount", breakdown["taxableAmount"], "20000")
	quote := s.buyer.Post("/api/payments/quote", map[string]any{"membershipTierId": s.tier.Id, "couponCode": "friends"})
	s.expect("the amount of the quote", quote.JSON["amount"], 2360000.0)
	s.expect("the code of the quote", quote.JSON["couponCode"], "FRIENDS")
	s.expect("the status of a quote with an unknown code",
		s.Visitor().Post("/api/payments/quote",
			map[string]any{"membershipTierId": s.tier.Id, "couponCode": "NONE"}).Status, 400)
	s.expect("the tax", breakdown["gstAmount"], "3600")
	s.expect("the discount", answer.JSON["discountAmount"], "5000")
	s.expect("the amount at the provider", s.Razorpay.State().Orders[0].Amount, int64(2360000))
	s.expectUses("after the order", id, 1, 0)
	s.expect("the id of a repeated order", s.orderWith(s.buyer, s.tier, "FRIENDS").JSON["orderId"],
		answer.JSON["orderId"])
	s.expectUses("after the repeated order", id, 1, 0)
	s.callback(s.buyer, s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success))
	s.expectUses("after the payment", id, 0, 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	invoice := s.listAllRecords("invoices")[0].GetString("document")
	for _, fact := range []string{`"taxableValue":2000000`, `"total":2360000`, `"couponCode":"FRIENDS"`, `"discount":500000`} {
		s.expect("the invoice contains "+fact, strings.Contains(invoice, fact), true)
	}
	shown := s.SignedIn("admins", nil).Get("/api/transactions/" + s.onlyTransaction().Id).JSON
	s.expect("the code in the console", shown["couponCode"], "FRIENDS")
	s.expect("the discount in the console", shown["discountAmount"], "5000")
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectUses("two hours later", id, 0, 1)
}

func TestTheDocumentOfASecondPaymentHasTheCode(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(nil)
	order := s.orderWith(s.buyer, s.tier, "FRIENDS").JSON["orderId"].(string)
	s.pay(order, fakerazorpay.TwoCaptures)
	s.reconcile()
	s.expect("documents of both payments", len(s.listAllRecords("invoices")), 1)
	first := s.listRecords("transactions", "id", dbx.HashExp{"attention": ""})[0]
	_, err := s.Razorpay.Refund(first.GetString("razorpayPaymentId"), 0)
	s.must(err)
	s.reconcile()
	documents := s.listRecords("invoices", "id", dbx.Not(dbx.HashExp{"kind": "credit-note"}))
	s.expect("documents after the refund of the first payment", len(documents), 2)
	for _, document := range documents {
		s.expect("the document contains the code", strings.Contains(document.GetString("document"),
			`"couponCode":"FRIENDS"`), true)
	}
	s.expectUses("after both payments", id, 0, 1)
}

func TestConcurrentOrdersNeverExceedTheUsesOfACode(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	const buyers, uses = 50, 7
	id := s.coupon(map[string]any{"maxUses": uses})
	visitors := make([]*testapp.Visitor, buyers)
	for i := range visitors {
		visitors[i] = s.member()
	}
	answers := make([]testapp.Response, buyers)
	var all sync.WaitGroup
	for i, buyer := range visitors {
		all.Go(func() { answers[i] = s.orderWith(buyer, s.tier, "FRIENDS") })
	}
	all.Wait()
	statuses := map[int]int{}
	for _, answer := range answers {
		statuses[answer.Status]++
	}
	s.expect("accepted orders", statuses[201], uses)
	s.expect("refused orders", statuses[409], buyers-uses)
	s.expectUses("after the orders", id, uses, 0)
	s.expect("orders at the provider", len(s.Razorpay.State().Orders), uses)
	paid := 0
	for _, answer := range answers {
		if answer.Status == 201 && paid < 3 {
			s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
			paid++
		}
	}
	s.reconcile()
	s.expectUses("after three payments", id, uses-3, 3)
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectUses("after the other reservations expired", id, 0, 3)
	s.expect("the status of a new order", s.orderWith(s.member(), s.tier, "FRIENDS").Status, 201)
}

func TestANewerOrderTakesOverTheUseOfTheOlderOrder(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	id := s.coupon(map[string]any{"maxUses": 1, "maxUsesEach": 1})
	first := s.orderWith(s.buyer, s.tier, "FRIENDS")
	s.expect("the status of an order of another tier", s.orderWith(s.buyer, annual, "FRIENDS").Status, 201)
	s.expectUses("after two orders", id, 1, 0)
	s.expect("the id of another order of the first tier", s.orderWith(s.buyer, s.tier, "FRIENDS").JSON["orderId"],
		first.JSON["orderId"])
	s.expectUses("after three orders", id, 1, 0)
	s.callback(s.buyer, s.pay(first.JSON["orderId"].(string), fakerazorpay.Success))
	s.expectUses("after the payment", id, 0, 1)
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectUses("two hours later", id, 0, 1)
}

func TestACodeHasALimitForEachBuyer(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	id := s.coupon(map[string]any{"maxUsesEach": 1})
	first := s.orderWith(s.buyer, annual, "FRIENDS")
	s.callback(s.buyer, s.pay(first.JSON["orderId"].(string), fakerazorpay.Success))
	again := s.orderWith(s.buyer, annual, "FRIENDS")
	s.expect("the status of a renewal with the code: "+again.Body, again.Status, 409)
	s.expect("the status of a renewal without the code", s.buyer.Post("/api/payments/create-order",
		orderBody(annual)).Status, 201)
	s.expect("the status for another buyer", s.orderWith(s.member(), annual, "FRIENDS").Status, 201)
	s.expectUses("after three orders", id, 1, 1)
}

func TestAMembershipThatIsFreeWithACodeIsGrantedWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for name, values := range map[string]map[string]any{
		"100 percent":               {"value": 100},
		"an amount above the price": {"kind": "amount", "value": "90000"},
		"less than a rupee left":    {"kind": "amount", "value": "24999.50"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			id := s.coupon(values)
			answer := s.orderWith(s.buyer, s.tier, "FRIENDS")
			s.expect("the status of the request", answer.Status, 201)
			s.expect("the amount", answer.JSON["amount"], 0.0)
			s.expect("the status of the order", answer.JSON["status"], "completed")
			s.expect("orders at the provider", len(s.Razorpay.State().Orders), 0)
			s.expect("documents", len(s.listAllRecords("invoices")), 0)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
			s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "completed")
			s.expect("the buyer's emails", s.subjects(), "Your membership has started")
			s.expectUses("after the order", id, 0, 1)
			s.expect("the status of a second order", s.orderWith(s.buyer, s.tier, "FRIENDS").Status, 409)
			s.reconcile()
			s.expect("attention", s.onlyTransaction().GetString("attention"), "")
			refund := s.SignedIn("admins", nil).Post("/api/transactions/"+s.onlyTransaction().Id+"/refund",
				refundBody(""))
			s.expect("the answer to a refund", refund.Message(),
				"This transaction has no captured payment at Razorpay that could be refunded.")
		})
	}
}

func TestARefusedCodeHasAMessageWithTheReason(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	other := s.createTier("other", "annual", nil)
	dollars := s.createTier("dollars", "annual", map[string]any{"currency": "USD"})
	s.coupon(nil)
	s.coupon(map[string]any{"code": "LATER", "startsAt": "2027-01-01"})
	s.coupon(map[string]any{"code": "PAST", "endsAt": "2026-01-01"})
	s.coupon(map[string]any{"code": "OFF", "isActive": false})
	s.coupon(map[string]any{"code": "OTHER", "membershipTierIds": []string{other.Id}})
	s.coupon(map[string]any{"code": "RUPEES", "kind": "amount", "value": "500"})
	for name, c := range map[string]struct {
		tier    *core.Record
		code    string
		message string
	}{
		"an unknown code":    {s.tier, "NOSUCHCODE", "We don't know this code"},
		"before the start":   {s.tier, "LATER", "from 1 Jan 2027."},
		"after the end":      {s.tier, "PAST", "expired on 1 Jan 2026"},
		"an inactive code":   {s.tier, "OFF", "We don't know this code"},
		"another tier":       {s.tier, "OTHER", "not for this membership"},
		"a tier that renews": {monthly, "FRIENDS", "it renews automatically"},
		"another currency":   {dollars, "RUPEES", "rupees"},
	} {
		answer := s.orderWith(s.buyer, c.tier, c.code)
		s.expect("the status for "+name, answer.Status, 400)
		problem, _ := answer.JSON["data"].(map[string]any)["couponCode"].(map[string]any)
		message, _ := problem["message"].(string)
		if !strings.Contains(message, c.message) {
			t.Errorf("%s: message = %q, want %q", name, message, c.message)
		}
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
}

func TestAQuoteWithACodeMatchesTheOrder(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	prices := []int{99999, 100001, 2500000, 12345}
	billings := []any{nil, companyBilling(), map[string]any{"kind": "individual", "state": "27", "pin": "400001"},
		map[string]any{"country": "SG"}}
	codes := map[string]map[string]any{
		"THIRD": {"kind": "percent", "value": "33"},
		"SUM":   {"kind": "amount", "value": "99.99"},
	}
	for code, values := range codes {
		values["code"] = code
		s.coupon(values)
	}
	for i, price := range prices {
		tier := s.createTier(fmt.Sprint("tier", i), "annual", map[string]any{"price": price})
		for code := range codes {
			for _, billing := range billings {
				body := orderBody(tier)
				body["couponCode"] = code
				if billing != nil {
					body["billing"] = billing
				}
				buyer := s.member()
				quote := buyer.Post("/api/payments/quote", body)
				order := buyer.Post("/api/payments/create-order", body)
				what := fmt.Sprint(price, " ", code, " ", billing)
				s.expect("the statuses for "+what, fmt.Sprint(quote.Status, " ", order.Status), "200 201")
				s.expect("the amount of the order for "+what, order.JSON["amount"], quote.JSON["amount"])
				s.expect("the breakdown of the order for "+what, fmt.Sprint(order.JSON["breakdown"]),
					fmt.Sprint(quote.JSON["breakdown"]))
			}
		}
	}
}
