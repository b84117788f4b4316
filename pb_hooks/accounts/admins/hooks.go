package admins

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
)

// RegisterHooks enforces the rules for admin accounts on every save, including saves from the dashboard and from
// commands. A change of an account's state, role or second factor ends its sessions.
func RegisterHooks(app core.App) {
	app.OnRecordValidate(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		admin := identity.NewAdmin(e.Record)
		admin.SetUsername(identity.EmailKey(admin.Username()))
		admin.SetEmail(identity.EmailKey(admin.Email()))
		// An account that a superuser creates without a role in the dashboard gets full rights, as they have.
		if admin.IsNew() && admin.Role() == identity.RoleNone {
			admin.SetRole(identity.RoleOwner)
		}
		return e.Next()
	})
	app.OnRecordUpdate(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		before, now := identity.NewAdmin(e.Record.Original()), identity.NewAdmin(e.Record)
		if before.IsActive() != now.IsActive() || identity.MFAChanged(now.Record) ||
			before.Role() != now.Role() || before.PersonID() != now.PersonID() {
			now.RefreshTokenKey()
		}
		if before.IsActiveOwner() && !now.IsActiveOwner() {
			if err := requireAnotherOwner(e.App, now.Id); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordDelete(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		if identity.NewAdmin(e.Record).IsActiveOwner() {
			if err := requireAnotherOwner(e.App, e.Record.Id); err != nil {
				return err
			}
		}
		return e.Next()
	})
}

// requireAnotherOwner protects the last active owner: without an owner, no one could be given access. Members with
// admin rights do not count, because the settings can exclude them.
func requireAnotherOwner(app core.App, id string) error {
	others, err := countOtherActiveOwners(app, id)
	if err != nil {
		return fmt.Errorf("count other owners: %w", err)
	}
	if others == 0 {
		return errLastOwner
	}
	return nil
}
