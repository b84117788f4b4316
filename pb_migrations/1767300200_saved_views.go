package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The views of the console's lists that admins have saved by a name.
func init() {
	m.Register(func(app core.App) error {
		views := core.NewBaseCollection("saved_views")
		views.Fields.Add(
			selectField("list", true, "users", "leads", "paid", "nominations", "transactions"),
			lineField("name", 60, true),
			lineField("query", 2000, false),
			&core.BoolField{Name: "shared", Help: "Whether every admin who may read the list sees the view."},
			lineField("actorKind", 20, true),
			lineField("actorId", 15, true),
			lineField("actor", 254, false),
		)
		views.AddIndex("idx_saved_views_name", true, "list, actorKind, actorId, name COLLATE NOCASE", "")
		views.AddIndex("idx_saved_views_shared", false, "list", "shared = 1")
		return saveCollection(app, views)
	}, func(app core.App) error {
		views, err := app.FindCollectionByNameOrId("saved_views")
		if err != nil {
			return err
		}
		return app.Delete(views)
	})
}
