package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The results of the restore drills.
func init() {
	m.Register(func(app core.App) error {
		drills := core.NewBaseCollection("restore_drills")
		drills.Fields.Add(
			selectField("source", true, "backup", "replica"),
			lineField("name", 300, false),
			&core.DateField{Name: "at", Required: true},
			&core.DateField{Name: "stateOf"},
			selectField("outcome", true, "passed", "failed", "untried"),
			textField("message", 1000, true),
			integerField("rows"),
			integerField("milliseconds"),
		)
		drills.AddIndex("idx_restore_drills_at", false, "at, id", "")
		return saveCollection(app, drills)
	}, func(app core.App) error {
		drills, err := app.FindCollectionByNameOrId("restore_drills")
		if err != nil {
			return err
		}
		return app.Delete(drills)
	})
}
