package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Adds the index by which the newest diagnostics with a valid signature, and those without one, are found
// separately: each kind is purged on its own.
func init() {
	const index = "idx_webhook_diagnostics_verified"
	m.Register(func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"webhook_diagnostics": func(c *core.Collection) {
			c.AddIndex(index, false, "signatureVerified, timestamp, id", "")
		}})
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"webhook_diagnostics": func(c *core.Collection) {
			c.RemoveIndex(index)
		}})
	})
}
