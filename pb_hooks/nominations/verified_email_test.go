package nominations_test

import (
	"net/url"
	"regexp"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

const nominee = "kavita@example.com"

// verificationToken returns the token of the link in the email that confirms a nomination.
func verificationToken(t *testing.T, s *testapp.App) string {
	t.Helper()
	for _, message := range s.Inbox(nominee) {
		if found := regexp.MustCompile(`/nomination\?token=(\S+)`).FindStringSubmatch(message.Text); found != nil {
			token, err := url.QueryUnescape(found[1])
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
	}
	t.Fatal("there is no link")
	return ""
}

func expectStatus(t *testing.T, answer testapp.Response, status int) {
	t.Helper()
	if answer.Status != status {
		t.Fatalf("answered %d %s, want %d", answer.Status, answer.Body, status)
	}
}

var registration = form{
	"name":        "Kavita Iyer",
	"email":       nominee,
	"phone":       "+919876543210",
	"location":    "Pune",
	"password":    "Correct-Horse-1",
	"requestType": "membership",
}

func ownStatusOf(v *testapp.Visitor) any { return v.Get("/api/nominations/mine").JSON["status"] }

func TestTheLinkThatConfirmsANominationProvesItsAddressOnTheWay(t *testing.T) {
	t.Parallel()
	send := func(t *testing.T, s *testapp.App) string {
		expectStatus(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": nominee})), 201)
		return verificationToken(t, s)
	}
	t.Run("for the account that is signed in", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := send(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/register", registration), 201)
		if ownStatusOf(v) != "unproved" {
			t.Fatalf("the status is %v", ownStatusOf(v))
		}
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		if ownStatusOf(v) != "submitted" {
			t.Errorf("the status is %v", ownStatusOf(v))
		}
	})
	t.Run("for the account that the same browser opens afterwards", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := send(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		expectStatus(t, v.Post("/api/register", registration), 201)
		if ownStatusOf(v) != "submitted" {
			t.Errorf("the status is %v", ownStatusOf(v))
		}
	})
	t.Run("not for an account that a stranger has opened with her address", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := send(t, s)
		stranger := newVisitor(s)
		expectStatus(t, stranger.Post("/api/register", registration), 201)
		expectStatus(t, newVisitor(s).Post("/api/nominations/mine/details", form{"token": token}), 200)
		if ownStatusOf(stranger) != "unproved" {
			t.Errorf("the stranger reads %v", ownStatusOf(stranger))
		}
	})
	t.Run("for no other address", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := send(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		other := form{}
		for name, value := range registration {
			other[name] = value
		}
		other["email"] = "other@example.com"
		expectStatus(t, v.Post("/api/register", other), 201)
		if ownStatusOf(v) != "unproved" {
			t.Errorf("the status is %v", ownStatusOf(v))
		}
	})
	t.Run("for a day", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := send(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		s.Clock.Advance(24*time.Hour + time.Second)
		expectStatus(t, v.Post("/api/register", registration), 201)
		if ownStatusOf(v) != "unproved" {
			t.Errorf("the status is %v", ownStatusOf(v))
		}
	})
}
