package outbox

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"testing/fstest"
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
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

const webhookToken = "hook-token"

var noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

func configured() config.Config {
	return config.Config{
		SiteURL: "https://boardcircle.example",
		Site: config.Site{
			Name:         "Boardcircle",
			ContactEmail: "info@boardcircle.example",
			ContactPhone: "+91 22 4000 1234",
		},
		Brevo: config.Brevo{APIKey: "key", WebhookToken: webhookToken},
		Mail:  config.Mail{From: "no-reply@boardcircle.example", FromName: "Boardcircle"},
	}
}

// testOutbox is an outbox with its database, clock and fake provider.
type testOutbox struct {
	*Outbox
	t        testing.TB
	app      *tests.TestApp
	clock    *clock.Fake
	provider *fakebrevo.Server
	url      string
}

func newTestOutbox(t testing.TB) *testOutbox {
	t.Helper()
	app := testdb.New(t)
	r := &testOutbox{t: t, app: app, clock: clock.NewFake(noon)}
	var err error
	if r.provider, err = fakebrevo.New(fakebrevo.Options{Now: r.clock.Now}); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(r.provider)
	t.Cleanup(func() {
		_ = r.provider.Close()
		server.Close()
	})
	r.url = server.URL + "/sandbox/brevo/v3"
	r.Outbox = r.newOutbox(brevo.New(r.url, "key"))
	return r
}

// restart replaces the outbox by a new one with the same database, as if the process had been killed and restarted.
func (r *testOutbox) restart() {
	r.Outbox = r.newOutbox(brevo.New(r.url, "key"))
}

func (r *testOutbox) newOutbox(sender Sender) *Outbox {
	return newOutboxOver(r.app, r.clock.Now, sender)
}

func newOutboxOver(app core.App, now clock.Clock, sender Sender) *Outbox {
	o := New(app, Options{
		Config:      configured(),
		Clock:       now,
		Jobs:        jobs.New(app, now, jobs.Options{}),
		Texts:       texts.New(app, configured(), now),
		Preferences: preferences.New(app, preferences.Deps{Config: configured(), Clock: now, Key: []byte("a key of the tests")}),
		Sender:      sender,
	})
	o.Register(testKinds()...)
	return o
}

// claimedByJob is an email that a job has claimed.
type claimedByJob struct {
	emailJob
	*claimedBatch
}

// claimDue claims up to n emails, like a process that is killed immediately afterwards.
func (r *testOutbox) claimDue(n int) []claimedByJob {
	r.t.Helper()
	var mu sync.Mutex
	var claimed []jobs.Job
	ctx, cancel := context.WithCancel(r.t.Context())
	runner := jobs.New(r.app, r.clock.Now, jobs.Options{})
	runner.Register(jobs.Type{
		Name:        SendJob,
		Concurrency: n,
		Lease:       leaseDuration,
		Handle: func(_ context.Context, job jobs.Job) error {
			mu.Lock()
			claimed = append(claimed, job)
			mu.Unlock()
			cancel()
			runtime.Goexit() // The runner stores no result of this attempt.
			return nil
		},
	})
	if err := runner.Drain(ctx); err != nil && ctx.Err() == nil {
		r.t.Fatal(err)
	}
	cancel()
	var emails []claimedByJob
	for _, job := range claimed {
		single := emailJob{r.Outbox, job}
		b, err := single.claim()
		if err != nil {
			r.t.Fatal(err)
		}
		if b != nil {
			emails = append(emails, claimedByJob{single, b})
		}
	}
	return emails
}

func (r *testOutbox) enqueue(emails ...Email) {
	r.t.Helper()
	err := r.app.RunInTransaction(func(tx core.App) error {
		for _, l := range emails {
			if err := r.Enqueue(tx, l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *testOutbox) drain() {
	r.t.Helper()
	if err := r.jobs.Drain(context.Background()); err != nil {
		r.t.Fatal(err)
	}
}

// row returns the only email to an address.
func (r *testOutbox) row(email string) *core.Record {
	r.t.Helper()
	rows, err := r.app.FindAllRecords("email_logs", dbx.HashExp{"emailAddress": email})
	if err != nil || len(rows) != 1 {
		r.t.Fatalf("%d emails to %s, want 1; error = %v", len(rows), email, err)
	}
	return rows[0]
}

// expectStatus checks the status of an email and how many copies arrived.
func (r *testOutbox) expectStatus(email, status string, arrived int) *core.Record {
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

func (r *testOutbox) batch(row *core.Record) *core.Record {
	r.t.Helper()
	batch, err := r.app.FindRecordById("email_batches", row.GetString("batchId"))
	if err != nil {
		r.t.Fatal(err)
	}
	return batch
}

// testTexts are the texts of testKinds.
var testTexts = texts.Set{
	Files: fstest.MapFS{
		"welcome.md": {Data: []byte(`---
subject: Welcome to {{siteName}}
preview: Your account is ready
footnote: You have an account.
---
{{if name}}Dear {{name}},{{else}}Hello,{{end}} {{email}}`)},
		"reset.md": {Data: []byte(`---
subject: Your link
preview: It works once
footnote: You requested this link.
---
[link]({{resetLink}})`)},
		"notice.md": {Data: []byte(`---
subject: New: {{name}}, {{company}}
preview: A nomination
footnote: You are an administrator.
---
{{name}} of {{company}} {{at}}`)},
	},
	Kinds: map[string]texts.Declaration{
		kindWelcome: {Fields: []texts.Field{texts.Line("name", "Asha Rao"), texts.Line("email", "asha@example.com")}},
		kindReset: {IsSensitive: true, Fields: []texts.Field{
			texts.Hidden("token", "sample"),
			texts.Link("resetLink", "{{.siteURL}}/reset-password?token={{.token}}").Required(),
		}},
		kindNotice: {
			Fields: []texts.Field{texts.Line("name", "Asha Rao"), texts.Line("company", "Sample Limited"),
				texts.Time("at")},
		},
	},
}

// testKinds returns sample kinds, which replace the kinds of the features.
func testKinds() []Kind {
	return []Kind{
		{Name: kindWelcome, Texts: testTexts},
		{Name: kindReset, Texts: testTexts, Priority: jobs.High},
		{Name: kindNotice, Texts: testTexts, ReplyTo: func(params map[string]string) Address {
			return Address{Email: params["email"], Name: params["name"]}
		}},
	}
}

const (
	kindWelcome = "welcome"
	kindReset   = "reset"
	kindNotice  = "notice"
)

// changeKind changes the declaration of a kind.
func (r *testOutbox) changeKind(name string, change func(*Kind)) { change(&r.kinds[name].Kind) }

func welcome(n int) Email {
	return welcomeTo(fmt.Sprintf("asha%d@example.com", n))
}

func welcomeTo(email string) Email {
	return Email{
		Kind: kindWelcome, DedupeKey: kindWelcome + ":" + email, To: Address{email, "Asha Rao"},
		Params: map[string]string{"name": "Asha Rao", "email": email},
	}
}

func resetEmail(email string) Email {
	return Email{
		Kind:      kindReset,
		DedupeKey: kindReset + ":nonce1",
		To:        Address{Email: email},
		Params:    map[string]string{"userId": "user1", "nonce": "nonce1"},
	}
}

func noticeEmail(name, company string) Email {
	return Email{
		Kind:      kindNotice,
		DedupeKey: kindNotice + ":reg1",
		To:        Address{Email: "staff@boardcircle.example"},
		Params: map[string]string{
			"name":    name,
			"company": company,
			"email":   "asha@example.com",
			"at":      noon.Format(time.RFC3339),
		},
	}
}

const asha = "asha1@example.com"
