package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An owner can switch modules off. Existing sites keep all of them on.
func init() {
	m.Register(func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.Add(&core.JSONField{Name: "modulesOff", MaxSize: 1000,
			Help: "The modules that are switched off, such as [\"library\"]."})
		return app.Save(settings)
	}, func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.RemoveByName("modulesOff")
		return app.Save(settings)
	})
}
