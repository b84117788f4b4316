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

func TestAPINCodeAndAGSTINMayBeTypedWithSpaces(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	typed := companyBilling()
	typed["gstin"], typed["pin"] = " 29 aagcb7383 J1Z4 ", "560 025"
	answer := s.buyer.Send("PUT", "/api/billing-profile", typed)
	s.expect("the status", answer.Status, 200)
	s.expect("the GSTIN", answer.JSON["gstin"], "29AAGCB7383J1Z4")
	s.expect("the PIN code", answer.JSON["pin"], "560025")
}

func TestAPINCodeOfAnotherStateMustBeConfirmed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	admin := s.SignedIn("admins", nil)
	elsewhere := billingIn("Maharashtra", "560 001")
	confirmed := billingIn("27", "560001")
	confirmed["confirmedPlace"] = "27-560001"
	company := companyBilling()
	company["pin"] = "400001"
	profile := func(billing map[string]any) testapp.Response {
		return s.buyer.Send("PUT", "/api/billing-profile", billing)
	}
	order := func(billing map[string]any) testapp.Response {
		return s.buyer.Post("/api/payments/create-order", orderFor(s.tier, billing))
	}
	offline := func(billing map[string]any) testapp.Response {
		return admin.Post(offlinePath, body{"userId": s.account(s.buyer), "membershipTierId": s.tier.Id, "billing": billing})
	}
	seats := orderFor(s.tier, company)
	seats["seats"] = "3"
	for what, refused := range map[string]testapp.Response{
		"the order": order(elsewhere), "the offline payment": offline(elsewhere),
		"the company seats": s.buyer.Post("/api/payments/create-order", seats),
	} {
		if refused.Status != 400 || refused.Field("billing.pin") == "" {
			t.Errorf("%s: status = %d, want 400 and an error of billing.pin: %s", what, refused.Status, refused.Body)
		}
	}
	if refused := profile(elsewhere); refused.Status != 400 || refused.Field("pin") == "" {
		t.Errorf("the profile: status = %d, want 400 and an error of pin: %s", refused.Status, refused.Body)
	}
	stale := billingIn("33", "560001")
	stale["confirmedPlace"] = "27-560001"
	s.expect("the status with the confirmation of another state", profile(stale).Status, 400)
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)

	saved := profile(confirmed)
	s.expect("the status of the confirmed profile", saved.Status, 200)
	s.expect("the stored confirmation", s.buyer.Get("/api/billing-profile").JSON["confirmedPlace"], "27-560001")
	s.expect("the status of an order with the profile", s.buyer.Post("/api/payments/create-order",
		orderBody(s.tier)).Status, 201)
	agreeing := billingIn("29", "560001")
	agreeing["confirmedPlace"] = "29-560001"
	s.expect("the confirmation of a pair that agrees", profile(agreeing).JSON["confirmedPlace"], "")

	s.step("a profile from before the question is asked at the order", func(s *fixture) {
		s.buyer = s.member()
		s.save("billing_profiles", map[string]any{
			"userId": s.account(s.buyer), "kind": "individual", "state": "27", "pinCode": "560001", "country": "IN",
		})
		answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
		s.expect("the status", answer.Status, 400)
		if answer.Field("billing.pin") == "" {
			s.Errorf("the answer names no billing.pin: %s", answer.Body)
		}
	})
}

func TestOurOwnGSTINIsNotABuyers(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	admin := s.SignedIn("admins", nil)
	own := companyBilling()
	own["gstin"], own["pin"] = "27 aapfu0939f1zv", "400001"
	seats := orderFor(s.tier, own)
	seats["seats"] = "3"
	for what, refused := range map[string]testapp.Response{
		"an order": s.buyer.Post("/api/payments/create-order", orderFor(s.tier, own)),
		"seats":    s.buyer.Post("/api/payments/create-order", seats),
		"an offline payment": admin.Post(offlinePath,
			body{"userId": s.account(s.buyer), "membershipTierId": s.tier.Id, "billing": own}),
		"an orphan payment": admin.Post("/api/payments/orphans/"+s.payStaticPage(fakerazorpay.Payer{})+"/attach", body{
			"userId": s.account(s.buyer), "membershipTierId": s.tier.Id, "reason": "They wrote to us",
			"password": testapp.Password, "billing": own,
		}),
	} {
		if refused.Status != 400 || refused.Field("billing.gstin") == "" {
			t.Errorf("%s: status = %d, want 400 and an error of billing.gstin: %s", what, refused.Status, refused.Body)
		}
	}
	if refused := s.buyer.Send("PUT", "/api/billing-profile", own); refused.Status != 400 || refused.Field("gstin") == "" {
		t.Errorf("the profile: status = %d, want 400 and an error of gstin: %s", refused.Status, refused.Body)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("the status of a profile with another GSTIN", s.buyer.Send("PUT", "/api/billing-profile",
		companyBilling()).Status, 200)
}

func TestAnAmountInAnotherCurrencyIsConvertedBeforeTheAddressIsAsked(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	tier := s.createTier("dollars", "annual", map[string]any{"price": 50000, "currency": "USD"}) // USD 590 with tax
	ask := func() (isRequired any, status int) {
		quote := s.Visitor().Post("/api/payments/quote", body{"membershipTierId": tier.Id, "billing": abroad})
		return quote.JSON["isAddressRequired"], s.member().Post("/api/payments/create-order", orderFor(tier, abroad)).Status
	}
	for _, c := range []struct {
		name, month, rate string
		isRequired        bool
		status            int
	}{
		{"no rate is known", "", "", true, 400},
		{"₹49,999.90", "2026-06", "84.7456", false, 201},
		{"₹50,001.20, with the latest rate", "2026-07", "84.7478", true, 400},
	} {
		if c.rate != "" {
			s.save("exchange_rates", map[string]any{"month": c.month, "currency": "USD", "rate": c.rate})
		}
		isRequired, status := ask()
		s.expect("isAddressRequired: "+c.name, isRequired, c.isRequired)
		s.expect("the status of an order: "+c.name, status, c.status)
	}
	withAddress := map[string]any{"country": "US", "address": "500 Pine Street, San Francisco"}
	s.expect("the status of an order with the address", s.buyer.Post("/api/payments/create-order",
		orderFor(tier, withAddress)).Status, 201)
}
