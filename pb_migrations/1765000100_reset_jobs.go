package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Requests for a reset link are jobs of type accounts.reset-request. Those that wait become jobs, and
// their own collection goes.
func init() {
	m.Register(func(app core.App) error {
		err := execute(app, `
			INSERT INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT 'accounts.reset-request', id, json_object('email', email), 0, createdAt, 'queued', 0, createdAt, createdAt
			FROM password_reset_requests`)
		if err != nil {
			return err
		}
		requests, err := app.FindCollectionByNameOrId("password_reset_requests")
		if err != nil {
			return err
		}
		return app.Delete(requests)
	}, createPasswordResetRequests)
}
