package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The dashboard no longer shows the members by industry and city, the only numbers that were read by their size.
func init() {
	m.Register(func(app core.App) error {
		return run(app, []string{"DELETE FROM counters WHERE name IN ('members_industry', 'members_city')",
			"DROP INDEX counters_largest"})
	}, func(app core.App) error {
		// The earlier version counts again when it starts.
		return run(app, []string{"CREATE INDEX counters_largest ON counters (name, n DESC, value)",
			"INSERT OR REPLACE INTO counters (name, value, n) VALUES ('stale', '', 1)"})
	})
}
