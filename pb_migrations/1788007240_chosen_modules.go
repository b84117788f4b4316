package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The modules that are on are stored instead of those that are off, and null means that no admin has chosen yet. A
// fresh server has none. Existing sites keep those that are on, also a site without settings.
func init() {
	m.Register(func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.Add(&core.JSONField{Name: "modulesOn", MaxSize: 1000,
			Help: "The modules that are on, such as [\"library\"]. Without a list, no admin has chosen yet, and all are off."})
		if err := app.Save(settings); err != nil {
			return err
		}
		if _, err := app.DB().NewQuery(`INSERT INTO settings (key, gstRate, reviewVotes, createdAt, updatedAt)
			SELECT 'site', 18, 1, now.at, now.at FROM (SELECT strftime('%Y-%m-%d %H:%M:%fZ') AS at) now
			WHERE NOT EXISTS (SELECT 1 FROM settings WHERE key = 'site')
				AND (EXISTS (SELECT 1 FROM admins) OR EXISTS (SELECT 1 FROM people))`).Execute(); err != nil {
			return fmt.Errorf("add the settings of an existing site: %w", err)
		}
		if err := invertModules(app, "modulesOff", "modulesOn"); err != nil {
			return err
		}
		settings.Fields.RemoveByName("modulesOff")
		return app.Save(settings)
	}, func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.Add(&core.JSONField{Name: "modulesOff", MaxSize: 1000,
			Help: "The modules that are switched off, such as [\"library\"]."})
		if err := app.Save(settings); err != nil {
			return err
		}
		if err := invertModules(app, "modulesOn", "modulesOff"); err != nil {
			return err
		}
		settings.Fields.RemoveByName("modulesOn")
		return app.Save(settings)
	})
}

// invertModules stores in a column of the settings the modules that are not in another column.
func invertModules(app core.App, from, to string) error {
	_, err := app.DB().NewQuery(`UPDATE settings SET [[` + to + `]] = (SELECT json_group_array(value)
		FROM json_each({:modules}) WHERE value NOT IN (SELECT value
			FROM json_each(CASE WHEN json_valid([[` + from + `]]) THEN [[` + from + `]] ELSE '[]' END) WHERE value IS NOT NULL))`).
		Bind(dbx.Params{"modules": `["sessions","directory","board-seats","consultations","library"]`}).Execute()
	if err != nil {
		return fmt.Errorf("convert %s to %s: %w", from, to, err)
	}
	return nil
}
