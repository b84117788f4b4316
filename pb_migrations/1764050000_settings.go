package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// What admins set in the console. An empty field means the built-in default.
func init() {
	m.Register(func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.Add(
			lineField("siteName", 80, false),
			lineField("contactEmail", 254, false),
			lineField("contactPhone", 40, false),
			lineField("contactPlace", 120, false),
			lineField("providerUrl", 300, false),
			lineField("notificationEmail", 254, false),
			&core.TextField{Name: "eventDate", Max: 10, Pattern: `^\d{4}-\d{2}-\d{2}$`, Help: "The launch event's day, such as 2026-09-16."},
			lineField("figureMembers", 20, false),
			lineField("figureShare", 20, false),
			lineField("figureTarget", 20, false),
			&core.NumberField{Name: "reviewVotes", OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(20.0), Help: "How many yes votes an approval needs; 0 is the default of 1."},
			&core.BoolField{Name: "purchaseNeedsApproval", Help: "On: only an approved nominee can buy a membership."},
			&core.BoolField{Name: "totpRequired", Help: "On: every admin account needs a second factor."},
		)
		return app.Save(settings)
	}, func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		for _, name := range []string{"siteName", "contactEmail", "contactPhone", "contactPlace", "providerUrl", "notificationEmail",
			"eventDate", "figureMembers", "figureShare", "figureTarget", "reviewVotes", "purchaseNeedsApproval", "totpRequired"} {
			settings.Fields.RemoveByName(name)
		}
		return app.Save(settings)
	})
}
