package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An item of the library has authors. Those who are members are also stored by their account, which a member's page of
// the item may link to.
func init() {
	const (
		items = "library_items"
		field = "authors"
	)
	tables := []collection{{
		name: "library_authors",
		fields: []core.Field{
			&core.RelationField{Name: "item", CascadeDelete: true, CollectionId: items, MaxSelect: 1, Required: true},
			integerField("position"),
			lineField("userId", 15, true),
			&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
		},
		indexes: []index{
			{"idx_library_authors_item", false, "item, position", ""},
			{"idx_library_authors_userId", false, "userId", ""},
			{"idx_library_authors_person", false, "person", ""},
		},
	}}
	m.Register(func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(items)
		if err != nil {
			return err
		}
		c.Fields.Add(&core.JSONField{Name: field, Help: "The names of the authors.", MaxSize: 16384})
		if err := app.Save(c); err != nil {
			return fmt.Errorf("add %s to %s: %w", field, items, err)
		}
		return createTables(app, tables)
	}, func(app core.App) error {
		if err := deleteTables(app, tables); err != nil {
			return err
		}
		c, err := app.FindCollectionByNameOrId(items)
		if err != nil {
			return err
		}
		c.Fields.RemoveByName(field)
		return app.Save(c)
	})
}
