package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The passkeys of members and admins, and the ceremonies that are under way.
func init() {
	m.Register(func(app core.App) error {
		passkeys := core.NewBaseCollection("passkeys")
		passkeys.Fields.Add(
			selectField("collection", true, "users", "admins"),
			lineField("account", 15, true),
			lineField("name", 60, true),
			&core.TextField{Name: "handle", Max: 60, Required: true, Hidden: true, Help: "The account's random user handle."},
			&core.TextField{Name: "credentialId", Max: 1400, Required: true, Hidden: true},
			&core.JSONField{Name: "credential", MaxSize: 16 << 10, Required: true, Hidden: true, Help: "The public key, its flags and its counter."},
			&core.DateField{Name: "lastUsedAt"},
		)
		passkeys.AddIndex("idx_passkeys_credentialId", true, "credentialId", "")
		passkeys.AddIndex("idx_passkeys_account", false, "account, collection, createdAt", "")
		passkeys.AddIndex("idx_passkeys_handle", false, "handle", "")
		if err := saveCollection(app, passkeys); err != nil {
			return err
		}
		ceremonies := core.NewBaseCollection("passkey_ceremonies")
		ceremonies.Fields.Add(
			&core.TextField{Name: "tokenHash", Max: 64, Required: true, Hidden: true, Help: "SHA-256 of the cookie."},
			lineField("purpose", 60, true),
			&core.JSONField{Name: "session", MaxSize: 8 << 10, Required: true, Hidden: true},
			&core.DateField{Name: "expiresAt", Required: true},
		)
		ceremonies.AddIndex("idx_passkey_ceremonies_tokenHash", true, "tokenHash", "")
		ceremonies.AddIndex("idx_passkey_ceremonies_expiresAt", false, "expiresAt", "")
		return saveCollection(app, ceremonies)
	}, func(app core.App) error {
		for _, name := range []string{"passkey_ceremonies", "passkeys"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return nil
	})
}
