package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

var secondFactorFields = []string{"totpSecret", "totpPending", "totpStep", "totpSince", "recoveryCodes"}

// The second factor of members, in the columns that admins have.
func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.Add(
			&core.TextField{Name: "totpSecret", Max: 300, Hidden: true, Help: "The second factor, sealed with the key file."},
			&core.TextField{Name: "totpPending", Max: 300, Hidden: true, Help: "A second factor that no code has confirmed yet, sealed."},
			&core.NumberField{Name: "totpStep", OnlyInt: true, Hidden: true, Help: "The newest time step whose code was used: a code works once."},
			&core.DateField{Name: "totpSince"},
			&core.JSONField{Name: "recoveryCodes", Hidden: true, MaxSize: 4 << 10, Help: "What the unused recovery codes derive to."},
		)
		return app.Save(users)
	}, func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		for _, name := range secondFactorFields {
			users.Fields.RemoveByName(name)
		}
		return app.Save(users)
	})
}
