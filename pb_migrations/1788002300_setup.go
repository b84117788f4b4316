package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An owner can dismiss the checklist of the first setup for good.
func init() {
	m.Register(func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.Add(&core.BoolField{Name: "isSetupDismissed",
			Help: "On: the console does not show the checklist of the first setup."})
		return app.Save(settings)
	}, func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.RemoveByName("isSetupDismissed")
		return app.Save(settings)
	})
}
