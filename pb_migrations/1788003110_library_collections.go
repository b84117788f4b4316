package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Collections are named groups of items of the library, with an order.
func init() {
	tables := []collection{{
		name: "library_collections",
		fields: []core.Field{
			lineField("title", 120, true),
			textField("description", 1000, false),
			&core.RelationField{Name: "items", CollectionId: "library_items", MaxSelect: 200},
		},
		indexes: []index{{"idx_library_collections_title", true, "title COLLATE NOCASE", ""}},
	}}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
