package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The jobs of the terms remind their members too: each looks once when the next reminder of its term is due.
func init() {
	m.Register(func(app core.App) error {
		return execute(app, `UPDATE jobs SET runAt = strftime('%Y-%m-%d %H:%M:%fZ', 'now') WHERE type = 'payments.membership' AND state = 'queued'`)
	}, func(core.App) error { return nil })
}
