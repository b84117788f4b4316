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

// adminWithRole returns a new admin with a role.
func (s *fixture) adminWithRole(role identity.Role) *testapp.Visitor {
	s.Helper()
	return withOwnAddress(s.SignedIn("admins", map[string]any{"role": string(role)}))
}

// personBilling returns the billing of the buyer on the person page of the console.
func (s *fixture) personBilling(admin *testapp.Visitor) map[string]any {
	s.Helper()
	answer := admin.Get("/api/people/" + s.buyerID())
	if answer.Status != 200 {
		s.Fatalf("person page: status = %d, want 200: %s", answer.Status, answer.Body)
	}
	return answer.JSON["billing"].(map[string]any)
}

func TestThePersonPageShowsTheMandateAndTheBilling(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.expect("the status of the billing profile", s.buyer.Send("PUT", "/api/billing-profile", map[string]any{
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
		billing := s.personBilling(s.adminWithRole(role))
		mandate := billing["mandate"].(map[string]any)
		s.expect("the tier of the mandate", mandate["tierName"], "The monthly circle")
		s.expect("its state", mandate["state"], "pending")
		s.expect("its amount", mandate["amount"], "708")
		s.expect("the arrears", mandate["arrears"], "708")
		s.expect("the legal name", billing["billing"].(map[string]any)["legalName"], "Rao Holdings")
		s.expect("the GSTIN", billing["billing"].(map[string]any)["gstin"], "27AAPFU0939F1ZV")
		documents := billing["documents"].([]any)
		s.expect("documents", len(documents), 1)
		document := documents[0].(map[string]any)
		s.expect("the document", fmt.Sprint(document["title"], " ", document["total"], " ", document["tierName"]),
			"Receipt 708 The monthly circle")
		s.expect("the status of the download",
			s.adminWithRole(role).Get("/api/documents/"+document["id"].(string)).Status, 200)
	}
	for _, role := range []identity.Role{identity.RoleReviewer, identity.RoleAccountant, identity.RoleEditor} {
		s.expect("the status for "+string(role), s.adminWithRole(role).Get("/api/people/"+s.buyerID()).Status, 403)
	}
	s.expect("the status for a member", s.buyer.Get("/api/people/"+s.buyerID()).Status, 403)
}

func TestTheOfficeCancelsARenewal(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	office := s.adminWithRole(identity.RoleOffice)

	s.step("it needs the password and a reason", func(s *fixture) {
		path := "/api/members/" + s.buyerID() + "/mandate/cancel"
		s.expect("the status without the password", office.Post(path, map[string]any{"reason": "By telephone"}).Status,
			400)
		s.expect("the status with a wrong password",
			office.Post(path, map[string]any{"reason": "By telephone", "password": "wrong"}).Status, 400)
		s.expect("without a reason there is a field error",
			office.Post(path, map[string]any{"password": testapp.Password}).Field("reason") != "", true)
		for _, role := range []identity.Role{identity.RoleReviewer, identity.RoleAccountant, identity.RoleEditor} {
			s.expect("the status for "+string(role), s.cancelMandate(s.adminWithRole(role), s.buyerID()).Status, 403)
		}
		s.expect("the status for the member", s.cancelMandate(s.buyer, s.buyerID()).Status, 403)
		s.expect("cancelRequestedAt", s.personBilling(office)["mandate"].(map[string]any)["cancelRequestedAt"], nil)
	})
	s.step("the mandate ends with its period, and the member is emailed", func(s *fixture) {
		answer := s.cancelMandate(office, s.buyerID())
		s.expect("the status", answer.Status, 200)
		s.expect("isCancelConfirmed", answer.JSON["isCancelConfirmed"], true)
		s.expect("currentEnd", answer.JSON["currentEnd"], "2026-09-03T06:30:00.000Z")
		mandate := s.personBilling(office)["mandate"].(map[string]any)
		s.expect("cancelReason", mandate["cancelReason"], "office")
		s.expect("cancelRequestedAt", mandate["cancelRequestedAt"], "2026-08-03T06:30:00.000Z")
		s.expect("nextChargeAt", mandate["nextChargeAt"], nil)
		s.expectLive()
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
		s.expect("graceUntil, the end of the period", s.mine(s.buyer, "entitlement", "graceUntil"),
			"2026-09-03T18:29:59.000Z")
		email := s.Inbox("asha@example.com")[0]
		s.expect("the subject of the email", email.Subject, officeEmail)
		for _, text := range []string{
			"You will not be charged for it again.", "You keep your membership until 3 Sep 2026.", "If you did not ask for this, reply to this email",
		} {
			s.expect("the email contains "+text, strings.Contains(email.Text, text), true)
		}
		entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "mandate.cancelled"})
		s.expect("rows in the audit log", len(entries), 1)
		s.expect("the row has the reason", strings.Contains(entries[0].GetString("after"), "She asked us on the phone"),
			true)
	})
	s.step("it cannot be cancelled twice", func(s *fixture) {
		for _, admin := range []*testapp.Visitor{office, s.adminWithRole(identity.RoleOwner)} {
			again := s.cancelMandate(admin, s.buyerID())
			s.expect("the status", again.Status, 409)
			s.expect("the message", again.Message(),
				"The renewal was already cancelled on 3 Aug 2026 (by the office).")
		}
		s.Clock.Advance(40 * day)
		s.must(s.Razorpay.PassTime())
		s.deliver(s.Razorpay.Events(s.Razorpay.State().Subscriptions[0].ID)...)
		s.expect("emails", s.subjects(), "Your payment has been received\n"+officeEmail)
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "lapsed")
		ended := s.cancelMandate(office, s.buyerID())
		s.expect("the status after its end", ended.Status, 404)
		s.expect("the message", ended.Message(), "This member has no membership that renews automatically.")
		s.expect("the status for an unknown member", s.cancelMandate(office, "unknown00000000").Status, 404)
	})
}

// Until Razorpay confirms the cancellation, the page shows it as unconfirmed, a second cancellation is refused, and a
// charge is refunded.
func TestTheOfficeCancelsARenewalThatTheProviderDoesNotConfirm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.refuseCancellations()
	office := s.adminWithRole(identity.RoleOffice)
	answer := s.cancelMandate(office, s.buyerID())
	s.expect("the status", answer.Status, 200)
	s.expect("isCancelConfirmed", answer.JSON["isCancelConfirmed"], false)
	s.expect("the subject of the email", s.Inbox("asha@example.com")[0].Subject, officeEmail)
	s.expect("the status of a second cancellation", s.cancelMandate(office, s.buyerID()).Status, 409)
	s.Clock.Advance(31 * day)
	s.chargeMandate(id)
	s.expect("the status of the charge", s.chargeOf(id).GetString("status"), "refunded")
	s.expect("isCancelConfirmed on the page", s.personBilling(office)["mandate"].(map[string]any)["isCancelConfirmed"],
		false)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Clock.Advance(2 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expectLive()
	s.expect("emails about the cancellation by the office", strings.Count(s.subjects(), officeEmail), 1)
	s.expect("other emails about the cancellation", strings.Count(s.subjects(), "Your mandate has been cancelled"), 0)
}

// A mandate whose last charge has failed has no current period, so it is cancelled immediately.
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
	s.expect("the status", s.cancelMandate(s.adminWithRole(identity.RoleOffice), s.buyerID()).Status, 200)
	s.expect("the status at Razorpay", s.Razorpay.State().Subscriptions[0].Status, "cancelled")
	s.expect("the mandate on the page", s.personBilling(s.adminWithRole(identity.RoleOffice))["mandate"], nil)
	s.expect("emails about the cancellation", strings.Count(s.subjects(), officeEmail), 1)
}
