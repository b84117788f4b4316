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

// account returns the id of the account of a signed-in visitor.
func (s *fixture) account(v *testapp.Visitor) string {
	s.Helper()
	return v.Get("/api/user").JSON["id"].(string)
}

// grant grants a complimentary membership to the buyer and returns the answer.
func (s *fixture) grant(admin *testapp.Visitor, tier *core.Record, endsAt string) testapp.Response {
	s.Helper()
	body := map[string]any{"membershipTierId": tier.Id, "reason": "A speaker at our event"}
	if endsAt != "" {
		body["endsAt"] = endsAt
	}
	return admin.Post("/api/members/"+s.account(s.buyer)+"/memberships", body)
}

// emailsToBuyer returns the subjects of the emails to the buyer's account, the oldest first, one line each.
func (s *fixture) emailsToBuyer() string {
	s.Helper()
	var subjects []string
	for _, message := range s.Inbox(s.buyer.Get("/api/user").JSON["email"].(string)) {
		subjects = append([]string{message.Subject}, subjects...)
	}
	return strings.Join(subjects, "\n")
}

func TestAComplimentaryMembershipHasItsEndReasonAndAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	annual := s.createTier("annual", "annual", nil)
	admin := s.SignedIn("admins", map[string]any{"username": "kavita"})
	answer := s.grant(admin, annual, "2027-03-31")
	s.expect("the status of the grant", answer.Status, 201)
	s.expect("endsAt", answer.JSON["endsAt"], "2027-03-31T18:29:59.000Z")
	s.expect("reason", answer.JSON["reason"], "A speaker at our event")
	s.expect("grantedBy", answer.JSON["grantedBy"], "kavita")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the source of the entitlement", s.mine(s.buyer, "entitlement", "source"), "complimentary")
	s.expect("graceUntil, the end of the term", s.mine(s.buyer, "entitlement", "graceUntil"),
		"2027-03-31T18:29:59.000Z")
	if mandate := s.buyer.Get("/api/memberships/mine").JSON["subscription"]; mandate != nil {
		t.Errorf("subscription = %v, want none", mandate)
	}
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("documents", len(s.listAllRecords("invoices")), 0)
	s.expect("the buyer's emails", s.emailsToBuyer(), "Your complimentary membership")
	audited := admin.Get("/api/audit?action=membership.granted")
	s.expect("the audit log has the grant", strings.Contains(audited.Body, "membership.granted"), true)
	term := admin.Get("/api/people/" + s.account(s.buyer)).JSON["memberships"].([]any)[0].(map[string]any)
	s.expect("the source in the console", term["source"], "complimentary")
	s.Clock.Advance(2 * 365 * day)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the entitlement after its end", s.mine(s.buyer, "entitlement", "state"), "lapsed")
	s.expect("the buyer's emails after its end", s.emailsToBuyer(), "Your complimentary membership")
}

func TestAComplimentaryMembershipFollowsThePaidTermAndEndsTheMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 600)
	s.expectLive(s.subscribe(s.buyer, monthly))
	admin := s.SignedIn("admins", nil)
	paidUntil := s.mine(s.buyer, "entitlement", "endsAt")
	refused := s.grant(admin, monthly, testapp.StartTime.Add(5*day).Format(time.RFC3339))
	s.expect("the status for an end within the paid term", refused.Status, 400)
	s.expect("the error is at the field endsAt", strings.Contains(refused.Body, `"endsAt"`), true)
	answer := s.grant(admin, monthly, "2027-06-30")
	s.expect("the status of the grant", answer.Status, 201)
	s.expect("startsAt, the end of the paid term", answer.JSON["startsAt"], paidUntil)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
}

func TestAnInvalidComplimentaryMembershipIsRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	path := "/api/members/" + s.account(s.buyer) + "/memberships"
	for name, c := range map[string]struct {
		body   map[string]any
		status int
		field  string
	}{
		"no reason":       {map[string]any{"membershipTierId": s.tier.Id}, 400, "reason"},
		"no tier":         {map[string]any{"reason": "A guest"}, 400, "membershipTierId"},
		"an unknown tier": {map[string]any{"reason": "A guest", "membershipTierId": "nosuchtier00000"}, 400, "membershipTierId"},
		"a past date":     {map[string]any{"reason": "A guest", "membershipTierId": s.tier.Id, "endsAt": "2020-01-01"}, 400, "endsAt"},
		"an invalid date": {map[string]any{"reason": "A guest", "membershipTierId": s.tier.Id, "endsAt": "2027-02-30"}, 400, "endsAt"},
	} {
		answer := admin.Post(path, c.body)
		s.expect("the status for "+name, answer.Status, c.status)
		s.expect(name+": the error is at the field", strings.Contains(answer.Body, `"`+c.field+`"`), true)
	}
	s.expect("the status for an unknown member",
		admin.Post("/api/members/unknownrecord00/memberships",
			map[string]any{"membershipTierId": s.tier.Id, "reason": "A guest"}).Status, 404)
	s.expect("endsAt of a lifetime membership", s.grant(admin, s.tier, "").JSON["endsAt"], "")
	s.expect("the status of a second grant", s.grant(admin, s.tier, "").Status, 409)
	s.expect("the status of an order of the same tier", s.buyer.Post("/api/payments/create-order",
		orderBody(s.tier)).Status, 409)
}

func TestAnAdminExtendsAndEndsATerm(t *testing.T) {
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
	extension := map[string]any{"reason": "Our event was moved", "endsAt": "2027-12-31"}
	answer := admin.Post(path+"/extend", extension)
	s.expect("the status of the extension", answer.Status, 200)
	s.expect("endsAt", answer.JSON["endsAt"], "2027-12-31T18:29:59.000Z")
	s.expect("the start of the next term",
		s.listRecords("memberships", "startsAt",
			dbx.NewExp("1 = 1"))[1].GetString("startsAt"), "2027-12-31 18:29:59.000Z")
	s.expect("the status without a reason", admin.Post(path+"/extend", map[string]any{"endsAt": "2028-01-31"}).Status,
		400)
	s.expect("the status for a term of another member",
		admin.Post("/api/members/"+s.account(s.member())+"/memberships/"+terms[0].Id+"/extend",
			extension).Status, 404)

	ended := admin.Post(path+"/end", map[string]any{"reason": "Has left us"})
	s.expect("the status of ending the term", ended.Status, 200)
	s.expect("the status of the ended term", ended.JSON["status"], "revoked")
	s.expect("endReason", ended.JSON["endReason"], "office")
	s.expect("the entitlement, as the next term starts now", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the status of ending it again", admin.Post(path+"/end", map[string]any{"reason": "Has left us"}).Status,
		409)
	s.expect("the status of extending the ended term", admin.Post(path+"/extend", extension).Status, 409)
	emails := strings.Split(s.emailsToBuyer(), "\n")
	slices.Sort(emails)
	s.expect("the buyer's emails", strings.Join(emails, "; "), "Your membership has a new end date; "+
		"Your membership has ended; Your payment has been received; Your payment has been received")
}

func TestEndingATermThatRenewsCancelsItsMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	admin := s.SignedIn("admins", nil)
	term := s.listAllRecords("memberships")[0]
	s.expect("the status of ending the term",
		admin.Post("/api/members/"+s.account(s.buyer)+"/memberships/"+term.Id+"/end",
			map[string]any{"reason": "Has left us"}).Status, 200)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
}
