package delivery

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

const webhookToken = "hook-token"

var noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

// testTracker is a tracker with its outbox, database, clock and fake provider.
type testTracker struct {
	*Tracker
	t        testing.TB
	app      *tests.TestApp
	clock    *clock.Fake
	provider *fakebrevo.Server
	sender   *testSender
}

// testSender sends emails to the fake Brevo.
type testSender struct {
	*brevo.Client
	// beforeAnswer, if set, is called after Brevo has accepted an email and before the outbox gets the response.
	beforeAnswer func(brevo.Message)
}

func (s *testSender) Send(ctx context.Context, m brevo.Message) brevo.Result {
	result := s.Client.Send(ctx, m)
	if s.beforeAnswer != nil {
		s.beforeAnswer(m)
	}
	return result
}

func newTestTracker(t *testing.T) *testTracker {
	t.Helper()
	r := &testTracker{t: t, app: testdb.New(t), clock: clock.NewFake(noon)}
	var err error
	if r.provider, err = fakebrevo.New(fakebrevo.Options{Now: r.clock.Now}); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(r.provider)
	t.Cleanup(func() {
		_ = r.provider.Close()
		server.Close()
	})
	cfg := config.Config{
		Brevo: config.Brevo{APIKey: "key", WebhookToken: webhookToken},
		Mail:  config.Mail{From: "no-reply@boardcircle.example"},
	}
	r.sender = &testSender{Client: brevo.New(server.URL+"/sandbox/brevo/v3", "key")}
	library, runner := texts.New(r.app, cfg, r.clock.Now), jobs.New(r.app, r.clock.Now, jobs.Options{})
	box := outbox.New(r.app, outbox.Options{
		Config: cfg, Clock: r.clock.Now, Jobs: runner, Texts: library, Sender: r.sender,
	})
	box.Register(outbox.Kind{Name: "welcome"})
	r.Tracker = New(r.app, Deps{Config: cfg, Clock: r.clock.Now, Jobs: runner, Outbox: box, Texts: library})
	return r
}

func welcome() outbox.Email { return welcomeTo(asha) }

func welcomeTo(email string) outbox.Email {
	return outbox.Email{
		Kind: "welcome", To: outbox.Address{Email: email, Name: "Asha Rao"},
		Params: map[string]string{"subject": "Welcome", "html": "<p>Welcome</p>", "text": "Welcome"},
	}
}

const asha = "asha1@example.com"

func (r *testTracker) enqueue(email outbox.Email) {
	r.t.Helper()
	if err := r.outbox.Enqueue(r.app, email); err != nil {
		r.t.Fatal(err)
	}
}

func (r *testTracker) drain() {
	r.t.Helper()
	if err := r.jobs.Drain(context.Background()); err != nil {
		r.t.Fatal(err)
	}
}

// row returns the only email to an address.
func (r *testTracker) row(email string) *core.Record {
	r.t.Helper()
	rows, err := r.app.FindAllRecords("email_logs", dbx.HashExp{"emailAddress": email})
	if err != nil || len(rows) != 1 {
		r.t.Fatalf("%d emails to %s, want 1; error = %v", len(rows), email, err)
	}
	return rows[0]
}

// expectStatus checks the status of an email and how many copies arrived.
func (r *testTracker) expectStatus(email, status string, arrived int) *core.Record {
	r.t.Helper()
	row := r.row(email)
	if got := row.GetString("status"); got != status {
		r.t.Fatalf("status = %s (%s), want %s", got, row.GetString("errorMessage"), status)
	}
	if got := len(r.provider.Messages(email)); got != arrived {
		r.t.Fatalf("%d copies arrived, want %d", got, arrived)
	}
	return row
}
