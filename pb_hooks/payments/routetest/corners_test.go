package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// The tests in this file combine two features that affect one membership, such as a deactivation and a mandate.

func TestADeactivatedAccountIsNotChargedAndKeepsItsTerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	id := s.buyer.Get("/api/user").JSON["id"].(string)
	admin := s.SignedIn("admins", nil)
	s.expect("the status of the deactivation", admin.Post("/api/people/"+id+"/deactivate", map[string]any{}).Status,
		http.StatusOK)
	s.Drain()
	s.expectLive()
	s.expect("the status of the reactivation", admin.Post("/api/people/"+id+"/reactivate", map[string]any{}).Status,
		http.StatusOK)
	person := admin.Get("/api/people/" + id).JSON
	s.expect("the end of the term", person["memberships"].([]any)[0].(map[string]any)["endsAt"],
		"2026-09-03T18:29:59.000Z")
	inbox := s.Inbox("asha@example.com")
	s.expect("the subject of the last email", inbox[0].Subject, "Your mandate has been cancelled")
	s.expect("whether it promises access", strings.Contains(inbox[0].Text, "Your access continues"), false)
}

func TestThePaymentLinkOfADeactivatedAccountCanNoLongerBePaid(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linkTier()
	s.buyByLink(s.buyer, tier)
	other := s.member()
	s.buyByLink(other, tier)
	id := s.buyer.Get("/api/user").JSON["id"].(string)
	s.expect("the status of the deactivation", s.SignedIn("admins", nil).Post("/api/people/"+id+"/deactivate",
		map[string]any{}).Status, http.StatusOK)
	s.Drain()
	states := map[string]string{}
	for _, transaction := range s.listAllRecords("transactions") {
		states[transaction.GetString("userId")] = transaction.GetString("paymentLinkState")
	}
	s.expect("the link of the deactivated account", states[id], "cancelled")
	s.expect("the link of another account", states[other.Get("/api/user").JSON["id"].(string)], "created")
}

func TestAnAccountWithATermCannotBeDeletedAndOneWithAMandateIsNotChargedAfterDeletion(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	user, err := s.PB.FindRecordById("users", s.buyer.Get("/api/user").JSON["id"].(string))
	s.must(err)
	if err := s.PB.Delete(user); err == nil {
		t.Error("an account with a term was deleted")
	}
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")

	// A mandate has no term before its first charge.
	other := s.member()
	s.callback(other, s.pay(s.order(other, s.createTier("once", "annual", nil)), fakerazorpay.Success))
	subscription := s.order(other, s.renewing("annual", "annual", 6000))
	s.callback(other, s.pay(subscription, fakerazorpay.Success))
	for _, m := range s.listAllRecords("memberships") {
		if m.GetString("userId") == other.Get("/api/user").JSON["id"] {
			s.must(s.PB.Delete(m))
		}
	}
	user, err = s.PB.FindRecordById("users", other.Get("/api/user").JSON["id"].(string))
	s.must(err)
	before := len(s.liveSubscriptions())
	s.must(s.PB.Delete(user))
	s.Drain()
	s.expect("mandates that can be charged", len(s.liveSubscriptions()), before-1)
}

func TestAMembershipThatIsFreeWithACodeEndsTheMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.coupon(map[string]any{"value": 100})
	s.expect("the status of the order", s.orderWith(s.buyer, s.tier, "FRIENDS").Status, http.StatusCreated)
	s.Drain()
	s.expectLive()
	s.expect("the end of the membership", s.mine(s.buyer, "membership", "endsAt"), nil)
}

func TestBuyingSeatsKeepsTheBuyersOwnMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	subscription := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	body := orderBody(s.createTier("yearly", "annual", nil))
	body["seats"], body["billing"] = "3", companyBilling()
	answer := s.buyer.Post("/api/payments/create-order", body)
	s.expect("the status of the order "+answer.Body, answer.Status, http.StatusCreated)
	s.callback(s.buyer, s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success))
	s.Drain()
	s.expectLive(subscription)
	s.expect("the membership", s.mine(s.buyer, "membership", "tierName"), "The monthly circle")
}

func TestAPurchaseInTheGracePeriodFollowsTheEndedTermAndEndsTheFailedMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	subscription := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Clock.Advance(31*day + 13*time.Hour)
	_, err := s.Razorpay.FailCharge(subscription)
	s.must(err)
	s.Drain()
	s.expect("the entitlement before the purchase", s.mine(s.buyer, "entitlement", "state"), "grace")
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.createTier("yearly", "annual", nil)), fakerazorpay.Success))
	s.Drain()
	s.expectLive()
	s.expect("the entitlement after the purchase", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("its end, one year after the end of the month", s.mine(s.buyer, "entitlement", "endsAt"),
		"2027-09-03T18:29:59.000Z")
}

func TestAPurchaseDuringAComplimentaryMembershipFollowsIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	yearly := s.createTier("yearly", "annual", nil)
	admin, id := s.SignedIn("admins", nil), s.buyer.Get("/api/user").JSON["id"].(string)
	granted := admin.Post("/api/members/"+id+"/memberships",
		map[string]any{"membershipTierId": yearly.Id, "endsAt": "2026-12-31", "reason": "A guest"})
	s.expect("the status of the grant "+granted.Body, granted.Status, http.StatusCreated)
	s.callback(s.buyer, s.pay(s.order(s.buyer, yearly), fakerazorpay.Success))
	s.expect("the end of the entitlement", s.mine(s.buyer, "entitlement", "endsAt"), "2027-12-31T18:29:59.000Z")

	monthly := s.renewing("monthly", "monthly", 600)
	other := s.member()
	granted = admin.Post("/api/members/"+other.Get("/api/user").JSON["id"].(string)+"/memberships",
		map[string]any{"membershipTierId": yearly.Id, "endsAt": "2026-12-31", "reason": "A guest"})
	s.expect("the status of the second grant", granted.Status, http.StatusCreated)
	answer := other.Post("/api/payments/create-order", orderBody(monthly))
	s.expect("firstChargeAt, the end of the complimentary term", answer.JSON["firstChargeAt"],
		"2026-12-31T18:29:59.000Z")
}

func TestTheTermsOfTwoMergedAccountsFollowEachOther(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	yearly := s.createTier("yearly", "annual", nil)
	other := s.member()
	s.callback(s.buyer, s.pay(s.order(s.buyer, yearly), fakerazorpay.Success))
	s.Clock.Advance(60 * day)
	s.callback(other, s.pay(s.order(other, yearly), fakerazorpay.Success))
	admin := s.SignedIn("admins", nil)
	keptID, otherID := s.buyer.Get("/api/user").JSON["id"].(string), other.Get("/api/user").JSON["id"].(string)
	merged := admin.Post("/api/people/"+keptID+"/merge", map[string]any{"otherId": otherID,
		"password": testapp.Password})
	s.expect("the status of the merge", merged.Status, http.StatusOK)
	s.expect("the end of both years", s.mine(s.buyer, "entitlement", "endsAt"), "2028-08-03T18:29:59.000Z")

	undone := admin.Post("/api/people/"+keptID+"/merges/"+merged.JSON["mergeId"].(string)+"/undo", map[string]any{})
	s.expect("the status of the undo", undone.Status, http.StatusOK)
	s.expect("the end of the first account's year", s.mine(s.buyer, "entitlement", "endsAt"),
		"2027-08-03T18:29:59.000Z")
	person := admin.Get("/api/people/" + otherID).JSON
	s.expect("the end of the other account's year", person["memberships"].([]any)[0].(map[string]any)["endsAt"],
		"2027-10-02T18:29:59.000Z")
}
