package routetest

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// payStatic lets somebody pay ₹1,18,000 on a page that an admin has made, and returns our id of the orphan payment.
func (s *fixture) payStatic(payer fakerazorpay.Payer) string {
	s.Helper()
	page, err := s.Razorpay.AddPage(fakerazorpay.Page{Title: "Patron", Amount: 11800000, Currency: "INR"})
	s.must(err)
	paid, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, payer)
	s.must(err)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	return s.listRecords("orphan_payments", "createdAt", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})[0].Id
}

func (s *fixture) suggestion(orphan string) map[string]any {
	s.Helper()
	answer := s.SignedIn("admins", nil).Get("/api/payments/orphans/" + orphan)
	s.expect("the orphan payment", answer.Status, 200)
	suggestion, _ := answer.JSON["suggestion"].(map[string]any)
	return suggestion
}

func TestAStaticPagesPaymentIsSuggestedAndNeverGrantedByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer   fakerazorpay.Payer
		others  int
		matches string
	}{
		"by email, phone and amount":  {fakerazorpay.Payer{Email: "ASHA@example.com", Contact: "+91 98765 43210"}, 1, "email phone amount"},
		"by phone, written otherwise": {fakerazorpay.Payer{Email: "hers@other.example", Contact: "09876543210"}, 0, "phone amount"},
		"by the amount alone":         {fakerazorpay.Payer{}, 0, "amount"},
		"not by an amount of several": {fakerazorpay.Payer{}, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			tier := s.linked()
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			s.buyByLink(s.buyer, tier)
			for range c.others {
				body := orderBody(tier)
				body["customerEmail"], body["customerPhone"] = "other@example.com", "+919800000000"
				s.member().Post("/api/payments/create-order", body)
			}
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			orphan := s.payStatic(c.payer)
			s.expect("granted", s.mine(s.buyer, "entitlement", "state"), "none")
			suggestion := s.suggestion(orphan)
			if c.matches == "" {
				s.expect("suggestions", len(suggestion), 0)
				return
			}
			var matches []string
			for _, match := range suggestion["matches"].([]any) {
				matches = append(matches, match.(string))
			}
			s.expect("what matches", strings.Join(matches, " "), c.matches)
			s.expect("who", suggestion["userId"], s.buyer.Get("/api/user").JSON["id"])
			s.expect("which tier", suggestion["membershipTierId"], tier.Id)
			note := s.Inbox(testapp.AdminEmail)[0].Text
			if !strings.Contains(note, "for The patron circle, by ") {
				t.Errorf("the office reads: %s", note)
			}
		})
	}
	t.Run("by an account's email", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t)
		tier := s.linked()
		user := s.buyer.Get("/api/user").JSON
		suggestion := s.suggestion(s.payStatic(fakerazorpay.Payer{Email: strings.ToUpper(user["email"].(string))}))
		s.expect("who", suggestion["userId"], user["id"])
		s.expect("which tier", suggestion["membershipTierId"], tier.Id)
	})
}

// TestATypedAddressNeverOutranksAnAccount: an order may name any address, so another member who types the payer's
// address and phone number is not suggested before the owner of the account.
func TestATypedAddressNeverOutranksAnAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verified, ownerOrders bool
		typedPhone, phone     string
		suggested             string
	}{
		"the owner has ordered nothing":               {verified: true, suggested: "owner"},
		"the owner has ordered too":                   {verified: true, ownerOrders: true, suggested: "owner"},
		"the other one knows the phone number too":    {verified: true, typedPhone: "+919811111111", phone: "+919811111111", suggested: "owner"},
		"an unconfirmed account with as many matches": {typedPhone: "+919811111111", phone: "+919811111111"},
		"an unconfirmed account with more matches":    {ownerOrders: true, suggested: "owner"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			tier := s.linked()
			owner := s.CreateAccount("users", map[string]any{"email": "payer@example.com", "verified": c.verified})
			order := func(buyer *testapp.Visitor, email, phone string) {
				body := orderBody(tier)
				body["customerEmail"], body["customerPhone"] = email, phone
				s.expect("the order", buyer.Post("/api/payments/create-order", body).Status, 201)
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
			suggestion := s.suggestion(s.payStatic(fakerazorpay.Payer{Email: "payer@example.com", Contact: c.phone}))
			if c.suggested == "" {
				s.expect("suggestions", len(suggestion), 0)
				return
			}
			s.expect("who", suggestion["userId"], owner.Id)
		})
	}
}

// TestTwoEquallyGoodMatchesAreNotSuggested: a tie suggests nobody, whatever it is made of.
func TestTwoEquallyGoodMatchesAreNotSuggested(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linked()
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	for _, buyer := range []*testapp.Visitor{s.buyer, s.member()} {
		body := orderBody(tier)
		body["customerEmail"] = "payer@work.example" // no account has it; the phone number is the same too
		s.expect("the order", buyer.Post("/api/payments/create-order", body).Status, 201)
	}
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	suggestion := s.suggestion(s.payStatic(fakerazorpay.Payer{Email: "payer@work.example", Contact: "+919876543210"}))
	s.expect("suggestions", len(suggestion), 0)
}

func TestAnAttachedPaymentSettlesAsAnyOther(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("200000") // the tier costs ₹1,18,000, which two admins attach as a rule
	tier := s.linked()
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.buyByLink(s.buyer, tier)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	orphan := s.payStatic(fakerazorpay.Payer{Email: "asha@example.com"})
	admin := s.SignedIn("admins", nil)
	path := "/api/payments/orphans/" + orphan + "/attach"
	body := func(changes ...map[string]any) map[string]any {
		all := map[string]any{
			"userId":           s.buyer.Get("/api/user").JSON["id"],
			"membershipTierId": tier.Id,
			"reason":           "She has sent her receipt",
			"password":         testapp.Password,
		}
		for _, change := range changes {
			for field, value := range change {
				all[field] = value
			}
		}
		return all
	}
	s.expect("a member", s.buyer.Post(path, body()).Status, 403)
	for field, value := range map[string]any{"userId": "nobody000000000", "membershipTierId": "nothing00000000", "reason": "", "password": "wrong"} {
		if answer := admin.Post(path, body(map[string]any{field: value})); answer.Status != 400 ||
			answer.Field(field) == "" {
			t.Errorf("a wrong %s: %d %s", field, answer.Status, answer.Body)
		}
	}
	s.expect("of an unknown payment", admin.Post("/api/payments/orphans/unknown00000000/attach", body()).Status, 404)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.expect("with Razorpay down", admin.Post(path, body()).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})

	answer := admin.Post(path, body())
	s.expect("the answer", answer.Status, 201)
	s.expect("twice", admin.Post(path, body()).Status, 409)
	s.reconcile()
	transaction := s.onlyTransaction()
	s.expect("the transaction", answer.JSON["transactionId"], transaction.Id)
	s.expect("its status", transaction.GetString("status"), "completed")
	s.expect("its amount", transaction.GetInt("amount"), 11800000)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("her emails", s.subjects(), "Your payment has been received")
	s.expect("unknown payments", len(admin.Get("/api/payments/unknown").Body), len("[]\n"))
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "unknown-payment.attached"})
	s.expect("rows in the log", len(entries), 1)
	s.expect("about", entries[0].GetString("subjectId"), transaction.Id)

	s.step("and is refunded as any other", func(s *fixture) {
		_, err := s.Razorpay.Refund(transaction.GetString("razorpayPaymentId"), 0)
		s.must(err)
		s.deliver(s.Razorpay.Events(transaction.GetString("razorpayPaymentId"))...)
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	})
}

func TestAnAttachedPaymentOfAnotherAmountIsThePriceAndARefundedOneIsNotAttached(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("200000")
	orphan := s.payStatic(fakerazorpay.Payer{})
	refunded := s.payStatic(fakerazorpay.Payer{})
	_, err := s.Razorpay.Refund(s.Razorpay.State().Payments[0].ID, 0)
	s.must(err)
	admin := s.SignedIn("admins", nil)
	body := map[string]any{
		"userId":           s.buyer.Get("/api/user").JSON["id"],
		"membershipTierId": s.tier.Id,
		"reason":           "Agreed by phone",
		"password":         testapp.Password,
	}
	s.expect("a refunded one", admin.Post("/api/payments/orphans/"+refunded+"/attach", body).Status, 409)
	s.expect("another amount", admin.Post("/api/payments/orphans/"+orphan+"/attach", body).Status, 201)
	transaction := s.onlyTransaction()
	s.expect("the amount", transaction.GetInt("amount"), 11800000)
	s.expect("the parts", transaction.GetInt("baseAmount")+transaction.GetInt("gstAmount"), 11800000)
	s.expect("attention", transaction.GetString("attention"), "")
}

// Money that is gone buys nothing, and a person who is not there gets nothing.
func TestAPaymentThatWasNotCapturedIsNotAttached(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		befall func(s *fixture, payment string)
		status int
	}{
		"a lost dispute, told by its event": {func(s *fixture, payment string) {
			s.must(s.Razorpay.Dispute(payment, "created"))
			s.must(s.Razorpay.Dispute(payment, "lost"))
			s.deliver(s.Razorpay.Events(payment)...)
		}, 409},
		"a lost dispute, found by the daily pull": {func(s *fixture, payment string) {
			s.must(s.Razorpay.Dispute(payment, "created"))
			s.must(s.Razorpay.Dispute(payment, "lost"))
			s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
		}, 409},
		"a refund in part": {func(s *fixture, payment string) {
			_, err := s.Razorpay.Refund(payment, 100000)
			s.must(err)
		}, 409},
		"a dispute that was won": {func(s *fixture, payment string) {
			s.must(s.Razorpay.Dispute(payment, "created"))
			s.must(s.Razorpay.Dispute(payment, "won"))
			s.deliver(s.Razorpay.Events(payment)...)
		}, 201},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.limit("200000")
			orphan := s.payStatic(fakerazorpay.Payer{})
			c.befall(s, s.Razorpay.State().Payments[0].ID)
			answer := s.SignedIn("admins", nil).Post("/api/payments/orphans/"+orphan+"/attach", map[string]any{
				"userId":           s.buyer.Get("/api/user").JSON["id"],
				"membershipTierId": s.tier.Id,
				"reason":           "Agreed by phone",
				"password":         testapp.Password,
			})
			s.expect("the answer", answer.Status, c.status)
			state := map[int]string{201: "active", 409: "none"}[c.status]
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), state)
			subject := ""
			if inbox := s.Inbox(s.buyer.Get("/api/user").JSON["email"].(string)); len(inbox) > 0 {
				subject = inbox[0].Subject
			}
			s.expect("her email", subject, map[int]string{201: "Your payment has been received"}[c.status])
		})
	}
}

func TestAPaymentInAnotherCurrencyKeepsItWhenItIsAttached(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	page, err := s.Razorpay.AddPage(fakerazorpay.Page{Title: "Abroad", Amount: 40000, Currency: "USD"})
	s.must(err)
	paid, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
	s.must(err)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	orphan := s.listRecords("orphan_payments", "createdAt", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})[0].Id
	answer := s.SignedIn("admins", nil).Post("/api/payments/orphans/"+orphan+"/attach", map[string]any{
		"userId":           s.buyer.Get("/api/user").JSON["id"],
		"membershipTierId": s.tier.Id,
		"reason":           "Agreed by phone",
		"password":         testapp.Password,
	})
	s.expect("the answer", answer.Status, 201)
	s.expect("the currency", s.onlyTransaction().GetString("currency"), "USD")
	document := s.buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(map[string]any)["documents"].([]any)[0].(map[string]any)
	s.expect("the document", document["currency"], "USD")
	s.expect("its total", document["total"], "400")
}
