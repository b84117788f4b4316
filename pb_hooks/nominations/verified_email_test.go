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
	t.Fatal("no email has a link")
	return ""
}

func expectStatus(t *testing.T, answer testapp.Response, status int) {
	t.Helper()
	if answer.Status != status {
		t.Fatalf("status = %d, want %d; body: %s", answer.Status, status, answer.Body)
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

func TestConfirmationLinkVerifiesTheEmailOfAnAccount(t *testing.T) {
	t.Parallel()
	nominate := func(t *testing.T, s *testapp.App) string {
		expectStatus(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": nominee})), 201)
		return verificationToken(t, s)
	}
	t.Run("the account that is signed in", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := nominate(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/register", registration), 201)
		if ownStatusOf(v) != "unproved" {
			t.Fatalf("status before the link = %v, want unproved", ownStatusOf(v))
		}
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		if ownStatusOf(v) != "submitted" {
			t.Errorf("status = %v", ownStatusOf(v))
		}
	})
	t.Run("an account that is created later in the same browser", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := nominate(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		expectStatus(t, v.Post("/api/register", registration), 201)
		if ownStatusOf(v) != "submitted" {
			t.Errorf("status = %v", ownStatusOf(v))
		}
	})
	t.Run("an account in another browser is not verified", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := nominate(t, s)
		stranger := newVisitor(s)
		expectStatus(t, stranger.Post("/api/register", registration), 201)
		expectStatus(t, newVisitor(s).Post("/api/nominations/mine/details", form{"token": token}), 200)
		if ownStatusOf(stranger) != "unproved" {
			t.Errorf("status of the other account = %v, want unproved", ownStatusOf(stranger))
		}
	})
	t.Run("an account with another email is not verified", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := nominate(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		other := form{}
		for name, value := range registration {
			other[name] = value
		}
		other["email"] = "other@example.com"
		expectStatus(t, v.Post("/api/register", other), 201)
		if ownStatusOf(v) != "unproved" {
			t.Errorf("status = %v", ownStatusOf(v))
		}
	})
	t.Run("an account created more than a day later is not verified", func(t *testing.T) {
		t.Parallel()
		s := newApp(t)
		token := nominate(t, s)
		v := newVisitor(s)
		expectStatus(t, v.Post("/api/nominations/mine/details", form{"token": token}), 200)
		s.Clock.Advance(24*time.Hour + time.Second)
		expectStatus(t, v.Post("/api/register", registration), 201)
		if ownStatusOf(v) != "unproved" {
			t.Errorf("status = %v", ownStatusOf(v))
		}
	})
}
