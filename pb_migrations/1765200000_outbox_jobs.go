package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// E-mails are sent by jobs of the type mail.send. Those that wait, or whose process died, get theirs here;
// the rows of campaigns (priority 100 and more) have none. The queue's index is not needed any more.
func init() {
	m.Register(func(app core.App) error {
		_, err := app.NonconcurrentDB().NewQuery(`
			INSERT OR IGNORE INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT 'mail.send', id, '{}',
				CASE WHEN priority <= 0 THEN -2 WHEN priority < 5 THEN -1 WHEN priority >= 50 THEN 1 ELSE 0 END,
				coalesce(nullif(CASE status WHEN 'sending' THEN leaseUntil ELSE nextAttemptAt END, ''), createdAt),
				'queued', 0, strftime('%Y-%m-%d %H:%M:%fZ', 'now'), strftime('%Y-%m-%d %H:%M:%fZ', 'now')
			FROM email_logs WHERE status IN ('queued', 'sending') AND priority < 100`).Execute()
		if err != nil {
			return err
		}
		return changeCollections(app, map[string]func(*core.Collection){"email_logs": func(c *core.Collection) {
			c.RemoveIndex("idx_email_logs_due")
		}})
	}, func(app core.App) error {
		if _, err := app.NonconcurrentDB().NewQuery(`DELETE FROM jobs WHERE type = 'mail.send'`).Execute(); err != nil {
			return err
		}
		return changeCollections(app, map[string]func(*core.Collection){"email_logs": func(c *core.Collection) {
			c.AddIndex("idx_email_logs_due", false, "status, priority, nextAttemptAt", "")
		}})
	})
}
