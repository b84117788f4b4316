package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The library of the circle, its full-text index and the members' bookmarks. The tokenizer keeps the vowel signs of
// Indian scripts (categories Mn and Mc) within words.
func init() {
	tables := []collection{
		{
			name: "library_items",
			fields: []core.Field{
				selectField("kind", true, "note", "update", "recording"),
				lineField("title", 200, true),
				textField("abstract", 1000, true),
				textField("body", 100000, false),
				&core.JSONField{Name: "tags", MaxSize: 8192},
				&core.URLField{Name: "link", Help: "The page of a recording or of the source."},
				&core.DateField{Name: "publishAt", Help: "Empty for a draft."},
			},
			indexes: []index{
				{"idx_library_items_createdAt", false, "createdAt, id", ""},
				{"idx_library_items_publishAt", false, "publishAt, id", "publishAt != ''"},
			},
		},
		{
			name: "library_bookmarks",
			fields: []core.Field{
				&core.RelationField{Name: "item", CascadeDelete: true, CollectionId: "library_items", MaxSelect: 1,
					Required: true},
				lineField("userId", 15, true),
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
			},
			indexes: []index{
				{"idx_library_bookmarks_account", true, "item, userId", ""},
				{"idx_library_bookmarks_person", false, "person, item", ""},
			},
		},
	}
	m.Register(func(app core.App) error {
		if err := createTables(app, tables); err != nil {
			return err
		}
		_, err := app.NonconcurrentDB().NewQuery(`CREATE VIRTUAL TABLE library_index USING fts5(id UNINDEXED, title,
			body, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'", prefix='2 3')`).Execute()
		return err
	}, func(app core.App) error {
		if _, err := app.NonconcurrentDB().DropTable("library_index").Execute(); err != nil {
			return err
		}
		return deleteTables(app, tables)
	})
}
