package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The earlier states of an item of the library. The authors of such a state who are members are stored like those of
// the item, so that they also move with a merge of two people.
func init() {
	const (
		authors   = "library_authors"
		field     = "version"
		byVersion = "idx_library_authors_version"
	)
	tables := []collection{{
		name: "library_versions",
		fields: []core.Field{
			&core.RelationField{Name: "item", CascadeDelete: true, CollectionId: "library_items", MaxSelect: 1,
				Required: true},
			&core.JSONField{Name: "state", MaxSize: 2097152, Required: true},
			&core.DateField{Name: "endedAt", Required: true},
			lineField("endedBy", 200, false),
		},
		indexes: []index{{"idx_library_versions_item", false, "item, endedAt", ""}},
	}}
	m.Register(func(app core.App) error {
		if err := createTables(app, tables); err != nil {
			return err
		}
		versions, err := app.FindCollectionByNameOrId(tables[0].name)
		if err != nil {
			return err
		}
		c, err := app.FindCollectionByNameOrId(authors)
		if err != nil {
			return err
		}
		c.Fields.Add(&core.RelationField{Name: field, CascadeDelete: true, CollectionId: versions.Id, MaxSelect: 1})
		c.AddIndex(byVersion, false, "version, position", "")
		if err := app.Save(c); err != nil {
			return fmt.Errorf("add %s to %s: %w", field, authors, err)
		}
		return nil
	}, func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(authors)
		if err != nil {
			return err
		}
		if _, err := app.NonconcurrentDB().Delete(authors, dbx.Not(dbx.HashExp{field: ""})).Execute(); err != nil {
			return err
		}
		c.RemoveIndex(byVersion)
		c.Fields.RemoveByName(field)
		if err := app.Save(c); err != nil {
			return err
		}
		return deleteTables(app, tables)
	})
}
