package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What an admin does to many people at once, and what became of each of them.
func init() {
	m.Register(func(app core.App) error {
		actions := core.NewBaseCollection("bulk_actions")
		actions.Fields.Add(
			selectField("action", true, "tag", "untag", "deactivate", "reset_link", "proof_link", "write"),
			lineField("tag", 40, false),
			lineField("subject", 150, false),
			textField("words", 8000, false),
			lineField("actorKind", 20, true),
			lineField("actorId", 15, true),
			lineField("actor", 254, false),
			lineField("address", 64, false),
			&core.BoolField{Name: "isOwner", Help: "Whether the admin was an owner."},
			&core.DateField{Name: "at", Required: true},
			&core.DateField{Name: "finishedAt"},
			lineField("undoneBy", 15, false),
		)
		actions.AddIndex("idx_bulk_actions_at", false, "at", "")
		if err := saveCollection(app, actions); err != nil {
			return err
		}
		items := core.NewBaseCollection("bulk_items")
		items.Fields.Add(
			&core.RelationField{Name: "bulkAction", CollectionId: actions.Id, MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.NumberField{Name: "position", OnlyInt: true},
			lineField("personId", 40, true),
			lineField("label", 300, false),
			selectField("status", true, "waiting", "done", "failed", "left_out"),
			lineField("reason", 300, false),
		)
		items.AddIndex("idx_bulk_items_status", false, "bulkAction, status, position", "")
		return saveCollection(app, items)
	}, func(app core.App) error {
		for _, name := range []string{"bulk_items", "bulk_actions"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return nil
	})
}
