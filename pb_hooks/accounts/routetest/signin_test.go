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

// auditActions returns the entries of the audit log as "action actor label", oldest first. The actor of an entry
// without an account is "nobody".
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
			t.Errorf("the audit log contains a password: %s", text)
		}
		actor := row.GetString("actor")
		if row.GetString("actorKind") == "nobody" {
			actor = "nobody"
		}
		lines = append(lines, row.GetString("action")+" "+actor+" "+row.GetString("label"))
	}
	return lines
}

func TestAdminSignInsAreAudited(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	asha := account(t, s, email)
	change(t, s, asha, form{"isAdmin": true})
	var want []string
	// check checks the status of a response, and that the request added line to the log. "" means no entry.
	check := func(a testapp.Response, status int, line string) {
		t.Helper()
		expect(t, a, status)
		if line != "" {
			want = append(want, line)
		}
		got := auditActions(t, s)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("audit log = %q, want %q", got, want)
		}
	}
	admin, v := "/api/admin/login", visitor(s)
	check(v.Post(admin, form{"username": "anita", "password": wrong}), http.StatusUnauthorized,
		"session.refused nobody anita")
	check(visitor(s).Post(admin, form{"username": password, "password": wrong}), http.StatusUnauthorized, "")
	check(visitor(s).Post(admin, form{"username": "", "password": wrong}), http.StatusBadRequest, "")
	check(v.Post(admin, form{"username": "anita", "password": password}), http.StatusOK, "session.opened anita anita")
	check(v.Post("/api/admin/logout", nil), http.StatusNoContent, "session.closed anita anita")
	check(v.Post("/api/admin/logout", nil), http.StatusNoContent, "")

	// Sign-ins of members with admin rights are audited. Sign-ins of other members are not.
	check(v.Post("/api/login", login(email, wrong)), http.StatusUnauthorized, "session.refused nobody Asha Rao")
	check(v.Post("/api/login", login(email, password)), http.StatusOK, "session.opened "+email+" Asha Rao")
	check(v.Post("/api/logout", nil), http.StatusNoContent, "session.closed "+email+" Asha Rao")
	s.CreateAccount(httpx.Users, form{"email": "meera@example.com", "password": password})
	other := visitor(s)
	check(other.Post("/api/login", login("meera@example.com", wrong)), http.StatusUnauthorized, "")
	check(other.Post("/api/login", login("meera@example.com", password)), http.StatusOK, "")
	check(other.Post("/api/logout", nil), http.StatusNoContent, "")
	check(other.Post("/api/login", login("nobody@example.com", password)), http.StatusUnauthorized, "")
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
		t.Errorf("audit log = %q, want %q", got, want)
	}
}

func TestPasswordResetIsAuditedForAdmins(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	expect(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), newPass)), http.StatusOK)
	if got := auditActions(t, s); len(got) != 0 {
		t.Errorf("audit log = %q, want no entry for a member without admin rights", got)
	}
	asha := account(t, s, email)
	change(t, s, asha, form{"isAdmin": true})
	s.Clock.Advance(time.Hour)
	expect(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), newPass)), http.StatusOK)
	if got, want := auditActions(t, s), "password.reset "+email+" "+asha.GetString("name"); len(got) != 1 ||
		got[0] != want {
		t.Errorf("audit log = %q, want %q", got, want)
	}
}

func TestCommandLineIsAudited(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	if _, err := command(s.PB, "create", "anita", password); err != nil {
		t.Fatal(err)
	}
	if _, err := command(s.PB, "create", "anita", password); err == nil {
		t.Fatal("a second account with the same username was created")
	}
	if got := auditActions(t, s); len(got) != 1 || got[0] != "admin.created command line anita" {
		t.Errorf("audit log = %q, want one entry of the command line", got)
	}
}

func TestPINIsRefusedAfterFiveFailuresUntilPasswordSignIn(t *testing.T) {
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

func TestCorrectPINResetsTheFailureCount(t *testing.T) {
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

func TestTenWrongPINsInThirtyDaysRemoveThePIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	expectStatus := func(secret string, status int) {
		t.Helper()
		expect(t, visitor(s).Post("/api/login", login(email, secret)), status)
	}
	for range 9 { // The owner signs in every day, and an attacker guesses every day.
		expectStatus(wrongPIN, http.StatusUnauthorized)
		expectStatus(pin, http.StatusOK)
		expectStatus(password, http.StatusOK)
		s.Clock.Advance(24 * time.Hour)
	}
	s.Clock.Advance(21 * 24 * time.Hour) // The first failure is now older than thirty days.
	expectStatus(wrongPIN, http.StatusUnauthorized)
	expectStatus(pin, http.StatusOK)
	if sent := s.Inbox(email); len(sent) != 1 {
		t.Fatalf("%d emails before the PIN was removed, want only the welcome", len(sent))
	}
	expectStatus(wrongPIN, http.StatusUnauthorized)
	expectStatus(pin, http.StatusUnauthorized)
	expectStatus(password, http.StatusOK)
	expectStatus(pin, http.StatusUnauthorized)
	sent := s.Inbox(email)
	if len(sent) != 2 || sent[0].Subject != "Your PIN was turned off" {
		t.Fatalf("emails = %+v, want the newest to be the notice of the removed PIN", sent)
	}
	if account(t, s, email).GetString("pin:hash") != "" {
		t.Error("the PIN is still stored")
	}
}

func TestParallelPINGuessesAreComparedFiveTimes(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	var pinComparisons, dummyComparisons atomic.Int32
	pinHash := account(t, s, email).GetString("pin:hash")
	onCompare(s, func(hash string) {
		if hash == pinHash {
			pinComparisons.Add(1)
		} else {
			dummyComparisons.Add(1)
		}
	})
	var guesses sync.WaitGroup
	for range 20 {
		v := visitor(s)
		guesses.Go(func() { v.Post("/api/login", login(email, wrongPIN)) })
	}
	guesses.Wait()
	if pinComparisons.Load() != 5 || dummyComparisons.Load() != 15 {
		t.Errorf("%d comparisons with the PIN and %d with the dummy hash, want 5 and 15", pinComparisons.Load(),
			dummyComparisons.Load())
	}
	if n := account(t, s, email).GetInt("pinFailures"); n != 5 {
		t.Errorf("pinFailures = %d, want 5", n)
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
		t.Errorf("stored PIN = %q, want a bcrypt hash", hash)
	}
	for name := range v.Get("/api/user").JSON {
		if name == "pin" || name == "password" || name == "tokenKey" {
			t.Errorf("GET /api/user returns %s", name)
		}
	}
}
