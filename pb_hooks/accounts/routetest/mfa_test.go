package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// enrolled sets up a second factor in a browser that is signed in as anita.
func enrolled(t *testing.T, s *testapp.App, v *testapp.Visitor) (secret string, recovery []string) {
	t.Helper()
	started := v.Post("/api/admin/me/second-factor", form{"password": password})
	expect(t, started, http.StatusOK)
	secret, _ = started.JSON["secret"].(string)
	confirmed := v.Post("/api/admin/me/second-factor/confirm", form{"code": code(t, s, secret, 0)})
	expect(t, confirmed, http.StatusOK)
	return secret, recoveryCodes(t, confirmed)
}

func recoveryCodes(t *testing.T, a testapp.Response) []string {
	t.Helper()
	list, _ := a.JSON["recoveryCodes"].([]any)
	var codes []string
	for _, c := range list {
		codes = append(codes, c.(string))
	}
	if len(codes) != 8 {
		t.Fatalf("%d recovery codes, want 8; body: %s", len(codes), a.Body)
	}
	return codes
}

// code returns the code that the authenticator app shows steps times 30 seconds from now.
func code(t *testing.T, s *testapp.App, secret string, steps int) string {
	t.Helper()
	c, err := totp.GenerateCode(secret, s.Clock.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// signInMFAAdmin signs in to the console as anita.
func signInMFAAdmin(t *testing.T, s *testapp.App) *testapp.Visitor {
	t.Helper()
	v := visitor(s)
	expect(t, v.Post("/api/admin/login", form{"username": "anita", "password": password}), http.StatusOK)
	return v
}

func adminRecord(t *testing.T, s *testapp.App, username string) *core.Record {
	t.Helper()
	admin, err := s.PB.FindFirstRecordByData(httpx.Admins, "username", username)
	if err != nil {
		t.Fatal(err)
	}
	return admin
}

// step is the body of anita's sign-in with a code.
func step(code string) form {
	return form{"username": "anita", "password": password, "code": code}
}

// codeErrorOf returns the error code of a 401 that asks for a code.
func codeErrorOf(a testapp.Response) string {
	data, _ := a.JSON["data"].(map[string]any)
	field, _ := data["code"].(map[string]any)
	code, _ := field["code"].(string)
	return code
}

func TestMFAIsRequiredOnceConfirmed(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	elsewhere := signInMFAAdmin(t, s)

	expectMessage(t, v.Post("/api/admin/me/second-factor", form{"password": wrong}), http.StatusBadRequest,
		"This is not your current password")
	started := v.Post("/api/admin/me/second-factor", form{"password": password})
	expect(t, started, http.StatusOK)
	secret, _ := started.JSON["secret"].(string)
	picture, _ := started.JSON["qr"].(map[string]any)
	if path, _ := picture["path"].(string); len(secret) != 32 || !strings.HasPrefix(path, "M") ||
		picture["size"].(float64) < 21 {
		t.Errorf("enrolment = %s, want a secret of 32 characters and a QR code", started.Body)
	}
	// The secret has no effect yet.
	expect(t, visitor(s).Post("/api/admin/login", step("")), http.StatusOK)
	expect(t, v.Post("/api/admin/me/second-factor/confirm", form{"code": ""}), http.StatusBadRequest)
	expect(t, v.Post("/api/admin/me/second-factor/confirm", form{"code": "000000"}), http.StatusBadRequest)
	expect(t, v.Post("/api/admin/me/second-factor/confirm", form{"code": code(t, s, secret, 0)}), http.StatusOK)

	expect(t, v.Get("/api/admin/session"), http.StatusOK)
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusUnauthorized)
	me := v.Get("/api/admin/me")
	if me.JSON["secondFactor"] != true || me.JSON["recoveryCodesLeft"] != 8.0 {
		t.Errorf("admin = %s, want a second factor and 8 recovery codes", me.Body)
	}
	expect(t, v.Post("/api/admin/me/second-factor", form{"password": password}), http.StatusConflict)

	browser := visitor(s)
	a := browser.Post("/api/admin/login", form{"username": "anita", "password": password})
	expect(t, a, http.StatusUnauthorized)
	if codeErrorOf(a) != "required" || a.Field("code") == "" {
		t.Errorf("sign-in without a code: body = %s, want the error required", a.Body)
	}
	if a := browser.Post(
		"/api/admin/login", form{"username": "anita", "password": wrong, "code": code(t, s, secret, 1)},
	); codeErrorOf(a) != "" || a.Message() != "Invalid credentials" {
		t.Errorf("correct code with a wrong password: body = %s, want Invalid credentials", a.Body)
	}
	expect(t, browser.Get("/api/admin/session"), http.StatusUnauthorized)
	s.Clock.Advance(time.Minute)
	expect(t, browser.Post("/api/admin/login", step(code(t, s, secret, 0))), http.StatusOK)
	expect(t, browser.Get("/api/admin/session"), http.StatusOK)
}

func TestCodeWorksOnceWithinOneStep(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	secret, _ := enrolled(t, s, signInMFAAdmin(t, s))
	enter := func(steps, want int, what string) {
		t.Helper()
		a := visitor(s).Post("/api/admin/login", step(code(t, s, secret, steps)))
		if a.Status != want {
			t.Errorf("%s: status = %d, want %d; body: %s", what, a.Status, want, a.Body)
		}
		if want == http.StatusUnauthorized && codeErrorOf(a) != "invalid" {
			t.Errorf("%s: error code = %q, want invalid", what, codeErrorOf(a))
		}
	}
	enter(0, http.StatusUnauthorized, "the code that confirmed the enrolment")
	s.Clock.Advance(5 * time.Minute)
	enter(-2, http.StatusUnauthorized, "two steps late")
	enter(2, http.StatusUnauthorized, "two steps early")
	enter(-1, http.StatusOK, "one step late")
	enter(-1, http.StatusUnauthorized, "the same code again")
	enter(1, http.StatusOK, "one step early")
	enter(0, http.StatusUnauthorized, "a code older than the last used one")
	s.Clock.Advance(time.Minute)
	enter(0, http.StatusOK, "the next code")
}

func TestParallelSignInsUseCodeOnce(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	secret, _ := enrolled(t, s, signInMFAAdmin(t, s))
	s.Clock.Advance(time.Minute)
	now := code(t, s, secret, 0)
	answers := make(chan int, 4)
	for range cap(answers) {
		v := visitor(s)
		go func() { answers <- v.Post("/api/admin/login", step(now)).Status }()
	}
	signedIn := 0
	for range cap(answers) {
		if <-answers == http.StatusOK {
			signedIn++
		}
	}
	if signedIn != 1 {
		t.Errorf("%d sign-ins with the same code succeeded, want 1", signedIn)
	}
}

func TestWrongCodesThrottleTheAccount(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	secret, recovery := enrolled(t, s, signInMFAAdmin(t, s))
	s.Clock.Advance(time.Minute)
	for range 5 {
		expect(t, visitor(s).Post("/api/admin/login", step("123")), http.StatusUnauthorized)
	}
	if retryAfter(t, visitor(s).Post("/api/admin/login", step(code(t, s, secret, 0)))) <= 0 {
		t.Error("a correct code was not throttled")
	}
	retryAfter(t, visitor(s).Post("/api/admin/login", step(recovery[0])))
	s.Clock.Advance(time.Minute)
	expect(t, visitor(s).Post("/api/admin/login", step(code(t, s, secret, 0))), http.StatusOK)
	// a correct code resets the count
	expect(t, visitor(s).Post("/api/admin/login", step("123")), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step(recovery[0])), http.StatusOK)
}

func TestRecoveryCodeWorksOnce(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	secret, codes := enrolled(t, s, v)
	expect(t, visitor(s).Post("/api/admin/login", step(strings.ToLower(strings.ReplaceAll(codes[3], "-", " ")))),
		http.StatusOK)
	expect(t, visitor(s).Post("/api/admin/login", step(codes[3])), http.StatusUnauthorized)
	if left := v.Get("/api/admin/me").JSON["recoveryCodesLeft"]; left != 7.0 {
		t.Errorf("recoveryCodesLeft = %v, want 7", left)
	}
	s.Clock.Advance(time.Minute)
	renewed := v.Post("/api/admin/me/recovery-codes", form{"password": password, "code": code(t, s, secret, 0)})
	expect(t, renewed, http.StatusOK)
	expect(t, visitor(s).Post("/api/admin/login", step(codes[4])), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step(recoveryCodes(t, renewed)[0])), http.StatusOK)

	stored := adminRecord(t, s, "anita").GetString("recoveryCodes") + adminRecord(t, s, "anita").GetString("totpSecret")
	for _, c := range append(codes, secret) {
		if strings.Contains(stored, c) || strings.Contains(stored, strings.ReplaceAll(c, "-", "")) {
			t.Errorf("%s is stored in plain text", c)
		}
	}
}

func TestRemovingMFANeedsBothFactors(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	expect(t, v.Post("/api/admin/me/second-factor/remove", form{"password": password, "code": "123456"}),
		http.StatusConflict)
	secret, _ := enrolled(t, s, v)
	elsewhere := stealSession(t, s, v, "admin_session")
	s.Clock.Advance(time.Minute)
	now := code(t, s, secret, 0)
	expect(t, v.Post("/api/admin/me/second-factor/remove", form{"password": wrong, "code": now}), http.StatusBadRequest)
	expect(t, v.Post("/api/admin/me/second-factor/remove", form{"password": password, "code": "123456"}),
		http.StatusBadRequest)
	expect(t, v.Post("/api/admin/me/second-factor/remove", form{"password": password, "code": now}), http.StatusOK)
	expect(t, v.Get("/api/admin/session"), http.StatusOK)
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step("")), http.StatusOK)
}

func TestAnotherAdminResetsMFA(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	change(t, s, adminRecord(t, s, "anita"), form{"email": "anita@example.com"})
	v := signInMFAAdmin(t, s)
	other := s.SignedIn(httpx.Admins, nil)
	path := "/api/admins/" + adminRecord(t, s, "anita").Id + "/second-factor/reset"
	expect(t, other.Post(path, testReauthentication), http.StatusConflict)
	secret, _ := enrolled(t, s, v)
	expect(t, v.Post(path, form{"password": password, "code": code(t, s, secret, 1)}), http.StatusConflict)
	expect(t, other.Post(path, testReauthentication), http.StatusOK)
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step("")), http.StatusOK)
	subjects := map[string]bool{}
	for _, email := range s.Inbox("anita@example.com") {
		subjects[email.Subject] = true
	}
	if !subjects["Your two-step sign-in was reset"] || !subjects["Two-step sign-in is on"] {
		t.Errorf("subjects of the admin's emails = %v", subjects)
	}
}

func TestCommandLineResetsMFA(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	if _, err := command(s.PB, "reset-second-factor", "anita"); err == nil ||
		err.Error() != `the admin account "anita" does not use two-step sign-in` {
		t.Errorf("error = %v", err)
	}
	enrolled(t, s, v)
	if _, err := command(s.PB, "reset-second-factor", "nobody"); err == nil ||
		err.Error() != `there is no admin account "nobody"` {
		t.Errorf("error = %v", err)
	}
	if out, err := command(s.PB, "reset-second-factor", "Anita"); err != nil || out == "" {
		t.Errorf("output = %q, error = %v", out, err)
	}
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", step("")), http.StatusOK)
}

// requireTOTP sets whether a second factor is mandatory.
func requireTOTP(t *testing.T, s *testapp.App, required bool) {
	t.Helper()
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	existing, err := s.PB.FindFirstRecordByData("settings", "key", "site")
	if err == nil {
		expect(t, staff.Send("PATCH", "/api/collections/settings/records/"+existing.Id, form{"totpRequired": required}),
			http.StatusOK)
		return
	}
	expect(t, staff.Post("/api/collections/settings/records",
		form{"key": "site", "gstRate": 18, "totpRequired": required}), http.StatusOK)
}

// requirementOf returns what a 403 requires of the session, such as "second-factor".
func requirementOf(a testapp.Response) string {
	data, _ := a.JSON["data"].(map[string]any)
	session, _ := data["session"].(map[string]any)
	requirement, _ := session["code"].(string)
	return requirement
}

func TestMandatoryMFALimitsSessionsToSettingItUp(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	before := signInMFAAdmin(t, s)
	requireTOTP(t, s, true)
	after := signInMFAAdmin(t, s)
	for name, v := range map[string]*testapp.Visitor{"a session from before": before, "a new session": after} {
		a := v.Get("/api/admin/stats")
		if a.Status != http.StatusForbidden || requirementOf(a) != "second-factor" || a.Message() == "" {
			t.Errorf("%s: status = %d, body = %s, want 403 second-factor", name, a.Status, a.Body)
		}
		session := v.Get("/api/admin/session")
		if session.Status != http.StatusOK || session.JSON["needs"] != "second-factor" {
			t.Errorf("%s: session = %s, want needs second-factor", name, session.Body)
		}
		expect(t, v.Post("/api/admins", form{"username": "eve", "email": "eve@example.com"}), http.StatusForbidden)
	}
	other := s.CreateAccount(httpx.Admins, nil)
	expect(t, after.Post("/api/admins/"+other.Id+"/deactivate", nil), http.StatusForbidden)

	secret, _ := enrolled(t, s, after)
	expect(t, after.Get("/api/admin/stats"), http.StatusOK)
	if session := after.Get("/api/admin/session"); len(session.JSON) != 2 {
		t.Errorf("session = %s", session.Body)
	}
	s.Clock.Advance(time.Minute)
	expect(t, after.Post("/api/admin/me/second-factor/remove",
		form{"password": password, "code": code(t, s, secret, 0)}), http.StatusConflict)
	requireTOTP(t, s, false)
	expect(t, s.SignedIn(httpx.Admins, nil).Get("/api/admin/stats"), http.StatusOK)
}

func TestMandatoryMFAExcludesUsersFromTheConsole(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	member := s.SignedIn(httpx.Users, form{"isAdmin": true})
	expect(t, member.Get("/api/admin/stats"), http.StatusOK)
	requireTOTP(t, s, true)
	if a := member.Get("/api/admin/stats"); a.Status != http.StatusForbidden || requirementOf(a) != "admin-account" {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	if session := member.Get("/api/admin/session"); session.JSON["needs"] != "admin-account" {
		t.Errorf("session = %s", session.Body)
	}
	expect(t, member.Get("/api/admin/me"), http.StatusForbidden)
	if list := s.SignedIn(core.CollectionNameSuperusers, nil).Get("/api/admins/members"); !strings.Contains(list.Body,
		`"isAdmitted":false`) {
		t.Errorf("members with admin rights = %s, want isAdmitted false", list.Body)
	}
	// Outside the console, the account works as a member's account.
	expect(t, member.Get("/api/user"), http.StatusOK)
	tier := form{
		"name":     "Hidden",
		"slug":     "hidden",
		"price":    100,
		"currency": "INR",
		"duration": "annual",
		"isActive": false,
	}
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	expect(t, staff.Post("/api/collections/membership_tiers/records", tier), http.StatusOK)
	if a := member.Get("/api/membership-tiers"); a.Body != "[]" && a.Body != "[]\n" {
		t.Errorf("tiers = %s, want none: the only tier is inactive", a.Body)
	}
	// superusers still have access
	expect(t, staff.Get("/api/admin/stats"), http.StatusOK)
	if account(t, s, "inactive@example.com").GetBool("isAdmin") {
		t.Error("the session's requirement was stored")
	}
}
