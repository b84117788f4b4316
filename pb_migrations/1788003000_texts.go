package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The texts of the public pages that editors have changed, and their history.
func init() {
	language := func() core.Field { return selectField("language", true, "en", "hi", "mr") }
	tables := []collection{
		{
			name: "texts",
			fields: []core.Field{
				lineField("key", 200, true),
				language(),
				&core.NumberField{Name: "version", OnlyInt: true, Help: "Grows with each write."},
				textField("published", 20000, false),
				&core.BoolField{Name: "isPublished", Help: "Off: visitors see the built-in text."},
				textField("draft", 20000, false),
				&core.BoolField{Name: "hasDraft"},
				&core.DateField{Name: "publishAt", Help: "When the draft is published automatically."},
				&core.TextField{Name: "source", Max: 20000, Help: "The English text that was translated."},
				integerField("sortOrder"),
				lineField("updatedBy", 254, false),
				&core.DateField{Name: "changedAt"},
			},
			indexes: []index{
				{"idx_texts_key", true, "key, language", ""},
				{"idx_texts_publishAt", false, "publishAt", "publishAt != ''"},
			},
		},
		{
			name: "text_versions",
			fields: []core.Field{
				lineField("key", 200, true),
				language(),
				selectField("state", true, "draft", "published"),
				textField("value", 20000, false),
				&core.BoolField{Name: "isBuiltIn"},
				lineField("by", 254, false),
				lineField("byKey", 80, false),
				&core.DateField{Name: "at", Required: true},
			},
			indexes: []index{
				{"idx_text_versions_key", false, "key, language, at", ""},
			},
		},
	}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
