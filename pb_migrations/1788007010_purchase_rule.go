package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The checklist of the first setup asks who can buy. The answer may be the default.
func init() {
	m.Register(func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.Add(&core.BoolField{Name: "isPurchaseDecided",
			Help: "On: an admin has decided who can buy."})
		if err := app.Save(settings); err != nil {
			return err
		}
		_, err = app.DB().NewQuery("UPDATE settings SET isPurchaseDecided = purchaseNeedsApproval").Execute()
		return err
	}, func(app core.App) error {
		settings, err := app.FindCollectionByNameOrId("settings")
		if err != nil {
			return err
		}
		settings.Fields.RemoveByName("isPurchaseDecided")
		return app.Save(settings)
	})
}
