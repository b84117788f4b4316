package refunds

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// everyQuery runs the queries of the store that requests, webhooks and jobs use.
func everyQuery(t *testing.T, app core.App) {
	t.Helper()
	for name, query := range map[string]func() error{
		"refund of":   func() error { _, err := findRefundOf(app, "x", "y"); return err },
		"refunds":     func() error { _, err := List(app, "x"); return err },
		"refund":      func() error { _, err := find(app, "x"); return err },
		"open refund": func() error { _, err := FindOpen(app, "x"); return err },
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
	if n := queryplan.AssertIndexed(t, app, statements, []string{"refunds"}, nil); n < 3 {
		t.Errorf("%d statements were checked, want at least 3", n)
	}
}
