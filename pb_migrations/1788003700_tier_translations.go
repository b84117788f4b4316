package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A membership tier has translations of its texts.
func init() {
	const tiers, field = "membership_tiers", "translations"
	change := func(do func(*core.Collection)) func(core.App) error {
		return func(app core.App) error {
			c, err := app.FindCollectionByNameOrId(tiers)
			if err != nil {
				return err
			}
			do(c)
			return app.Save(c)
		}
	}
	m.Register(change(func(c *core.Collection) {
		c.Fields.Add(&core.JSONField{
			Name: field, Help: "Each has a language, a field, the English text and its translation.", MaxSize: 262144,
		})
	}), change(func(c *core.Collection) { c.Fields.RemoveByName(field) }))
}
