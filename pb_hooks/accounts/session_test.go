package accounts_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestASignInByPasswordOrPINOpensASession(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for _, secret := range []string{password, pin} {
		v := visitor(s)
		a := v.Post("/api/login", login("  ASHA@Example.com", secret))
		expect(t, a, http.StatusOK)
		if a.JSON["name"] != "Asha Rao" || v.Get("/api/user").Body != a.Body {
			t.Errorf("signed in as %s", a.Body)
		}
	}
}

func TestTheLoginFormHasItsMessages(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := visitor(s)
	for _, bad := range []any{"", "asha", nil} {
		a := v.Post("/api/login", form{"email": bad, "password": password})
		expectMessage(t, a, http.StatusBadRequest, "Please enter a valid email address")
		if a.Field("email") != "Please enter a valid email address" {
			t.Error(a.Body)
		}
	}
	a := v.Post("/api/login", login(email, ""))
	expectMessage(t, a, http.StatusBadRequest, "Password is required")
	if a.Field("password") != "Password is required" {
		t.Error(a.Body)
	}
	expectMessage(t, v.Post("/api/forgot-password", form{"email": "asha"}), http.StatusBadRequest, "Please enter a valid email address")
}

// Each of them must look alike from outside: the answer, the one comparison, the rows written.
func TestEveryFailedSignInLooksTheSame(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "inactive@example.com", "isActive": false, "pin": pin})
	s.CreateAccount(httpx.Users, form{"email": "admin@example.com", "isAdmin": true, "pin": pin})
	s.CreateAccount(httpx.Users, form{"email": "nopin@example.com"})
	legacy := s.CreateAccount(httpx.Users, form{"email": "legacy@example.com", "source": "legacy"})
	if _, err := s.PB.NonconcurrentDB().NewQuery("UPDATE users SET password = '' WHERE id = '" + legacy.Id + "'").Execute(); err != nil {
		t.Fatal(err)
	}
	compared := 0
	s.Accounts.OnCompare(func(bool) { compared++ })

	looks := map[string]testapp.Response{}
	for _, c := range []struct{ name, email, secret string }{
		{"a wrong password", email, wrong},
		{"an unknown e-mail", "nobody@example.com", wrong},
		{"an inactive account", "inactive@example.com", testapp.Password},
		{"an account without a password", "legacy@example.com", testapp.Password},
		{"a secret of more than bcrypt's 72 bytes", email, strings.Repeat(password, 10)},
		{"a wrong PIN", email, wrongPIN},
		{"a PIN for an unknown e-mail", "nobody@example.com", pin},
		{"a PIN for an inactive account", "inactive@example.com", pin},
		{"a PIN for an account without one", "nopin@example.com", pin},
		{"a PIN for an admin", "admin@example.com", pin},
	} {
		before := rows(t, s, "sign_in_throttles")
		compared = 0
		a := visitor(s).Post("/api/login", login(c.email, c.secret))
		expectMessage(t, a, http.StatusUnauthorized, refused)
		a.Header.Del("Date")
		looks[c.name] = a
		if compared != 1 {
			t.Errorf("%s took %d comparisons", c.name, compared)
		}
		wants := 2
		if len(c.secret) == 4 {
			wants = 1
		}
		if written := rows(t, s, "sign_in_throttles") - before; written != wants {
			t.Errorf("%s wrote %d counters, want %d", c.name, written, wants)
		}
	}
	for name, a := range looks {
		model := looks["a wrong password"]
		if a.Body != model.Body || len(a.Header) != len(model.Header) {
			t.Errorf("%s answers %s %v, a wrong password %s %v", name, a.Body, a.Header, model.Body, model.Header)
		}
	}
}

func TestSigningOutEndsTheSessionForACopyOfItsCookieToo(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	copied := stealSession(t, s, v, "session")
	expect(t, copied.Get("/api/user"), http.StatusOK)
	expect(t, v.Post("/api/logout", nil), http.StatusNoContent)
	expect(t, v.Get("/api/user"), http.StatusUnauthorized)
	expect(t, copied.Get("/api/user"), http.StatusUnauthorized)
	expect(t, v.Post("/api/logout", nil), http.StatusNoContent)
}

func TestAChangeOfRightsOrOfWhatOpensTheAccountEndsOpenSessionsAtOnce(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for name, c := range map[string]struct {
		account, change form
		ends            bool
	}{
		"deactivated":               {nil, form{"isActive": false}, true},
		"no longer an admin":        {form{"isAdmin": true}, form{"isAdmin": false}, true},
		"a password from the staff": {nil, form{"password": "From the staff 1", "passwordConfirm": "From the staff 1"}, true},
		"another e-mail":            {nil, form{"email": "other@example.com"}, true},
		"another name":              {nil, form{"name": "Asha R."}, false},
		"made an admin":             {nil, form{"isAdmin": true}, true},
	} {
		user := s.CreateAccount(httpx.Users, c.account)
		v := visitor(s)
		expect(t, v.Post("/api/login", login(user.Email(), testapp.Password)), http.StatusOK)
		staff := s.SignedIn(core.CollectionNameSuperusers, nil)
		if a := staff.Send(http.MethodPatch, "/api/collections/users/records/"+user.Id, c.change); a.Status != http.StatusOK {
			t.Fatalf("%s: %s", name, a.Body)
		}
		// A session that was ended stays ended, also when the right is given back.
		change(t, s, account(t, s, secretChanged(c.change, user.Email())), form{"isActive": true})
		if ended := v.Get("/api/user").Status == http.StatusUnauthorized; ended != c.ends {
			t.Errorf("%s: ended is %t", name, ended)
		}
	}
}

func secretChanged(change form, email string) string {
	if other, ok := change["email"].(string); ok {
		return other
	}
	return email
}

func TestANewEmailVoidsTheLinkThatWentToTheOldOne(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	change(t, s, account(t, s, email), form{"email": "new@example.com"})
	expectMessage(t, visitor(s).Post("/api/reset-password", form{"token": token, "newPassword": "Bay of Bengal 7"}), http.StatusBadRequest, "Invalid reset token")
}

func TestANewPasswordFromTheStaffVoidsTheLinkAndThePINThatWereThereBefore(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	change(t, s, account(t, s, email), form{"password": "From the staff 1"})
	expectMessage(t, visitor(s).Post("/api/reset-password", form{"token": token, "newPassword": "Bay of Bengal 7"}), http.StatusBadRequest, "Invalid reset token")
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, "From the staff 1")), http.StatusOK)
	change(t, s, account(t, s, email), form{"password": "From the staff 2", "pin": "5937"})
	expect(t, visitor(s).Post("/api/login", login(email, "5937")), http.StatusOK)
}
