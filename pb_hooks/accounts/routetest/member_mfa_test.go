package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// enrolledMember sets up a second factor for the member who is signed in to a browser.
func enrolledMember(t *testing.T, s *testapp.App, v *testapp.Visitor) (secret string, recovery []string) {
	t.Helper()
	started := v.Post("/api/user/second-factor", form{"password": password})
	expect(t, started, http.StatusOK)
	secret, _ = started.JSON["secret"].(string)
	confirmed := v.Post("/api/user/second-factor/confirm", form{"code": code(t, s, secret, 0)})
	expect(t, confirmed, http.StatusOK)
	return secret, recoveryCodes(t, confirmed)
}

func loginWithCode(secret, code string) form {
	return form{"email": email, "password": secret, "code": code}
}

func TestMembersSignInWithACodeAfterPasswordAndPIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	elsewhere := visitor(s)
	expect(t, elsewhere.Post("/api/login", login(email, password)), http.StatusOK)
	expectMessage(t, v.Post("/api/user/second-factor", form{"password": wrong}), http.StatusBadRequest,
		"This is not your current password")
	expect(t, v.Post("/api/user/second-factor", form{"password": pin}), http.StatusBadRequest)
	secret, _ := enrolledMember(t, s, v)
	expect(t, v.Get("/api/user"), http.StatusOK)
	expect(t, elsewhere.Get("/api/user"), http.StatusUnauthorized)
	expect(t, v.Post("/api/user/second-factor", form{"password": password}), http.StatusConflict)
	if a := v.Get("/api/user/security"); a.JSON["secondFactor"] != true || a.JSON["recoveryCodesLeft"] != 8.0 {
		t.Errorf("security = %s, want a second factor and 8 recovery codes", a.Body)
	}
	s.Clock.Advance(time.Minute)
	for _, credential := range []string{password, pin} {
		browser := visitor(s)
		a := browser.Post("/api/login", login(email, credential))
		expect(t, a, http.StatusUnauthorized)
		if codeErrorOf(a) != "required" {
			t.Errorf("sign-in without a code: body = %s, want the error required", a.Body)
		}
		expect(t, browser.Post("/api/login", loginWithCode(credential, "000000")), http.StatusUnauthorized)
		expect(t, browser.Get("/api/user"), http.StatusUnauthorized)
		now := code(t, s, secret, 0)
		expect(t, browser.Post("/api/login", loginWithCode(credential, now)), http.StatusOK)
		expect(t, browser.Get("/api/user"), http.StatusOK)
		// A code works once, whether it was used with the password or with the PIN.
		expect(t, visitor(s).Post("/api/login", loginWithCode(password, now)), http.StatusUnauthorized)
		s.Clock.Advance(time.Minute)
	}
	// Without the password, the response does not reveal that the account has a second factor.
	expectMessage(t, visitor(s).Post("/api/login", loginWithCode(wrong, code(t, s, secret, 0))),
		http.StatusUnauthorized, refused)
	if subjects := subjectsTo(s, email); !subjects["Two-step sign-in is on"] {
		t.Errorf("subjects of the member's emails = %v", subjects)
	}
	stored := account(t, s, email).GetString("totpSecret") + account(t, s, email).GetString("recoveryCodes")
	if stored == "" || strings.Contains(stored, secret) {
		t.Error("the secret is stored in plain text")
	}
}

func subjectsTo(s *testapp.App, address string) map[string]bool {
	subjects := map[string]bool{}
	for _, email := range s.Inbox(address) {
		subjects[email.Subject] = true
	}
	return subjects
}

func TestWrongCodesOfMembersAreCountedPerAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	secret, recovery := enrolledMember(t, s, registerUser(t, s))
	s.Clock.Advance(time.Minute)
	for range 5 {
		expect(t, visitor(s).Post("/api/login", loginWithCode(password, "123456")), http.StatusUnauthorized)
	}
	retryAfter(t, visitor(s).Post("/api/login", loginWithCode(password, code(t, s, secret, 0))))
	retryAfter(t, visitor(s).Post("/api/login", loginWithCode(password, recovery[0])))
	s.Clock.Advance(time.Minute)
	expect(t, visitor(s).Post("/api/login", loginWithCode(password, recovery[0])), http.StatusOK)
	expect(t, visitor(s).Post("/api/login", loginWithCode(password, recovery[0])), http.StatusUnauthorized)
}

func TestChangesOfMemberCredentialsNeedBothFactors(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	secret, first := enrolledMember(t, s, v)
	for path, body := range map[string]form{
		"/api/user/password":             {"current": password, "new": "Indian Ocean 42"},
		"/api/user/pin":                  {"password": password, "pin": "9182"},
		"/api/user/email":                {"password": password, "email": "new@example.com"},
		"/api/passkeys/begin":            {"password": password},
		"/api/user/second-factor/remove": {"password": password},
		"/api/user/recovery-codes":       {"password": password},
	} {
		if a := v.Post(path, body); a.Status != http.StatusBadRequest || codeErrorOf(a) != "required" {
			t.Errorf("%s with the password alone: status = %d, body = %s, want a code required", path, a.Status, a.Body)
		}
	}
	s.Clock.Advance(time.Minute)
	renewed := v.Post("/api/user/recovery-codes", form{"password": password, "code": code(t, s, secret, 0)})
	expect(t, renewed, http.StatusOK)
	expect(t, visitor(s).Post("/api/login", loginWithCode(password, first[0])), http.StatusUnauthorized)
	s.Clock.Advance(time.Minute)
	expect(t, v.Post("/api/user/second-factor/remove", form{"password": wrong, "code": code(t, s, secret, 0)}),
		http.StatusBadRequest)
	expect(t, v.Post("/api/user/second-factor/remove", form{"password": password, "code": code(t, s, secret, 0)}),
		http.StatusOK)
	expect(t, v.Get("/api/user"), http.StatusOK)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
	subjects := subjectsTo(s, email)
	if !subjects["You have new recovery codes"] || !subjects["Two-step sign-in is off"] {
		t.Errorf("subjects of the member's emails = %v", subjects)
	}
}

func TestPasswordResetKeepsTheSecondFactor(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	// A reset keeps the second factor only if the address was verified before.
	expect(t, v.Post("/api/user/verification", nil), http.StatusOK)
	expect(t, v.Post("/api/confirm-email", form{"token": emailLink(t, s, email)}), http.StatusOK)
	secret, _ := enrolledMember(t, s, v)
	expect(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), "Indian Ocean 42")),
		http.StatusOK)
	expect(t, visitor(s).Post("/api/login", login(email, "Indian Ocean 42")), http.StatusUnauthorized)
	s.Clock.Advance(time.Minute)
	expect(t, visitor(s).Post("/api/login", loginWithCode("Indian Ocean 42", code(t, s, secret, 0))), http.StatusOK)
}

func TestAnAdminResetsAMembersSecondFactor(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	enrolledMember(t, s, v)
	office := s.SignedIn(httpx.Admins, form{"role": "office"})
	path := "/api/people/" + account(t, s, email).Id
	if person := office.Get(path); person.JSON["secondFactor"] != true {
		t.Errorf("person = %s, want a second factor", person.Body)
	}
	expect(t, office.Post(path+"/second-factor/reset", nil), http.StatusBadRequest)
	expect(t, office.Post(path+"/second-factor/reset", testReauthentication), http.StatusOK)
	expect(t, office.Post(path+"/second-factor/reset", testReauthentication), http.StatusConflict)
	expect(t, v.Get("/api/user"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
	if subjects := subjectsTo(s, email); !subjects["Your two-step sign-in was reset"] {
		t.Errorf("subjects of the member's emails = %v", subjects)
	}
}

func TestMemberWithAdminRightsNeedsASecondFactorForTheConsole(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	change(t, s, account(t, s, email), form{"isAdmin": true})
	requireTOTP(t, s, true)
	expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
	expect(t, v.Get("/api/admin/stats"), http.StatusForbidden)
	secret, _ := enrolledMember(t, s, v)
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	s.Clock.Advance(time.Minute)
	expect(t, v.Post("/api/user/second-factor/remove", form{"password": password, "code": code(t, s, secret, 0)}),
		http.StatusConflict)
}
