package accounts

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// verifySecondFactor is the second half of a sign-in whose password was right.
func (a *Accounts) verifySecondFactor(e *core.RequestEvent, admin *core.Record, code string) error {
	if code == "" {
		return codeRequiredError("required", codeField(true).ErrorMessages().Required)
	}
	used, wait, err := a.verifyCode(admin, code)
	switch {
	case err != nil:
		return httpx.NewError(http.StatusInternalServerError, "The code could not be checked. Please try again, or ask another administrator to reset your two-step sign-in.", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	case used == factorNone:
		if err := a.recordAudit(e.App, e, "secondfactor.refused", admin); err != nil {
			return saveError(err)
		}
		return codeRequiredError(invalidCodeProblem.Code, invalidCodeProblem.Message)
	case used == factorRecoveryCode:
		if err := a.recordAudit(e.App, e, "recoverycode.used", admin); err != nil {
			return saveError(err)
		}
	}
	return nil
}

// codeRequiredError is the 401 that tells a card to ask for the code: data.code has a word for machines.
func codeRequiredError(code, message string) error {
	answer := httpx.NewError(http.StatusUnauthorized, message, nil)
	answer.Data["code"] = map[string]string{"code": code, "message": message}
	return answer
}

// reauthenticateMFA asks a signed-in admin for both factors, and returns her account as it stands after that.
func (a *Accounts) reauthenticateMFA(e *core.RequestEvent) (*core.Record, error) {
	values, err := httpx.DecodeForm(e, ReauthenticateMFAForm)
	if err != nil {
		return nil, err
	}
	if !hasSecondFactor(e.Auth) {
		return nil, httpx.NewError(http.StatusConflict, "Your account does not use two-step sign-in.", nil)
	}
	if err := a.Reauthenticate(e, values.Text("password"), values.Text("code")); err != nil {
		return nil, err
	}
	admin, err := e.App.FindRecordById(httpx.Admins, e.Auth.Id)
	if err != nil {
		return nil, saveError(err)
	}
	return admin, nil
}

// Reauthenticate asks whoever uses the console for her password again, and for a code where her account has
// a second factor: a session, or a copy of its cookie, is not enough for what gives the whole house
// away. Wrong ones are counted and noted as at the sign-in; the error names "password" or "code".
// A superuser has PocketBase's own ways and is refused.
func (a *Accounts) Reauthenticate(e *core.RequestEvent, password, code string) error {
	if e.Auth.IsSuperuser() {
		return httpx.NewError(http.StatusForbidden, "A superuser does this in PocketBase's dashboard.", nil)
	}
	if err := a.reauthenticatePassword(e, "password", password); err != nil {
		return err
	}
	if !hasSecondFactor(e.Auth) {
		return nil
	}
	if code == "" {
		return httpx.Invalid(rules.Problem{Field: "code", Code: "required", Message: codeField(true).ErrorMessages().Required})
	}
	used, wait, err := a.verifyCode(e.Auth, code)
	switch {
	case err != nil:
		return saveError(err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	case used == factorNone:
		if err := a.recordAudit(e.App, e, "secondfactor.refused", e.Auth); err != nil {
			return saveError(err)
		}
		return httpx.Invalid(invalidCodeProblem)
	case used == factorRecoveryCode:
		if err := a.recordAudit(e.App, e, "recoverycode.used", e.Auth); err != nil {
			return saveError(err)
		}
	}
	return nil
}

// readReauthenticatedForm reads a form whose handler calls ReauthenticateRequest: a superuser, who has no password here,
// leaves the proof's fields out.
func readReauthenticatedForm(e *core.RequestEvent, form rules.Form) (rules.Values, error) {
	if e.Auth.IsSuperuser() {
		form = slices.DeleteFunc(slices.Clone(form), func(f rules.Field) bool {
			return f.Name == CurrentPassword.Name || f.Name == OptionalCode.Name
		})
	}
	return httpx.DecodeForm(e, form)
}

// ReauthenticateRequest asks for the proof in a body whose other fields, if any, have been read before. A
// superuser, who could do the same in PocketBase's dashboard, passes.
func (a *Accounts) ReauthenticateRequest(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	return a.ReauthenticateBody(e, body)
}

// ReauthenticateBody is ReauthenticateRequest for a body that its handler has in hand.
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

// RequiresTOTP tells whether Prove wants a code of an account.
func RequiresTOTP(account *core.Record) bool { return hasSecondFactor(account) }

// reauthenticatePassword asks a signed-in admin for her password: a console that was left open must not give
// the account away. It is counted as a sign-in is. The comparison takes long, so she is asked for
// again after it.
func (a *Accounts) reauthenticatePassword(e *core.RequestEvent, field, secret string) error {
	collection, name := httpx.Admins, e.Auth.GetString("username")
	if e.Auth.Collection().Name == httpx.Users {
		collection, name = httpx.Users, e.Auth.Email()
	}
	admin, wait, err := a.signIn(attempt{
		collection: collection, name: name, secret: secret, address: httpx.ClientNetwork(e), site: httpx.ClientSitePrefix(e),
	})
	switch {
	case err != nil:
		return saveError(err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := a.middleware.RevalidateSession(e.App, e); err != nil {
		return err
	}
	if admin == nil || admin.Id != e.Auth.Id {
		if err := a.log.Record(e.App, audit.RequestActor(e), "password.refused", audit.SubjectOf(e.Auth), nil); err != nil {
			return saveError(err)
		}
		return httpx.Invalid(rules.Problem{Field: field, Code: "wrong", Message: "This is not your current password"})
	}
	return nil
}

// countCodeAttempt counts a try at a second factor that is not in force yet.
func (a *Accounts) countCodeAttempt(e *core.RequestEvent, admin *core.Record) error {
	wait, err := a.countFailureInTransaction(codeCounter(admin))
	if err != nil {
		return saveError(err)
	}
	if wait > 0 {
		return httpx.TooManyRequests(e, wait)
	}
	return nil
}
