package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// payStaticPage makes a payment of ₹1,18,000 on a payment page that an admin has created in the provider's dashboard.
// It returns the id of our row of the orphan payment.
func (s *fixture) payStaticPage(payer fakerazorpay.Payer) string {
	s.Helper()
	page, err := s.Razorpay.AddPage(fakerazorpay.Page{Title: "Patron", Amount: 11800000, Currency: "INR"})
	s.must(err)
	paid, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, payer)
	s.must(err)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	return s.listRecords("captured_payments", "createdAt", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})[0].Id
}

// suggestion returns the match that the console suggests for an orphan payment.
func (s *fixture) suggestion(orphan string) map[string]any {
	s.Helper()
	answer := s.SignedIn("admins", nil).Get("/api/payments/orphans/" + orphan)
	s.expect("the status of the orphan payment", answer.Status, 200)
	suggestion, _ := answer.JSON["suggestion"].(map[string]any)
	return suggestion
}

func TestAnOrphanPaymentIsMatchedAsASuggestionAndGrantsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer   fakerazorpay.Payer
		others  int
		matches string
	}{
		"email, phone and amount":  {fakerazorpay.Payer{Email: "ASHA@example.com", Contact: "+91 98765 43210"}, 1, "email phone amount"},
		"phone in another format":  {fakerazorpay.Payer{Email: "hers@other.example", Contact: "09876543210"}, 0, "phone amount"},
		"amount only":              {fakerazorpay.Payer{}, 0, "amount"},
		"the amount of two orders": {fakerazorpay.Payer{}, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			tier := s.linkTier()
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			s.buyByLink(s.buyer, tier)
			for range c.others {
				body := orderBody(tier)
				body["customerEmail"], body["customerPhone"] = "other@example.com", "+919800000000"
				s.member().Post("/api/payments/create-order", body)
			}
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			orphan := s.payStaticPage(c.payer)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
			suggestion := s.suggestion(orphan)
			if c.matches == "" {
				s.expect("suggestions", len(suggestion), 0)
				return
			}
			var matches []string
			for _, match := range suggestion["matches"].([]any) {
				matches = append(matches, match.(string))
			}
			s.expect("the matches", strings.Join(matches, " "), c.matches)
			s.expect("the suggested user", suggestion["userId"], s.buyer.Get("/api/user").JSON["id"])
			s.expect("the suggested tier", suggestion["membershipTierId"], tier.Id)
			email := s.Inbox(testapp.AdminEmail)[0].Text
			if want := "for The patron circle, by "; !strings.Contains(email, want) {
				t.Errorf("the email to the office does not contain %q: %s", want, email)
			}
		})
	}
	t.Run("email of an account", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t)
		tier := s.linkTier()
		user := s.buyer.Get("/api/user").JSON
		suggestion := s.suggestion(s.payStaticPage(fakerazorpay.Payer{Email: strings.ToUpper(user["email"].(string))}))
		s.expect("the suggested user", suggestion["userId"], user["id"])
		s.expect("the suggested tier", suggestion["membershipTierId"], tier.Id)
	})
}

// An order may contain any address. A member who types the payer's address and phone number must not be suggested
// before the account that owns the address.
func TestAnAddressTypedInAnOrderNeverOutranksAnAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verified, ownerOrders bool
		typedPhone, phone     string
		suggested             string
	}{
		"no order of the owner":                       {verified: true, suggested: "owner"},
		"an order of the owner":                       {verified: true, ownerOrders: true, suggested: "owner"},
		"the other member typed the phone number too": {verified: true, typedPhone: "+919811111111", phone: "+919811111111", suggested: "owner"},
		"an unverified account with as many matches":  {typedPhone: "+919811111111", phone: "+919811111111"},
		"an unverified account with more matches":     {ownerOrders: true, suggested: "owner"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			tier := s.linkTier()
			owner := s.CreateAccount("users", map[string]any{"email": "payer@example.com", "verified": c.verified})
			order := func(buyer *testapp.Visitor, email, phone string) {
				body := orderBody(tier)
				body["customerEmail"], body["customerPhone"] = email, phone
				s.expect("the status of the order", buyer.Post("/api/payments/create-order", body).Status, 201)
			}
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			if c.ownerOrders {
				order(withOwnAddress(s.SignedInAs(owner)), "payer@work.example", "+919822222222")
			}
			typedPhone := c.typedPhone
			if typedPhone == "" {
				typedPhone = "+919833333333"
			}
			order(s.member(), "payer@example.com", typedPhone)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			suggestion := s.suggestion(s.payStaticPage(fakerazorpay.Payer{Email: "payer@example.com",
				Contact: c.phone}))
			if c.suggested == "" {
				s.expect("suggestions", len(suggestion), 0)
				return
			}
			s.expect("the suggested user", suggestion["userId"], owner.Id)
		})
	}
}

func TestNoMatchIsSuggestedIfTwoAreEquallyGood(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linkTier()
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	for _, buyer := range []*testapp.Visitor{s.buyer, s.member()} {
		body := orderBody(tier)
		body["customerEmail"] = "payer@work.example" // no account has it, and both orders have the same phone number
		s.expect("the status of the order", buyer.Post("/api/payments/create-order", body).Status, 201)
	}
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	suggestion := s.suggestion(s.payStaticPage(fakerazorpay.Payer{Email: "payer@work.example",
		Contact: "+919876543210"}))
	s.expect("suggestions", len(suggestion), 0)
}

func TestAnOrderAfterThePaymentIsNoMatch(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linkTier()
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.buyByLink(s.buyer, tier)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	orphan := s.payStaticPage(fakerazorpay.Payer{})
	s.Clock.Advance(time.Hour)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.buyByLink(s.member(), tier)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the suggested user", s.suggestion(orphan)["userId"], s.buyer.Get("/api/user").JSON["id"])
}

// A payment for one membership must not open the seats that its buyer has ordered for the same tier.
func TestAnAttachedPaymentOpensOnlySeatsThatItPaysFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		amount int64
		status int
		state  string
	}{
		"the price of one membership": {11800000, 201, "active"},
		"the price of all seats":      {3 * 11800000, 202, "none"}, // above the limit of one admin
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.setApprovalLimit("200000")
			tier := s.linkTier()
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			body := orderBody(tier)
			body["billing"], body["seats"] = companyBilling(), "3"
			s.expect("the status of the order", s.buyer.Post("/api/payments/create-order", body).Status, 201)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			page, err := s.Razorpay.AddPage(fakerazorpay.Page{Title: "Patron", Amount: c.amount, Currency: "INR"})
			s.must(err)
			paid, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
			s.must(err)
			s.deliver(s.Razorpay.Events(paid.PaymentID)...)
			orphan := s.listRecords("captured_payments", "createdAt", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})
			answer := s.SignedIn("admins", nil).Post("/api/payments/orphans/"+orphan[0].Id+"/attach", map[string]any{
				"userId": s.buyer.Get("/api/user").JSON["id"], "membershipTierId": tier.Id,
				"reason": "She has sent her receipt", "password": testapp.Password,
			})
			s.expect("the status", answer.Status, c.status)
			s.expect("the buyer's own entitlement", s.mine(s.buyer, "entitlement", "state"), c.state)
		})
	}
}

func TestAnAttachedPaymentGrantsAMembershipAndCanBeRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("200000") // the tier costs ₹1,18,000, which needs two admins by default
	tier := s.linkTier()
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.buyByLink(s.buyer, tier)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	orphan := s.payStaticPage(fakerazorpay.Payer{Email: "asha@example.com"})
	admin := s.SignedIn("admins", nil)
	path := "/api/payments/orphans/" + orphan + "/attach"
	body := func(changes ...map[string]any) map[string]any {
		values := map[string]any{
			"userId":           s.buyer.Get("/api/user").JSON["id"],
			"membershipTierId": tier.Id,
			"reason":           "She has sent her receipt",
			"password":         testapp.Password,
		}
		for _, change := range changes {
			for field, value := range change {
				values[field] = value
			}
		}
		return values
	}
	s.expect("the status for a member", s.buyer.Post(path, body()).Status, 403)
	for field, value := range map[string]any{"userId": "unknownuser0000", "membershipTierId": "unknowntier0000",
		"reason": "", "password": "wrong"} {
		if answer := admin.Post(path, body(map[string]any{field: value})); answer.Status != 400 ||
			answer.Field(field) == "" {
			t.Errorf("invalid %s: status = %d, want 400 and an error of the field: %s", field, answer.Status,
				answer.Body)
		}
	}
	s.expect("the status for an unknown payment", admin.Post("/api/payments/orphans/unknown00000000/attach",
		body()).Status, 404)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.expect("the status with Razorpay down", admin.Post(path, body()).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})

	answer := admin.Post(path, body())
	s.expect("the status", answer.Status, 201)
	s.expect("the status of a second request", admin.Post(path, body()).Status, 409)
	s.reconcile()
	transaction := s.onlyTransaction()
	s.expect("transactionId", answer.JSON["transactionId"], transaction.Id)
	s.expect("the status of the transaction", transaction.GetString("status"), "completed")
	s.expect("the amount", transaction.GetInt("amount"), 11800000)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("the buyer's emails", s.subjects(), "Your payment has been received")
	s.expect("the length of the list of unknown payments", len(admin.Get("/api/payments/unknown").Body), len("[]\n"))
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "unknown-payment.attached"})
	s.expect("rows in the audit log", len(entries), 1)
	s.expect("the subject of the row", entries[0].GetString("subjectId"), transaction.Id)

	s.step("refund", func(s *fixture) {
		_, err := s.Razorpay.Refund(transaction.GetString("razorpayPaymentId"), 0)
		s.must(err)
		s.deliver(s.Razorpay.Events(transaction.GetString("razorpayPaymentId"))...)
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	})
}

func TestAnAttachedPaymentSetsThePriceAndARefundedOneIsNotAttached(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("200000")
	orphan := s.payStaticPage(fakerazorpay.Payer{})
	refunded := s.payStaticPage(fakerazorpay.Payer{})
	_, err := s.Razorpay.Refund(s.Razorpay.State().Payments[0].ID, 0)
	s.must(err)
	admin := s.SignedIn("admins", nil)
	body := map[string]any{
		"userId":           s.buyer.Get("/api/user").JSON["id"],
		"membershipTierId": s.tier.Id,
		"reason":           "Agreed by phone",
		"password":         testapp.Password,
	}
	s.expect("the status for a refunded payment", admin.Post("/api/payments/orphans/"+refunded+"/attach", body).Status,
		409)
	s.expect("the status for a payment of another amount", admin.Post("/api/payments/orphans/"+orphan+"/attach",
		body).Status, 201)
	transaction := s.onlyTransaction()
	s.expect("the amount", transaction.GetInt("amount"), 11800000)
	s.expect("the sum of the base and the tax", transaction.GetInt("baseAmount")+transaction.GetInt("gstAmount"),
		11800000)
	s.expect("attention", transaction.GetString("attention"), "")
}

func TestAPaymentThatWasReversedIsNotAttached(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reverse func(s *fixture, payment string)
		status  int
	}{
		"a lost dispute reported by a webhook": {func(s *fixture, payment string) {
			s.must(s.Razorpay.Dispute(payment, "created"))
			s.must(s.Razorpay.Dispute(payment, "lost"))
			s.deliver(s.Razorpay.Events(payment)...)
		}, 409},
		"a lost dispute found by the daily sync": {func(s *fixture, payment string) {
			s.must(s.Razorpay.Dispute(payment, "created"))
			s.must(s.Razorpay.Dispute(payment, "lost"))
			s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
		}, 409},
		"a partial refund": {func(s *fixture, payment string) {
			_, err := s.Razorpay.Refund(payment, 100000)
			s.must(err)
		}, 409},
		"a won dispute": {func(s *fixture, payment string) {
			s.must(s.Razorpay.Dispute(payment, "created"))
			s.must(s.Razorpay.Dispute(payment, "won"))
			s.deliver(s.Razorpay.Events(payment)...)
		}, 201},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.setApprovalLimit("200000")
			orphan := s.payStaticPage(fakerazorpay.Payer{})
			c.reverse(s, s.Razorpay.State().Payments[0].ID)
			answer := s.SignedIn("admins", nil).Post("/api/payments/orphans/"+orphan+"/attach", map[string]any{
				"userId":           s.buyer.Get("/api/user").JSON["id"],
				"membershipTierId": s.tier.Id,
				"reason":           "Agreed by phone",
				"password":         testapp.Password,
			})
			s.expect("the status", answer.Status, c.status)
			state := map[int]string{201: "active", 409: "none"}[c.status]
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), state)
			subject := ""
			if inbox := s.Inbox(s.buyer.Get("/api/user").JSON["email"].(string)); len(inbox) > 0 {
				subject = inbox[0].Subject
			}
			s.expect("the buyer's email", subject, map[int]string{201: "Your payment has been received"}[c.status])
		})
	}
}

func TestAnAttachedPaymentKeepsItsCurrency(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	page, err := s.Razorpay.AddPage(fakerazorpay.Page{Title: "Abroad", Amount: 40000, Currency: "USD"})
	s.must(err)
	paid, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
	s.must(err)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	orphan := s.listRecords("captured_payments", "createdAt", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})[0].Id
	answer := s.SignedIn("admins", nil).Post("/api/payments/orphans/"+orphan+"/attach", map[string]any{
		"userId":           s.buyer.Get("/api/user").JSON["id"],
		"membershipTierId": s.tier.Id,
		"reason":           "Agreed by phone",
		"password":         testapp.Password,
	})
	s.expect("the status", answer.Status, 201)
	s.expect("the currency", s.onlyTransaction().GetString("currency"), "USD")
	document := s.buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(map[string]any)["documents"].([]any)[0].(map[string]any)
	s.expect("the currency of the document", document["currency"], "USD")
	s.expect("the total of the document", document["total"], "400")
}
