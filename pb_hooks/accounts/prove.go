package accounts

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// secondStep is the second half of a sign-in whose password was right.
func (a *Accounts) secondStep(e *core.RequestEvent, admin *core.Record, code string) error {
	if code == "" {
		return codeWanted("required", codeField(true).Sentences().Required)
	}
	used, wait, err := a.tryCode(admin, code)
	switch {
	case err != nil:
		return httpx.Refuse(http.StatusInternalServerError, "The code could not be checked. Please try again, or ask another administrator to reset your two-step sign-in.", err)
	case wait > 0:
		return httpx.TooMany(e, wait)
	case used == noFactor:
		if err := a.note(e.App, e, "secondfactor.refused", admin); err != nil {
			return unsettled(err)
		}
		return codeWanted(wrongCode.Code, wrongCode.Message)
	case used == byRecovery:
		if err := a.note(e.App, e, "recoverycode.used", admin); err != nil {
			return unsettled(err)
		}
	}
	return nil
}

// codeWanted is the 401 that tells a card to ask for the code: data.code has a word for machines.
func codeWanted(code, message string) error {
	refusal := httpx.Refuse(http.StatusUnauthorized, message, nil)
	refusal.Data["code"] = map[string]string{"code": code, "message": message}
	return refusal
}

// prove asks a signed-in admin for both factors, and returns her account as it stands after that.
func (a *Accounts) prove(e *core.RequestEvent) (*core.Record, error) {
	values, err := httpx.Form(e, ProveForm)
	if err != nil {
		return nil, err
	}
	if !hasSecondFactor(e.Auth) {
		return nil, httpx.Refuse(http.StatusConflict, "Your account does not use two-step sign-in.", nil)
	}
	if err := a.Prove(e, values.Text("password"), values.Text("code")); err != nil {
		return nil, err
	}
	admin, err := e.App.FindRecordById(httpx.Admins, e.Auth.Id)
	if err != nil {
		return nil, unsettled(err)
	}
	return admin, nil
}

// Prove asks whoever uses the console for her password again, and for a code where her account has
// a second factor: a session, or a copy of its cookie, is not enough for what gives the whole house
// away. Wrong ones are counted and noted as at the sign-in; the error names "password" or "code".
// A superuser has PocketBase's own ways and is refused.
func (a *Accounts) Prove(e *core.RequestEvent, password, code string) error {
	if e.Auth.IsSuperuser() {
		return httpx.Refuse(http.StatusForbidden, "A superuser does this in PocketBase's dashboard.", nil)
	}
	if err := a.provePassword(e, "password", password); err != nil {
		return err
	}
	if !hasSecondFactor(e.Auth) {
		return nil
	}
	if code == "" {
		return httpx.Invalid(rules.Problem{Field: "code", Code: "required", Message: codeField(true).Sentences().Required})
	}
	used, wait, err := a.tryCode(e.Auth, code)
	switch {
	case err != nil:
		return unsettled(err)
	case wait > 0:
		return httpx.TooMany(e, wait)
	case used == noFactor:
		if err := a.note(e.App, e, "secondfactor.refused", e.Auth); err != nil {
			return unsettled(err)
		}
		return httpx.Invalid(wrongCode)
	case used == byRecovery:
		if err := a.note(e.App, e, "recoverycode.used", e.Auth); err != nil {
			return unsettled(err)
		}
	}
	return nil
}

// provableForm reads a form whose handler calls ProveCaller: a superuser, who has no password here,
// leaves the proof's fields out.
func provableForm(e *core.RequestEvent, form rules.Form) (rules.Values, error) {
	if e.Auth.IsSuperuser() {
		form = slices.DeleteFunc(slices.Clone(form), func(f rules.Field) bool {
			return f.Name == CurrentPassword.Name || f.Name == CodeIfAny.Name
		})
	}
	return httpx.Form(e, form)
}

// ProveCaller asks for the proof in a body whose other fields, if any, have been read before. A
// superuser, who could do the same in PocketBase's dashboard, passes.
func (a *Accounts) ProveCaller(e *core.RequestEvent) error {
	body, err := httpx.Object(e)
	if err != nil {
		return err
	}
	return a.ProveBody(e, body)
}

// ProveBody is ProveCaller for a body that its handler has in hand.
func (a *Accounts) ProveBody(e *core.RequestEvent, body map[string]any) error {
	if e.Auth.IsSuperuser() {
		return nil
	}
	values, problems := ProofForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return a.Prove(e, values.Text("password"), values.Text("code"))
}

// AsksCode tells whether Prove wants a code of an account.
func AsksCode(account *core.Record) bool { return hasSecondFactor(account) }

// provePassword asks a signed-in admin for her password: a console that was left open must not give
// the account away. It is counted as a sign-in is. The comparison takes long, so she is asked for
// again after it.
func (a *Accounts) provePassword(e *core.RequestEvent, field, secret string) error {
	collection, name := httpx.Admins, e.Auth.GetString("username")
	if e.Auth.Collection().Name == httpx.Users {
		collection, name = httpx.Users, e.Auth.Email()
	}
	admin, wait, err := a.signIn(attempt{
		collection: collection, name: name, secret: secret, address: httpx.Address(e), site: httpx.Site(e),
	})
	switch {
	case err != nil:
		return unsettled(err)
	case wait > 0:
		return httpx.TooMany(e, wait)
	}
	if err := a.edge.Still(e.App, e); err != nil {
		return err
	}
	if admin == nil || admin.Id != e.Auth.Id {
		if err := a.log.Note(e.App, audit.By(e), "password.refused", audit.About(e.Auth), nil); err != nil {
			return unsettled(err)
		}
		return httpx.Invalid(rules.Problem{Field: field, Code: "wrong", Message: "This is not your current password"})
	}
	return nil
}

// guess counts a try at a second factor that is not in force yet.
func (a *Accounts) guess(e *core.RequestEvent, admin *core.Record) error {
	wait, err := a.counted(codeCounter(admin))
	if err != nil {
		return unsettled(err)
	}
	if wait > 0 {
		return httpx.TooMany(e, wait)
	}
	return nil
}
