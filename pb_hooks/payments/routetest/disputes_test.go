package routetest

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestADisputeThatIsLostAfterItWasSeenToIsRaisedAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	paid := s.pay(id, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction := s.onlyTransaction()
	s.expect("attention", transaction.GetString("attention"), "dispute")
	s.expect("the note", transaction.GetString("attentionNote"),
		"The buyer's bank disputes this payment: the buyer says that they did not receive what they paid for, or not all of it.",
	)
	s.expect("the deadline", transaction.GetDateTime("disputeRespondBy").Time(), testapp.StartTime.Add(7*day))
	s.expect("the membership", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("seen to", admin.Send(http.MethodDelete, "/api/transactions/"+transaction.Id+"/attention", nil).Status,
		204)

	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction = s.onlyTransaction()
	s.expect("attention", transaction.GetString("attention"), "dispute-lost")
	s.expect("the status", transaction.GetString("status"), "refunded")
	s.expect("what went back", transaction.GetInt("refundedAmount"), 70800)
	s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("why", s.mine(s.buyer, "entitlement", "endReason"), "dispute")
	s.expectLive()
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 2)
	s.expect("emails to the member", strings.Count(s.subjects(), "Your bank has returned your payment"), 1)
}

func TestAdminsAreRemindedOfADisputesDeadlineUntilItIsAnswered(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	disputed := func(buyer *testapp.Visitor) (payment, transaction string) {
		paid := s.pay(s.order(buyer, s.tier), fakerazorpay.Success)
		s.callback(buyer, paid)
		s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
		s.deliver(s.Razorpay.Events(paid.PaymentID)...)
		rows := s.listRecords("transactions", "id", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})
		return paid.PaymentID, rows[0].Id
	}
	_, silent := disputed(s.buyer)
	answered, _ := disputed(s.member())
	s.expect("the deadline", admin.Get("/api/transactions/" + silent).JSON["disputeRespondBy"],
		"2026-08-10T06:30:00.000Z")

	before := len(s.Inbox(testapp.AdminEmail))
	s.passDays(1)
	s.expect("six days before", len(s.Inbox(testapp.AdminEmail))-before, 0)
	s.passDays(1)
	s.expect("five days before", len(s.Inbox(testapp.AdminEmail))-before, 2)
	s.must(s.Razorpay.Dispute(answered, "under_review"))
	s.deliver(s.Razorpay.Events(answered)...)
	before = len(s.Inbox(testapp.AdminEmail))
	s.passDays(3)
	inbox := s.Inbox(testapp.AdminEmail)
	s.expect("two days before, for the one without an answer", len(inbox)-before, 1)
	s.expect("what it says", strings.Contains(inbox[0].Text,
		"Answer it in Razorpay's dashboard by 10 Aug 2026: 2 days are left. Without an answer, the dispute is lost."), true)
	s.expect("where it leads", strings.Contains(inbox[0].Text, "/admin/payments/transactions/"+silent), true)
	s.passDays(1)
	s.expect("the day before", len(s.Inbox(testapp.AdminEmail))-before, 2)
	s.passDays(10)
	s.expect("after it", len(s.Inbox(testapp.AdminEmail))-before, 2)
}

func TestTheAnswerToADisputeIsDraftedFromWhatIsKnown(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	annual := s.createTier("annual", "annual", nil)
	paid := s.pay(s.order(s.buyer, annual), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	path := "/api/transactions/" + s.onlyTransaction().Id
	draft := func() string { return admin.Get(path).JSON["disputeDraft"].(string) }
	s.expect("without a dispute", draft(), "")
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	text := draft()
	for _, line := range []string{
		"Asha Rao (asha@example.com) bought The annual circle on our site and paid ₹29,500 on 3 Aug 2026 (payment " + paid.PaymentID + ").",
		"Receipt BR/26-27/000001 of 3 Aug 2026, for ₹29,500, was sent to this address.",
		"The membership started on 3 Aug 2026 and runs until 3 Aug 2027.",
		"The buyer has used the account since: 3 Aug 20",
		"/cancellation-refund.",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("it does not say %q:\n%s", line, text)
		}
	}
	if len([]rune(text)) > 1000 {
		t.Errorf("it is longer than the provider takes: %s", text)
	}
	s.must(s.Razorpay.Dispute(paid.PaymentID, "under_review"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("once it was answered", draft(), "")
}

func TestADisputeThatIsWonChangesNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	for _, status := range []string{"created", "under_review", "won"} {
		s.must(s.Razorpay.Dispute(paid.PaymentID, status))
	}
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction := s.onlyTransaction()
	s.expect("the dispute", transaction.GetString("disputeStatus"), "won")
	s.expect("the flag", transaction.GetString("attention"), "")
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("the membership", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestAnUnreportedPaymentOfTwoWeeksAgoIsFound(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	s.Clock.Advance(day)
	orphan, err := s.Razorpay.Pay(s.order(s.member(), s.tier), fakerazorpay.Orphan)
	s.must(err)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: "GET /payments"})
	for range 14 { // the provider's list cannot be read for two weeks
		s.Clock.Advance(day)
		s.Payments.Reconciler.SyncRecentDaily(context.Background())
	}
	s.expect("meanwhile", len(s.listAllRecords("orphan_payments")), 0)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	found := s.listAllRecords("orphan_payments")
	s.expect("found", len(found), 1)
	s.expect("the payment", found[0].GetString("razorpayPaymentId"), orphan.PaymentID)
}

func TestRefundsAndDisputesOfOldPaymentsAreFoundWithoutTheirEvents(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	refunded := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, refunded)
	other := s.member()
	disputed := s.pay(s.order(other, s.tier), fakerazorpay.Success)
	s.callback(other, disputed)
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	s.Clock.Advance(100 * day)
	_, err := s.Razorpay.Refund(refunded.PaymentID, 0)
	s.must(err)
	s.must(s.Razorpay.Dispute(disputed.PaymentID, "created"))

	s.step("the cursor stays while a list cannot be read", func(s *fixture) {
		for _, only := range []string{"GET /refunds", "GET /disputes"} {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: only})
			if s.Payments.Reconciler.SyncReversals(context.Background()) == nil {
				s.Error("it claims to have read all")
			}
		}
		s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	})
	s.Clock.Advance(30 * day)
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	s.expect("the refund", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("disputes", len(s.listRecords("transactions", "id", dbx.HashExp{"attention": "dispute"})), 1)

	s.step("a dispute is followed to its end", func(s *fixture) {
		s.Clock.Advance(60 * day)
		s.Payments.Reconciler.SyncRecentDaily(context.Background())
		s.must(s.Razorpay.Dispute(disputed.PaymentID, "lost"))
		s.Clock.Advance(time.Hour)
		s.Payments.Reconciler.SyncRecentDaily(context.Background())
		s.expect("the entitlement", s.mine(other, "entitlement", "state"), "revoked")
	})
}
