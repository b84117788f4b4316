package admins

import (
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/mfa"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/people"
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

// ChangeOwnEmail is POST /api/admin/me/email. It sends a link to the new address. Until ConfirmOwnEmail, the account
// keeps its address, and emails for admins go there.
func (a *Admins) ChangeOwnEmail() httpx.Endpoint {
	return httpx.JSON(a.changeOwnEmail, httpx.Doc{
		Tag: "admins", Summary: "Ask for a link to a new email address of your own",
		Description: "The address changes when the person confirms it on the page of the link.",
		Errors:      []*apperr.Error{links.ErrSameEmail, errAdminEmailTaken},
		Statuses:    []int{http.StatusTooManyRequests},
		Example:     map[string]any{"email": "console@example.com"},
	})
}

func (a *Admins) changeOwnEmail(e *core.RequestEvent, form OwnEmailForm) (httpx.Message, error) {
	if others, err := identity.FindAdminsByEmail(e.App, form.Email); len(others) > 0 || err != nil {
		if err == nil {
			err = errAdminEmailTaken
		}
		return httpx.Message{}, apperr.SaveFailed("change own email", err)
	}
	if err := a.outbox.Throttle(emails.KindAdminEmailChange, form.Email); err != nil {
		return httpx.Message{}, err
	}
	_, err := a.updateOwn(e, func(tx core.App, admin *identity.Admin) error {
		if err := a.outbox.Enqueue(tx, emails.AdminEmailChange{
			AdminID: admin.Id, Nonce: keys.Random(), Username: admin.Username(), Email: form.Email,
			ExpiresAt: a.now().Add(24 * time.Hour),
		}.Build()); err != nil {
			return err
		}
		details := map[string]any{"email": form.Email}
		return a.audit.Record(tx, audit.RequestActor(e), "adminemail.requested", audit.SubjectOf(admin.Record), details)
	})
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("change own email", err)
	}
	return httpx.Message{
		Message: "A link is on its way to " + form.Email + ". Your email address changes when you open it and confirm.",
	}, nil
}

// EmailChangeParams adds the token of the link to the params of the email to a new address. The token is PocketBase's:
// it names the address, and ends with the account's sessions.
func (a *Admins) EmailChangeParams(app core.App, params map[string]string) (map[string]string, error) {
	admin, err := identity.FindAdmin(app, params["adminId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	if !admin.IsActive() {
		return nil, outbox.ErrObsolete
	}
	token, err := admin.NewEmailChangeToken(params["email"])
	return map[string]string{"username": admin.Username(), "token": token}, err
}

// ConfirmEmailForm is the body of POST /api/admin/me/email/confirm.
type ConfirmEmailForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

// Rules returns the rules of the form.
func (ConfirmEmailForm) Rules() rules.Form {
	return rules.Form{{
		Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: invalidEmailLink, Long: invalidEmailLink, Invalid: invalidEmailLink},
	}}
}

const invalidEmailLink = "This link does not work for this account, or no longer works. Please ask for a new one."

var errInvalidEmailLink = apperr.Invalid("invalid", "token", invalidEmailLink)

// ConfirmOwnEmail is POST /api/admin/me/email/confirm, the button on the page of a link. PocketBase ends the admin's
// other sessions.
func (a *Admins) ConfirmOwnEmail() httpx.Endpoint {
	return httpx.JSON(a.confirmOwnEmail, httpx.Doc{
		Tag: "admins", Summary: "Change your own email address with the token of a link",
		Errors: []*apperr.Error{errInvalidEmailLink, errAdminEmailTaken},
	})
}

func (a *Admins) confirmOwnEmail(e *core.RequestEvent, form ConfirmEmailForm) (httpx.Message, error) {
	account, err := e.App.FindAuthRecordByToken(form.Token, core.TokenTypeEmailChange)
	if err != nil || !identity.IsSame(e.Auth, account) {
		return httpx.Message{}, errInvalidEmailLink
	}
	claims, err := security.ParseUnverifiedJWT(form.Token) // FindAuthRecordByToken has verified it
	address, _ := claims[core.TokenClaimNewEmail].(string)
	if err != nil || address == "" {
		return httpx.Message{}, errInvalidEmailLink
	}
	admin, err := a.updateOwn(e, func(tx core.App, admin *identity.Admin) error {
		former := admin.Email()
		person, err := people.JoinAddress(tx, admin, address)
		if err != nil {
			return err
		}
		admin.SetEmail(address)
		admin.SetPerson(person)
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
