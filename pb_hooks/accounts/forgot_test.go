package accounts_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

func TestNobodyLearnsWhetherAnAccountExists(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "inactive@example.com", "isActive": false})
	var bodies []string
	for _, other := range []string{email, "nobody@example.com", "inactive@example.com"} {
		before := rows(t, s, "password_reset_requests")
		a := visitor(s).Post("/api/forgot-password", form{"email": other})
		expect(t, a, http.StatusOK)
		bodies = append(bodies, a.Body)
		if rows(t, s, "password_reset_requests") != before+1 || account(t, s, email).GetString("resetToken") != "" {
			t.Errorf("%s is dealt with before the answer", other)
		}
	}
	if bodies[0] != bodies[1] || bodies[0] != bodies[2] {
		t.Errorf("answered %v", bodies)
	}
	if len(resetMails(s, email)) != 1 || len(s.Inbox("nobody@example.com"))+len(s.Inbox("inactive@example.com")) != 0 {
		t.Error("the wrong people got a link")
	}
	if n := rows(t, s, "password_reset_requests"); n != 0 {
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

func TestTheWorkerTakesWhatAnEarlierProcessHasLeftAndWhatComes(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": email}), http.StatusOK)
	taken := make(chan struct{}, 10)
	s.PB.OnModelAfterDeleteSuccess("password_reset_requests").BindFunc(notify(taken))
	s.Accounts.Start(context.Background())
	<-taken // what was left
	expect(t, visitor(s).Post("/api/forgot-password", form{"email": "nobody@example.com"}), http.StatusOK)
	<-taken // what has come since
	s.Accounts.Stop()
	if n := len(resetMails(s, email)); n != 1 {
		t.Errorf("%d links", n)
	}
}

func TestARequestThatFailsStaysAndHoldsUpNobody(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for _, name := range []string{"first@example.com", "second@example.com"} {
		s.CreateAccount(httpx.Users, form{"email": name})
		expect(t, visitor(s).Post("/api/forgot-password", form{"email": name}), http.StatusOK)
	}
	broken := true
	s.PB.OnRecordDelete("password_reset_requests").BindFunc(func(e *core.RecordEvent) error {
		if broken && e.Record.GetString("email") == "first@example.com" {
			return errors.New("the disk is full")
		}
		return e.Next()
	})
	if err := s.Accounts.Drain(context.Background()); err == nil {
		t.Error("the failure is not told")
	}
	if n := rows(t, s, "password_reset_requests"); n != 1 {
		t.Fatalf("%d requests are left", n)
	}
	if n := rows(t, s, "email_logs"); n != 1 {
		t.Errorf("%d letters", n)
	}
	broken = false
	if len(resetMails(s, "first@example.com"))+len(resetMails(s, "second@example.com")) != 2 {
		t.Error("not everybody has a link")
	}
}
