package routetest

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// auditActions returns the log's rows as "action actor label", oldest first.
func auditActions(t *testing.T, s *testapp.App) []string {
	t.Helper()
	var rows []*core.Record
	if err := s.PB.RecordQuery("audit_log").OrderBy("rowid").All(&rows); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range rows {
		if text := row.GetString("before") + row.GetString("after") + row.GetString("label"); strings.Contains(text,
			password) || strings.Contains(text, wrong) {
			t.Errorf("a password is in the log: %s", text)
		}
		who := row.GetString("actor")
		if row.GetString("actorKind") == "nobody" {
			who = "nobody"
		}
		lines = append(lines, row.GetString("action")+" "+who+" "+row.GetString("label"))
	}
	return lines
}

func TestAdminSignInsAreAudited(t *testing.T) {
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
	does(v.Post(admin, form{"username": "anita", "password": wrong}), http.StatusUnauthorized,
		"session.refused nobody anita")
	does(visitor(s).Post(admin, form{"username": password, "password": wrong}), http.StatusUnauthorized, "")
	does(visitor(s).Post(admin, form{"username": "", "password": wrong}), http.StatusBadRequest, "")
	does(v.Post(admin, form{"username": "anita", "password": password}), http.StatusOK, "session.opened anita anita")
	does(v.Post("/api/admin/logout", nil), http.StatusNoContent, "session.closed anita anita")
	does(v.Post("/api/admin/logout", nil), http.StatusNoContent, "")

	// Users with admin rights are audited, other users are not.
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

func TestMFAAttemptsAreAudited(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	_, codes := enrolled(t, s, v)
	expect(t, visitor(s).Post("/api/admin/login", step("")), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step("000000")), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step(codes[0])), http.StatusOK)
	expect(t, v.Post("/api/admin/me/password", form{"currentPassword": wrong, "newPassword": "Monsoon Ledger 7"}),
		http.StatusBadRequest)
	want := []string{
		"session.opened anita anita", "secondfactor.started anita anita", "secondfactor.enrolled anita anita",
		"secondfactor.refused anita anita", "recoverycode.used anita anita", "session.opened anita anita",
		"password.refused anita anita",
	}
	if got := auditActions(t, s); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("logged %q", got)
	}
}

func TestPasswordResetIsAuditedForAdmins(t *testing.T) {
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
	if got, want := auditActions(t, s), "password.reset "+email+" "+asha.GetString("name"); len(got) != 1 ||
		got[0] != want {
		t.Errorf("logged %q, want %q", got, want)
	}
}

func TestCommandLineIsAudited(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	if _, err := command(s.PB, "create", "anita", password); err != nil {
		t.Fatal(err)
	}
	if _, err := command(s.PB, "create", "anita", password); err == nil {
		t.Fatal("the name was taken twice")
	}
	if got := auditActions(t, s); len(got) != 1 || got[0] != "admin.created command line anita" {
		t.Errorf("logged %q", got)
	}
}

func TestPINRestsAfterFiveFailuresUntilPasswordLogin(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for range 5 {
		expectMessage(t, visitor(s).Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized, refused)
	}
	s.Clock.Advance(48 * time.Hour)
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expectMessage(t, visitor(s).Post("/api/login", login(email, wrong)), http.StatusUnauthorized, refused)
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusOK)
}

func TestWrongPINsDoNotThrottleThePassword(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	v := visitor(s)
	for range 9 {
		expect(t, v.Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized)
	}
	expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
}

func TestRightPINResetsItsFailures(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for range 2 {
		for range 4 {
			expect(t, visitor(s).Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized)
		}
		expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusOK)
	}
}

func TestTenWrongPINsInThirtyDaysRemoveItWhateverComesBetween(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	try := func(secret string, status int) {
		t.Helper()
		expect(t, visitor(s).Post("/api/login", login(email, secret)), status)
	}
	for range 9 { // the owner signs in every day, and an attacker guesses every day
		try(wrongPIN, http.StatusUnauthorized)
		try(pin, http.StatusOK)
		try(password, http.StatusOK)
		s.Clock.Advance(24 * time.Hour)
	}
	s.Clock.Advance(21 * 24 * time.Hour) // the first failure no longer counts
	try(wrongPIN, http.StatusUnauthorized)
	try(pin, http.StatusOK)
	if sent := s.Inbox(email); len(sent) != 1 {
		t.Fatalf("%d emails before the PIN was removed", len(sent))
	}
	try(wrongPIN, http.StatusUnauthorized)
	try(pin, http.StatusUnauthorized)
	try(password, http.StatusOK)
	try(pin, http.StatusUnauthorized)
	sent := s.Inbox(email)
	if len(sent) != 2 || sent[0].Subject != "Your PIN was turned off" {
		t.Fatalf("the owner was not told: %+v", sent)
	}
	if account(t, s, email).GetString("pin:hash") != "" {
		t.Error("the PIN is kept")
	}
}

func TestParallelPINTriesAreComparedFiveTimes(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	var real, dummies atomic.Int32
	pinHash := account(t, s, email).GetString("pin:hash")
	onCompare(s, func(hash string) {
		if hash == pinHash {
			real.Add(1)
		} else {
			dummies.Add(1)
		}
	})
	var tries sync.WaitGroup
	for range 20 {
		v := visitor(s)
		tries.Go(func() { v.Post("/api/login", login(email, wrongPIN)) })
	}
	tries.Wait()
	if real.Load() != 5 || dummies.Load() != 15 {
		t.Errorf("%d comparisons with the PIN and %d with the dummy", real.Load(), dummies.Load())
	}
	if n := account(t, s, email).GetInt("pinFailures"); n != 5 {
		t.Errorf("%d wrong PINs are counted", n)
	}
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
}

func TestAdminRightsDisablePIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	change(t, s, account(t, s, email), form{"isAdmin": true})
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
}

func TestPINIsHashedAndNeverShown(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	hash := account(t, s, email).GetString("pin:hash")
	if len(hash) != 60 {
		t.Errorf("the PIN is stored as %q", hash)
	}
	for name := range v.Get("/api/user").JSON {
		if name == "pin" || name == "password" || name == "tokenKey" {
			t.Errorf("the session user shows %s", name)
		}
	}
}
