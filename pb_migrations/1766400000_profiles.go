package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

var profileFields = []string{"company", "designation", "din", "boards", "biography", "newEmail", "newEmailToken", "newEmailExpiry"}

// What members say of themselves, and the address that they want to change to.
func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		din := lineField("din", 8, false)
		din.Pattern = `^\d{8}$`
		users.Fields.Add(
			lineField("company", 200, false),
			lineField("designation", 160, false),
			din,
			textField("boards", 2000, false),
			textField("biography", 1200, false),
			&core.EmailField{Name: "newEmail", Hidden: true, Help: "Waits for its link to be followed."},
			&core.TextField{Name: "newEmailToken", Max: 64, Hidden: true, Help: "SHA-256 of the link's token."},
			&core.DateField{Name: "newEmailExpiry", Hidden: true},
		)
		users.AddIndex("idx_users_newEmailToken", false, "newEmailToken", "newEmailToken != ''")
		return app.Save(users)
	}, func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.RemoveIndex("idx_users_newEmailToken")
		for _, name := range profileFields {
			users.Fields.RemoveByName(name)
		}
		return app.Save(users)
	})
}
