package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office is reminded of the deadlines of disputes: also of those that are open already.
func init() {
	const now = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')"
	m.Register(func(app core.App) error {
		return execute(app, `INSERT INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT 'payments.dispute', id, '{}', 0, `+now+`, 'queued', 0, `+now+`, `+now+`
			FROM transactions WHERE disputeRespondBy > `+now+`
			ON CONFLICT (type, key) DO NOTHING`)
	}, func(app core.App) error {
		return execute(app, `DELETE FROM jobs WHERE type = 'payments.dispute'`)
	})
}
