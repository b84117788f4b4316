package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// refuseCancellations makes only the provider's cancel call fail.
func (s *fixture) refuseCancellations() {
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: "POST /subscriptions/"})
}

// chargeOf returns the transaction of the latest charge of a mandate.
func (s *fixture) chargeOf(mandate string) *core.Record {
	s.Helper()
	charges := s.listRecords("transactions", "processedAt", dbx.HashExp{"razorpaySubscriptionId": mandate})
	return charges[len(charges)-1]
}

func TestAChargeAfterAnUnconfirmedCancellationIsRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	answer := s.buyer.Post("/api/subscriptions/mine/cancel", nil)
	s.expect("the status", answer.Status, 200)
	mandate := answer.JSON["subscription"].(map[string]any)
	s.expect("cancelAtPeriodEnd", mandate["cancelAtPeriodEnd"], true)
	s.expect("isCancelConfirmed", mandate["isCancelConfirmed"], false)
	s.expect("the buyer's emails", s.subjects(), "Your payment has been received\nWe have recorded your cancellation")
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 0)

	s.Clock.Advance(25 * time.Hour)
	_ = s.Jobs.Drain(s.Context())
	_ = s.Jobs.Drain(s.Context())
	s.expect("attention after the deadline", s.onlyTransaction().GetString("attention"), "cancellation-unconfirmed")
	office := s.Inbox(testapp.AdminEmail)
	s.expect("emails to the office", len(office), 1)
	s.expect("the email has the reason", strings.Contains(office[0].Text,
		"has not confirmed the cancellation of mandate "+id),
		true)

	s.Clock.Advance(31 * day)
	_, err := s.Razorpay.Charge(id)
	s.must(err)
	s.must(s.Jobs.Drain(s.Context()))
	for _, event := range s.Razorpay.Events(id) {
		s.Deliver(event)
	}
	_ = s.Jobs.Drain(s.Context())
	charge := s.chargeOf(id)
	s.expect("terms", len(s.listAllRecords("memberships")), 1)
	s.expect("the status of the charge", charge.GetString("status"), "refunded")
	s.expect("the amount of the refund", s.Razorpay.State().Refunds[0].Amount, int64(70800))
	s.expect("documents", len(s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": charge.Id})), 2)
	emails := s.subjects()
	for subject, count := range map[string]int{
		"Your payment has been received": 1, "We charged you by mistake and are refunding it": 1, "Your refund": 1,
	} {
		s.expect("emails with the subject "+subject, strings.Count(emails, subject), count)
	}
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "lapsed")

	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("attention of the refunded charge", s.chargeOf(id).GetString("attention"), "")
	for _, t := range s.listAllRecords("transactions") {
		s.expect("attention of a transaction", t.GetString("attention"), "")
	}
	s.expect("emails that confirm the cancellation", strings.Count(s.subjects(), "Your membership no longer renews"), 1)
	s.expect("the status at the provider", s.Razorpay.State().Subscriptions[0].Status, "cancelled")
}

func TestAnImmediatelyConfirmedCancellationIsReportedAsConfirmed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	mandate := s.buyer.Post("/api/subscriptions/mine/cancel", nil).JSON["subscription"].(map[string]any)
	s.expect("isCancelConfirmed", mandate["isCancelConfirmed"], true)
	s.expectLive()
	s.Clock.Advance(40 * day)
	s.must(s.Razorpay.PassTime())
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("emails that confirm the cancellation", strings.Count(s.subjects(), "Your membership no longer renews"), 1)
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 0)
}

// A charge that is made after consent has ended grants nothing, and the office is emailed immediately. If the member or
// the office has cancelled, it is refunded automatically. Otherwise it is flagged.
func TestAChargeAfterConsentHasEndedIsAlwaysReported(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do         func(s *fixture, account *core.Record, paid fakerazorpay.CheckoutResult)
		isRefunded bool
	}{
		"a cancellation by the member": {func(s *fixture, account *core.Record, _ fakerazorpay.CheckoutResult) {
			s.must(s.Payments.Subscriptions.CancelOwn(s.Context(), account.Id))
		}, true},
		"a deactivated account": {func(s *fixture, account *core.Record, _ fakerazorpay.CheckoutResult) {
			stored, err := s.PB.FindRecordById("users", account.Id)
			s.must(err)
			stored.Set("isActive", false)
			s.must(s.PB.Save(stored))
		}, true},
		"an end by an admin": {func(s *fixture, account *core.Record, _ fakerazorpay.CheckoutResult) {
			path := "/api/members/" + account.Id + "/memberships/" + s.listAllRecords("memberships")[0].Id + "/end"
			s.expect("the status of ending it", s.SignedIn("admins", nil).Post(path,
				map[string]any{"reason": "She has asked us by telephone", "password": testapp.Password}).Status, 200)
		}, true},
		"replacement by a lifetime membership": {func(s *fixture, account *core.Record, _ fakerazorpay.CheckoutResult) {
			s.callback(s.SignedInAs(account), s.pay(s.order(s.SignedInAs(account), s.tier), fakerazorpay.Success))
		}, false},
		"replacement by a term without a mandate": {func(s *fixture, account *core.Record, _ fakerazorpay.CheckoutResult) {
			once := s.createTier("once", "annual", nil)
			s.callback(s.SignedInAs(account), s.pay(s.order(s.SignedInAs(account), once), fakerazorpay.Success))
		}, false},
		"a refund of the payment": {func(s *fixture, _ *core.Record, paid fakerazorpay.CheckoutResult) {
			_, err := s.Razorpay.Refund(paid.PaymentID, 0)
			s.must(err)
			s.reconcile()
		}, false},
		"a lost dispute": {func(s *fixture, _ *core.Record, paid fakerazorpay.CheckoutResult) {
			s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
			s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
			s.deliver(s.Razorpay.Events(paid.PaymentID)...)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			account, err := s.PB.FindAuthRecordByEmail("users", "asha@example.com") // the buyer
			s.must(err)
			id := s.order(s.SignedInAs(account), s.renewing("monthly", "monthly", 600))
			paid := s.pay(id, fakerazorpay.Success)
			s.callback(s.SignedInAs(account), paid)
			s.Drain()
			s.Clock.Advance(time.Hour)
			s.refuseCancellations()
			c.do(s, account, paid)
			_ = s.Jobs.Drain(s.Context())
			terms, office := len(s.listAllRecords("memberships")), len(s.Inbox(testapp.AdminEmail))
			s.Clock.Advance(10 * time.Minute)
			_, err = s.Razorpay.Charge(id)
			s.must(err)
			for _, event := range s.Razorpay.Events(id) {
				s.Deliver(event)
			}
			_ = s.Jobs.Drain(s.Context())
			s.expect("terms", len(s.listAllRecords("memberships")), terms)
			s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail))-office, 1)
			charge := s.chargeOf(id)
			apology := "We charged you by mistake and are refunding it"
			if c.isRefunded {
				s.expect("the status of the charge", charge.GetString("status"), "refunded")
				s.expect("attention", charge.GetString("attention"), "")
				s.expect("requestedBy of the refund", s.listAllRecords("refunds")[0].GetString("requestedBy"),
					"automatic refund")
			} else {
				apology = "We are checking a charge"
				s.expect("the status of the charge", charge.GetString("status"), "completed")
				s.expect("attention", charge.GetString("attention"), "charge-after-cancellation")
				admin := s.SignedIn("admins", nil)
				flagged := admin.Get("/api/transactions?attention=charge-after-cancellation").Body
				s.expect("rows in the list of flagged transactions", strings.Count(flagged, charge.Id), 1)
				s.expect("the status of a refund by the office",
					admin.Post("/api/transactions/"+charge.Id+"/refund", refundBody("")).Status, http.StatusCreated)
				_ = s.Jobs.Drain(s.Context())
				s.expect("attention after the refund", s.chargeOf(id).GetString("attention"), "")
			}
			s.expect("emails with the subject "+apology, strings.Count(s.subjects(), apology), 1)
			s.expect("at most two payments are confirmed", strings.Count(s.subjects(),
				"Your payment has been received") <= 2, true)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			s.Clock.Advance(2 * time.Hour)
			s.must(s.Jobs.Drain(s.Context()))
			s.expectLive()
		})
	}
}

func TestAChargeThatTheBankHadStartedWhenConsentEndedIsValid(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Clock.Advance(31 * day)
	late, err := s.Razorpay.ChargeByUPI(id)
	s.must(err)
	s.Clock.Advance(time.Hour)
	s.expect("the status of the cancellation", s.buyer.Post("/api/subscriptions/mine/cancel", nil).Status, 200)
	s.Clock.Advance(time.Hour)
	s.must(s.Razorpay.Authorise(late.PaymentID))
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("attention", s.chargeOf(id).GetString("attention"), "")
	s.expect("the status of the charge", s.chargeOf(id).GetString("status"), "completed")
	s.expect("terms", len(s.listAllRecords("memberships")), 2)
}

func TestAPaymentOfAReplacedOrderIsAccepted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	first := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	s.order(s.buyer, s.renewing("annual", "annual", 6000)) // replaces the first order
	s.Clock.Advance(time.Minute)
	s.callback(s.buyer, s.pay(first, fakerazorpay.Success))
	_ = s.Jobs.Drain(s.Context())
	s.expect("attention", s.chargeOf(first).GetString("attention"), "")
	s.expect("terms", len(s.listAllRecords("memberships")), 1)
}

func TestARefundOfAnotherPaymentDoesNotGrantAChargeAfterCancellation(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	paid := s.pay(id, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.refuseCancellations()
	s.Clock.Advance(time.Hour)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.createTier("once", "annual", nil)), fakerazorpay.Success))
	s.Clock.Advance(time.Hour)
	_, err := s.Razorpay.Charge(id)
	s.must(err)
	for _, event := range s.Razorpay.Events(id) {
		s.Deliver(event)
	}
	_ = s.Jobs.Drain(s.Context())
	_, err = s.Razorpay.Refund(paid.PaymentID, 0)
	s.must(err)
	s.reconcile()
	s.expect("terms", len(s.listAllRecords("memberships")), 2)
}
