package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Redirects lead from addresses that the site no longer has to its pages.
func init() {
	tables := []collection{{
		name: "redirects",
		fields: []core.Field{
			lineField("source", 300, true),
			lineField("target", 600, true),
		},
		indexes: []index{{"idx_redirects_source", true, "source", ""}},
	}}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
