package accounts_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestNobodyLearnsWhetherAnAccountExists(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "inactive@example.com", "isActive": false})
	var bodies []string
	for _, other := range []string{email, "nobody@example.com", "inactive@example.com"} {
		before := waitingRequests(t, s)
		a := visitor(s).Post("/api/forgot-password", form{"email": other})
		expect(t, a, http.StatusOK)
		bodies = append(bodies, a.Body)
		if waitingRequests(t, s) != before+1 || account(t, s, email).GetString("resetToken") != "" {
			t.Errorf("%s is dealt with before the answer", other)
		}
	}
	if bodies[0] != bodies[1] || bodies[0] != bodies[2] {
		t.Errorf("answered %v", bodies)
	}
	if len(resetMails(s, email)) != 1 || len(s.Inbox("nobody@example.com"))+len(s.Inbox("inactive@example.com")) != 0 {
		t.Error("the wrong people got a link")
	}
	if n := waitingRequests(t, s); n != 0 {
		t.Errorf("%d requests are left", n)
	}
}

func TestAMailboxGetsOneLinkAMinuteAndFiveAnHour(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	ask := func() int {
		expectMessage(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK, sent)
		return len(resetMails(s, email))
	}
	ask()
	s.Clock.Advance(59 * time.Second)
	if n := ask(); n != 1 {
		t.Errorf("%d links within a minute", n)
	}
	for range 8 {
		s.Clock.Advance(time.Minute)
		ask()
	}
	if n := len(resetMails(s, email)); n != 5 {
		t.Errorf("%d links within an hour", n)
	}
	s.Clock.Advance(time.Hour)
	if n := ask(); n != 6 {
		t.Errorf("%d links after an hour's rest", n)
	}
}

func TestRunnerTakesRequestsOfAnEarlierProcess(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK)
	completed := make(chan struct{}, 10)
	s.PB.OnModelAfterCreateSuccess("email_logs").BindFunc(notify(completed))
	s.CreateAccount(httpx.Users, form{"email": "other@example.com"})
	s.Jobs.Start(context.Background())
	<-completed // the request from before the start
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": "other@example.com"}), http.StatusOK)
	<-completed // the one since
	s.Jobs.Stop()
	if n := len(resetMails(s, email)); n != 1 {
		t.Errorf("%d links", n)
	}
}

func TestFailedRequestIsRetriedAndDelaysNoOther(t *testing.T) {
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
	if n := waitingRequests(t, s); n != 1 {
		t.Fatalf("%d requests wait", n)
	}
	if n := rows(t, s, "email_logs"); n != 1 {
		t.Errorf("%d e-mails", n)
	}
	if token := account(t, s, "first@example.com").GetString("resetToken"); token != "" {
		t.Error("a token was stored without its e-mail")
	}
	broken = false
	s.Clock.Advance(time.Minute)
	if len(resetMails(s, "first@example.com"))+len(resetMails(s, "second@example.com")) != 2 {
		t.Error("not everybody has a link")
	}
}

// waitingRequests counts the requests for a reset link that no job has finished.
func waitingRequests(t *testing.T, s *testapp.App) int {
	t.Helper()
	n, err := s.PB.CountRecords("jobs", dbx.HashExp{"type": accounts.ResetRequestJob})
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}
