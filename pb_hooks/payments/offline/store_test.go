package offline

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// everyQuery runs the queries of the store that requests, webhooks and jobs use.
func everyQuery(t *testing.T, app core.App) {
	t.Helper()
	now := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	for name, query := range map[string]func() error{
		"offline payment": func() error { _, err := findOffline(app, "x"); return err },
		"receipts":        func() error { _, err := listReceipts(app, "x", "y"); return err },
		"transfer":        func() error { _, err := listTransfer(app, "x"); return err },
		"proformas":       func() error { _, err := listProformas(app, "x", 0); return err },
		"of transaction":  func() error { _, err := findOfflineOf(app, "x"); return err },
		"return":          func() error { _, err := findReturn(app, "x"); return err },
		"returns":         func() error { _, err := listReturns(app, "x", "y"); return err },
		"cash":            func() error { _, err := cashReceived(app, "x", "y", now, "z"); return err },
	} {
		if err := query(); err != nil && !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	statements := queryplan.Capture(app, func() { everyQuery(t, app) })
	if n := queryplan.AssertIndexed(t, app, statements, []string{"offline_payments", "offline_receipts", "offline_returns"}, nil); n < 2 {
		t.Errorf("%d statements were checked, want at least 2", n)
	}
}
