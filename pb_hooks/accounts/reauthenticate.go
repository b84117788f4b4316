package accounts

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

var errSuperuserReauthenticates = apperr.Forbidden("superuser-reauthenticates", "A superuser does this in PocketBase's dashboard.")

// Reauthenticate asks whoever uses the console for their password again, and for a code where their
// account has a second factor: a session, or a copy of its cookie, is not enough for what gives all
// data away. Wrong ones are counted and recorded as at the sign-in; the error names "password" or
// "code". A superuser has PocketBase's own ways and is refused.
func (a *Accounts) Reauthenticate(e *core.RequestEvent, password, code string) error {
	if e.Auth.IsSuperuser() {
		return errSuperuserReauthenticates
	}
	return a.reauthenticate(e, "password", password, code)
}

// reauthenticate asks for the password, whose field in the form is named so, and the code.
func (a *Accounts) reauthenticate(e *core.RequestEvent, field, password, code string) error {
	if err := a.reauthenticatePassword(e, field, password); err != nil {
		return err
	}
	if !identity.HasMFA(e.Auth) {
		return nil
	}
	if code == "" {
		return errCodeRequired
	}
	admin := identity.NewAdmin(e.Auth)
	used, wait, err := a.verifyCode(admin, code)
	switch {
	case err != nil:
		return saveError("re-authenticate", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := a.recordFactor(e, admin, used); err != nil {
		return saveError("re-authenticate", err)
	}
	if used == factorNone {
		return errInvalidCode
	}
	return nil
}

// RequiresTOTP tells whether Reauthenticate asks an account for a code.
func RequiresTOTP(account *core.Record) bool { return identity.HasMFA(account) }

// readReauthenticatedForm reads a form whose handler calls ReauthenticateRequest: a superuser, who has
// no password here, leaves its fields out.
func readReauthenticatedForm(e *core.RequestEvent, form rules.Form) (rules.Values, error) {
	if e.Auth.IsSuperuser() {
		form = slices.DeleteFunc(slices.Clone(form), func(f rules.Field) bool {
			return f.Name == CurrentPassword.Name || f.Name == OptionalCode.Name
		})
	}
	return httpx.DecodeForm(e, form)
}

// ReauthenticateRequest re-authenticates with a body whose other fields, if any, have been read before.
// A superuser, who could do the same in PocketBase's dashboard, passes.
func (a *Accounts) ReauthenticateRequest(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	return a.ReauthenticateBody(e, body)
}

// ReauthenticateBody is ReauthenticateRequest for a body that its handler has decoded.
func (a *Accounts) ReauthenticateBody(e *core.RequestEvent, body map[string]any) error {
	if e.Auth.IsSuperuser() {
		return nil
	}
	values, problems := ReauthenticateForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return a.Reauthenticate(e, values.Text("password"), values.Text("code"))
}

// reauthenticatePassword asks whoever is signed in for their password; wrong ones are counted as at a
// sign-in, and recorded where the account has admin rights. The comparison takes long, so the session is checked again after it.
func (a *Accounts) reauthenticatePassword(e *core.RequestEvent, field, secret string) error {
	account, err := a.signInAttempt(e, attempt{
		collection: e.Auth.Collection().Name, name: identity.SignInName(e.Auth), secret: secret, network: httpx.ClientNetwork(e), passwordOnly: true,
	})
	if err != nil {
		return saveError("re-authenticate password", err)
	}
	if err := a.middleware.RevalidateSession(e.App, e); err != nil {
		return err
	}
	if account == nil || account.Id != e.Auth.Id {
		if err := a.recordAdminEvent(e.App, e, "password.refused", e.Auth); err != nil {
			return saveError("re-authenticate password", err)
		}
		return apperr.Invalid("wrong", field, "This is not your current password")
	}
	return nil
}

// reauthenticateMFA asks a signed-in admin for both factors, and returns their account as it is after
// that.
func (a *Accounts) reauthenticateMFA(e *core.RequestEvent) (*identity.Admin, error) {
	values, err := httpx.DecodeForm(e, ReauthenticateMFAForm)
	if err != nil {
		return nil, err
	}
	if !identity.HasMFA(e.Auth) {
		return nil, errNoMFA
	}
	if err := a.Reauthenticate(e, values.Text("password"), values.Text("code")); err != nil {
		return nil, err
	}
	admin, err := identity.FindAdmin(e.App, e.Auth.Id)
	if err != nil {
		return nil, saveError("re-authenticate MFA", err)
	}
	return admin, nil
}
