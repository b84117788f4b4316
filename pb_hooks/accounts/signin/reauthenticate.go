package signin

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// ReauthenticateForm has the extra fields of every route that asks for the password (httpx.Route.WithPassword).
type ReauthenticateForm struct {
	Password string `json:"password"`
	Code     string `json:"code"`
}

// Rules returns the rules of the form.
func (ReauthenticateForm) Rules() rules.Form {
	return rules.Form{CurrentPassword("password"), CodeField(false)}
}

// ReauthenticateRequest checks the caller's password again, and a code if their account has a second factor. A stolen
// session cookie must not be enough for sensitive actions. httpx.Route.WithPassword marks the routes that need it.
// Wrong attempts are counted and recorded as at sign-in, and the error names "password" or "code". Superusers pass
// without a check: they have no password on the site and could do the same in PocketBase's dashboard.
func (c *Checker) ReauthenticateRequest(e *core.RequestEvent) error {
	if e.Auth.IsSuperuser() {
		return nil
	}
	form, err := httpx.Decode[ReauthenticateForm](e)
	if err != nil {
		return err
	}
	return c.Reauthenticate(e, "password", form.Password, form.Code)
}

// Reauthenticate checks the password and the code. field is the name of the password field in errors.
func (c *Checker) Reauthenticate(e *core.RequestEvent, field, password, code string) error {
	if err := c.reauthenticatePassword(e, field, password); err != nil {
		return err
	}
	if !identity.HasMFA(e.Auth) {
		return nil
	}
	if code == "" {
		return errCodeRequired
	}
	used, wait, err := c.verifyCode(e.Auth, code)
	switch {
	case err != nil:
		return apperr.SaveFailed("re-authenticate", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := c.recordFactor(e, e.Auth, used); err != nil {
		return apperr.SaveFailed("re-authenticate", err)
	}
	if used == factorNone {
		return errInvalidCode
	}
	return nil
}

// reauthenticatePassword checks the caller's password. Wrong attempts are counted as at sign-in, and recorded if the
// account has admin rights. Because the comparison is slow, it rechecks the session afterwards.
func (c *Checker) reauthenticatePassword(e *core.RequestEvent, field, secret string) error {
	account, err := c.signInAttempt(e, attempt{
		collection:   e.Auth.Collection().Name,
		name:         identity.SignInName(e.Auth),
		secret:       secret,
		network:      httpx.ClientNetwork(e),
		passwordOnly: true,
	})
	if err != nil {
		return apperr.SaveFailed("re-authenticate password", err)
	}
	if err := c.middleware.RevalidateSession(e.App, e); err != nil {
		return err
	}
	if account == nil || account.Id != e.Auth.Id {
		if err := c.RecordEvent(e.App, e, "password.refused", e.Auth); err != nil {
			return apperr.SaveFailed("re-authenticate password", err)
		}
		return apperr.Invalid("wrong", field, "This is not your current password")
	}
	return nil
}
