package mail

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	sandbox "boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/brevo"
)

const webhookToken = "hook-token"

var noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

func configured() config.Config {
	return config.Config{
		SiteURL: "https://boardcircle.example",
		Site:    config.Site{Name: "Boardcircle", ContactEmail: "info@boardcircle.example", ContactPhone: "+91 22 4000 1234"},
		Brevo:   config.Brevo{APIKey: "key", WebhookToken: webhookToken},
		Mail:    config.Mail{From: "no-reply@boardcircle.example", FromName: "Boardcircle"},
	}
}

// testOutbox is a mail room with its database, clock and provider.
type testOutbox struct {
	*Outbox
	t        *testing.T
	app      *tests.TestApp
	clock    *clock.Fake
	provider *sandbox.Server
	url      string
}

func newTestOutbox(t *testing.T) *testOutbox {
	t.Helper()
	app := testdb.New(t)
	r := &testOutbox{t: t, app: app, clock: clock.NewFake(noon)}
	var err error
	if r.provider, err = sandbox.New(sandbox.Options{Now: r.clock.Now}); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(r.provider)
	t.Cleanup(func() {
		_ = r.provider.Close()
		server.Close()
	})
	r.url = server.URL + "/sandbox/brevo/v3"
	r.Outbox = New(app, configured(), r.clock.Now, brevo.New(r.url, "key"))
	return r
}

// restart drops the outbox as a killed process does, and opens another over the same database.
func (r *testOutbox) restart() {
	r.Outbox = New(r.app, configured(), r.now, brevo.New(r.url, "key"))
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
	if err := r.Drain(context.Background()); err != nil {
		r.t.Fatal(err)
	}
}

// row is the one letter to an address.
func (r *testOutbox) row(email string) *core.Record {
	r.t.Helper()
	rows, err := r.app.FindAllRecords("email_logs", dbx.HashExp{"emailAddress": email})
	if err != nil || len(rows) != 1 {
		r.t.Fatalf("%d rows for %s: %v", len(rows), email, err)
	}
	return rows[0]
}

// expectStatus asserts a letter's state and how many mails its reader got.
func (r *testOutbox) expectStatus(email, status string, mails int) *core.Record {
	r.t.Helper()
	row := r.row(email)
	if got := row.GetString("status"); got != status {
		r.t.Fatalf("the letter is %s (%s), not %s", got, row.GetString("errorMessage"), status)
	}
	if got := len(r.provider.Messages(email)); got != mails {
		r.t.Fatalf("%d mails arrived, not %d", got, mails)
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

func welcome(n int) Email {
	return Welcome{UserID: fmt.Sprintf("user%d", n), Name: "Asha Rao", Email: fmt.Sprintf("asha%d@example.com", n)}.Build()
}

const asha = "asha1@example.com"
