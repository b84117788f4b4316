package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A link that shows the drafts of a page has a row, so that an admin can revoke it. Links of the earlier release, which
// were valid for a week and could not be revoked, no longer show drafts.
func init() {
	tables := []collection{{
		name: "text_previews",
		fields: []core.Field{
			lineField("page", 40, true),
			&core.TextField{Name: "tokenHash", Max: 64, Required: true, Hidden: true},
			&core.DateField{Name: "expiresAt", Help: "Until when the link shows the drafts."},
		},
		indexes: []index{
			{"idx_text_previews_token", true, "tokenHash", ""},
			{"idx_text_previews_page", false, "page", ""},
			{"idx_text_previews_expires", false, "expiresAt", ""},
		},
	}}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
