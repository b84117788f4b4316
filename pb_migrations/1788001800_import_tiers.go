package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An import stores the tiers that its file named when it was requested, so that it grants what the admins have seen,
// whatever the tiers are called when it runs.
func init() {
	m.Register(func(app core.App) error {
		imports, err := app.FindCollectionByNameOrId("legacy_imports")
		if err != nil {
			return err
		}
		imports.Fields.Add(&core.JSONField{Name: "tiers", Help: "The id of each tier by its name in the file.",
			MaxSize: 65536})
		return app.Save(imports)
	}, func(app core.App) error {
		imports, err := app.FindCollectionByNameOrId("legacy_imports")
		if err != nil {
			return err
		}
		imports.Fields.RemoveByName("tiers")
		return app.Save(imports)
	})
}
