package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An admin can mark one plan as recommended. The version of a plan has changed with the new field, so a plan that waits
// for a second admin can be confirmed without it.
func init() {
	const tiers, field = "membership_tiers", "isRecommended"
	m.Register(func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(tiers)
		if err != nil {
			return err
		}
		c.Fields.Add(&core.BoolField{Name: field,
			Help: "On: the plans page marks this plan as recommended. Other plans lose the mark."})
		if err := app.Save(c); err != nil {
			return err
		}
		_, err = app.DB().NewQuery(`UPDATE approvals SET payload = json_remove(payload, '$.version')
			WHERE kind = 'tier.price' AND state = 'waiting'`).Execute()
		return err
	}, func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(tiers)
		if err != nil {
			return err
		}
		c.Fields.RemoveByName(field)
		return app.Save(c)
	})
}
