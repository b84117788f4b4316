package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The stored subject of a reminder of a board term named the company, which only the member sees. The console and the
// search of the emails read the stored subject.
func init() {
	m.Register(func(app core.App) error {
		const named = "kind = 'term-ending' AND subject != 'Your term at hidden ends on hidden'"
		return run(app, []string{
			"INSERT OR REPLACE INTO counters (name, value, n) SELECT 'stale', '', 1 " +
				"WHERE EXISTS (SELECT 1 FROM email_logs WHERE " + named + ")",
			"UPDATE email_logs SET subject = 'Your term at hidden ends on hidden' WHERE " + named,
		})
	}, func(core.App) error { return nil })
}
