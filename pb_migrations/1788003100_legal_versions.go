package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The versions of the legal pages. They are never deleted, because people have agreed to them.
func init() {
	tables := []collection{{
		name: "legal_versions",
		fields: []core.Field{
			lineField("page", 40, true),
			&core.DateField{Name: "appliesFrom", Required: true},
			&core.TextField{Name: "value", Max: 500000, Required: true,
				Help: "The texts as visitors saw them, as JSON."},
		},
		indexes: []index{{"idx_legal_versions_page", true, "page, appliesFrom", ""}},
	}}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
