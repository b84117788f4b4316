package reconcile

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/razorpay"
)

// everyQuery runs the queries of the store that requests, webhooks and jobs use.
func everyQuery(t *testing.T, app core.App) {
	t.Helper()
	now := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	var event string
	for name, query := range map[string]func() error{
		"events of a payment": func() error { _, err := ListEventsOf(app, "x", "y", "z"); return err },
		"cursor":              func() error { _, err := findCursor(app, "x"); return err },
		"event":               func() error { _, err := findEvent(app, "x"); return err },
		"event by id":         func() error { _, err := eventExists(app, "x", ""); return err },
		"event by hash":       func() error { _, err := eventExists(app, "", "x"); return err },
		"new event": func() (err error) {
			event, err = insertEvent(app, "evt_new", nil, razorpay.Event{}, now)
			return err
		},
		"waiting events":   func() error { _, err := listWaitingEvents(app); return err },
		"number of events": func() error { _, err := CountWaitingEvents(app); return err },
		"oldest event":     func() error { _, err := OldestWaitingEvent(app); return err },
		"diagnostic": func() error {
			return insertDiagnostic(app, Diagnostic{SignatureVerified: true}, now)
		},
		"trim":               func() error { return trimDiagnostics(app, true) },
		"last webhook":       func() error { _, err := LastWebhookAt(app); return err },
		"purged diagnostics": func() error { return deleteDiagnostics(app, now.Add(-time.Hour)) },
		"purged events":      func() error { return deleteFinishedEvents(app, now.Add(-time.Hour)) },
	} {
		if err := query(); err != nil && !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s: %v", name, err)
		}
	}
	stored, err := findEvent(app, event)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Delete(stored); err != nil {
		t.Fatal(err)
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	tables := []string{"payment_events", "webhook_diagnostics"}
	check := func() {
		t.Helper()
		statements := queryplan.Capture(app, func() { everyQuery(t, app) })
		if n := queryplan.AssertIndexed(t, app, statements, tables, nil); n < 10 {
			t.Errorf("%d statements were checked, want at least 10", n)
		}
	}
	check()
	for _, fill := range []string{
		`INSERT INTO payment_events (id, eventId, bodyHash, state, createdAt)
			SELECT 'fill' || i, 'evt_' || i, 'hash' || i, 'done', strftime('%Y-%m-%d %H:%M:%fZ', '2026-08-03 06:00', '+' || i || ' seconds')`,
		`INSERT INTO webhook_diagnostics (id, timestamp, signatureVerified) SELECT 'fill' || i, strftime('%Y-%m-%d %H:%M:%fZ', '2026-08-03 06:00', '+' || i || ' seconds'), i % 2`,
	} {
		_, err := app.NonconcurrentDB().
			NewQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) " + fill + " FROM n").
			Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	check()
	if _, err := app.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check()
}
