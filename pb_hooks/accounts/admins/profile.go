package admins

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/mfa"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// OwnPasswordForm is the body of POST /api/admin/me/password.
type OwnPasswordForm struct {
	CurrentPassword string `json:"currentPassword"`
	NewPassword     string `json:"newPassword"`
	Code            string `json:"code"`
}

// Rules returns the rules of the form.
func (OwnPasswordForm) Rules() rules.Form {
	return rules.Form{signin.CurrentPassword("currentPassword"),
		signin.WithName(signin.NewPasswordField, "newPassword"),
		signin.CodeField(false)}
}

// OwnEmailForm is the body of POST /api/admin/me/email.
type OwnEmailForm struct {
	_     struct{} `wire:"ownEmail,password"`
	Email string   `json:"email"`
}

// Rules returns the rules of the form.
func (OwnEmailForm) Rules() rules.Form { return rules.Form{signin.EmailField} }

// OwnAccount is the caller's own admin account.
type OwnAccount struct {
	Username string `json:"username"`
	Email    string `json:"email"`
	mfa.FactorState
}

// GetOwn is GET /api/admin/me.
func (a *Admins) GetOwn() httpx.Endpoint {
	return httpx.Get(a.getOwn, httpx.Doc{
		Tag: "admins", Summary: "Read your own admin account",
	})
}

func (a *Admins) getOwn(e *core.RequestEvent) (OwnAccount, error) {
	factor, err := mfa.StateOf(e.App, e.Auth)
	if err != nil {
		return OwnAccount{}, apperr.Fail("Your account could not be read.", fmt.Errorf("read own admin: %w", err))
	}
	admin := identity.NewAdmin(e.Auth)
	return OwnAccount{Username: admin.Username(), Email: admin.Email(), FactorState: factor}, nil
}

// ChangeOwnPassword is POST /api/admin/me/password. It asks for both factors, because it opens a new session. The
// admin's other sessions end. The handler checks the password itself, because the form's field is not named as
// WithPassword routes expect.
func (a *Admins) ChangeOwnPassword() httpx.Endpoint {
	return httpx.JSON(a.changeOwnPassword, httpx.Doc{
		Tag: "admins", Summary: "Change your own password",
		Example: map[string]any{"newPassword": "Monsoon Ledger 7"},
	})
}

func (a *Admins) changeOwnPassword(e *core.RequestEvent, form OwnPasswordForm) (httpx.Message, error) {
	if err := a.signIn.Reauthenticate(e, "currentPassword", form.CurrentPassword, form.Code); err != nil {
		return httpx.Message{}, err
	}
	hashed, err := a.signIn.HashPassword(e.Request.Context(), e.Auth.Collection(), form.NewPassword)
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("change own password", err)
	}
	admin, err := a.updateOwn(e, func(tx core.App, admin *identity.Admin) error {
		identity.SetHashedPassword(admin.Record, hashed)
		if err := tx.Save(admin); err != nil {
			return err
		}
		if err := a.audit.Record(
			tx, audit.RequestActor(e), "password.changed", audit.SubjectOf(admin.Record), nil,
		); err != nil {
			return err
		}
		return a.notices.NotifyAdmin(tx, admin, emails.EventAdminPasswordChanged)
	})
	if err == nil {
		err = a.middleware.SignIn(e, admin.Record)
	}
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("change own password", err)
	}
	return httpx.Message{Message: "Your password was changed"}, nil
}

// ChangesOwnEmail is the rule of POST /api/admin/me/email. It returns an error for the address that the account
// already has.
func (a *Admins) ChangesOwnEmail(e *core.RequestEvent) (bool, error) {
	form, err := httpx.Decode[OwnEmailForm](e)
	if err != nil {
		return false, err
	}
	if form.Email == e.Auth.Email() {
		return false, links.ErrSameEmail
	}
	return true, nil
}

// ChangeOwnEmail is POST /api/admin/me/email. It sets the address for emails about the account. PocketBase ends the
// admin's other sessions.
func (a *Admins) ChangeOwnEmail() httpx.Endpoint {
	return httpx.JSON(a.changeOwnEmail, httpx.Doc{
		Tag: "admins", Summary: "Change your own email address",
		Errors:  []*apperr.Error{links.ErrSameEmail, errAdminEmailTaken},
		Example: map[string]any{"email": "console@example.com"},
	})
}

func (a *Admins) changeOwnEmail(e *core.RequestEvent, form OwnEmailForm) (httpx.Message, error) {
	admin, err := a.updateOwn(e, func(tx core.App, admin *identity.Admin) error {
		former := admin.Email()
		admin.SetEmail(form.Email)
		if err := a.audit.Save(tx, audit.RequestActor(e), "adminemail.changed", admin.Record); err != nil {
			return err
		}
		// Notify the former address, because an intruder would have set their own.
		return a.notices.NotifyAdminAt(tx, former, admin, emails.EventAdminEmailChanged)
	})
	if err != nil {
		return httpx.Message{}, saveError("change own email", err)
	}
	if err := a.middleware.SignIn(e, admin.Record); err != nil {
		return httpx.Message{}, apperr.SaveFailed("change own email", err)
	}
	return httpx.Message{Message: "Your email address was changed"}, nil
}

// updateOwn changes the caller's account in a transaction that rechecks their session.
func (a *Admins) updateOwn(e *core.RequestEvent,
	change func(tx core.App, admin *identity.Admin) error) (admin *identity.Admin, err error) {
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
