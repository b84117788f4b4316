package accounts_test

import (
	"net/http"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestAdminRightsGoToAProvedEmailOnly(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	grant := func() testapp.Response {
		return v.Post("/api/admins/members", form{"email": email, "password": password})
	}
	unproved := grant()
	expect(t, unproved, http.StatusConflict)
	if got := unproved.Field("email"); got != `Asha Rao has not proved her email address yet. Ask her to set a new password through "Forgot password" first.` {
		t.Errorf("said %q", got)
	}
	if account(t, s, email).GetBool("isAdmin") {
		t.Error("she has admin rights")
	}

	// whoever has typed her address at the sign-up may ask for a link, but does not get it
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK)
	s.Drain()
	expect(t, grant(), http.StatusConflict)

	token := resetMails(s, email)[0]
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusOK, reset)
	if !account(t, s, email).Verified() {
		t.Error("the mailed link proves nothing")
	}
	expect(t, grant(), http.StatusOK)
}

func TestAProofDoesNotOutliveTheEmail(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), newPass)), http.StatusOK, reset)
	change(t, s, account(t, s, email), form{"name": "Asha Verma", "email": " ASHA@example.com "})
	if !account(t, s, email).Verified() {
		t.Error("the same e-mail lost its proof")
	}
	change(t, s, account(t, s, email), form{"email": "asha@example.org"})
	if account(t, s, "asha@example.org").Verified() {
		t.Error("another e-mail counts as proved")
	}
}
