package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An item of the library can have a PDF file. Its words are stored apart from the item, because lists and the audit log
// do not need them.
func init() {
	files := collection{
		name: "library_files",
		fields: []core.Field{
			&core.RelationField{Name: "item", CascadeDelete: true, CollectionId: "library_items", MaxSelect: 1,
				Required: true},
			&core.FileField{Name: "file", MaxSelect: 1, MaxSize: 20971520, MimeTypes: []string{"application/pdf"},
				Protected: true, Required: true},
			lineField("name", 120, true),
			&core.NumberField{Name: "size", OnlyInt: true, Required: true},
			textField("text", 1048576, false),
		},
		indexes: []index{{"idx_library_files_item", true, "item", ""}},
	}
	m.Register(func(app core.App) error {
		if err := files.create(app); err != nil {
			return fmt.Errorf("create %s: %w", files.name, err)
		}
		return nil
	}, func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(files.name)
		if err != nil {
			return err
		}
		return app.Delete(c)
	})
}
