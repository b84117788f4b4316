package routetest

import (
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// dear is a tier of ₹59,000 with tax.
const dearPrice = 5_000_000

func TestATaxInvoiceOfFiftyThousandNamesTheAddressOfABuyerWithoutAGSTIN(t *testing.T) {
	t.Parallel()
	withAddress := func(billing map[string]any) map[string]any {
		with := map[string]any{"address": "14 Marine Drive, Mumbai"}
		for name, value := range billing {
			with[name] = value
		}
		return with
	}
	s := newFixture(t)
	s.register(maharashtra, "27")
	dear := s.createTier("dear", "annual", map[string]any{"price": dearPrice})
	almost := s.createTier("almost", "annual", map[string]any{"price": 4237287}) // ₹49,999.99 with tax
	page := s.createTier("page", "annual", map[string]any{"price": dearPrice, "razorpayPaymentLink": staticPage})
	admin := s.SignedIn("admins", nil)
	home := living("27", "400001")
	needs := func(tier string, billing map[string]any) any {
		return s.Visitor().Post("/api/payments/quote", body{"membershipTierId": tier, "billing": billing}).JSON["isAddressRequired"]
	}
	s.expect("the quote asks for it", needs(dear.Id, home), true)
	s.expect("the quote of a seller's GSTIN", needs(dear.Id, companyBilling()), false)
	s.expect("below ₹50,000", needs(almost.Id, home), false)

	refused := func(what string, answer testapp.Response) {
		t.Helper()
		if answer.Status != 400 || answer.Field("billing.address") == "" {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
	refused("an order", s.buyer.Post("/api/payments/create-order", orderFor(dear, home)))
	refused("a link", s.buyer.Post("/api/payments/create-order", orderFor(page, home)))
	refused("an offline payment",
		admin.Post(offlinePath, body{"userId": s.account(s.buyer), "membershipTierId": dear.Id, "billing": home}))
	answer := admin.Post(offlinePath, body{"userId": s.account(s.member()), "membershipTierId": dear.Id})
	if answer.Status != 400 || answer.Field("billing") == "" {
		t.Errorf("an offline payment without billing: %d %s", answer.Status, answer.Body)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("below ₹50,000", s.member().Post("/api/payments/create-order", orderFor(almost, home)).Status, 201)

	order := s.buyer.Post("/api/payments/create-order", orderFor(dear, withAddress(home)))
	s.expect("with the address", order.Status, 201)
	s.callback(s.buyer, s.pay(order.JSON["orderId"].(string), fakerazorpay.Success))
	invoice := s.issued(order.JSON["notes"].(map[string]any)["transactionId"].(string), "tax-invoice")
	s.expect("the address on the invoice", invoice["recipient"].(map[string]any)["address"], "14 Marine Drive, Mumbai")
	s.expect("an offline payment",
		admin.Post(offlinePath, body{"userId": s.account(s.member()), "membershipTierId": dear.Id,
			"billing": withAddress(home)}).Status, 201)

	s.step("a receipt of an unregistered supplier needs none", func(s *fixture) {
		s.apply(unregistered)
		s.expect("the quote", needs(dear.Id, home), false)
		s.expect("the order", s.member().Post("/api/payments/create-order", orderFor(dear, home)).Status, 201)
	})
}

func TestAnUnmatchedPaymentIsAttachedWithTheBillingOfItsInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.limit("200000") // the tier costs ₹1,18,000, which two admins attach as a rule
	tier := s.linked()
	admin := s.SignedIn("admins", nil)
	orphan := s.payStatic(fakerazorpay.Payer{})
	attach := func(billing map[string]any) testapp.Response {
		values := body{
			"userId":           s.account(s.buyer),
			"membershipTierId": tier.Id,
			"reason":           "They wrote to us",
			"password":         testapp.Password,
		}
		if billing != nil {
			values["billing"] = billing
		}
		return admin.Post("/api/payments/orphans/"+orphan+"/attach", values)
	}
	if answer := attach(nil); answer.Status != 400 || answer.Field("billing") == "" {
		t.Errorf("without billing: %d %s", answer.Status, answer.Body)
	}
	if answer := attach(living("29", "560025")); answer.Status != 400 || answer.Field("billing.address") == "" {
		t.Errorf("₹1,18,000 without an address: %d %s", answer.Status, answer.Body)
	}
	if answer := attach(map[string]any{"state": "29"}); answer.Status != 400 || answer.Field("billing.pin") == "" {
		t.Errorf("without a PIN code: %d %s", answer.Status, answer.Body)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("with all of it", attach(companyBilling()).Status, 201)
	transaction := s.onlyTransaction()
	s.expect("the place of supply", transaction.GetString("billingState"), "29")
	invoice := s.issued(transaction.Id, "tax-invoice")
	s.expect("the buyer on the invoice", invoice["recipient"].(map[string]any)["gstin"], "29AAGCB7383J1Z4")
	s.expect("the profile", s.buyer.Get("/api/billing-profile").JSON["gstin"], "29AAGCB7383J1Z4")
}

func TestTheConsoleCountsTheSalesThatAChangeOfTaxAffects(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(registeredAt(18))
	monthly, patron := s.renewing("monthly", "monthly", 600), s.linked()
	admin := s.SignedIn("admins", nil)
	home := living("29", "560025")
	s.orderOf(s.tier, home, nil)
	s.buyer = s.member()
	s.settlePayment(s.pay(s.orderOf(monthly, home, nil)["subscriptionId"].(string), fakerazorpay.Success))
	s.buyer = s.member()
	home["address"] = "14 Marine Drive, Mumbai"
	s.orderOf(patron, home, nil)
	s.buyer = s.member()
	s.sell(admin, s.tier, body{"billing": home}, 201)
	s.buyer = s.member()
	s.receivePart(admin, s.sell(admin, s.tier, body{"billing": home}, 201), "1000")
	answer := admin.Get("/api/payments/open")
	for name, count := range map[string]float64{"orders": 1, "links": 1, "proformas": 1, "partPaid": 1, "mandates": 1, "tiersWithPlan": 1} {
		s.expect(name, answer.JSON[name], count)
	}
}
