package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The settings name the two admins who get the emails about reports.
func init() {
	change := func(do func(c *core.Collection, name string)) func(core.App) error {
		return func(app core.App) error {
			settings, err := app.FindCollectionByNameOrId("settings")
			if err != nil {
				return err
			}
			for _, name := range []string{"reportEmail", "secondReportEmail"} {
				do(settings, name)
			}
			return app.Save(settings)
		}
	}
	m.Register(change(func(c *core.Collection, name string) { c.Fields.Add(lineField(name, 254, false)) }),
		change(func(c *core.Collection, name string) { c.Fields.RemoveByName(name) }))
}
