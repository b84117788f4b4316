package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The admins' invitations and second factors, and the indexes of the lists of admins and of the
// audit log.
func init() {
	m.Register(func(app core.App) error {
		admins, err := app.FindCollectionByNameOrId("admins")
		if err != nil {
			return err
		}
		admins.Fields.Add(
			&core.DateField{Name: "lastSignIn"},
			&core.DateField{Name: "invitedAt", Help: "Set while an invitation has not been followed: there is no password of her own yet."},
			&core.TextField{Name: "inviteToken", Max: 64, Hidden: true, Help: "SHA-256 of the newest invitation's token."},
			&core.DateField{Name: "inviteExpiry"},
			&core.TextField{Name: "totpSecret", Max: 300, Hidden: true, Help: "The second factor, sealed with the key file."},
			&core.TextField{Name: "totpPending", Max: 300, Hidden: true, Help: "A second factor that no code has confirmed yet, sealed."},
			&core.NumberField{Name: "totpStep", OnlyInt: true, Hidden: true, Help: "The newest time step whose code was used: a code works once."},
			&core.DateField{Name: "totpSince"},
			&core.JSONField{Name: "recoveryCodes", Hidden: true, MaxSize: 4 << 10, Help: "What the unused recovery codes derive to."},
		)
		admins.AddIndex("idx_admins_inviteToken", false, "inviteToken", "inviteToken != ''")
		if err := app.Save(admins); err != nil {
			return err
		}
		if err := addIndex(app, "users", "idx_users_isAdmin", "email, id", "isAdmin"); err != nil {
			return err
		}
		if err := addIndex(app, "audit_log", "idx_audit_log_subject", "subject, at, id", ""); err != nil {
			return err
		}
		return execute(app, counter{"audit_log", "audit_log", "1"}.statements()[:2]...)
	}, func(app core.App) error {
		if err := execute(app, `DROP TRIGGER tally_audit_log_INSERT`, `DELETE FROM tallies WHERE name = 'audit_log'`); err != nil {
			return err
		}
		for collection, name := range map[string]string{"audit_log": "idx_audit_log_subject", "users": "idx_users_isAdmin", "admins": "idx_admins_inviteToken"} {
			c, err := app.FindCollectionByNameOrId(collection)
			if err != nil {
				return err
			}
			c.RemoveIndex(name)
			for _, field := range []string{"lastSignIn", "invitedAt", "inviteToken", "inviteExpiry", "totpSecret", "totpPending", "totpStep", "totpSince", "recoveryCodes"} {
				if collection == "admins" {
					c.Fields.RemoveByName(field)
				}
			}
			if err := app.Save(c); err != nil {
				return err
			}
		}
		return nil
	})
}

// addIndex adds an index to a collection.
func addIndex(app core.App, collection, name, columns, where string) error {
	c, err := app.FindCollectionByNameOrId(collection)
	if err != nil {
		return err
	}
	c.AddIndex(name, false, columns, where)
	return app.Save(c)
}
