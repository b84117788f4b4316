package routetest

import (
	"context"
	"fmt"
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
	s.expect("orphan payments meanwhile", len(s.unsoldPayments()), 0)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Payments.Reconciler.SyncRecentDaily(context.Background())
	found := s.unsoldPayments()
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

func TestADisputeOverAPartTakesOnlyThatPart(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.must(s.Razorpay.OpenDispute(paid.PaymentID, "chargeback", 100000))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 100000)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("attention", transaction.GetString("attention"), "dispute-lost")
	s.expect("the note", transaction.GetString("attentionNote"), "This dispute was lost. The bank has taken back ₹1,000 of "+
		"₹29,500, for which a credit note was issued. What was bought remains valid. Please decide whether it should end.")
	notes := s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})
	s.expect("credit notes", len(notes), 1)
	disputes := admin.Get("/api/transactions/" + transaction.Id).JSON["disputes"].([]any)
	s.expect("the amount in the table", disputes[0].(map[string]any)["amount"], "1000")
	for _, email := range s.Inbox("asha@example.com") {
		if email.Subject == "Your bank has returned your payment" {
			s.expect("the email says that the membership ended", strings.Contains(email.Text, "has ended"), false)
			s.expect("the email has the amount", strings.Contains(email.Text, "₹1,000"), true)
		}
	}
	s.expect("emails to the member about the dispute", strings.Count(s.subjects(),
		"Your bank has returned your payment"), 1)
	s.expect("the email to the office claims that nothing changed", strings.Contains(s.Inbox(testapp.AdminEmail)[0].Text,
		"not changed anything"), false)
}

func TestALossWithoutAMandateNamesNone(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	for _, email := range s.Inbox("asha@example.com") {
		s.expect("a mandate in "+email.Subject, strings.Contains(email.Text, "mandate"), false)
	}
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

func TestEachPhaseOfADisputeIsFlaggedAndALossCanTurn(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	deliver := func() { s.deliver(s.Razorpay.Events(paid.PaymentID)...) }
	s.must(s.Razorpay.OpenDispute(paid.PaymentID, "retrieval", 2950000))
	deliver()
	s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
	deliver()
	s.expect("attention after the retrieval was won", s.onlyTransaction().GetString("attention"), "")
	before := len(s.Inbox(testapp.AdminEmail))
	s.must(s.Razorpay.NextDisputePhase(paid.PaymentID))
	deliver()
	deliver()
	s.expect("attention of the chargeback", s.onlyTransaction().GetString("attention"), "dispute")
	s.expect("emails about the chargeback", len(s.Inbox(testapp.AdminEmail))-before, 1)
	s.expect("the deadline", s.onlyTransaction().GetDateTime("disputeRespondBy").IsZero(), false)

	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	deliver()
	s.expect("the entitlement after the loss", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.must(s.Razorpay.NextDisputePhase(paid.PaymentID))
	deliver()
	s.expect("attention of the next phase", s.onlyTransaction().GetString("attention"), "dispute")
	before = len(s.Inbox(testapp.AdminEmail))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
	deliver()
	deliver()
	transaction := s.onlyTransaction()
	s.expect("attention of the turned loss", transaction.GetString("attention"), "dispute")
	s.expect("the note names the amount", strings.Contains(transaction.GetString("attentionNote"),
		"The bank pays ₹29,500 again. Please restore the purchase"), true)
	s.expect("emails about the turned loss", len(s.Inbox(testapp.AdminEmail))-before, 1)
	s.expect("the status of resolving it", admin.Send(http.MethodDelete,
		"/api/transactions/"+transaction.Id+"/attention", nil).Status, 204)

	s.must(s.Razorpay.NextDisputePhase(paid.PaymentID))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	deliver()
	s.expect("attention after the second loss", s.onlyTransaction().GetString("attention"), "dispute-lost")
	s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 1)
}

func TestEveryOrderOfTheEventsOfADisputeLeadsToTheSameLedger(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		for n, order := range sampleOrders([]string{"0", "1", "2", "3", "4"}) {
			t.Run(fmt.Sprintf("%d, the API up: %t", n, apiIsUp), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
				s.callback(s.buyer, paid)
				s.must(s.Razorpay.OpenDispute(paid.PaymentID, "retrieval", 100000))
				s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
				s.must(s.Razorpay.NextDisputePhase(paid.PaymentID))
				s.must(s.Razorpay.Dispute(paid.PaymentID, "under_review"))
				s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
				var events []fakerazorpay.Delivery
				for _, event := range s.Razorpay.Events(paid.PaymentID) {
					if strings.HasPrefix(event.Event, "payment.dispute.") {
						events = append(events, event)
					}
				}
				s.expect("events", len(events), 5)
				if !apiIsUp {
					s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
				}
				for _, name := range order {
					s.deliver(events[name[0]-'0'])
				}
				transaction := s.onlyTransaction()
				s.expect("the status", transaction.GetString("status"), "completed")
				s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 100000)
				s.expect("disputeStatus", transaction.GetString("disputeStatus"), "lost")
				s.expect("attention", transaction.GetString("attention"), "dispute-lost")
				s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
				s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 1)
			})
		}
	}
}

// turn loses the chargeback of a payment and wins its next phase, over an amount in paise.
func (s *fixture) turn(paymentID string, amount int64) {
	s.Helper()
	s.must(s.Razorpay.OpenDispute(paymentID, "chargeback", amount))
	s.must(s.Razorpay.Dispute(paymentID, "lost"))
	s.deliver(s.Razorpay.Events(paymentID)...)
	s.must(s.Razorpay.NextDisputePhase(paymentID))
	s.must(s.Razorpay.Dispute(paymentID, "won"))
	s.deliver(s.Razorpay.Events(paymentID)...)
}

func restoring() map[string]any {
	return map[string]any{"reason": "Won in pre-arbitration", "password": testapp.Password}
}

func TestALossThatHasTurnedIsRestored(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.expect("setting the limit", s.SignedIn("admins", nil).Send(http.MethodPut, "/api/admin/settings",
		map[string]any{"offlineSecondAdminAbove": "29499", "password": testapp.Password}).Status, http.StatusOK)
	admin, second := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	annual := s.createTier("annual", "annual", nil)
	paid := s.pay(s.order(s.buyer, annual), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	end := s.mine(s.buyer, "entitlement", "endsAt")
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.expect("restoring before a dispute", admin.Post(path+"/restore", restoring()).Status, http.StatusConflict)
	s.turn(paid.PaymentID, 2950000)
	s.expect("the entitlement after the loss", s.mine(s.buyer, "entitlement", "state"), "revoked")
	detail := admin.Get(path).JSON
	s.expect("what can be restored", detail["restorable"], "29500")
	s.expect("the step", strings.Contains(fmt.Sprint(detail["nextSteps"]), "restore"), true)
	s.expect("without a password", admin.Post(path+"/restore", map[string]any{"reason": "Won"}).Status,
		http.StatusBadRequest)
	s.expect("as an accountant", s.SignedIn("admins", map[string]any{"role": "accountant"}).Post(path+"/restore",
		restoring()).Status, http.StatusForbidden)

	waiting := admin.Post(path+"/restore", restoring())
	s.expect("above the limit of one admin", waiting.Status, http.StatusAccepted)
	s.expect("the entitlement while it waits", s.mine(s.buyer, "entitlement", "state"), "revoked")
	approval := waiting.JSON["approval"].(map[string]any)["id"].(string)
	s.Clock.Advance(time.Hour)
	s.expect("the second admin", second.Post("/api/approvals/"+approval+"/confirm",
		map[string]any{"password": testapp.Password}).Status, http.StatusOK)

	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("its end", s.mine(s.buyer, "entitlement", "endsAt"), end)
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 0)
	s.expect("attention", transaction.GetString("attention"), "")
	s.expect("documents", list(admin.Get(path), "documents", "number"), "BR/26-27/000001 BN/26-27/000001 BD/26-27/000001")
	s.expect("pressing again", admin.Post(path+"/restore", restoring()).Status, http.StatusConflict)
	s.expect("debit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "debit-note"})), 1)
	s.expect("emails about the debit note", strings.Count(s.subjects(), "BD/26-27/000001"), 1)
	s.expect("emails about the term", strings.Count(s.subjects(), "Your membership has a new end date"), 1)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the status after the events again", s.onlyTransaction().GetString("status"), "completed")

	// The last phase is lost after all. It is a further loss, with a credit note of its own.
	s.must(s.Razorpay.NextDisputePhase(paid.PaymentID))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the entitlement after the second loss", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 2)
	s.expect("restoring the second loss", admin.Post(path+"/restore", restoring()).Status, http.StatusConflict)
}

func TestATurnedLossOfAPartIssuesADebitNoteOnly(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.turn(paid.PaymentID, 100000)
	transaction := s.onlyTransaction()
	s.expect("restoring one's own purchase", s.SignedIn("admins", map[string]any{"email": "asha@example.com"}).Post(
		"/api/transactions/"+transaction.Id+"/restore", restoring()).Status, http.StatusAccepted)
	s.expect("restoring", admin.Post("/api/transactions/"+transaction.Id+"/restore", restoring()).Status, http.StatusNoContent)
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 0)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("debit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "debit-note"})), 1)
	s.expect("emails about the term", strings.Count(s.subjects(), "Your membership has a new end date"), 0)
	refund := admin.Post("/api/transactions/"+transaction.Id+"/refund", restoring())
	s.expect("a refund of all of it afterwards", refund.JSON["amount"], "29500")
}

func TestTheSeatsOfACompanyComeBackAfterATurnedLoss(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	b := s.buySeats(3)
	holder := s.member()
	s.expect("the acceptance", s.acceptSeat(holder, b.invite(0, "bina@example.com")).Status, http.StatusOK)
	b.invite(1, "chitra@example.com")
	s.turn(b.paymentID, 6000*3*118)
	s.expect("the seats after the loss", b.states(), "ended ended ended ")
	s.expect("the holder after the loss", s.mine(holder, "entitlement", "state"), "revoked")
	s.expect("restoring", admin.Post("/api/transactions/"+b.transactionID+"/restore", restoring()).Status, http.StatusNoContent)
	s.expect("the seats", b.states(), "taken open open ")
	s.expect("the holder", s.mine(holder, "entitlement", "state"), "active")
	s.Clock.Advance(time.Hour) // the rate limit
	b.invite(1, "chitra@example.com")
}

// The win of a later phase can be reported before the loss of the earlier one. Then nothing has ended.
func TestAWinThatIsReportedBeforeTheLossChangesNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.must(s.Razorpay.OpenDispute(paid.PaymentID, "chargeback", 2950000))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.must(s.Razorpay.NextDisputePhase(paid.PaymentID))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	events := s.Razorpay.Events(paid.PaymentID)
	for i := range events {
		s.deliver(events[len(events)-1-i])
	}
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("attention", transaction.GetString("attention"), "")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 0)
	s.expect("restoring", admin.Post("/api/transactions/"+transaction.Id+"/restore", restoring()).Status, http.StatusConflict)
}
