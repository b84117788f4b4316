package accounts

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

// OwnAdmin is what an admin sees of their own account.
type OwnAdmin struct {
	Username string `json:"username"`
	Email    string `json:"email"`
	FactorState
}

var errSameEmail = &apperr.Error{Code: "same", Status: http.StatusConflict, Field: "email", Message: "This is your email address already"}

// GetOwnAdmin is GET /api/admin/me.
func (a *Accounts) GetOwnAdmin(e *core.RequestEvent) error {
	factor, err := newFactorState(e.App, e.Auth)
	if err != nil {
		return apperr.Fail("Your account could not be read.", fmt.Errorf("read own admin: %w", err))
	}
	admin := identity.NewAdmin(e.Auth)
	return e.JSON(http.StatusOK, OwnAdmin{Username: admin.Username(), Email: admin.Email(), FactorState: factor})
}

// ChangeOwnPassword is POST /api/admin/me/password. It takes both factors where the account has two, because it
// opens the session anew. The admin's other sessions end, this one goes on. The handler asks for the password itself,
// because the form has it in a field of another name than the routes of WithPassword.
func (a *Accounts) ChangeOwnPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, OwnPasswordForm)
	if err != nil {
		return err
	}
	if err := a.reauthenticate(e, "currentPassword", values.Text("currentPassword"), values.Text("code")); err != nil {
		return err
	}
	hashed, err := a.hashPassword(e.Request.Context(), e.Auth.Collection(), values.Text("newPassword"))
	if err != nil {
		return saveError("change own password", err)
	}
	admin, err := a.updateOwnAdmin(e, func(tx core.App, admin *identity.Admin) error {
		setPasswordHash(admin.Record, hashed)
		if err := tx.Save(admin); err != nil {
			return err
		}
		if err := a.audit.Record(tx, audit.RequestActor(e), "password.changed", audit.SubjectOf(admin.Record), nil); err != nil {
			return err
		}
		return a.notifyAdmin(tx, admin, emails.EventAdminPasswordChanged)
	})
	if err == nil {
		err = a.middleware.SignIn(e, admin.Record)
	}
	if err != nil {
		return saveError("change own password", err)
	}
	return e.JSON(http.StatusOK, Message{"Your password is changed"})
}

// ChangesOwnEmail is the rule of POST /api/admin/me/email: it refuses the address that the account has.
func (a *Accounts) ChangesOwnEmail(e *core.RequestEvent) (bool, error) {
	values, err := httpx.DecodeForm(e, OwnEmailForm)
	if err != nil {
		return false, err
	}
	if values.Text("email") == e.Auth.Email() {
		return false, errSameEmail
	}
	return true, nil
}

// ChangeOwnEmail is POST /api/admin/me/email: sets or replaces the address that e-mails about the
// account go to. The admin's other sessions end (PocketBase), this one goes on.
func (a *Accounts) ChangeOwnEmail(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, OwnEmailForm)
	if err != nil {
		return err
	}
	address := values.Text("email")
	admin, err := a.updateOwnAdmin(e, func(tx core.App, admin *identity.Admin) error {
		former := admin.Email()
		admin.SetEmail(address)
		if err := a.audit.Save(tx, audit.RequestActor(e), "adminemail.changed", admin.Record); err != nil {
			return err
		}
		// An intruder would have set an address of their own, so the former one is notified.
		return a.notifyAdminAt(tx, former, admin, emails.EventAdminEmailChanged)
	})
	if err != nil {
		return adminSaveError("change own email", err)
	}
	if err := a.middleware.SignIn(e, admin.Record); err != nil {
		return saveError("change own email", err)
	}
	return e.JSON(http.StatusOK, Message{"Your email address is changed"})
}

// updateOwnAdmin changes the caller's account in a transaction, in which their session must still hold.
func (a *Accounts) updateOwnAdmin(e *core.RequestEvent, change func(tx core.App, admin *identity.Admin) error) (admin *identity.Admin, err error) {
	err = e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if admin, err = identity.FindAdmin(tx, e.Auth.Id); err != nil {
			return err
		}
		return change(tx, admin)
	})
	return admin, err
}
