package sessions

import (
	"database/sql"
	"errors"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

func TestEveryQueryUsesAnIndex(t *testing.T) {
	t.Parallel()
	app, token, now := openSession(t)
	account, session, err := new(Cache).Find(app, token, false, now)
	if err != nil {
		t.Fatal(err)
	}
	queryplan.WithAndWithoutStatistics(t, app, func(statistics string) {
		statements := queryplan.Capture(app, func() {
			for name, query := range map[string]func() error{
				"find":       func() error { _, err := find(app, session.ID); return err },
				"list":       func() error { _, err := List(app, account, now); return err },
				"seen":       func() error { return setLastSeen(app, session.ID, now) },
				"revoke":     func() error { return Revoke(app, account, "none") },
				"purge":      func() error { return Purge(app, now) },
				"delete all": func() error { return deleteAllOf(app, account) },
			} {
				if err := query(); err != nil && !errors.Is(err, sql.ErrNoRows) {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
		if n := queryplan.AssertIndexed(t, app, statements, []string{table}, nil); n < 6 {
			t.Errorf("with %s statistics only %d statements were captured, want 6", statistics, n)
		}
	})
}
