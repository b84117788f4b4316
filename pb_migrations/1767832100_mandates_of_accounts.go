package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A mandate ends also when its account is deactivated or deleted.
func init() {
	m.Register(func(app core.App) error {
		return changeCollection(app, "subscriptions", func(subscriptions *core.Collection) {
			setOptions(subscriptions, "cancelReason", "member", "superseded", "refund", "dispute", "office", "account")
		})
	}, func(app core.App) error {
		if err := execute(app, "UPDATE subscriptions SET cancelReason = 'office' WHERE cancelReason = 'account'"); err != nil {
			return err
		}
		return changeCollection(app, "subscriptions", func(subscriptions *core.Collection) {
			setOptions(subscriptions, "cancelReason", "member", "superseded", "refund", "dispute", "office")
		})
	})
}
