package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Parts of the office became modules. They stay on at a site whose modules were chosen before.
func init() {
	office := dbx.Params{"office": `["coupons","offline-payments","books","imports","automations"]`}
	changeModules := func(app core.App, list string) error {
		if _, err := app.DB().NewQuery("UPDATE settings SET modulesOn = (" + list + `)
			WHERE json_valid(modulesOn) AND json_type(modulesOn) = 'array'`).Bind(office).Execute(); err != nil {
			return fmt.Errorf("change the modules that are on: %w", err)
		}
		return nil
	}
	m.Register(func(app core.App) error {
		return changeModules(app, `SELECT json_group_array(value)
			FROM (SELECT value FROM json_each(modulesOn) UNION SELECT value FROM json_each({:office}))`)
	}, func(app core.App) error {
		return changeModules(app, `SELECT json_group_array(value)
			FROM json_each(modulesOn) WHERE value NOT IN (SELECT value FROM json_each({:office}))`)
	})
}
