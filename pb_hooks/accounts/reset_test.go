package accounts_test

import (
	"context"
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

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/testapp"
)

const (
	sent    = "If the email exists, a password reset link has been sent"
	invalid = "Invalid reset token"
	reset   = "Your password has been reset successfully"
	newPass = "Bay of Bengal 7"
)

var resetLinkPattern = regexp.MustCompile(`http://boardcircle\.test/reset-password\?token=(\S+)`)

// resetMails lists the mails with a link that an address has received, newest first.
func resetMails(s *testapp.App, email string) []string {
	var links []string
	for _, m := range s.Inbox(email) {
		if found := resetLinkPattern.FindStringSubmatch(m.Text); found != nil {
			links = append(links, found[1])
		}
	}
	return links
}

// mailedToken asks for a link and takes the token out of the mail.
func mailedToken(t *testing.T, s *testapp.App, email string) string {
	t.Helper()
	before := len(resetMails(s, email))
	expectMessage(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK, sent)
	links := resetMails(s, email)
	if len(links) != before+1 {
		t.Fatalf("%d links after the request, %d before", len(links), before)
	}
	token, err := url.QueryUnescape(links[0])
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func resetBody(token, password string) form { return form{"token": token, "newPassword": password} }

func TestTheMailedLinkSetsANewPasswordOnceAndEndsWhatWasOpen(t *testing.T) {
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
	expectMessage(t, browser.Post("/api/reset-password", resetBody(token, "Another one 99")), http.StatusBadRequest, invalid)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
	// The waits that the account had earned at that address are over.
	expect(t, guesser.Post("/api/login", login(email, newPass)), http.StatusOK)

	stored := account(t, s, email)
	if stored.GetString("pin:hash")+stored.GetString("resetToken")+stored.GetString("resetTokenExpiry") != "" || stored.GetInt("pinFailures") != 0 {
		t.Errorf("left behind: %v", stored.FieldsData())
	}
	notices := 0
	for _, m := range s.Inbox(email) {
		if strings.Contains(strings.ToLower(m.Subject), "password was changed") {
			notices++
		}
	}
	if notices != 1 {
		t.Errorf("%d notices of the change", notices)
	}
}

func TestTheTokenIsRandomAndStandsNowhere(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	if len(token) != 43 || account(t, s, email).GetString("resetToken") != keys.Hash(token) {
		t.Errorf("the token %q is stored as %q", token, account(t, s, email).GetString("resetToken"))
	}
	letters, err := s.PB.FindAllRecords("email_logs")
	if err != nil {
		t.Fatal(err)
	}
	for _, letter := range letters {
		content, err := letter.MarshalJSON()
		if err != nil || strings.Contains(string(content), token) || strings.Contains(string(content), keys.Hash(token)) {
			t.Errorf("the outbox holds the token: %s %v", content, err)
		}
	}
}

func TestALinkWorksForOneHour(t *testing.T) {
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

func TestOnlyTheNewestLinkWorks(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	older := mailedToken(t, s, email)
	s.Clock.Advance(2 * time.Minute)
	newest := mailedToken(t, s, email)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(older, newPass)), http.StatusBadRequest, invalid)
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(newest, newPass)), http.StatusOK, reset)
}

func TestAVoidLinkIsNotMailed(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.Drain()
	for range 2 {
		expectMessage(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK, sent)
		if err := s.Jobs.Drain(context.Background(), accounts.ResetRequestJob); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(2 * time.Minute)
	}
	if links := resetMails(s, email); len(links) != 1 {
		t.Errorf("%d links were mailed", len(links))
	}
}

func TestALinkIsRedeemedOnceEvenWhenItIsPostedTwiceAtOnce(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	writer, ok := s.PB.NonconcurrentDB().(*dbx.DB)
	if !ok {
		t.Fatal("the writer is no database")
	}
	second := visitor(s)
	answered := make(chan testapp.Response, 1)
	var once sync.Once
	s.PB.OnRecordUpdate(httpx.Users).BindFunc(func(e *core.RecordEvent) error {
		// The first post is about to write: let the second one come so far that it waits to write.
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

func TestTheResetFormHasItsMessages(t *testing.T) {
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
			t.Error(a.Body)
		}
	}
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusOK, reset)
}

func TestAnInactiveAccountsLinkIsVoid(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	change(t, s, account(t, s, email), form{"isActive": false})
	expectMessage(t, visitor(s).Post("/api/reset-password", resetBody(token, newPass)), http.StatusBadRequest, invalid)
}
