package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A buyer can confirm a PIN code that belongs to another state than the one they have chosen.
func init() {
	m.Register(func(app core.App) error {
		profiles, err := app.FindCollectionByNameOrId("billing_profiles")
		if err != nil {
			return err
		}
		profiles.Fields.Add(lineField("confirmedPlace", 12, false))
		return app.Save(profiles)
	}, func(app core.App) error {
		profiles, err := app.FindCollectionByNameOrId("billing_profiles")
		if err != nil {
			return err
		}
		profiles.Fields.RemoveByName("confirmedPlace")
		return app.Save(profiles)
	})
}
