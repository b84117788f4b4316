package routetest

import (
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// subscribeAhead buys a monthly plan, and then the annual plan, whose first charge is made when the paid month ends.
// The buyer has authorised the annual subscription at the provider, but its events have not been delivered.
func (s *fixture) subscribeAhead() string {
	s.Helper()
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	id := s.order(s.buyer, s.renewing("annual", "annual", 6000))
	s.pay(id, fakerazorpay.Success)
	return id
}

// eventsNamed returns the events of a subscription with the names, in the order of the names.
func (s *fixture) eventsNamed(id string, names ...string) []fakerazorpay.Delivery {
	s.Helper()
	var found []fakerazorpay.Delivery
	for _, name := range names {
		for _, event := range s.Razorpay.Events(id) {
			if event.Event == name {
				found = append(found, event)
			}
		}
	}
	if len(found) != len(names) {
		s.Fatalf("found %d events, want %v", len(found), names)
	}
	return found
}

// The member gets one email about a cancellation at the bank, regardless of the events that arrive and their order.
func TestACancellationBeforeTheFirstChargeIsEmailedOnce(t *testing.T) {
	t.Parallel()
	const authorised, cancelled = "subscription.authenticated", "subscription.cancelled"
	for name, delivered := range map[string][]string{
		"only the cancellation": {cancelled}, "the cancellation twice": {cancelled, cancelled},
		"both in order": {authorised, cancelled}, "both reversed": {cancelled, authorised},
	} {
		for _, apiIsUp := range []bool{true, false} {
			t.Run(name+map[bool]string{true: "", false: ", while the provider's API is down"}[apiIsUp],
				func(t *testing.T) {
					t.Parallel()
					s := newFixture(t)
					id := s.subscribeAhead()
					s.Clock.Advance(time.Hour)
					s.must(s.Razorpay.Cancel(id))
					events := s.eventsNamed(id, delivered...)
					if !apiIsUp {
						s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
					}
					for _, event := range events {
						s.Deliver(event)
						_ = s.Jobs.Drain(s.Context())
					}
					s.Razorpay.SetSwitches(fakerazorpay.Switches{})
					s.Clock.Advance(2 * time.Hour)
					s.must(s.Jobs.Drain(s.Context()))
					emails := 0
					for _, message := range s.Inbox("asha@example.com") {
						if strings.Contains(message.Text, "The mandate for The annual circle has been cancelled") {
							emails++
						}
					}
					s.expect("emails about the cancellation", emails, 1)
				})
		}
	}
}

func TestACancelledCheckoutThatWasNeverAuthorisedIsNotEmailed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	s.must(s.Razorpay.Cancel(id))
	s.deliver(s.eventsNamed(id, "subscription.cancelled")...)
	s.expect("the state of the subscription", s.listAllRecords("subscriptions")[0].GetString("state"), "cancelled")
	s.expect("emails", s.subjects(), "")
}

// chargeMandate makes the next charge of a mandate and delivers its events. Jobs fail if the provider is unreachable.
func (s *fixture) chargeMandate(id string) {
	s.Helper()
	_, err := s.Razorpay.Charge(id)
	s.must(err)
	for _, event := range s.Razorpay.Events(id) {
		s.Deliver(event)
	}
	_ = s.Jobs.Drain(s.Context())
}

// Consent ends with the first request to cancel. A later charge must not change this time, or the next charge would
// count as one with consent.
func TestEveryChargeAfterACancellationIsRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	s.buyer.Post("/api/subscriptions/mine/cancel", nil)
	cancelledAt := s.listAllRecords("subscriptions")[0].GetString("cancelWantedAt")
	for range 2 {
		s.Clock.Advance(31 * day)
		s.chargeMandate(id)
		s.expect("the status of the charge", s.chargeOf(id).GetString("status"), "refunded")
	}
	s.expect("cancelWantedAt", s.listAllRecords("subscriptions")[0].GetString("cancelWantedAt"), cancelledAt)
	s.expect("terms", len(s.listAllRecords("memberships")), 1)
	s.expect("refunds", len(s.listAllRecords("refunds")), 2)
}

// Charges after a cancellation by the office are refunded automatically, even if a later purchase also ends the
// mandate.
func TestALaterPurchaseDoesNotDisableTheAutomaticRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	s.expect("the status of the cancellation by the office", s.cancelMandate(s.SignedIn("admins", nil),
		s.buyerID()).Status, 200)
	s.Clock.Advance(time.Hour)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.createTier("once", "annual", nil)), fakerazorpay.Success))
	s.Clock.Advance(31 * day)
	s.chargeMandate(id)
	s.expect("the status of the charge", s.chargeOf(id).GetString("status"), "refunded")
}

// A subscription may have ended without a confirmed cancellation, through an event that an earlier version processed.
func TestTheJobConfirmsTheCancellationOfASubscriptionThatHasEnded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	s.buyer.Post("/api/subscriptions/mine/cancel", nil)
	s.Clock.Advance(25 * time.Hour)
	_ = s.Jobs.Drain(s.Context())
	_ = s.Jobs.Drain(s.Context())
	s.expect("attention after the deadline", s.onlyTransaction().GetString("attention"), "cancellation-unconfirmed")

	ended := s.listAllRecords("subscriptions")[0]
	ended.Set("state", "completed")
	ended.Set("asOf", s.Clock.Now().Add(day).UTC()) // newer than the provider's answer
	s.must(s.PB.Save(ended))
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Clock.Advance(2 * time.Hour)
	_ = s.Jobs.Drain(s.Context())
	s.expect("attention after the job", s.onlyTransaction().GetString("attention"), "")
	s.expect("emails that confirm the cancellation", strings.Count(s.subjects(), "Your membership no longer renews"), 1)
	s.expect("cancelConfirmedAt is set", s.listAllRecords("subscriptions")[0].GetString("cancelConfirmedAt") != "",
		true)
}

// While the provider answers a cancellation at the end of the period, the account is deactivated, which cancels
// immediately.
func TestAProvidersAnswerConfirmsOnlyItsOwnRequest(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Razorpay.SetSwitches(fakerazorpay.Switches{LatencyMS: 500, Only: "POST /subscriptions/"})
	answered := make(chan error)
	go func() { answered <- s.Payments.Subscriptions.CancelOwn(s.Context(), s.buyerID()) }()
	for s.Razorpay.Calls() == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	account, err := s.PB.FindRecordById("users", s.buyerID())
	s.must(err)
	account.Set("isActive", false)
	s.must(s.PB.Save(account))
	s.must(<-answered)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.must(s.Jobs.Drain(s.Context()))
	for _, subscription := range s.Razorpay.State().Subscriptions {
		if subscription.ID == id {
			s.expect("the status at the provider", subscription.Status, "cancelled")
		}
	}
}

// The member's consent has ended even if no email can be queued, so the request must not fail.
func TestACancellationSucceedsIfItsEmailCannotBeQueued(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	_, err := s.PB.DB().
		NewQuery("CREATE TRIGGER no_update_emails BEFORE INSERT ON email_logs WHEN NEW.kind = 'subscription-update' BEGIN SELECT RAISE(ABORT, 'no email'); END").
		Execute()
	s.must(err)
	answer := s.buyer.Post("/api/subscriptions/mine/cancel", nil)
	s.expect("the status", answer.Status, 200)
	s.expect("cancelWantedAt is set", s.listAllRecords("subscriptions")[0].GetString("cancelWantedAt") != "", true)
}

// buyerID returns the id of the buyer's account.
func (s *fixture) buyerID() string {
	s.Helper()
	account, err := s.PB.FindAuthRecordByEmail("users", "asha@example.com")
	s.must(err)
	return account.Id
}

// cancelMandate posts an admin's request to cancel the renewal of a member.
func (s *fixture) cancelMandate(admin *testapp.Visitor, userID string) testapp.Response {
	s.Helper()
	return admin.Post("/api/members/"+userID+"/mandate/cancel",
		map[string]any{"reason": "She asked us on the phone", "password": testapp.Password})
}
