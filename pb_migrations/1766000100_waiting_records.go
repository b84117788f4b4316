package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A new nomination waits here until what depends on it is kept (pb_hooks/internal/readmodel). Without the table all of
// that is made anew from the records.
func init() {
	m.Register(func(app core.App) error {
		return execute(app, `CREATE TABLE waiting_records (
			collection TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (collection, record)) WITHOUT ROWID`)
	}, func(app core.App) error {
		return execute(app,
			"INSERT INTO counters SELECT 'stale', '', 1 WHERE EXISTS (SELECT 1 FROM waiting_records) ON CONFLICT DO UPDATE SET n = 1",
			"DROP TABLE waiting_records")
	})
}
