package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A company can state that it is a unit or a developer in a special economic zone.
func init() {
	m.Register(func(app core.App) error {
		profiles, err := app.FindCollectionByNameOrId("billing_profiles")
		if err != nil {
			return err
		}
		profiles.Fields.Add(&core.BoolField{
			Name: "isSEZ", Help: "Whether the company is in a special economic zone.",
		})
		return app.Save(profiles)
	}, func(app core.App) error {
		profiles, err := app.FindCollectionByNameOrId("billing_profiles")
		if err != nil {
			return err
		}
		profiles.Fields.RemoveByName("isSEZ")
		return app.Save(profiles)
	})
}
