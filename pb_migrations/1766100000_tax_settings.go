package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// How tax was settled, by whom and when, and the letter of undertaking for exports. Nothing is settled yet, also
// where a GSTIN is set: somebody has to put their name to it.
func init() {
	m.Register(func(app core.App) error {
		return changeCollection(app, "settings", func(settings *core.Collection) {
			settings.Fields.Add(
				selectField("taxStatus", false, "registered", "unregistered"),
				lineField("taxAdviser", 120, false),
				&core.TextField{Name: "taxSettledOn", Max: 10, Pattern: `^\d{4}-\d{2}-\d{2}$`, Help: "The day on which it was settled, such as 2026-11-22."},
				lineField("lutNumber", 40, false),
				&core.TextField{Name: "lutYear", Max: 7, Pattern: `^20\d{2}-\d{2}$`, Help: "The financial year of the letter of undertaking, such as 2026-27."},
			)
		})
	}, func(app core.App) error {
		return changeCollection(app, "settings", func(settings *core.Collection) {
			for _, name := range []string{"taxStatus", "taxAdviser", "taxSettledOn", "lutNumber", "lutYear"} {
				settings.Fields.RemoveByName(name)
			}
		})
	})
}
