package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An item of the library can belong to a session of the circle.
func init() {
	m.Register(func(app core.App) error {
		items, err := app.FindCollectionByNameOrId("library_items")
		if err != nil {
			return err
		}
		sessions, err := app.FindCollectionByNameOrId("events")
		if err != nil {
			return err
		}
		items.Fields.Add(&core.RelationField{Name: "event", CollectionId: sessions.Id, MaxSelect: 1})
		return app.Save(items)
	}, func(app core.App) error {
		items, err := app.FindCollectionByNameOrId("library_items")
		if err != nil {
			return err
		}
		items.Fields.RemoveByName("event")
		return app.Save(items)
	})
}
