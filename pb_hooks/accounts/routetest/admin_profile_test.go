package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

const emailPath = "/api/admin/me/email"

// confirmEmail asks for a new address and follows the link that is sent to it.
func confirmEmail(t *testing.T, s *testapp.App, v *testapp.Visitor, asked form) {
	t.Helper()
	expect(t, v.Post(emailPath, asked), http.StatusOK)
	expect(t, v.Post(emailPath+"/confirm", form{"token": emailToken(t, s, asked["email"].(string))}), http.StatusOK)
}

// emailToken returns the token in the newest link to a new address.
func emailToken(t *testing.T, s *testapp.App, address string) string {
	t.Helper()
	for _, mail := range s.Inbox(address) {
		if _, after, found := strings.Cut(mail.Text, "/admin/settings/account?confirm="); found {
			return strings.Fields(after)[0]
		}
	}
	t.Fatalf("no link to %s", address)
	return ""
}

func TestAdminSetsAndReplacesOwnEmail(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	change(t, s, adminRecord(t, s, "anita"), form{"email": ""})
	v, elsewhere := signInMFAAdmin(t, s), signInMFAAdmin(t, s)
	expect(t, v.Post(emailPath, form{"email": " Anita@Example.com ", "password": password}), http.StatusOK)
	if address := v.Get("/api/admin/me").JSON["email"]; address != "" {
		t.Errorf("email = %v before the link is followed, want none", address)
	}
	expect(t, v.Post(emailPath+"/confirm", form{"token": "made-up"}), http.StatusBadRequest)
	token := emailToken(t, s, "anita@example.com")
	expect(t, s.SignedIn(httpx.Admins, nil).Post(emailPath+"/confirm", form{"token": token}), http.StatusBadRequest)
	expect(t, v.Post(emailPath+"/confirm", form{"token": token}), http.StatusOK)
	expect(t, v.Post(emailPath+"/confirm", form{"token": token}), http.StatusBadRequest)
	if address := v.Get("/api/admin/me").JSON["email"]; address != "anita@example.com" {
		t.Errorf("email = %v, want anita@example.com", address)
	}
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusUnauthorized)

	// The former address is notified of this change. The new address is notified of later changes.
	s.Clock.Advance(time.Minute)
	confirmEmail(t, s, v, form{"email": "new@example.org", "password": password})
	emails := s.Inbox("anita@example.com")
	if len(emails) != 2 || !strings.Contains(emails[0].Subject, "email address of your admin account was changed") {
		t.Errorf("emails to the former address = %v, want one notice of the change", emails)
	}
	if n := len(s.Inbox("new@example.org")); n != 1 {
		t.Errorf("%d emails to the new address, want the link", n)
	}
	enrolled(t, s, v)
	if n := len(s.Inbox("new@example.org")); n != 2 {
		t.Errorf("%d emails to the new address, want one more about two-step sign-in", n)
	}
}

func TestOwnEmailMustBeUniqueAndNeedsReauthentication(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	before := adminRecord(t, s, "anita").Email()
	taken := s.CreateAccount(httpx.Admins, nil).Email()
	secret, _ := enrolled(t, s, v)
	for _, c := range []struct {
		what   string
		body   form
		status int
		field  string
	}{
		{"no address", form{"email": "", "password": password}, http.StatusBadRequest, "email"},
		{"a malformed address", form{"email": "anita@", "password": password}, http.StatusBadRequest, "email"},
		{"no password", form{"email": "anita@example.com"}, http.StatusBadRequest, "password"},
		{"a wrong password", form{"email": "anita@example.com", "password": wrong}, http.StatusBadRequest, "password"},
		{"no code", form{"email": "anita@example.com", "password": password}, http.StatusBadRequest, "code"},
		{"a wrong code", form{"email": "anita@example.com", "password": password, "code": "000000"}, http.StatusBadRequest, "code"},
	} {
		if a := v.Post(emailPath, c.body); a.Status != c.status || a.Field(c.field) == "" {
			t.Errorf("%s: status = %d, body = %s", c.what, a.Status, a.Body)
		}
	}
	changeEmail := func(address string) testapp.Response {
		s.Clock.Advance(time.Hour)
		return v.Post(emailPath, form{"email": address, "password": password, "code": code(t, s, secret, 0)})
	}
	if a := changeEmail(strings.ToUpper(taken)); a.Status != http.StatusConflict || a.Field("email") == "" {
		t.Errorf("the address of another admin: status = %d, body = %s, want 409 with an error for email", a.Status, a.Body)
	}
	if address := adminRecord(t, s, "anita").Email(); address != before {
		t.Errorf("email = %q, want %q unchanged", address, before)
	}
	expect(t, changeEmail("anita@example.com"), http.StatusOK)
	expect(t, v.Post(emailPath+"/confirm", form{"token": emailToken(t, s, "anita@example.com")}), http.StatusOK)
	if a := changeEmail("anita@example.com"); a.Status != http.StatusConflict || a.Field("email") == "" {
		t.Errorf("the current address: status = %d, body = %s, want 409 with an error for email", a.Status, a.Body)
	}
}
