package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A bulk action can grant a membership to many people. Undoing it ends the terms that it has granted.
func init() {
	actions := []string{"tag", "untag", "deactivate", "reset_link", "proof_link", "write"}
	m.Register(func(app core.App) error {
		if err := setOptions(app, "bulk_actions", "action", append(actions, "grant", "end_grant")...); err != nil {
			return err
		}
		bulk, err := app.FindCollectionByNameOrId("bulk_actions")
		if err != nil {
			return err
		}
		bulk.Fields.Add(
			lineField("membershipTierId", 15, false),
			lineField("tierName", 120, false),
			&core.DateField{Name: "endsAt", Help: "The end of the granted memberships. Empty: their usual term."},
			textField("grantReason", 1000, false),
			lineField("decidedBy", 254, false),
		)
		if err := app.Save(bulk); err != nil {
			return err
		}
		items, err := app.FindCollectionByNameOrId("bulk_items")
		if err != nil {
			return err
		}
		items.Fields.Add(lineField("termId", 15, false))
		return app.Save(items)
	}, func(app core.App) error {
		items, err := app.FindCollectionByNameOrId("bulk_items")
		if err != nil {
			return err
		}
		items.Fields.RemoveByName("termId")
		if err := app.Save(items); err != nil {
			return err
		}
		bulk, err := app.FindCollectionByNameOrId("bulk_actions")
		if err != nil {
			return err
		}
		for _, name := range []string{"membershipTierId", "tierName", "endsAt", "grantReason", "decidedBy"} {
			bulk.Fields.RemoveByName(name)
		}
		if err := app.Save(bulk); err != nil {
			return err
		}
		return setOptions(app, "bulk_actions", "action", actions...)
	})
}
