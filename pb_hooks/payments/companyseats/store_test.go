package companyseats

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
		"seat":  func() error { _, err := Find(app, "x"); return err },
		"seats": func() error { _, err := List(app, "x"); return err },
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
	if n := queryplan.AssertIndexed(t, app, statements, []string{"seats"}, nil); n < 1 {
		t.Errorf("%d statements were checked, want at least 1", n)
	}
}
