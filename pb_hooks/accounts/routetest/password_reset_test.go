package routetest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestForgotPasswordRevealsNoAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "inactive@example.com", "isActive": false})
	var bodies []string
	for _, other := range []string{email, "nobody@example.com", "inactive@example.com"} {
		before := pendingRequests(t, s)
		a := visitor(s).Post("/api/forgot-password", form{"email": other})
		expect(t, a, http.StatusOK)
		bodies = append(bodies, a.Body)
		if pendingRequests(t, s) != before+1 || account(t, s, email).GetString("resetToken") != "" {
			t.Errorf("%s: the request was processed before the response", other)
		}
	}
	if bodies[0] != bodies[1] || bodies[0] != bodies[2] {
		t.Errorf("bodies = %v, want three equal ones", bodies)
	}
	if len(resetMails(s, email)) != 1 || len(s.Inbox("nobody@example.com"))+len(s.Inbox("inactive@example.com")) != 0 {
		t.Error("the active account has no link, or another address has one")
	}
	if n := pendingRequests(t, s); n != 0 {
		t.Errorf("%d pending requests, want none", n)
	}
}

func TestResetLinksAreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	request := func() int {
		expectMessage(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK, sent)
		return len(resetMails(s, email))
	}
	request()
	s.Clock.Advance(59 * time.Second)
	if n := request(); n != 1 {
		t.Errorf("%d links within a minute, want 1", n)
	}
	for range 8 {
		s.Clock.Advance(time.Minute)
		request()
	}
	if n := len(resetMails(s, email)); n != 5 {
		t.Errorf("%d links within an hour, want 5", n)
	}
	s.Clock.Advance(time.Hour)
	if n := request(); n != 6 {
		t.Errorf("%d links after another hour, want 6", n)
	}
}

func TestResetRequestsFromBeforeARestartAreProcessed(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK)
	completed := make(chan struct{}, 10)
	s.PB.OnModelAfterCreateSuccess("email_logs").BindFunc(notify(completed))
	s.CreateAccount(httpx.Users, form{"email": "other@example.com"})
	s.Jobs.Start(context.Background())
	<-completed // the request from before the restart
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": "other@example.com"}), http.StatusOK)
	<-completed // the request from after the restart
	s.Jobs.Stop()
	if n := len(resetMails(s, email)); n != 1 {
		t.Errorf("%d links, want 1", n)
	}
}

func TestFailedResetRequestIsRetriedAndDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for _, name := range []string{"first@example.com", "second@example.com"} {
		s.CreateAccount(httpx.Users, form{"email": name})
		expect(t, visitor(s).Post("/api/forgot-password", form{"email": name}), http.StatusOK)
	}
	broken := true
	s.PB.OnRecordCreate("email_logs").BindFunc(func(e *core.RecordEvent) error {
		if broken && e.Record.GetString("emailAddress") == "first@example.com" {
			return errors.New("the disk is full")
		}
		return e.Next()
	})
	s.Drain()
	if n := pendingRequests(t, s); n != 1 {
		t.Fatalf("%d pending requests, want 1", n)
	}
	if n := rows(t, s, "email_logs"); n != 1 {
		t.Errorf("%d emails, want 1", n)
	}
	if token := account(t, s, "first@example.com").GetString("resetToken"); token != "" {
		t.Error("a token was stored without its email")
	}
	broken = false
	s.Clock.Advance(time.Minute)
	if len(resetMails(s, "first@example.com"))+len(resetMails(s, "second@example.com")) != 2 {
		t.Error("an account has no link")
	}
}

// pendingRequests counts the unfinished jobs for a reset link.
func pendingRequests(t *testing.T, s *testapp.App) int {
	t.Helper()
	n, err := s.PB.CountRecords("jobs", dbx.HashExp{"type": links.ResetRequestJob})
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

const (
	sent    = "If the email exists, a password reset link has been sent"
	invalid = "Invalid reset token"
	reset   = "Your password has been reset successfully"
	newPass = "Bay of Bengal 7"
)

var resetLinkPattern = regexp.MustCompile(`http://boardcircle\.test/reset-password\?token=(\S+)`)

// resetMails returns the emails with a reset link to an address, newest first.
func resetMails(s *testapp.App, email string) []string {
	var links []string
	for _, m := range s.Inbox(email) {
		if found := resetLinkPattern.FindStringSubmatch(m.Text); found != nil {
			links = append(links, found[1])
		}
	}
	return links
}

// mailedToken requests a link and returns the token in its email.
func mailedToken(t *testing.T, s *testapp.App, email string) string {
	t.Helper()
	before := len(resetMails(s, email))
	expectMessage(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK, sent)
	links := resetMails(s, email)
	if len(links) != before+1 {
		t.Fatalf("%d links after the request, want %d", len(links), before+1)
	}
	token, err := url.QueryUnescape(links[0])
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func resetBody(token, password string) form { return form{"token": token, "newPassword": password} }

func TestResetLinkSetsPasswordOnceAndEndsSessions(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	copied := stealSession(t, s, v, "session")
	guesser := visitor(s)
	for range 5 {
		expect(t, guesser.Post("/api/login", login(email, wrong)), http.StatusUnauthorized)
		expect(t, visitor(s).Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized)
	}
	token := mailedToken(t, s, "ASHA@example.com")

	browser := visitor(s)
	a := browser.Post("/api/reset-password", resetBody(token, newPass))
	expectMessage(t, a, http.StatusOK, reset)
	expect(t, browser.Get("/api/user"), http.StatusUnauthorized)
	expect(t, v.Get("/api/user"), http.StatusUnauthorized)
	expect(t, copied.Get("/api/user"), http.StatusUnauthorized)
	expectMessage(t, browser.Post("/api/reset-password", resetBody(token, "Another one 99")), http.StatusBadRequest,
		invalid)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
	// The account no longer has to wait at that address.
	expect(t, guesser.Post("/api/login", login(email, newPass)), http.StatusOK)

	stored := account(t, s, email)
	if stored.GetString("pin:hash")+stored.GetString("resetToken")+stored.GetString("resetTokenExpiry") != "" ||
		stored.GetInt("pinFailures") != 0 {
		t.Errorf("stored fields = %v, want no PIN, no reset token and no failures", stored.FieldsData())
	}
	notices := 0
	for _, m := range s.Inbox(email) {
		if strings.Contains(strings.ToLower(m.Subject), "password was changed") {
			notices++
		}
	}
	if notices != 1 {
		t.Errorf("%d notices of the change, want 1", notices)
	}
}

func TestResetTokenIsNotStored(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	if len(token) != 43 || account(t, s, email).GetString("resetToken") != keys.Hash(token) {
		t.Errorf("the token %q is stored as %q, want its hash", token, account(t, s, email).GetString("resetToken"))
	}
	emails, err := s.PB.FindAllRecords("email_logs")
	if err != nil {
		t.Fatal(err)
	}
	for _, email := range emails {
		content, err := email.MarshalJSON()
		if err != nil || strings.Contains(string(content), token) ||
			strings.Contains(string(content), keys.Hash(token)) {
			t.Errorf("the outbox contains the token: %s, error = %v", content, err)
		}
	}
}

func TestResetLinkExpiresAfterOneHour(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	s.Clock.Advance(time.Hour - time.Second)
	weak := visitor(s).Post("/api/reset-password", resetBody(token, "weak"))
	expectMessage(t, weak, http.StatusBadRequest, "Password must be at least 12 characters")
	s.Clock.Advance(time.Second)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusBadRequest, invalid)
}

func TestOnlyNewestResetLinkWorks(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	older := mailedToken(t, s, email)
	s.Clock.Advance(2 * time.Minute)
	newest := mailedToken(t, s, email)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(older, newPass)), http.StatusBadRequest, invalid)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(newest, newPass)), http.StatusOK, reset)
}

func TestVoidResetLinkIsNotMailed(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.Drain()
	for range 2 {
		expectMessage(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK, sent)
		if err := s.Jobs.Drain(context.Background(), links.ResetRequestJob); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(2 * time.Minute)
	}
	if links := resetMails(s, email); len(links) != 1 {
		t.Errorf("%d links were sent, want 1", len(links))
	}
}

func TestParallelResetsRedeemLinkOnce(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	writer, ok := s.PB.NonconcurrentDB().(*dbx.DB)
	if !ok {
		t.Fatal("the writer is not a *dbx.DB")
	}
	second := visitor(s)
	answered := make(chan testapp.Response, 1)
	var once sync.Once
	s.PB.OnRecordUpdate(httpx.Users).BindFunc(func(e *core.RecordEvent) error {
		// The first request is about to write. Start the second one, and wait until it waits for the database.
		once.Do(func() {
			waiting := writer.DB().Stats().WaitCount
			go func() { answered <- second.Post("/api/reset-password", resetBody(token, "Another one 99")) }()
			for writer.DB().Stats().WaitCount == waiting {
				runtime.Gosched()
			}
		})
		return e.Next()
	})
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusOK, reset)
	expectMessage(t, <-answered, http.StatusBadRequest, invalid)
	expect(t, visitor(s).Post("/api/login", login(email, newPass)), http.StatusOK)
}

func TestResetNamesTheInvalidTokenOrPassword(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	for _, bad := range []any{"", nil, "x", strings.Repeat("x", 500), 7} {
		a := visitor(s).Post("/api/reset-password", form{"token": bad, "newPassword": newPass})
		expectMessage(t, a, http.StatusBadRequest, invalid)
	}
	for bad, message := range map[string]string{
		"":                        "Password must be at least 12 characters",
		"Short 1":                 "Password must be at least 12 characters",
		"no capitals 12345":       "Password must contain at least one uppercase letter, one lowercase letter, and one number",
		strings.Repeat("Aa1", 24): "Password is too long: please use at most 71 characters (fewer with accents or emoji)",
	} {
		a := visitor(s).Post("/api/reset-password", resetBody(token, bad))
		expectMessage(t, a, http.StatusBadRequest, message)
		if a.Field("newPassword") != message {
			t.Errorf("body = %s", a.Body)
		}
	}
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusOK, reset)
}

func TestResetLinkOfInactiveAccountIsVoid(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	change(t, s, account(t, s, email), form{"isActive": false})
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusBadRequest, invalid)
}

func TestAdminRightsNeedVerifiedEmail(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	grant := func() testapp.Response {
		return v.Post("/api/admins/members", form{"email": email, "password": password})
	}
	unverified := grant()
	expect(t, unverified, http.StatusConflict)
	if got := unverified.Field("email"); got != `Asha Rao has not verified their email address yet. Ask them to confirm it under Security in their account first.` {
		t.Errorf("error for email = %q", got)
	}
	if account(t, s, email).GetBool("isAdmin") {
		t.Error("the user has admin rights")
	}

	// A person who signed up with another person's address can request a link but does not receive it. So a request
	// does not verify the email.
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK)
	s.Drain()
	expect(t, grant(), http.StatusConflict)

	token := resetMails(s, email)[0]
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusOK, reset)
	if !account(t, s, email).Verified() {
		t.Error("the email is not verified after a reset with the link")
	}
	expect(t, grant(), http.StatusOK)
}

func TestNewEmailIsNotVerified(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(mailedToken(t, s, email), newPass)),
		http.StatusOK, reset)
	change(t, s, account(t, s, email), form{"name": "Asha Verma", "email": " ASHA@example.com "})
	if !account(t, s, email).Verified() {
		t.Error("the same email is no longer verified")
	}
	change(t, s, account(t, s, email), form{"email": "asha@example.org"})
	if account(t, s, "asha@example.org").Verified() {
		t.Error("the new email counts as verified")
	}
}
