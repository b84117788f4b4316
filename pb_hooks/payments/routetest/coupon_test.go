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

// coupon creates a code through the console and returns its id. A second admin confirms it if that is needed.
func (s *fixture) coupon(values map[string]any) string {
	s.Helper()
	body := map[string]any{"code": "FRIENDS", "kind": "percent", "value": "20"}
	for name, value := range values {
		body[name] = value
	}
	answer := s.SignedIn("admins", nil).Post("/api/coupons", body)
	if answer.Status != 201 {
		s.Fatalf("coupon: %d %s", answer.Status, answer.Body)
	}
	for _, request := range s.listRecords("approvals", "askedAt", dbx.HashExp{"state": "waiting", "kind": "coupon.save"}) {
		confirm := "/api/approvals/" + request.Id + "/confirm"
		s.expect("the second admin",
			s.SignedIn("admins", nil).Post(confirm, map[string]any{"password": testapp.Password}).Status, 200)
	}
	return answer.JSON["id"].(string)
}

// orderWith orders with a code.
func (s *fixture) orderWith(buyer *testapp.Visitor, tier *core.Record, code string) testapp.Response {
	s.Helper()
	body := orderBody(tier)
	body["couponCode"] = code
	return buyer.Post("/api/payments/create-order", body)
}

// expectUses compares a code's counters.
func (s *fixture) expectUses(what, id string, reserved, consumed int) {
	s.Helper()
	c, err := s.PB.FindRecordById("coupons", id)
	s.must(err)
	s.expect(what+": reserved", c.GetInt("reserved"), reserved)
	s.expect(what+": consumed", c.GetInt("consumed"), consumed)
}

func TestACodeLowersTheOrdersAmountAndTheReducedValueIsTaxed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(nil)
	answer := s.orderWith(s.buyer, s.tier, " friends ")
	s.expect("the order", answer.Status, 201)
	s.expect("the amount", answer.JSON["amount"], 2360000.0) // 20,000 and 18 %
	breakdown := answer.JSON["breakdown"].(map[string]any)
	s.expect("the price", breakdown["baseAmount"], "25000")
	s.expect("what is taxed", breakdown["taxableAmount"], "20000")
	quote := s.buyer.Post("/api/payments/quote", map[string]any{"membershipTierId": s.tier.Id, "couponCode": "friends"})
	s.expect("the quote's amount", quote.JSON["amount"], 2360000.0)
	s.expect("the quote's code", quote.JSON["couponCode"], "FRIENDS")
	s.expect("a stranger's quote of an unknown code",
		s.Visitor().Post("/api/payments/quote",
			map[string]any{"membershipTierId": s.tier.Id, "couponCode": "NONE"}).Status, 400)
	s.expect("the tax", breakdown["gstAmount"], "3600")
	s.expect("the discount", answer.JSON["discountAmount"], "5000")
	s.expect("at the provider", s.Razorpay.State().Orders[0].Amount, int64(2360000))
	s.expectUses("with the order", id, 1, 0)
	s.expect("the same again", s.orderWith(s.buyer, s.tier, "FRIENDS").JSON["orderId"], answer.JSON["orderId"])
	s.expectUses("ordered twice", id, 1, 0)
	s.callback(s.buyer, s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success))
	s.expectUses("after the payment", id, 0, 1)
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
	invoice := s.listAllRecords("invoices")[0].GetString("document")
	for _, fact := range []string{`"taxableValue":2000000`, `"total":2360000`, `"couponCode":"FRIENDS"`, `"discount":500000`} {
		s.expect(fact, strings.Contains(invoice, fact), true)
	}
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectUses("later", id, 0, 1)
}

func TestTheDocumentOfASecondPaymentNamesTheCodeOfItsDiscount(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(nil)
	order := s.orderWith(s.buyer, s.tier, "FRIENDS").JSON["orderId"].(string)
	s.pay(order, fakerazorpay.TwoCaptures)
	s.reconcile()
	documents := s.listAllRecords("invoices")
	s.expect("documents", len(documents), 2)
	for _, document := range documents {
		s.expect("the code", strings.Contains(document.GetString("document"), `"couponCode":"FRIENDS"`), true)
	}
	s.expectUses("after both payments", id, 0, 1)
}

func TestConcurrentBuyersGetOnlyAsManyUsesAsThereAre(t *testing.T) {
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
	counted := map[int]int{}
	for _, answer := range answers {
		counted[answer.Status]++
	}
	s.expect("got it", counted[201], uses)
	s.expect("came too late", counted[409], buyers-uses)
	s.expectUses("with the orders", id, uses, 0)
	s.expect("orders at the provider", len(s.Razorpay.State().Orders), uses)
	paid := 0
	for _, answer := range answers {
		if answer.Status == 201 && paid < 3 {
			s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
			paid++
		}
	}
	s.reconcile()
	s.expectUses("three have paid", id, uses-3, 3)
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectUses("the others ran out", id, 0, 3)
	s.expect("it can be used again", s.orderWith(s.member(), s.tier, "FRIENDS").Status, 201)
}

func TestANewerOrderTakesThePlaceOfTheOlderOnesUse(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	id := s.coupon(map[string]any{"maxUses": 1, "maxUsesEach": 1})
	first := s.orderWith(s.buyer, s.tier, "FRIENDS")
	s.expect("another tier", s.orderWith(s.buyer, annual, "FRIENDS").Status, 201)
	s.expectUses("one use", id, 1, 0)
	s.expect("the first tier after all", s.orderWith(s.buyer, s.tier, "FRIENDS").JSON["orderId"], first.JSON["orderId"])
	s.expectUses("still one", id, 1, 0)
	s.callback(s.buyer, s.pay(first.JSON["orderId"].(string), fakerazorpay.Success))
	s.expectUses("paid", id, 0, 1)
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectUses("no count below zero", id, 0, 1)
}

func TestACodeIsUsedAsOftenByEachAsItSays(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	id := s.coupon(map[string]any{"maxUsesEach": 1})
	first := s.orderWith(s.buyer, annual, "FRIENDS")
	s.callback(s.buyer, s.pay(first.JSON["orderId"].(string), fakerazorpay.Success))
	again := s.orderWith(s.buyer, annual, "FRIENDS")
	s.expect("the renewal with it: "+again.Body, again.Status, 409)
	s.expect("the renewal without it", s.buyer.Post("/api/payments/create-order", orderBody(annual)).Status, 201)
	s.expect("somebody else", s.orderWith(s.member(), annual, "FRIENDS").Status, 201)
	s.expectUses("then", id, 1, 1)
}

func TestWhatACodeMakesFreeIsGrantedWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for name, values := range map[string]map[string]any{
		"all of it":                 {"value": 100},
		"a sum above the price":     {"kind": "amount", "value": "90000"},
		"all but less than a rupee": {"kind": "amount", "value": "24999.50"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			id := s.coupon(values)
			answer := s.orderWith(s.buyer, s.tier, "FRIENDS")
			s.expect("the order", answer.Status, 201)
			s.expect("its amount", answer.JSON["amount"], 0.0)
			s.expect("its status", answer.JSON["status"], "completed")
			s.expect("orders at the provider", len(s.Razorpay.State().Orders), 0)
			s.expect("documents", len(s.listAllRecords("invoices")), 0)
			s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
			s.expect("the ledger", s.onlyTransaction().GetString("status"), "completed")
			s.expect("her emails", s.subjects(), "Your membership has started")
			s.expectUses("the use", id, 0, 1)
			s.expect("a second time", s.orderWith(s.buyer, s.tier, "FRIENDS").Status, 409)
			s.reconcile()
			s.expect("attention", s.onlyTransaction().GetString("attention"), "")
		})
	}
}

func TestACodeIsRefusedInWords(t *testing.T) {
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
		tier *core.Record
		code string
		says string
	}{
		"unknown":          {s.tier, "NOSUCHCODE", "We don't know this code"},
		"too early":        {s.tier, "LATER", "from 1 Jan 2027."},
		"too late":         {s.tier, "PAST", "expired on 1 Jan 2026"},
		"switched off":     {s.tier, "OFF", "We don't know this code"},
		"another tier":     {s.tier, "OTHER", "not for this membership"},
		"renews":           {monthly, "FRIENDS", "it renews automatically"},
		"another currency": {dollars, "RUPEES", "rupees"},
	} {
		answer := s.orderWith(s.buyer, c.tier, c.code)
		s.expect(name, answer.Status, 400)
		problem, _ := answer.JSON["data"].(map[string]any)["couponCode"].(map[string]any)
		message, _ := problem["message"].(string)
		s.expect(name+": "+message, strings.Contains(message, c.says), true)
	}
	s.expect("nothing was ordered", len(s.listAllRecords("transactions")), 0)
}

func TestAQuoteWithACodeIsTheOrderMadeWithIt(t *testing.T) {
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
				s.expect(what+": statuses", fmt.Sprint(quote.Status, " ", order.Status), "200 201")
				s.expect(what+": amount", order.JSON["amount"], quote.JSON["amount"])
				s.expect(what+": breakdown", fmt.Sprint(order.JSON["breakdown"]), fmt.Sprint(quote.JSON["breakdown"]))
			}
		}
	}
}
