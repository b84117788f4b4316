package routetest

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// announce publishes the next session.
func (s *fixture) announce() (path string) {
	s.Helper()
	office := s.SignedIn("admins", nil)
	created := office.Post("/api/events", map[string]any{
		"title": "Reading the audit report", "host": "Meera Krishnan", "capacity": 20,
		"meetingUrl": "https://meet.example.com/j/1", "startsAt": "2026-08-27T18:00",
	})
	path = "/api/events/" + created.JSON["id"].(string)
	s.expect("the status of the session", office.Post(path+"/publish", nil).Status, 200)
	return path
}

// publishProfile lists a member in the directory.
func (s *fixture) publishProfile(m *testapp.Visitor) {
	s.Helper()
	saved := m.Send(http.MethodPut, "/api/profile", map[string]any{
		"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune", "boards": []any{},
		"sectors": []string{"technology"}, "languages": []string{"en"}, "canHelpWith": []string{"finance"},
		"emailVisibility": "introduced", "phoneVisibility": "introduced", "linkedinVisibility": "introduced",
	})
	wording := saved.JSON["consent"].(map[string]any)["wording"]
	s.expect("the status of the profile",
		m.Post("/api/profile/publish", map[string]any{"wording": wording, "agree": true}).Status, 200)
}

// attendee returns a new member who is going to a session.
func (s *fixture) attendee(name, session string) *testapp.Visitor {
	s.Helper()
	m := withOwnAddress(s.SignedInAs(s.CreateMember(map[string]any{"name": name})))
	s.expect("the status of the answer", m.Post(session+"/answer", map[string]any{"answer": "going"}).Status, 200)
	return m
}

// Each email that tells a person of a new membership leads to the circle and names the next session. A member also
// reads who is going, but only people whom the directory shows to the member when the email is sent.
func TestTheEmailsAboutANewMembershipNameTheNextSession(t *testing.T) {
	t.Parallel()
	const (
		session = "The next session is Reading the audit report, on Thursday, 27 Aug 2026, 18:00 IST, hosted by " +
			"Meera Krishnan."
		circle = "http://boardcircle.test/circle"
	)
	s := newFixture(t)
	path := s.announce()
	farah := s.attendee("Farah Khan", path)
	s.publishProfile(farah)
	s.attendee("Hema Hidden", path)

	const meets = session + " There you will meet Farah Khan."
	visit := func(email string) {
		s.buyer = withOwnAddress(s.SignedIn("users", map[string]any{"email": email}))
	}
	expect := func(email, kind string, texts ...string) {
		t.Helper()
		text := onlyEmail(t, s.App, email, kind).Text
		for _, want := range append(texts, circle) {
			s.expect("the email to "+email+" has "+want, strings.Contains(text, want), true)
		}
		s.expect("the email to "+email+" names a member without a profile", strings.Contains(text, "Hema"), false)
		s.expect("the email to "+email+" names a member",
			strings.Contains(text, "you will meet"), slices.Contains(texts, meets))
	}
	admin, tier := s.SignedIn("admins", nil), s.createTier("guest", "annual", map[string]any{"price": 50000})

	s.expect("the status of the grant", s.grant(admin, tier, "2027-03-31").Status, 201)
	expect(buyerEmail, "membership-notice", meets)

	visit("bina@example.com")
	s.expect("the status of the grant", s.grant(admin, tier, "2027-03-31").Status, 201)
	s.expect("the status of the withdrawal", farah.Post("/api/profile/withdraw", nil).Status, 200)
	expect("bina@example.com", "membership-notice", session) // it is sent after the withdrawal
	s.publishProfile(farah)

	visit("chitra@example.com")
	s.coupon(map[string]any{"value": 100})
	s.expect("the status of the order", s.orderWith(s.buyer, s.tier, "FRIENDS").Status, 201)
	expect("chitra@example.com", "membership-notice", meets)

	visit("devi@example.com")
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
	expect("devi@example.com", "payment-confirmed", meets)

	token := s.buySeats(1).invite(0, "esha@example.com") // she is no member yet
	expect("esha@example.com", "seat-invitation", session)
	visit("esha@example.com")
	s.expect("the status of the acceptance", s.acceptSeat(s.buyer, token).Status, 200)
	expect("esha@example.com", "membership-notice", meets, "the membership that Rao Textiles has bought for you")
}
