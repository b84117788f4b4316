package routetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp"
)

const officeEmail = "We have cancelled the renewal of your membership"

// role is an admin with a role.
func (s *fixture) role(role identity.Role) *testapp.Visitor {
	s.Helper()
	return withOwnAddress(s.SignedIn("admins", map[string]any{"role": string(role)}))
}

// billing is how a person pays, as the console's page of the buyer shows it.
func (s *fixture) billing(admin *testapp.Visitor) map[string]any {
	s.Helper()
	answer := admin.Get("/api/people/" + s.buyerID())
	if answer.Status != 200 {
		s.Fatalf("the person: %d %s", answer.Status, answer.Body)
	}
	return answer.JSON["billing"].(map[string]any)
}

func TestThePersonPageShowsHowTheyPay(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.expect("the GSTIN", s.buyer.Send("PUT", "/api/billing-profile", map[string]any{
		"kind":      "company",
		"legalName": "Rao Holdings",
		"address":   "1 Marine Drive",
		"pin":       "400001",
		"gstin":     "27AAPFU0939F1ZV",
		"state":     "27",
	}).Status, 200)
	s.Clock.Advance(32 * day)
	_, err := s.Razorpay.FailCharge(id)
	s.must(err)
	for _, event := range s.Razorpay.Events(id) {
		s.Deliver(event)
	}
	s.must(s.Jobs.Drain(s.Context()))
	for _, role := range []identity.Role{identity.RoleOwner, identity.RoleOffice} {
		billing := s.billing(s.role(role))
		mandate := billing["mandate"].(map[string]any)
		s.expect("the mandate", mandate["tierName"], "The monthly circle")
		s.expect("its state", mandate["state"], "pending")
		s.expect("its amount", mandate["amount"], "708")
		s.expect("the arrears", mandate["arrears"], "708")
		s.expect("who is invoiced", billing["billing"].(map[string]any)["legalName"], "Rao Holdings")
		s.expect("the GSTIN", billing["billing"].(map[string]any)["gstin"], "27AAPFU0939F1ZV")
		documents := billing["documents"].([]any)
		s.expect("documents", len(documents), 1)
		document := documents[0].(map[string]any)
		s.expect("the document", fmt.Sprint(document["title"], " ", document["total"], " ", document["tierName"]),
			"Receipt 708 The monthly circle")
		s.expect("the download", s.role(role).Get("/api/documents/"+document["id"].(string)).Status, 200)
	}
	for _, role := range []identity.Role{identity.RoleReviewer, identity.RoleAccountant, identity.RoleEditor} {
		s.expect("the page for "+string(role), s.role(role).Get("/api/people/"+s.buyerID()).Status, 403)
	}
	s.expect("the page for a member", s.buyer.Get("/api/people/"+s.buyerID()).Status, 403)
}

func TestTheOfficeCancelsARenewal(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	office := s.role(identity.RoleOffice)

	s.step("with the password and a reason only", func(s *fixture) {
		path := "/api/members/" + s.buyerID() + "/mandate/cancel"
		s.expect("without the password", office.Post(path, map[string]any{"reason": "By telephone"}).Status, 400)
		s.expect("with a wrong one",
			office.Post(path, map[string]any{"reason": "By telephone", "password": "wrong"}).Status, 400)
		s.expect("without a reason",
			office.Post(path, map[string]any{"password": testapp.Password}).Field("reason") != "", true)
		for _, role := range []identity.Role{identity.RoleReviewer, identity.RoleAccountant, identity.RoleEditor} {
			s.expect("by "+string(role), s.cancelMandate(s.role(role), s.buyerID()).Status, 403)
		}
		s.expect("by the member", s.cancelMandate(s.buyer, s.buyerID()).Status, 403)
		s.expect("the mandate", s.billing(office)["mandate"].(map[string]any)["cancelRequestedAt"], nil)
	})
	s.step("it ends with its period, and the member is told", func(s *fixture) {
		answer := s.cancelMandate(office, s.buyerID())
		s.expect("the answer", answer.Status, 200)
		s.expect("confirmed", answer.JSON["isCancelConfirmed"], true)
		s.expect("the end", answer.JSON["currentEnd"], "2026-09-03T06:30:00.000Z")
		mandate := s.billing(office)["mandate"].(map[string]any)
		s.expect("who has cancelled it", mandate["cancelReason"], "office")
		s.expect("when", mandate["cancelRequestedAt"], "2026-08-03T06:30:00.000Z")
		s.expect("the next charge", mandate["nextChargeAt"], nil)
		s.expectLive()
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
		s.expect("without a grace", s.mine(s.buyer, "entitlement", "graceUntil"), "2026-09-03T18:29:59.000Z")
		email := s.Inbox("asha@example.com")[0]
		s.expect("the email", email.Subject, officeEmail)
		for _, said := range []string{
			"You will not be charged for it again.", "You keep your membership until 3 Sep 2026.", "If you did not ask for this, reply to this email",
		} {
			s.expect(said, strings.Contains(email.Text, said), true)
		}
		entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "mandate.cancelled"})
		s.expect("in the audit log", len(entries), 1)
		s.expect("with the reason", strings.Contains(entries[0].GetString("after"), "She asked us on the phone"), true)
	})
	s.step("once", func(s *fixture) {
		for _, admin := range []*testapp.Visitor{office, s.role(identity.RoleOwner)} {
			again := s.cancelMandate(admin, s.buyerID())
			s.expect("the status", again.Status, 409)
			s.expect("the sentence", again.Message(),
				"The renewal was already cancelled on 3 Aug 2026 (by the office).")
		}
		s.Clock.Advance(40 * day)
		s.must(s.Razorpay.PassTime())
		s.deliver(s.Razorpay.Events(s.Razorpay.State().Subscriptions[0].ID)...)
		s.expect("emails", s.subjects(), "Your payment has been received\n"+officeEmail)
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "lapsed")
		gone := s.cancelMandate(office, s.buyerID())
		s.expect("after its end", gone.Status, 404)
		s.expect("the sentence", gone.Message(), "This member has no membership that renews automatically.")
		s.expect("nobody", s.cancelMandate(office, "unknown00000000").Status, 404)
	})
}

// While Razorpay does not answer, the page says so, the office may not cancel twice, and a charge is refunded.
func TestTheOfficeCancelsARenewalThatTheProviderDoesNotConfirm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	office := s.role(identity.RoleOffice)
	answer := s.cancelMandate(office, s.buyerID())
	s.expect("the answer", answer.Status, 200)
	s.expect("confirmed", answer.JSON["isCancelConfirmed"], false)
	s.expect("the email", s.Inbox("asha@example.com")[0].Subject, officeEmail)
	s.expect("again", s.cancelMandate(office, s.buyerID()).Status, 409)
	s.Clock.Advance(31 * day)
	s.chargeMandate(id)
	s.expect("the charge", s.chargeOf(id).GetString("status"), "refunded")
	s.expect("on the page", s.billing(office)["mandate"].(map[string]any)["isCancelConfirmed"], false)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("the office's emails, once", strings.Count(s.subjects(), officeEmail), 1)
	s.expect("others about it", strings.Count(s.subjects(), "Your mandate has been cancelled"), 0)
}

// A mandate whose last charge has failed has no running period to wait for.
func TestTheOfficeCancelsARenewalWhoseChargeHasFailed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.Clock.Advance(31 * day)
	_, err := s.Razorpay.FailCharge(id)
	s.must(err)
	for _, event := range s.Razorpay.Events(id) {
		s.Deliver(event)
	}
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the answer", s.cancelMandate(s.role(identity.RoleOffice), s.buyerID()).Status, 200)
	s.expect("at Razorpay", s.Razorpay.State().Subscriptions[0].Status, "cancelled")
	s.expect("on the page", s.billing(s.role(identity.RoleOffice))["mandate"], nil)
	s.expect("emails", strings.Count(s.subjects(), officeEmail), 1)
}
