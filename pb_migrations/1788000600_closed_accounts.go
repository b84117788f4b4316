package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Each count of a campaign's people leaves out the closed accounts, which are few among all accounts.
func init() {
	const index = "idx_users_closed"
	change := func(change func(users *core.Collection)) func(core.App) error {
		return func(app core.App) error {
			users, err := app.FindCollectionByNameOrId("users")
			if err != nil {
				return err
			}
			change(users)
			return app.Save(users)
		}
	}
	m.Register(
		change(func(users *core.Collection) { users.AddIndex(index, false, "email", "isActive = FALSE") }),
		change(func(users *core.Collection) { users.RemoveIndex(index) }),
	)
}
