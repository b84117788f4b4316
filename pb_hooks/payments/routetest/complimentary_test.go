package routetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// account is the id of a signed-in visitor.
func (s *fixture) account(v *testapp.Visitor) string {
	s.Helper()
	return v.Get("/api/user").JSON["id"].(string)
}

// grant gives the buyer a membership and returns the answer.
func (s *fixture) grant(admin *testapp.Visitor, tier *core.Record, endsAt string) testapp.Response {
	s.Helper()
	body := map[string]any{"membershipTierId": tier.Id, "reason": "A speaker at our event"}
	if endsAt != "" {
		body["endsAt"] = endsAt
	}
	return admin.Post("/api/members/"+s.account(s.buyer)+"/memberships", body)
}

func (s *fixture) emailsToBuyer() string {
	s.Helper()
	var subjects []string
	for _, message := range s.Inbox(s.buyer.Get("/api/user").JSON["email"].(string)) {
		subjects = append([]string{message.Subject}, subjects...)
	}
	return strings.Join(subjects, "\n")
}

func TestAComplimentaryMembershipHasAnEndAReasonAndWhoGrantedIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	admin := s.SignedIn("admins", map[string]any{"username": "kavita"})
	answer := s.grant(admin, annual, "2027-03-31")
	s.expect("the grant", answer.Status, 201)
	s.expect("its end", answer.JSON["endsAt"], "2027-03-31T18:29:59.000Z")
	s.expect("its reason", answer.JSON["reason"], "A speaker at our event")
	s.expect("who granted it", answer.JSON["grantedBy"], "kavita")
	s.expect("the state", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the source", s.mine(s.buyer, "entitlement", "source"), "complimentary")
	s.expect("no days of grace", s.mine(s.buyer, "entitlement", "graceUntil"), "2027-03-31T18:29:59.000Z")
	if mandate := s.buyer.Get("/api/memberships/mine").JSON["subscription"]; mandate != nil {
		t.Errorf("a mandate: %v", mandate)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("documents", len(s.listAllRecords("invoices")), 0)
	s.expect("the emails", s.emailsToBuyer(), "Your complimentary membership")
	entry := admin.Get("/api/audit?action=membership.granted")
	s.expect("the audit log", strings.Contains(entry.Body, "membership.granted"), true)
	term := admin.Get("/api/members/registered-users/" + s.account(s.buyer)).JSON["memberships"].([]any)[0].(map[string]any)
	s.expect("the console's source", term["source"], "complimentary")
	s.Clock.Advance(2 * 365 * day)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the state after its end", s.mine(s.buyer, "entitlement", "state"), "lapsed")
	s.expect("no reminder", s.emailsToBuyer(), "Your complimentary membership")
}

func TestAComplimentaryMembershipFollowsWhatIsPaidAndEndsTheMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	s.expectLive(s.subscribe(s.buyer, monthly))
	admin := s.SignedIn("admins", nil)
	paidUntil := s.mine(s.buyer, "entitlement", "endsAt")
	refused := s.grant(admin, monthly, testapp.StartTime.Add(5*day).Format(time.RFC3339))
	s.expect("an end that is paid for already", refused.Status, 400)
	s.expect("the field", strings.Contains(refused.Body, `"endsAt"`), true)
	answer := s.grant(admin, monthly, "2027-06-30")
	s.expect("the grant", answer.Status, 201)
	s.expect("it begins", answer.JSON["startsAt"], paidUntil)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
}

func TestAComplimentaryMembershipIsRefusedWhereItMakesNoSense(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	path := "/api/members/" + s.account(s.buyer) + "/memberships"
	for name, c := range map[string]struct {
		body   map[string]any
		status int
		field  string
	}{
		"without a reason": {map[string]any{"membershipTierId": s.tier.Id}, 400, "reason"},
		"without a tier":   {map[string]any{"reason": "A guest"}, 400, "membershipTierId"},
		"an unknown tier":  {map[string]any{"reason": "A guest", "membershipTierId": "nosuchtier00000"}, 400, "membershipTierId"},
		"a day gone by":    {map[string]any{"reason": "A guest", "membershipTierId": s.tier.Id, "endsAt": "2020-01-01"}, 400, "endsAt"},
		"no such day":      {map[string]any{"reason": "A guest", "membershipTierId": s.tier.Id, "endsAt": "2027-02-30"}, 400, "endsAt"},
	} {
		answer := admin.Post(path, c.body)
		s.expect(name, answer.Status, c.status)
		s.expect(name+": the field", strings.Contains(answer.Body, `"`+c.field+`"`), true)
	}
	s.expect("an unknown member",
		admin.Post("/api/members/unknownrecord00/memberships",
			map[string]any{"membershipTierId": s.tier.Id, "reason": "A guest"}).Status, 404)
	s.expect("for life", s.grant(admin, s.tier, "").JSON["endsAt"], "")
	s.expect("once more", s.grant(admin, s.tier, "").Status, 409)
	s.expect("it cannot be bought beside it", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 409)
}

func TestAnAdminMovesAndSetsTheEndOfATerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	for range 2 { // the second year follows the first
		paid := s.pay(s.order(s.buyer, annual), fakerazorpay.Success)
		s.callback(s.buyer, paid)
		s.Clock.Advance(time.Hour)
	}
	admin := s.SignedIn("admins", nil)
	terms := s.listRecords("memberships", "startsAt", dbx.NewExp("1 = 1"))
	path := "/api/members/" + s.account(s.buyer) + "/memberships/" + terms[0].Id
	reason := map[string]any{"reason": "Our event was moved", "endsAt": "2027-12-31"}
	answer := admin.Post(path+"/extend", reason)
	s.expect("the extension", answer.Status, 200)
	s.expect("its end", answer.JSON["endsAt"], "2027-12-31T18:29:59.000Z")
	s.expect("the next begins then",
		s.listRecords("memberships", "startsAt",
			dbx.NewExp("1 = 1"))[1].GetString("startsAt"), "2027-12-31 18:29:59.000Z")
	s.expect("without a reason", admin.Post(path+"/extend", map[string]any{"endsAt": "2028-01-31"}).Status, 400)
	s.expect("another's", admin.Post("/api/members/"+s.account(s.member())+"/memberships/"+terms[0].Id+"/extend",
		reason).Status, 404)

	ended := admin.Post(path+"/end", map[string]any{"reason": "Has left us"})
	s.expect("the end", ended.Status, 200)
	s.expect("its status", ended.JSON["status"], "revoked")
	s.expect("why", ended.JSON["endReason"], "office")
	s.expect("what is paid moves up", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("twice", admin.Post(path+"/end", map[string]any{"reason": "Has left us"}).Status, 409)
	s.expect("extended after all", admin.Post(path+"/extend", reason).Status, 409)
	emails := strings.Split(s.emailsToBuyer(), "\n")
	slices.Sort(emails)
	s.expect(
		"the emails",
		strings.Join(emails, "; "),
		"Your membership has a new end date; Your membership has ended; Your payment has been received; Your payment has been received",
	)
}

func TestEndingATermThatRenewsCancelsItsMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	admin := s.SignedIn("admins", nil)
	term := s.listAllRecords("memberships")[0]
	s.expect("the end", admin.Post("/api/members/"+s.account(s.buyer)+"/memberships/"+term.Id+"/end",
		map[string]any{"reason": "Has left us"}).Status, 200)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "revoked")
}
