package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What each admin account may do in the console. Who could do everything before goes on so, as an owner.
func init() {
	m.Register(func(app core.App) error {
		admins, err := app.FindCollectionByNameOrId("admins")
		if err != nil {
			return err
		}
		admins.Fields.Add(selectField("role", true, "owner", "office", "reviewer", "accountant", "editor"))
		if err := app.Save(admins); err != nil {
			return err
		}
		return execute(app, "UPDATE admins SET role = 'owner'")
	}, func(app core.App) error {
		admins, err := app.FindCollectionByNameOrId("admins")
		if err != nil {
			return err
		}
		admins.Fields.RemoveByName("role")
		return app.Save(admins)
	})
}
