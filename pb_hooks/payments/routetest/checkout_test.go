package routetest

import (
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestAMemberBuysALifetimeMembership(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	if answer.Status != 201 {
		t.Fatalf("status = %d, want 201: %s", answer.Status, answer.Body)
	}
	breakdown := answer.JSON["breakdown"].(map[string]any)
	s.expect("the amount in paise", answer.JSON["amount"], 2950000.0)
	s.expect("the base", breakdown["baseAmount"], "25000")
	s.expect("the GST", breakdown["gstAmount"], "4500")
	s.expect("the rate", breakdown["gstRate"], 18.0)
	s.expect("the total", breakdown["totalAmount"], "29500")
	s.expect("the key", answer.JSON["keyId"], s.Razorpay.Keys().ID)
	s.expect("the contact", answer.JSON["customer"].(map[string]any)["contact"], "+919876543210")

	paid := s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
	confirmed := s.callback(s.buyer, paid)
	s.expect("the result of the callback", confirmed.JSON["status"], "completed")

	mine := s.buyer.Get("/api/memberships/mine")
	membership := mine.JSON["membership"].(map[string]any)
	s.expect("the status of the membership", membership["status"], "active")
	s.expect("the end of the membership", membership["endsAt"], nil)
	s.expect("the tier of the membership", membership["tierName"], "The founding circle")
	own := mine.JSON["transactions"].([]any)[0].(map[string]any)
	s.expect("the amount of the transaction", own["amount"], "29500")
	s.expect("the status of the transaction", own["status"], "completed")

	s.Drain()
	inbox := s.Brevo.Messages("asha@example.com")
	if len(inbox) != 1 || inbox[0].Subject != "Your payment has been received" {
		t.Errorf("%d emails, want one that confirms the payment", len(inbox))
	}
}

func TestTheOrderFormNamesItsInvalidFields(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	answer := s.buyer.Post("/api/payments/create-order", map[string]any{
		"customerName":     "A",
		"customerEmail":    "asha",
		"customerPhone":    "123",
		"membershipTierId": s.tier.Id,
		"amount":           1,
	})
	s.expect("the status", answer.Status, 400)
	s.expect("the name", answer.Field("customerName"), "Name must be at least 2 characters")
	s.expect("the email", answer.Field("customerEmail"), "Please enter a valid email address")
	s.expect("the phone", answer.Field("customerPhone"), "Phone number must be at least 10 digits")

	inactive := s.createTier("old", "annual", map[string]any{"isActive": false})
	for _, id := range []string{inactive.Id, "nosuchtier00000"} {
		body := orderBody(s.tier)
		body["membershipTierId"] = id
		answer := s.buyer.Post("/api/payments/create-order", body)
		s.expect("the status for the tier "+id, answer.Status, 404)
		s.expect("the message", answer.Message(), "This membership plan is not available.")
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
}

func TestADoubleClickAndASecondTabAreOneOrder(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	orders := make([]string, 6)
	var clicks sync.WaitGroup
	for i := range orders {
		clicks.Go(func() {
			if answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier)); answer.Status == 201 {
				orders[i] = answer.JSON["orderId"].(string)
			}
		})
	}
	clicks.Wait()
	for _, id := range orders {
		s.expect("the order", id, orders[0])
	}
	s.onlyTransaction()

	s.step("the order is reused after a failed payment", func(s *fixture) {
		_, err := s.Razorpay.Fail(orders[0])
		s.must(err)
		s.deliver(s.Razorpay.Events(orders[0])...)
		s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
		s.expect("the order", s.order(s.buyer, s.tier), orders[0])
	})
	s.step("a changed price creates another order", func(s *fixture) {
		s.tier.Set("price", 3000000)
		s.must(s.PB.Save(s.tier))
		if s.order(s.buyer, s.tier) == orders[0] {
			s.Error("the order with the old price was offered again")
		}
	})
}

func TestAnOldOrderIsNotReused(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	first := s.order(s.buyer, s.tier)
	s.Clock.Advance(31 * time.Minute)
	if s.order(s.buyer, s.tier) == first {
		t.Error("an order from 31 minutes ago was offered again")
	}
}

func TestABuyerWhoHasPaidCannotPayAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	s.pay(order, fakerazorpay.Success)

	s.step("the page was closed before the callback", func(s *fixture) {
		answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
		s.expect("the status", answer.Status, 409)
		s.expect("the message", answer.Message(),
			"This plan has already been paid for, and your membership is active.")
		s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "completed")
	})
	s.step("the membership has been granted", func(s *fixture) {
		answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
		s.expect("the status", answer.Status, 409)
		s.expect("the message", answer.Message(), "You already hold this membership.")
	})
	s.step("the payment is authorised but not captured", func(s *fixture) {
		other := s.member()
		s.pay(s.order(other, s.tier), fakerazorpay.AuthorisedOnly)
		for range 2 {
			answer := other.Post("/api/payments/create-order", orderBody(s.tier))
			s.expect("the status", answer.Status, 409)
		}
	})
}

func TestAnAnnualMembershipIsRenewedFromTheEndOfItsTerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.createTier("annual", "annual", values{"graceDays": 14})
	s.expect("the result of the first payment", s.callback(s.buyer, s.pay(s.order(s.buyer, tier),
		fakerazorpay.Success)).JSON["status"],
		"completed")
	s.Clock.Advance(300 * day)
	s.expect("the result of the second payment", s.callback(s.buyer, s.pay(s.order(s.buyer, tier),
		fakerazorpay.Success)).JSON["status"],
		"completed")

	membership := s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)
	s.expect("the start", membership["startsAt"], "2026-08-03T06:30:00.000Z")
	s.expect("the end", membership["endsAt"], "2028-08-03T18:29:59.000Z")

	account, err := s.PB.FindRecordById("users", s.transactionUser())
	s.must(err)
	s.Clock.Advance(70 * day)
	person := s.office().Get("/api/people/" + account.Id).JSON
	terms := person["memberships"].([]any)
	s.expect("terms", len(terms), 2)
	s.expect("the status of the second term", terms[0].(map[string]any)["status"], "active")
	s.expect("the status of the first term, in its grace period", terms[1].(map[string]any)["status"], "ended")

	s.Clock.Advance(430 * day)
	membership = s.SignedInAs(account).Get("/api/memberships/mine").JSON["membership"].(map[string]any)
	s.expect("the status of the membership after its end", membership["status"], "ended")
}

// transactionUser returns the account of the first transaction.
func (s *fixture) transactionUser() string {
	s.Helper()
	return s.listAllRecords("transactions")[0].GetString("userId")
}

func TestAMemberWhoseMembershipHasLapsedIsNotCounted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyOnce("monthly")
	admin := s.SignedIn("admins", nil)
	count := func() any { return admin.Get("/api/members/figures").JSON["activeMembers"] }
	s.expect("active members during the term", count(), 1.0)
	s.Clock.Advance(40 * day)
	admin = s.SignedIn("admins", nil)
	s.expect("active members in the grace period", count(), 1.0)
	s.Clock.Advance(10 * day)
	admin = s.SignedIn("admins", nil)
	s.expect("active members after the grace period", count(), 0.0)
}

func TestATermAndItsInvoiceHaveTheDateOfThePaymentEvenIfItIsReportedLate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	paid := s.pay(s.order(s.buyer, annual), fakerazorpay.Success) // without a callback or an event
	s.Clock.Advance(20 * day)                                     // from 3 to 23 August
	_, err := s.Payments.Reconciler.Reconcile(s.Context(), 30)
	s.must(err)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the start of the term", s.mine(s.buyer, "membership", "startsAt"), "2026-08-03T06:30:00.000Z")
	s.expect("the end of the term", s.mine(s.buyer, "membership", "endsAt"), "2027-08-03T18:29:59.000Z")
	transaction := s.onlyTransaction()
	s.expect("the payment", transaction.GetString("razorpayPaymentId"), paid.PaymentID)
	documents := s.SignedIn("admins", nil).Get("/api/transactions/" + transaction.Id).JSON["documents"].([]any)
	s.expect("the date of the document", documents[0].(map[string]any)["issuedAt"], "2026-08-03T06:30:00.000Z")
}
