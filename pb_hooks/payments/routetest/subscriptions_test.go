package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/tiers"
)

// renewing makes a plan at the provider and a tier that renews by it.
func (s *fixture) renewing(slug string, duration tiers.Duration, rupees int64) *core.Record {
	s.Helper()
	plan, err := s.Razorpay.AddPlan(
		fakerazorpay.Plan{Period: map[tiers.Duration]string{tiers.Annual: "yearly", tiers.Monthly: "monthly"}[duration], Interval: 1,
			Item: fakerazorpay.Item{Name: slug, Amount: rupees * 118, Currency: "INR"}})
	s.must(err)
	return s.createTier(slug, duration,
		map[string]any{"price": rupees * 100, "razorpayPlanId": plan.ID, "graceDays": 14})
}

// subscribe buys a tier that renews and returns its subscription, with all events delivered.
func (s *fixture) subscribe(buyer *testapp.Visitor, tier *core.Record) string {
	s.Helper()
	id := s.order(buyer, tier)
	s.callback(buyer, s.pay(id, fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	return id
}

// liveSubscriptions are the provider's subscriptions that can still charge.
func (s *fixture) liveSubscriptions() []string {
	s.Helper()
	s.must(s.Razorpay.PassTime())
	var live []string
	for _, subscription := range s.Razorpay.State().Subscriptions {
		switch subscription.Status {
		case "created", "cancelled", "completed", "expired":
		default:
			if !subscription.CancelAtCycleEnd {
				live = append(live, subscription.ID)
			}
		}
	}
	return live
}

func (s *fixture) expectLive(want ...string) {
	s.Helper()
	s.expect("the live mandates", strings.Join(s.liveSubscriptions(), " "), strings.Join(want, " "))
}

func (s *fixture) mine(buyer *testapp.Visitor, part, field string) any {
	s.Helper()
	object, _ := buyer.Get("/api/memberships/mine").JSON[part].(map[string]any)
	return object[field]
}

// subjects are the subjects of the emails to Asha, the oldest first.
func (s *fixture) subjects() string {
	s.Helper()
	var subjects []string
	for _, message := range s.Inbox("asha@example.com") {
		subjects = append([]string{message.Subject}, subjects...)
	}
	return strings.Join(subjects, "\n")
}

func TestEachPurchaseSupersedesTheMandateBeforeIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly, annual := s.renewing("monthly", "monthly", 600), s.renewing("annual", "annual", 6000)
	first := s.subscribe(s.buyer, monthly)
	s.expectLive(first)

	s.step("the annual one begins where the paid month ends", func(s *fixture) {
		answer := s.buyer.Post("/api/payments/create-order", orderBody(annual))
		s.expect("its first charge", answer.JSON["firstChargeAt"], "2026-09-03T18:29:59.000Z")
		second := answer.JSON["subscriptionId"].(string)
		s.expectLive(first) // nothing is taken away before the new mandate is given
		s.expect("the confirmation", s.callback(s.buyer, s.pay(second, fakerazorpay.Success)).JSON["status"],
			"scheduled")
		s.must(s.Jobs.Drain(s.Context()))
		s.expectLive(second)
		s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The monthly circle")
		s.expect("the next charge", s.mine(s.buyer, "subscription", "nextChargeAt"), "2026-09-03T18:29:59.000Z")
		s.expect("what it takes", s.mine(s.buyer, "subscription", "amount"), "7080")

		s.Clock.Advance(32 * day)
		_, err := s.Razorpay.Charge(second)
		s.must(err)
		s.must(s.Jobs.Drain(s.Context()))
		s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The annual circle")
		s.expect("its end", s.mine(s.buyer, "membership", "endsAt"), "2027-09-03T18:29:59.000Z")
		s.expectLive(second)
	})
	s.step("a membership for life ends all mandates", func(s *fixture) {
		s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
		s.must(s.Jobs.Drain(s.Context()))
		s.expectLive()
		s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The founding circle")
		s.expect("its end", s.mine(s.buyer, "membership", "endsAt"), nil)
		s.expect("the mandate", s.buyer.Get("/api/memberships/mine").JSON["subscription"], nil)
	})
	s.step("and none is sold beside it", func(s *fixture) {
		answer := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
		s.expect("the status", answer.Status, 409)
		s.expect(
			"the sentence",
			answer.Message(),
			"You are a member for life, so there is nothing to renew. If you would like another membership instead, please write to us.",
		)
	})
}

func TestACancellationIsRetriedUntilTheProviderConfirmsIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	subscription := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: "POST /subscriptions/"})
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
	_ = s.Jobs.Drain(s.Context())
	s.expectLive(subscription)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Only: "POST /subscriptions/",
		Times: 1})
	s.Clock.Advance(time.Hour)
	_ = s.Jobs.Drain(s.Context())
	s.expectLive()
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	record := s.listAllRecords("subscriptions")[0]
	s.expect("the state", record.GetString("state"), "cancelled")
	s.expect("confirmed", record.GetString("cancelConfirmedAt") != "", true)
	s.expect("jobs left", len(s.listRecords("jobs", "id", dbx.HashExp{"type": "payments.cancel-subscription"})), 0)
}

func TestAChargeBesideAMembershipForLifeIsFlaggedForRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	subscription := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway, Only: "POST /subscriptions/"})
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
	s.Clock.Advance(31 * day)
	_, err := s.Razorpay.Charge(subscription)
	s.must(err)
	s.reconcile()
	flagged := s.listRecords("transactions", "id", dbx.HashExp{"attention": "charge-after-cancellation"})
	s.expect("flagged ones", len(flagged), 1)
	s.expect("the charge", flagged[0].GetString("razorpaySubscriptionId"), subscription)
	s.expect("memberships", len(s.listAllRecords("memberships")), 2)
}

func TestTwoTabsOpenOneSubscription(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly, annual := s.renewing("monthly", "monthly", 600), s.renewing("annual", "annual", 6000)
	first := s.order(s.buyer, monthly)
	s.Clock.Advance(35 * time.Minute)
	s.expect("the second tab's", s.order(s.buyer, monthly), first)

	s.step("another tier takes the place of the first", func(s *fixture) {
		second := s.order(s.buyer, annual)
		s.must(s.Jobs.Drain(s.Context()))
		if _, err := s.Razorpay.Pay(first, fakerazorpay.Success); err == nil {
			s.Error("the first can still be paid")
		}
		s.callback(s.buyer, s.pay(second, fakerazorpay.Success))
		s.expectLive(second)
	})
	s.step("one that has expired is made anew", func(s *fixture) {
		other := s.member()
		first := s.order(other, monthly)
		s.Clock.Advance(23*time.Hour + 30*time.Minute)
		second := s.order(other, monthly)
		s.expect("the same", first == second, false)
	})
}

func TestAFullRefundEndsTheMandateAndTellsBoth(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	paid := s.pay(id, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.must(s.Jobs.Drain(s.Context()))
	_, err := s.Razorpay.Refund(paid.PaymentID, 10000)
	s.must(err)
	s.reconcile()
	s.expectLive(id) // a part of it is no reason

	_, err = s.Razorpay.Refund(paid.PaymentID, 0)
	s.must(err)
	s.reconcile()
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("why", s.mine(s.buyer, "entitlement", "endReason"), "refund")
	s.expect("her emails", s.subjects(),
		"Your payment has been received\nYour refund\nYour refund\nYour mandate has been cancelled")
	office := s.Inbox(testapp.AdminEmail)
	s.expect("the office's", len(office), 1)
	s.expect("what it says", office[0].Subject, "A refund has ended a mandate: Asha Rao")
}

func TestANewMandateReplacesAHaltedOne(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	first := s.subscribe(s.buyer, monthly)
	s.Clock.Advance(32 * day)
	for _, state := range []string{"pending", "pending", "pending", "halted"} {
		_, err := s.Razorpay.FailCharge(first)
		s.must(err)
		s.deliver(s.Razorpay.Events(first)...)
		s.expect("the mandate", s.mine(s.buyer, "subscription", "state"), state)
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "grace")
		if state == "pending" {
			answer := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
			s.expect("another one", answer.Status, 409)
			s.expect("the sentence", strings.Contains(answer.Message(), "We will try again"), true)
		}
		s.Clock.Advance(day)
	}
	second := s.subscribe(s.buyer, monthly)
	s.expect("a new one", second == first, false)
	s.expectLive(second)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect(
		"its end",
		s.mine(s.buyer, "entitlement", "endsAt"),
		"2026-10-03T18:29:59.000Z",
	) // the days in the grace are paid now

	s.step("a new card revives the old one instead", func(s *fixture) {
		other := s.member()
		id := s.subscribe(other, monthly)
		s.Clock.Advance(31 * day)
		for range 4 {
			_, err := s.Razorpay.FailCharge(id)
			s.must(err)
		}
		s.reconcile()
		s.expect("the mandate", s.mine(other, "subscription", "state"), "halted")
		_, err := s.Razorpay.ChangeCard(id)
		s.must(err)
		s.deliver(s.Razorpay.Events(id)...)
		s.expect("the mandate", s.mine(other, "subscription", "state"), "active")
		s.expect("the entitlement", s.mine(other, "entitlement", "state"), "active")
	})
}

func TestWhatFellDueWhileAMandateWasHaltedIsShownWhenItIsRevived(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.expect("in the beginning", s.mine(s.buyer, "subscription", "arrears"), "0")
	s.Clock.Advance(31 * day)
	for range 4 {
		_, err := s.Razorpay.FailCharge(id)
		s.must(err)
	}
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("the open charge", s.mine(s.buyer, "subscription", "arrears"), "708")
	s.passDays(70) // the cycles of October and November pass
	s.expect("while it is halted", s.mine(s.buyer, "subscription", "arrears"), "2124")

	seen := len(s.Razorpay.Events(id))
	_, err := s.Razorpay.ChangeCard(id)
	s.must(err)
	s.deliver(s.Razorpay.Events(id)[seen:]...)
	s.expect("the mandate", s.mine(s.buyer, "subscription", "state"), "active")
	s.expect("what stays unpaid", s.mine(s.buyer, "subscription", "arrears"), "1416")
	admin := s.SignedIn("admins", nil)
	paid := s.listRecords("transactions", "processedAt", dbx.HashExp{"status": "completed"})[1]
	mandate := admin.Get("/api/transactions/" + paid.Id).JSON["subscription"].(map[string]any)
	s.expect("what the office sees", mandate["arrears"], "1416")

	s.passDays(1)
	_, err = s.Razorpay.Charge(id) // of the next cycle
	s.must(err)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("after the next charge", s.mine(s.buyer, "subscription", "arrears"), "1416")
}

func TestTheMemberIsEmailedOnceAboutEachStateAndKeepsTheGrace(t *testing.T) {
	t.Parallel()
	for name, deliver := range map[string]func(s *fixture, id string){
		"by webhooks, each twice": func(s *fixture, id string) {
			s.deliver(s.Razorpay.Events(id)...)
			s.deliver(s.Razorpay.Events(id)...)
		},
		"by polling": func(s *fixture, _ string) {
			s.Clock.Advance(6 * time.Hour)
			s.must(s.Jobs.Drain(s.Context()))
		},
		"by webhooks with the API down": func(s *fixture, id string) {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			s.deliver(s.Razorpay.Events(id)...)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
			s.Clock.Advance(31*day + 13*time.Hour) // the term ended at midnight
			_, err := s.Razorpay.FailCharge(id)
			s.must(err)
			deliver(s, id)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "grace")
			s.expect("until", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-17T18:29:59.000Z")
			s.expect("her membership", s.mine(s.buyer, "membership", "status"), "active")
			for range 3 {
				_, err = s.Razorpay.FailCharge(id)
				s.must(err)
				deliver(s, id)
			}
			s.expect("her emails", s.subjects(),
				"Your payment has been received\nYour bank declined a charge\nYour membership could not be renewed")
			body := s.Inbox("asha@example.com")[0].Text
			s.expect("the grace", strings.Contains(body, "Your access continues until 17 Sep 2026."), true)

			s.Clock.Advance(13*day - 2*time.Hour)
			s.expect("on the last day", s.mine(s.buyer, "entitlement", "state"), "grace")
			s.Clock.Advance(day + 4*time.Hour)
			s.expect("after it", s.mine(s.buyer, "entitlement", "state"), "lapsed")
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the record", s.listAllRecords("memberships")[0].GetString("state"), "lapsed")
		})
	}
}

func TestPausedCancelledAndCompletedMandatesAreEmailed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	id := s.subscribe(s.buyer, monthly)
	s.must(s.Razorpay.Pause(id))
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("the mandate", s.mine(s.buyer, "subscription", "state"), "paused")
	s.must(s.Razorpay.Resume(id))
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("the mandate", s.mine(s.buyer, "subscription", "state"), "active")
	s.must(s.Razorpay.Cancel(id)) // in her bank's app
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("the mandate", s.buyer.Get("/api/memberships/mine").JSON["subscription"], nil)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("her emails", s.subjects(),
		"Your payment has been received\nThe renewal of your membership is paused\nYour mandate has been cancelled")
	s.Clock.Advance(32 * day)
	s.expect("after the month, without a grace", s.mine(s.buyer, "entitlement", "state"), "lapsed")
}

func TestAMandateThatIsNotAuthorisedInTimeExpires(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	s.order(s.buyer, monthly)
	s.Clock.Advance(25 * time.Hour) // and no webhook tells
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the record", s.listAllRecords("subscriptions")[0].GetString("state"), "expired")
	s.expect("her emails", s.subjects(), "Your mandate was not confirmed in time")
	s.Clock.Advance(40 * day)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("jobs left", len(s.listRecords("jobs", "id", dbx.HashExp{"type": "payments.subscription"})), 0)
}

func TestAMemberCancelsAtThePeriodsEndAndChangesTheirMind(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	first := s.subscribe(s.buyer, monthly)
	const cancel = "/api/subscriptions/mine/cancel"
	answer := s.buyer.Post(cancel, nil)
	s.expect("the answer", answer.Status, 200)
	s.expect("the flag", answer.JSON["subscription"].(map[string]any)["cancelAtPeriodEnd"], true)
	s.expect("the next charge", answer.JSON["subscription"].(map[string]any)["nextChargeAt"], nil)
	s.expect("twice", s.buyer.Post(cancel, nil).Status, 200)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("access until", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-03T18:29:59.000Z")
	s.expect("her emails", s.subjects(), "Your payment has been received\nYour membership no longer renews")
	s.expect("somebody without a mandate", s.member().Post(cancel, nil).Status, 404)

	s.Clock.Advance(10 * day)
	order := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
	s.expect("the first charge of the new one", order.JSON["firstChargeAt"], "2026-09-03T18:29:59.000Z")
	second := order.JSON["subscriptionId"].(string)
	s.callback(s.buyer, s.pay(second, fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive(second)
	confirmation := s.Inbox("asha@example.com")[0]
	s.expect("the email that confirms it", confirmation.Subject, "The renewal of your membership is confirmed")
	s.expect(
		"what it says",
		strings.Contains(
			confirmation.Text,
			"You have undone your cancellation, so The monthly circle will renew. We will make the first charge of ₹708 on 3 Sep 2026.",
		),
		true,
	)
	s.expect("the grace is back", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-17T18:29:59.000Z")
	s.Clock.Advance(21 * day)
	_, err := s.Razorpay.Charge(second)
	s.must(err)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the end", s.mine(s.buyer, "entitlement", "endsAt"), "2026-10-03T18:29:59.000Z")
	s.expectLive(second)
	_ = first
}

func TestAYearIsNotSoldByAMonthlyPlan(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	monthly.Set("duration", "annual")
	s.must(s.PB.Save(monthly))
	answer := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
	s.expect("the status", answer.Status, 503)
	s.expect("subscriptions", len(s.Razorpay.State().Subscriptions), 0)
}
