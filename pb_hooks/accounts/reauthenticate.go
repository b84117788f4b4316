package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

// ReauthenticateRequest asks whoever is signed in for their password again, and for a code where their
// account has a second factor: a session, or a copy of its cookie, is not enough for what gives all
// data away. The routes that ask are marked in the route table (httpx.Route.WithPassword). Wrong ones are counted and
// recorded as at the sign-in; the error names "password" or "code". A superuser, who has no password here and could do
// the same in PocketBase's dashboard, passes.
func (a *Accounts) ReauthenticateRequest(e *core.RequestEvent) error {
	if e.Auth.IsSuperuser() {
		return nil
	}
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := ReauthenticateForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return a.reauthenticate(e, "password", values.Text("password"), values.Text("code"))
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
	used, wait, err := a.verifyCode(e.Auth, code)
	switch {
	case err != nil:
		return saveError("re-authenticate", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := a.recordFactor(e, e.Auth, used); err != nil {
		return saveError("re-authenticate", err)
	}
	if used == factorNone {
		return errInvalidCode
	}
	return nil
}

// RequiresTOTP tells whether ReauthenticateRequest asks an account for a code.
func RequiresTOTP(account *core.Record) bool { return identity.HasMFA(account) }

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
