package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The portraits of members.
func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		// protected: only routes of ours serve it
		users.Fields.Add(&core.FileField{Name: "portrait", MaxSelect: 1, MaxSize: 4 << 20, MimeTypes: []string{"image/jpeg", "image/png"}, Protected: true})
		return app.Save(users)
	}, func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.RemoveByName("portrait")
		return app.Save(users)
	})
}
