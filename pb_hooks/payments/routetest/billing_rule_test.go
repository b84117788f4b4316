package routetest

import (
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// highPrice is a price of ₹50,000, which is ₹59,000 with tax, in paise.
const highPrice = 5_000_000

// Rule 46 of the CGST Rules requires the address of a buyer without a GSTIN on an invoice of ₹50,000 or more.
func TestATaxInvoiceOfFiftyThousandNeedsTheAddressOfABuyerWithoutAGSTIN(t *testing.T) {
	t.Parallel()
	withAddress := func(billing map[string]any) map[string]any {
		values := map[string]any{"address": "14 Marine Drive, Mumbai"}
		for name, value := range billing {
			values[name] = value
		}
		return values
	}
	s := newFixture(t)
	s.register(maharashtra, "27")
	costly := s.createTier("dear", "annual", map[string]any{"price": highPrice})
	almost := s.createTier("almost", "annual", map[string]any{"price": 4237287}) // ₹49,999.99 with tax
	page := s.createTier("page", "annual", map[string]any{"price": highPrice, "razorpayPaymentLink": staticPage})
	admin := s.SignedIn("admins", nil)
	home := billingIn("27", "400001")
	isAddressRequired := func(tier string, billing map[string]any) any {
		return s.Visitor().Post("/api/payments/quote", body{"membershipTierId": tier, "billing": billing}).JSON["isAddressRequired"]
	}
	s.expect("isAddressRequired without a GSTIN", isAddressRequired(costly.Id, home), true)
	s.expect("isAddressRequired with a GSTIN", isAddressRequired(costly.Id, companyBilling()), false)
	s.expect("isAddressRequired below ₹50,000", isAddressRequired(almost.Id, home), false)

	expectRefused := func(what string, answer testapp.Response) {
		t.Helper()
		if answer.Status != 400 || answer.Field("billing.address") == "" {
			t.Errorf("%s: status = %d, want 400 and an error of billing.address: %s", what, answer.Status, answer.Body)
		}
	}
	expectRefused("an order", s.buyer.Post("/api/payments/create-order", orderFor(costly, home)))
	expectRefused("a link", s.buyer.Post("/api/payments/create-order", orderFor(page, home)))
	expectRefused("an offline payment",
		admin.Post(offlinePath, body{"userId": s.account(s.buyer), "membershipTierId": costly.Id, "billing": home}))
	answer := admin.Post(offlinePath, body{"userId": s.account(s.member()), "membershipTierId": costly.Id})
	if answer.Status != 400 || answer.Field("billing") == "" {
		t.Errorf("an offline payment without billing: status = %d, want 400 and an error of billing: %s", answer.Status,
			answer.Body)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("the status of an order below ₹50,000", s.member().Post("/api/payments/create-order", orderFor(almost,
		home)).Status, 201)

	order := s.buyer.Post("/api/payments/create-order", orderFor(costly, withAddress(home)))
	s.expect("the status of an order with the address", order.Status, 201)
	s.callback(s.buyer, s.pay(order.JSON["orderId"].(string), fakerazorpay.Success))
	invoice := s.issuedDocument(order.JSON["notes"].(map[string]any)["transactionId"].(string), "tax-invoice")
	s.expect("the address on the invoice", invoice["recipient"].(map[string]any)["address"], "14 Marine Drive, Mumbai")
	s.expect("the status of an offline payment with the address",
		admin.Post(offlinePath, body{"userId": s.account(s.member()), "membershipTierId": costly.Id,
			"billing": withAddress(home)}).Status, 201)

	s.step("a receipt of an unregistered supplier needs no address", func(s *fixture) {
		s.apply(unregistered)
		s.expect("isAddressRequired", isAddressRequired(costly.Id, home), false)
		s.expect("the status of the order", s.member().Post("/api/payments/create-order", orderFor(costly,
			home)).Status, 201)
	})
}

func TestAttachingAnOrphanPaymentNeedsTheBillingOfItsInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.setApprovalLimit("200000") // the tier costs ₹1,18,000, which needs two admins by default
	tier := s.linkTier()
	admin := s.SignedIn("admins", nil)
	orphan := s.payStaticPage(fakerazorpay.Payer{})
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
		t.Errorf("without billing: status = %d, want 400 and an error of billing: %s", answer.Status, answer.Body)
	}
	if answer := attach(billingIn("29", "560025")); answer.Status != 400 || answer.Field("billing.address") == "" {
		t.Errorf("without an address: status = %d, want 400 and an error of billing.address: %s", answer.Status,
			answer.Body)
	}
	if answer := attach(map[string]any{"state": "29"}); answer.Status != 400 || answer.Field("billing.pin") == "" {
		t.Errorf("without a PIN code: status = %d, want 400 and an error of billing.pin: %s", answer.Status,
			answer.Body)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("the status with complete billing", attach(companyBilling()).Status, 201)
	transaction := s.onlyTransaction()
	s.expect("the place of supply", transaction.GetString("billingState"), "29")
	invoice := s.issuedDocument(transaction.Id, "tax-invoice")
	s.expect("the GSTIN of the buyer on the invoice", invoice["recipient"].(map[string]any)["gstin"], "29AAGCB7383J1Z4")
	s.expect("the GSTIN in the profile", s.buyer.Get("/api/billing-profile").JSON["gstin"], "29AAGCB7383J1Z4")
}

func TestTheConsoleCountsTheSalesThatAChangeOfTaxAffects(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(registeredAt(18))
	monthly, patron := s.renewing("monthly", "monthly", 600), s.linkTier()
	admin := s.SignedIn("admins", nil)
	home := billingIn("29", "560025")
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
		s.expect("open "+name, answer.JSON[name], count)
	}
}
