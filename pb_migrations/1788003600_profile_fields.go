package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Members choose for each field of a profile who sees it, as they already did for the contacts. Empty is members.
func init() {
	names := []string{
		"portraitVisibility", "workVisibility", "boardsVisibility", "biographyVisibility", "cityVisibility",
		"sectorsVisibility", "languagesVisibility", "canHelpWithVisibility", "lookingForVisibility",
	}
	change := func(do func(c *core.Collection, name string)) func(core.App) error {
		return func(app core.App) error {
			profiles, err := app.FindCollectionByNameOrId("profiles")
			if err != nil {
				return err
			}
			for _, name := range names {
				do(profiles, name)
			}
			return app.Save(profiles)
		}
	}
	m.Register(change(func(c *core.Collection, name string) {
		c.Fields.Add(selectField(name, false, "members", "introduced", "nobody"))
	}), change(func(c *core.Collection, name string) { c.Fields.RemoveByName(name) }))
}
