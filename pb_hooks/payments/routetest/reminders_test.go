package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/tiers"
)

// passDays advances the clock day by day and runs the due jobs of each day.
func (s *fixture) passDays(count int) {
	s.Helper()
	for range count {
		s.Clock.Advance(day)
		s.must(s.Jobs.Drain(s.Context()))
	}
}

// reminders returns the subjects of the buyer's reminders, the oldest first.
func (s *fixture) reminders() []string {
	s.Helper()
	var subjects []string
	for _, line := range strings.Split(s.subjects(), "\n") {
		if strings.Contains(line, " ends ") || strings.Contains(line, "ended") {
			subjects = append(subjects, line)
		}
	}
	return subjects
}

func (s *fixture) buyOnce(duration tiers.Duration) *core.Record {
	s.Helper()
	tier := s.createTier("once", duration, map[string]any{"graceDays": 14})
	s.callback(s.buyer, s.pay(s.order(s.buyer, tier), fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	return tier
}

func TestAMemberWhoseYearEndsGetsEachReminderOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyOnce("annual")
	s.passDays(365 + 20)
	s.expect("the reminders", strings.Join(s.reminders(), "\n"), strings.Join([]string{
		"Your membership ends in a month", "Your membership ends in a week", "Your membership ends tomorrow",
		"Your membership has ended",
		"Your access ends in a week", "Your access ends tomorrow",
	}, "\n"))
}

func TestAMemberWhoHasRenewedIsNotReminded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.buyOnce("annual")
	s.passDays(340)
	before := len(s.reminders())
	s.callback(s.buyer, s.pay(s.order(s.buyer, tier), fakerazorpay.Success))
	s.passDays(60)
	s.expect("reminders after the renewal", len(s.reminders())-before, 0)
}

func TestAMemberWithAMandateIsNotReminded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.passDays(31)
	_, err := s.Razorpay.Charge(id)
	s.must(err)
	s.deliver(s.Razorpay.Events(id)...)
	s.passDays(10)
	s.expect("reminders", len(s.reminders()), 0)
}

func TestAfterAFailedChargeAMemberIsRemindedBeforeAndAfterAccessEnds(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.passDays(31)
	for range 4 {
		_, err := s.Razorpay.FailCharge(id)
		s.must(err)
	}
	s.deliver(s.Razorpay.Events(id)...)
	s.passDays(20)
	s.expect("the reminders", strings.Join(s.reminders(), "\n"), "Your access ends in two days\nYour access has ended")
}

func TestAReminderIsNotSentLongAfterItsTime(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyOnce("annual")
	s.Clock.Advance(365*day - 3*day + time.Hour) // the server was down a week before the end
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("reminders", len(s.reminders()), 0)
	s.passDays(3)
	s.expect("the next reminder", s.reminders()[0], "Your membership ends tomorrow")
}

func TestAMemberPausesAndResumesTheRenewal(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	const pause, resume = "/api/subscriptions/mine/pause", "/api/subscriptions/mine/resume"
	s.expect("the status of resuming an active mandate", s.buyer.Post(resume, nil).Status, 409)
	answer := s.buyer.Post(pause, nil)
	s.expect("the status of the pause", answer.Status, 200)
	s.expect("the state after the pause", answer.JSON["subscription"].(map[string]any)["state"], "paused")
	s.expect("the next charge", answer.JSON["subscription"].(map[string]any)["nextChargeAt"], nil)
	s.expect("the state at the provider", s.Razorpay.State().Subscriptions[0].Status, "paused")
	s.expect("the status of a second pause", s.buyer.Post(pause, nil).Status, 409)
	s.expect("the status of a new card during the pause", s.buyer.Post("/api/subscriptions/mine/card", nil).Status, 409)
	answer = s.buyer.Post(resume, nil)
	s.expect("the state after resuming", answer.JSON["subscription"].(map[string]any)["state"], "active")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the status for a member without a mandate", s.member().Post(pause, nil).Status, 404)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.expect("the status while the provider is down", s.buyer.Post(pause, nil).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the state after the failed pause", s.mine(s.buyer, "subscription", "state"), "active")
	_ = id
}

func TestAMandateThatWasPausedInTheAppIsResumedThere(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.must(s.Razorpay.Pause(id))
	s.deliver(s.Razorpay.Events(id)...)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.Refused, Only: "POST /subscriptions"})
	answer := s.buyer.Post("/api/subscriptions/mine/resume", nil)
	s.expect("the message", answer.JSON["message"], "The payment service did not resume your mandate. If you paused it in "+
		"your UPI app, please resume it there.")
}

func TestANewCardRevivesAMandateWhoseChargeFailed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	const card = "/api/subscriptions/mine/card"
	s.expect("isChargedNow of an active mandate", s.buyer.Post(card, nil).JSON["isChargedNow"], false)
	s.Clock.Advance(31 * day)
	for range 4 {
		_, err := s.Razorpay.FailCharge(id)
		s.must(err)
	}
	s.deliver(s.Razorpay.Events(id)...)
	s.must(s.Jobs.Drain(s.Context()))
	answer := s.buyer.Post(card, nil)
	s.expect("the status", answer.Status, 200)
	s.expect("the subscription", answer.JSON["subscriptionId"], id)
	s.expect("the amount", answer.JSON["amount"], float64(70800))
	s.expect("isChargedNow", answer.JSON["isChargedNow"], true)
	result, err := s.Razorpay.ChangeCard(id)
	s.must(err)
	s.callback(s.buyer, result)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the state of the mandate", s.mine(s.buyer, "subscription", "state"), "active")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
}
