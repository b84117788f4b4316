package accounts_test

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestAnAdminSignsInAndOutWithoutTouchingTheMembersSession(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := registerSecondUser(t, s)
	a := v.Post("/api/admin/login", form{"username": " OFFICE ", "password": password})
	expectMessage(t, a, http.StatusOK, "Welcome to the admin panel")
	if a.JSON["username"] != "office" || len(a.JSON) != 2 {
		t.Errorf("answered %s", a.Body)
	}
	session := v.Get("/api/admin/session")
	expect(t, session, http.StatusOK)
	if session.JSON["username"] != "office" || session.JSON["via"] != "admin" || len(session.JSON) != 2 {
		t.Errorf("the session is %s", session.Body)
	}
	expect(t, v.Get("/api/user"), http.StatusOK)

	copied := stealSession(t, s, v, "admin_session")
	expect(t, v.Post("/api/admin/logout", nil), http.StatusNoContent)
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, copied.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, v.Get("/api/user"), http.StatusOK)
}

// registerSecondUser signs Meera up beside Asha.
func registerSecondUser(t *testing.T, s *testapp.App) *testapp.Visitor {
	t.Helper()
	v := visitor(s)
	expect(t, v.Post("/api/register", signUp(form{"email": "meera@example.com"})), http.StatusCreated)
	return v
}

func TestTheAdminLoginHasItsMessages(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	s.CreateAccount(httpx.Admins, form{"username": "former", "password": password, "isActive": false})
	for _, c := range []struct {
		body    form
		status  int
		message string
	}{
		{form{"password": password}, http.StatusBadRequest, "Username is required"},
		{form{"username": "office"}, http.StatusBadRequest, "Password is required"},
		{form{"username": "office", "password": wrong}, http.StatusUnauthorized, "Invalid credentials"},
		{form{"username": "former", "password": password}, http.StatusUnauthorized, "Invalid credentials"},
		{form{"username": "admin", "password": "admin"}, http.StatusUnauthorized, "Invalid credentials"},
		{form{"username": "office", "password": pin}, http.StatusUnauthorized, "Invalid credentials"},
		// a member's account is no admin's
		{form{"username": email, "password": password}, http.StatusUnauthorized, "Invalid credentials"},
	} {
		compared := 0
		s.Accounts.OnCompare(func(bool) { compared++ })
		expectMessage(t, visitor(s).Post("/api/admin/login", c.body), c.status, c.message)
		if c.status == http.StatusUnauthorized && compared != 1 {
			t.Errorf("%v took %d comparisons", c.body, compared)
		}
	}
}

func TestTheAdminSessionKnowsByWhichSignInOneCame(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, s.Visitor().Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, s.SignedIn(httpx.Users, nil).Get("/api/admin/session"), http.StatusUnauthorized)
	user := s.SignedIn(httpx.Users, form{"email": email, "isAdmin": true}).Get("/api/admin/session")
	if user.JSON["via"] != "user" || user.JSON["username"] != email {
		t.Errorf("a member with isAdmin: %s", user.Body)
	}
	staff := s.SignedIn(core.CollectionNameSuperusers, form{"email": "staff@example.com"}).Get("/api/admin/session")
	if staff.JSON["via"] != "admin" || staff.JSON["username"] != "staff@example.com" {
		t.Errorf("a superuser: %s", staff.Body)
	}
}

func TestADeactivatedAdminIsOutAtOnce(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := visitor(s)
	expect(t, v.Post("/api/admin/login", form{"username": "office", "password": password}), http.StatusOK)
	admin, err := s.PB.FindFirstRecordByData(httpx.Admins, "username", "office")
	if err != nil {
		t.Fatal(err)
	}
	change(t, s, admin, form{"isActive": false})
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
	change(t, s, admin, form{"isActive": true})
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
}

func TestNoAccountExistsUntilOneIsMade(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for _, collection := range []string{httpx.Users, httpx.Admins} {
		if n := rows(t, s, collection); n != 0 {
			t.Errorf("%d %s on a fresh database", n, collection)
		}
	}
}

// command runs `boardcircle admin` with arguments.
func command(app *tests.TestApp, args ...string) (string, error) {
	var out bytes.Buffer
	c := accounts.AdminCommand(app)
	c.SetOut(&out)
	c.SetErr(&out)
	c.SetArgs(args)
	err := c.Execute()
	return out.String(), err
}

func TestTheAdminCommandMakesAnAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	t.Run("with a password that is given", func(t *testing.T) {
		out, err := command(s.PB, "create", "Office", password)
		if err != nil || strings.Contains(out, password) {
			t.Fatalf("%s %v", out, err)
		}
		expect(t, visitor(s).Post("/api/admin/login", form{"username": "office", "password": password}), http.StatusOK)
	})
	t.Run("with a password that is made up and printed", func(t *testing.T) {
		out, err := command(s.PB, "create", "second")
		found := regexp.MustCompile(`: (\S{24})\n`).FindStringSubmatch(out)
		if err != nil || found == nil {
			t.Fatalf("%s %v", out, err)
		}
		expect(t, visitor(s).Post("/api/admin/login", form{"username": "second", "password": found[1]}), http.StatusOK)
	})
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"a taken name":      {[]string{"create", "OFFICE", password}, `the username "office" is taken`},
		"a short password":  {[]string{"create", "third", "Short 1"}, "Password must be at least 12 characters"},
		"a weak password":   {[]string{"create", "third", "all lower case 1"}, "Password must contain at least one uppercase letter, one lowercase letter, and one number"},
		"an empty password": {[]string{"create", "third", ""}, "Password must be at least 12 characters"},
		"an odd name":       {[]string{"create", "a b", password}, `the username "a b" does not fit`},
		"no name":           {[]string{"create"}, "accepts between 1 and 2 arg(s)"},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			if _, err := command(s.PB, c.args...); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("the error is %v", err)
			}
			if n := rows(t, s, httpx.Admins); n != 2 {
				t.Errorf("%d accounts", n)
			}
		})
	}
}
