package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Where accounts are signed in. Who was signed in before this migration signs in anew.
func init() {
	m.Register(func(app core.App) error {
		sessions := core.NewBaseCollection("sessions")
		sessions.Fields.Add(
			selectField("collection", true, "users", "admins"),
			lineField("account", 15, true),
			lineField("address", 60, false),
			lineField("device", 60, false),
			&core.DateField{Name: "lastSeenAt", Required: true, Help: "To a minute for admins, to an hour for members."},
			&core.DateField{Name: "expiresAt", Required: true},
		)
		sessions.AddIndex("idx_sessions_account", false, "account, collection, lastSeenAt DESC, id", "")
		sessions.AddIndex("idx_sessions_expiresAt", false, "expiresAt", "")
		return saveCollection(app, sessions)
	}, func(app core.App) error {
		sessions, err := app.FindCollectionByNameOrId("sessions")
		if err != nil {
			return err
		}
		return app.Delete(sessions)
	})
}
