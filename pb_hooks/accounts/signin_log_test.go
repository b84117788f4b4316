package accounts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// auditActions are the log's rows as "action actor label", oldest first.
func auditActions(t *testing.T, s *testapp.App) []string {
	t.Helper()
	var rows []*core.Record
	if err := s.PB.RecordQuery("audit_log").OrderBy("rowid").All(&rows); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range rows {
		if text := row.GetString("before") + row.GetString("after") + row.GetString("label"); strings.Contains(text, password) || strings.Contains(text, wrong) {
			t.Errorf("a password stands in the log: %s", text)
		}
		who := row.GetString("actor")
		if row.GetString("actorKind") == "nobody" {
			who = "nobody"
		}
		lines = append(lines, row.GetString("action")+" "+who+" "+row.GetString("label"))
	}
	return lines
}

func TestEachComingAndGoingOfAnAdminIsLogged(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	asha := account(t, s, email)
	change(t, s, asha, form{"isAdmin": true})
	var want []string
	does := func(a testapp.Response, status int, line string) {
		t.Helper()
		expect(t, a, status)
		if line != "" {
			want = append(want, line)
		}
		got := auditActions(t, s)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("logged %q, want %q", got, want)
		}
	}
	admin, v := "/api/admin/login", visitor(s)
	does(v.Post(admin, form{"username": "office", "password": wrong}), http.StatusUnauthorized, "session.refused nobody office")
	does(visitor(s).Post(admin, form{"username": password, "password": wrong}), http.StatusUnauthorized, "")
	does(visitor(s).Post(admin, form{"username": "", "password": wrong}), http.StatusBadRequest, "")
	does(v.Post(admin, form{"username": "office", "password": password}), http.StatusOK, "session.opened office office")
	does(v.Post("/api/admin/logout", nil), http.StatusNoContent, "session.closed office office")
	does(v.Post("/api/admin/logout", nil), http.StatusNoContent, "")

	// a member with admin rights is an admin; other members' comings are nobody's business
	does(v.Post("/api/login", login(email, wrong)), http.StatusUnauthorized, "session.refused nobody Asha Rao")
	does(v.Post("/api/login", login(email, password)), http.StatusOK, "session.opened "+email+" Asha Rao")
	does(v.Post("/api/logout", nil), http.StatusNoContent, "session.closed "+email+" Asha Rao")
	s.CreateAccount(httpx.Users, form{"email": "meera@example.com", "password": password})
	other := visitor(s)
	does(other.Post("/api/login", login("meera@example.com", wrong)), http.StatusUnauthorized, "")
	does(other.Post("/api/login", login("meera@example.com", password)), http.StatusOK, "")
	does(other.Post("/api/logout", nil), http.StatusNoContent, "")
	does(other.Post("/api/login", login("nobody@example.com", password)), http.StatusUnauthorized, "")
}

func TestEachTryAtASecondFactorIsLogged(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	_, codes := enrolled(t, s, v)
	expect(t, visitor(s).Post("/api/admin/login", step("")), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step("000000")), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step(codes[0])), http.StatusOK)
	expect(t, v.Post("/api/admin/me/password", form{"currentPassword": wrong, "newPassword": "Monsoon Ledger 7"}), http.StatusBadRequest)
	want := []string{
		"session.opened office office", "secondfactor.started office office", "secondfactor.enrolled office office",
		"secondfactor.refused office office", "recoverycode.used office office", "session.opened office office", "password.refused office office",
	}
	if got := auditActions(t, s); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("logged %q", got)
	}
}

func TestAResetByMailIsLoggedOfThoseWithAdminRights(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	expect(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), newPass)), http.StatusOK)
	if got := auditActions(t, s); len(got) != 0 {
		t.Errorf("a member's own matter is logged: %q", got)
	}
	asha := account(t, s, email)
	change(t, s, asha, form{"isAdmin": true})
	s.Clock.Advance(time.Hour)
	expect(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), newPass)), http.StatusOK)
	if got, want := auditActions(t, s), "password.reset "+email+" "+asha.GetString("name"); len(got) != 1 || got[0] != want {
		t.Errorf("logged %q, want %q", got, want)
	}
}

func TestTheCommandLineIsLoggedToo(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	if _, err := command(s.PB, "create", "office", password); err != nil {
		t.Fatal(err)
	}
	if _, err := command(s.PB, "create", "office", password); err == nil {
		t.Fatal("the name was taken twice")
	}
	if got := auditActions(t, s); len(got) != 1 || got[0] != "admin.created command line office" {
		t.Errorf("logged %q", got)
	}
}
