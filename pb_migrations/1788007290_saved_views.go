package pb_migrations

import (
	"encoding/json"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The address of a list already holds its search, filters, order and columns, so a bookmark does what a saved view did.
func init() {
	const name = "saved_views"
	m.Register(func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		return app.Delete(c)
	}, func(app core.App) error {
		var released []map[string]any
		if err := json.Unmarshal(collections, &released); err != nil {
			return err
		}
		return app.ImportCollections(slices.DeleteFunc(released, func(c map[string]any) bool {
			return c["name"] != name
		}), false)
	})
}
