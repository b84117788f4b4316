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

// renewing creates a plan at the provider and a tier that renews with it.
func (s *fixture) renewing(slug string, duration tiers.Duration, rupees int64) *core.Record {
	s.Helper()
	plan, err := s.Razorpay.AddPlan(
		fakerazorpay.Plan{Period: map[tiers.Duration]string{tiers.Annual: "yearly", tiers.Monthly: "monthly"}[duration], Interval: 1,
			Item: fakerazorpay.Item{Name: slug, Amount: rupees * 118, Currency: "INR"}})
	s.must(err)
	return s.createTier(slug, duration,
		map[string]any{"price": rupees * 100, "razorpayPlanId": plan.ID, "graceDays": 14})
}

// subscribe buys a tier that renews, runs the due jobs, and returns the id of the subscription.
func (s *fixture) subscribe(buyer *testapp.Visitor, tier *core.Record) string {
	s.Helper()
	id := s.order(buyer, tier)
	s.callback(buyer, s.pay(id, fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	return id
}

// liveSubscriptions returns the ids of the provider's subscriptions that can still be charged.
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

// expectLive checks which subscriptions can still be charged.
func (s *fixture) expectLive(want ...string) {
	s.Helper()
	s.expect("the live mandates", strings.Join(s.liveSubscriptions(), " "), strings.Join(want, " "))
}

// mine returns a field of a part of the member's own page, such as the state of the entitlement.
func (s *fixture) mine(buyer *testapp.Visitor, part, field string) any {
	s.Helper()
	object, _ := buyer.Get("/api/memberships/mine").JSON[part].(map[string]any)
	return object[field]
}

// subjects returns the subjects of the emails to the buyer, the oldest first, one line each.
func (s *fixture) subjects() string {
	s.Helper()
	var subjects []string
	for _, message := range s.Inbox("asha@example.com") {
		subjects = append([]string{message.Subject}, subjects...)
	}
	return strings.Join(subjects, "\n")
}

func TestEachPurchaseReplacesTheMandateBeforeIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly, annual := s.renewing("monthly", "monthly", 600), s.renewing("annual", "annual", 6000)
	first := s.subscribe(s.buyer, monthly)
	s.expectLive(first)

	s.step("the annual membership starts when the paid month ends", func(s *fixture) {
		answer := s.buyer.Post("/api/payments/create-order", orderBody(annual))
		s.expect("firstChargeAt", answer.JSON["firstChargeAt"], "2026-09-03T18:29:59.000Z")
		second := answer.JSON["subscriptionId"].(string)
		s.expectLive(first) // the old mandate continues until the new one is authorised
		s.expect("the status of the payment", s.callback(s.buyer, s.pay(second, fakerazorpay.Success)).JSON["status"],
			"scheduled")
		s.must(s.Jobs.Drain(s.Context()))
		s.expectLive(second)
		s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The monthly circle")
		s.expect("the next charge", s.mine(s.buyer, "subscription", "nextChargeAt"), "2026-09-03T18:29:59.000Z")
		s.expect("the amount of the next charge", s.mine(s.buyer, "subscription", "amount"), "7080")

		s.Clock.Advance(32 * day)
		_, err := s.Razorpay.Charge(second)
		s.must(err)
		s.must(s.Jobs.Drain(s.Context()))
		s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The annual circle")
		s.expect("the end of the membership", s.mine(s.buyer, "membership", "endsAt"), "2027-09-03T18:29:59.000Z")
		s.expectLive(second)
	})
	s.step("a lifetime membership ends all mandates", func(s *fixture) {
		s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
		s.must(s.Jobs.Drain(s.Context()))
		s.expectLive()
		s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The founding circle")
		s.expect("the end of the membership", s.mine(s.buyer, "membership", "endsAt"), nil)
		s.expect("the mandate", s.buyer.Get("/api/memberships/mine").JSON["subscription"], nil)
	})
	s.step("a lifetime member cannot buy a subscription", func(s *fixture) {
		answer := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
		s.expect("the status", answer.Status, 409)
		s.expect("the message", answer.Message(), "You are a member for life, so there is nothing to renew. "+
			"If you would like another membership instead, please write to us.")
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
	s.expect("cancelConfirmedAt is set", record.GetString("cancelConfirmedAt") != "", true)
	s.expect("jobs", len(s.listRecords("jobs", "id", dbx.HashExp{"type": "payments.cancel-subscription"})), 0)
}

func TestAChargeDuringALifetimeMembershipIsFlaggedForRefund(t *testing.T) {
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
	s.expect("flagged transactions", len(flagged), 1)
	s.expect("the subscription of the charge", flagged[0].GetString("razorpaySubscriptionId"), subscription)
	s.expect("memberships", len(s.listAllRecords("memberships")), 2)
}

func TestAnotherTabReusesTheSubscription(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly, annual := s.renewing("monthly", "monthly", 600), s.renewing("annual", "annual", 6000)
	first := s.order(s.buyer, monthly)
	s.Clock.Advance(35 * time.Minute)
	s.expect("the subscription of the second tab", s.order(s.buyer, monthly), first)

	s.step("an order of another tier replaces the subscription", func(s *fixture) {
		second := s.order(s.buyer, annual)
		s.must(s.Jobs.Drain(s.Context()))
		if _, err := s.Razorpay.Pay(first, fakerazorpay.Success); err == nil {
			s.Error("the replaced subscription can still be paid")
		}
		s.callback(s.buyer, s.pay(second, fakerazorpay.Success))
		s.expectLive(second)
	})
	s.step("an expired subscription is replaced by a new one", func(s *fixture) {
		other := s.member()
		first := s.order(other, monthly)
		s.Clock.Advance(23*time.Hour + 30*time.Minute)
		second := s.order(other, monthly)
		s.expect("the subscription is reused", first == second, false)
	})
}

func TestAFullRefundEndsTheMandateAndInformsTheMemberAndTheOffice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	paid := s.pay(id, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.must(s.Jobs.Drain(s.Context()))
	_, err := s.Razorpay.Refund(paid.PaymentID, 10000)
	s.must(err)
	s.reconcile()
	s.expectLive(id) // a partial refund does not end the mandate

	_, err = s.Razorpay.Refund(paid.PaymentID, 0)
	s.must(err)
	s.reconcile()
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("endReason", s.mine(s.buyer, "entitlement", "endReason"), "refund")
	s.expect("the buyer's emails", s.subjects(),
		"Your payment has been received\nYour refund\nYour refund\nYour mandate has been cancelled")
	office := s.Inbox(testapp.AdminEmail)
	s.expect("emails to the office", len(office), 1)
	s.expect("the subject", office[0].Subject, "A refund has ended a mandate: Asha Rao")
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
			s.expect("the status of another order", answer.Status, 409)
			s.expect("the message says that the charge will be retried", strings.Contains(answer.Message(),
				"We will try again"), true)
		}
		s.Clock.Advance(day)
	}
	second := s.subscribe(s.buyer, monthly)
	s.expect("the halted subscription is reused", second == first, false)
	s.expectLive(second)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	// The new term includes the days of the grace period.
	s.expect("the end of the entitlement", s.mine(s.buyer, "entitlement", "endsAt"), "2026-10-03T18:29:59.000Z")

	s.step("a new card revives the halted mandate", func(s *fixture) {
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

func TestTheArrearsOfAHaltedMandateAreShownAfterItIsRevived(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.expect("the arrears at the start", s.mine(s.buyer, "subscription", "arrears"), "0")
	s.Clock.Advance(31 * day)
	for range 4 {
		_, err := s.Razorpay.FailCharge(id)
		s.must(err)
	}
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("the arrears after the failed charge", s.mine(s.buyer, "subscription", "arrears"), "708")
	s.passDays(70) // the cycles of October and November pass
	s.expect("the arrears while the mandate is halted", s.mine(s.buyer, "subscription", "arrears"), "2124")

	seen := len(s.Razorpay.Events(id))
	_, err := s.Razorpay.ChangeCard(id)
	s.must(err)
	s.deliver(s.Razorpay.Events(id)[seen:]...)
	s.expect("the mandate", s.mine(s.buyer, "subscription", "state"), "active")
	s.expect("the arrears after the charge of the new card", s.mine(s.buyer, "subscription", "arrears"), "1416")
	admin := s.SignedIn("admins", nil)
	paid := s.listRecords("transactions", "processedAt", dbx.HashExp{"status": "completed"})[1]
	mandate := admin.Get("/api/transactions/" + paid.Id).JSON["subscription"].(map[string]any)
	s.expect("the arrears in the console", mandate["arrears"], "1416")

	s.passDays(1)
	_, err = s.Razorpay.Charge(id) // of the next cycle
	s.must(err)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the arrears after the next charge", s.mine(s.buyer, "subscription", "arrears"), "1416")
}

func TestAMemberWithFailedChargesGetsEachEmailOnceAndKeepsTheGracePeriod(t *testing.T) {
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
			s.expect("graceUntil", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-17T18:29:59.000Z")
			s.expect("the membership", s.mine(s.buyer, "membership", "status"), "active")
			for range 3 {
				_, err = s.Razorpay.FailCharge(id)
				s.must(err)
				deliver(s, id)
			}
			s.expect("the buyer's emails", s.subjects(),
				"Your payment has been received\nYour bank declined a charge\nYour membership could not be renewed")
			body := s.Inbox("asha@example.com")[0].Text
			s.expect("the email has the end of the grace period", strings.Contains(body,
				"Your access continues until 17 Sep 2026."), true)

			s.Clock.Advance(13*day - 2*time.Hour)
			s.expect("the entitlement on the last day", s.mine(s.buyer, "entitlement", "state"), "grace")
			s.Clock.Advance(day + 4*time.Hour)
			s.expect("the entitlement after the grace period", s.mine(s.buyer, "entitlement", "state"), "lapsed")
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the state of the membership", s.listAllRecords("memberships")[0].GetString("state"), "lapsed")
		})
	}
}

func TestPausesAndCancellationsAtTheBankAreEmailed(t *testing.T) {
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
	s.must(s.Razorpay.Cancel(id)) // in the app of the member's bank
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("the mandate", s.buyer.Get("/api/memberships/mine").JSON["subscription"], nil)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the buyer's emails", s.subjects(),
		"Your payment has been received\nThe renewal of your membership is paused\nYour mandate has been cancelled")
	s.Clock.Advance(32 * day)
	s.expect("the entitlement after the month, without a grace period", s.mine(s.buyer, "entitlement", "state"),
		"lapsed")
}

func TestAMandateThatIsNotAuthorisedInTimeExpires(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	s.order(s.buyer, monthly)
	s.Clock.Advance(25 * time.Hour) // no webhook arrives
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the state of the subscription", s.listAllRecords("subscriptions")[0].GetString("state"), "expired")
	s.expect("the buyer's emails", s.subjects(), "Your mandate was not confirmed in time")
	s.Clock.Advance(40 * day)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("jobs", len(s.listRecords("jobs", "id", dbx.HashExp{"type": "payments.subscription"})), 0)
}

func TestAMemberCancelsAtTheEndOfThePeriodAndSubscribesAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	s.subscribe(s.buyer, monthly)
	const cancel = "/api/subscriptions/mine/cancel"
	answer := s.buyer.Post(cancel, nil)
	s.expect("the status", answer.Status, 200)
	s.expect("cancelAtPeriodEnd", answer.JSON["subscription"].(map[string]any)["cancelAtPeriodEnd"], true)
	s.expect("nextChargeAt", answer.JSON["subscription"].(map[string]any)["nextChargeAt"], nil)
	s.expect("the status of a second cancellation", s.buyer.Post(cancel, nil).Status, 200)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the end of the access", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-03T18:29:59.000Z")
	s.expect("the buyer's emails", s.subjects(), "Your payment has been received\nYour membership no longer renews")
	s.expect("the status for a member without a mandate", s.member().Post(cancel, nil).Status, 404)

	s.Clock.Advance(10 * day)
	order := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
	s.expect("the first charge of the new mandate", order.JSON["firstChargeAt"], "2026-09-03T18:29:59.000Z")
	second := order.JSON["subscriptionId"].(string)
	s.callback(s.buyer, s.pay(second, fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive(second)
	confirmation := s.Inbox("asha@example.com")[0]
	s.expect("the confirmation", confirmation.Subject, "The renewal of your membership is confirmed")
	s.expect("the confirmation has the first charge", strings.Contains(confirmation.Text, "You have undone your "+
		"cancellation, so The monthly circle will renew. We will make the first charge of ₹708 on 3 Sep 2026."), true)
	s.expect("the end of the grace period", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-17T18:29:59.000Z")
	s.Clock.Advance(21 * day)
	_, err := s.Razorpay.Charge(second)
	s.must(err)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the end of the entitlement", s.mine(s.buyer, "entitlement", "endsAt"), "2026-10-03T18:29:59.000Z")
	s.expectLive(second)
}

func TestAnAnnualTierIsNotSoldWithAMonthlyPlan(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	monthly.Set("duration", "annual")
	s.must(s.PB.Save(monthly))
	answer := s.buyer.Post("/api/payments/create-order", orderBody(monthly))
	s.expect("the status", answer.Status, 503)
	s.expect("subscriptions", len(s.Razorpay.State().Subscriptions), 0)
}

func TestAMandateThatIsChargedTwiceInAPeriodIsFlagged(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Clock.Advance(31 * day)
	_, err := s.Razorpay.Charge(id)
	s.must(err)
	s.deliver(s.Razorpay.Events(id)...)
	s.expect("attention after the charge of the next period", s.chargeOf(id).GetString("attention"), "")
	s.Clock.Advance(3 * day)
	_, err = s.Razorpay.Charge(id)
	s.must(err)
	s.deliver(s.Razorpay.Events(id)...)
	flagged := s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment"})
	s.expect("flagged charges", len(flagged), 1)
	s.expect("the note", flagged[0].GetString("attentionNote"), "The mandate was charged on 3 Sep 2026 and on 6 Sep 2026, "+
		"which is twice in one period. Both charges have granted a term. Unless one of them paid for an overdue period, "+
		"please refund one of the two.")
	s.expect("terms", len(s.listAllRecords("memberships")), 3)
}

// The provider states whole seconds, and we store milliseconds.
func TestAChargeInTheSecondOfTheCancellationIsRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Clock.Advance(31*day + 300*time.Millisecond)
	s.refuseCancellations()
	s.expect("the status of the cancellation", s.buyer.Post("/api/subscriptions/mine/cancel", nil).Status, 200)
	s.Clock.Advance(300 * time.Millisecond)
	_, err := s.Razorpay.Charge(id)
	s.must(err)
	for _, event := range s.Razorpay.Events(id) {
		s.Deliver(event)
	}
	_ = s.Jobs.Drain(s.Context())
	s.expect("the status of the charge", s.chargeOf(id).GetString("status"), "refunded")
	s.expect("terms", len(s.listAllRecords("memberships")), 1)
}
