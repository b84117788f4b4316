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

func TestALostDisputeNeedsAttentionAgainAfterItWasResolved(t *testing.T) {
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
	s.expect("the status of resolving it", admin.Send(http.MethodDelete,
		"/api/transactions/"+transaction.Id+"/attention", nil).Status,
		204)

	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction = s.onlyTransaction()
	s.expect("attention", transaction.GetString("attention"), "dispute-lost")
	s.expect("the status", transaction.GetString("status"), "refunded")
	s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 70800)
	s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("endReason", s.mine(s.buyer, "entitlement", "endReason"), "dispute")
	s.expectLive()
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 2)
	s.expect("emails to the member about the dispute", strings.Count(s.subjects(),
		"Your bank has returned your payment"), 1)
}

func TestAdminsAreRemindedOfTheDeadlineOfADisputeUntilItIsAnswered(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	createDispute := func(buyer *testapp.Visitor) (payment, transaction string) {
		paid := s.pay(s.order(buyer, s.tier), fakerazorpay.Success)
		s.callback(buyer, paid)
		s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
		s.deliver(s.Razorpay.Events(paid.PaymentID)...)
		rows := s.listRecords("transactions", "id", dbx.HashExp{"razorpayPaymentId": paid.PaymentID})
		return paid.PaymentID, rows[0].Id
	}
	_, unanswered := createDispute(s.buyer)
	answered, _ := createDispute(s.member())
	s.expect("the deadline", admin.Get("/api/transactions/" + unanswered).JSON["disputeRespondBy"],
		"2026-08-10T06:30:00.000Z")

	before := len(s.Inbox(testapp.AdminEmail))
	s.passDays(1)
	s.expect("emails six days before the deadline", len(s.Inbox(testapp.AdminEmail))-before, 0)
	s.passDays(1)
	s.expect("emails five days before", len(s.Inbox(testapp.AdminEmail))-before, 2)
	s.must(s.Razorpay.Dispute(answered, "under_review"))
	s.deliver(s.Razorpay.Events(answered)...)
	before = len(s.Inbox(testapp.AdminEmail))
	s.passDays(3)
	inbox := s.Inbox(testapp.AdminEmail)
	s.expect("emails two days before, for the unanswered dispute", len(inbox)-before, 1)
	s.expect("the email has the deadline and the consequence", strings.Contains(inbox[0].Text,
		"Answer it in Razorpay's dashboard by 10 Aug 2026: 2 days are left. Without an answer, the dispute is lost."), true)
	s.expect("the email links to the transaction", strings.Contains(inbox[0].Text,
		"/admin/payments/transactions/"+unanswered), true)
	s.passDays(1)
	s.expect("emails until the day before", len(s.Inbox(testapp.AdminEmail))-before, 2)
	s.passDays(10)
	s.expect("emails until ten days after", len(s.Inbox(testapp.AdminEmail))-before, 2)
}

func TestTheDraftOfAnAnswerToADisputeHasTheFacts(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	annual := s.createTier("annual", "annual", nil)
	paid := s.pay(s.order(s.buyer, annual), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	path := "/api/transactions/" + s.onlyTransaction().Id
	draft := func() string { return admin.Get(path).JSON["disputeDraft"].(string) }
	s.expect("the draft without a dispute", draft(), "")
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
			t.Errorf("the draft does not contain %q:\n%s", line, text)
		}
	}
	if len([]rune(text)) > 1000 {
		t.Errorf("the draft has %d characters, want at most the provider's 1000: %s", len([]rune(text)), text)
	}
	s.must(s.Razorpay.Dispute(paid.PaymentID, "under_review"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the draft after the answer", draft(), "")
}

func TestAWonDisputeChangesNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	for _, status := range []string{"created", "under_review", "won"} {
		s.must(s.Razorpay.Dispute(paid.PaymentID, status))
	}
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction := s.onlyTransaction()
	s.expect("disputeStatus", transaction.GetString("disputeStatus"), "won")
	s.expect("attention", transaction.GetString("attention"), "")
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("the membership", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestTheDailySyncFindsAnUnreportedPaymentOfTwoWeeksAgo(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	s.Clock.Advance(day)
	orphan, err := s.Razorpay.Pay(s.order(s.member(), s.tier), fakerazorpay.Orphan)
	s.must(err)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: "GET /payments"})
	for range 14 { // requests for the list of payments fail for two weeks
		s.Clock.Advance(day)
		s.Payments.Reconciler.SyncRecentDaily(context.Background())
	}
	s.expect("orphan payments meanwhile", len(s.listAllRecords("orphan_payments")), 0)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	found := s.listAllRecords("orphan_payments")
	s.expect("orphan payments", len(found), 1)
	s.expect("the orphan payment", found[0].GetString("razorpayPaymentId"), orphan.PaymentID)
}

func TestTheDailySyncFindsRefundsAndDisputesOfOldPayments(t *testing.T) {
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

	s.step("a failed request for a list is an error", func(s *fixture) {
		for _, only := range []string{"GET /refunds", "GET /disputes"} {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: only})
			if s.Payments.Reconciler.SyncReversals(context.Background()) == nil {
				s.Errorf("SyncReversals returned no error although %s fails", only)
			}
		}
		s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	})
	s.Clock.Advance(30 * day)
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	s.expect("the entitlement of the refunded member", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("transactions with a dispute", len(s.listRecords("transactions", "id",
		dbx.HashExp{"attention": "dispute"})), 1)

	s.step("a later change of the dispute is found", func(s *fixture) {
		s.Clock.Advance(60 * day)
		s.Payments.Reconciler.SyncRecentDaily(context.Background())
		s.must(s.Razorpay.Dispute(disputed.PaymentID, "lost"))
		s.Clock.Advance(time.Hour)
		s.Payments.Reconciler.SyncRecentDaily(context.Background())
		s.expect("the entitlement of the other member", s.mine(other, "entitlement", "state"), "revoked")
	})
}
