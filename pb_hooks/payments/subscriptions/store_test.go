package subscriptions

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
		"mandate":                  func() error { _, err := FindByProviderID(app, "x"); return err },
		"mandate of a transaction": func() error { _, err := FindOfTransaction(app, "x"); return err },
		"mandates":                 func() error { _, err := List(app, "x"); return err },
		"open mandates":            func() error { _, err := ListUnfinished(app); return err },
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
	if n := queryplan.AssertIndexed(t, app, statements, []string{"subscriptions"}, nil); n < 4 {
		t.Errorf("%d statements were checked, want at least 4", n)
	}
}
