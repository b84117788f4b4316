package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The drafts of the texts of emails. A row stays after its draft is published or discarded, so that its version only
// increases.
func init() {
	tables := []collection{{
		name: "email_text_drafts",
		fields: []core.Field{
			lineField("key", 80, true),
			&core.NumberField{Name: "version", OnlyInt: true, Required: true},
			&core.BoolField{Name: "isDraft"},
			lineField("subject", 250, false),
			lineField("preview", 250, false),
			lineField("footnote", 600, false),
			textField("body", 20000, false),
			lineField("changedBy", 254, false),
			&core.DateField{Name: "draftedAt"},
		},
		indexes: []index{{"idx_email_text_drafts_key", true, "key", ""}},
	}}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
