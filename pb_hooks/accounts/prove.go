package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/rules"
)

// secondStep is the second half of a sign-in whose password was right.
func (a *Accounts) secondStep(e *core.RequestEvent, admin *core.Record, code string) error {
	if code == "" {
		return codeWanted("required", codeField(true).Sentences().Required)
	}
	used, wait, err := a.tryCode(admin, code)
	switch {
	case err != nil:
		return edge.Refuse(http.StatusInternalServerError, "The code could not be checked. Please try again, or ask another administrator to reset your second factor.", err)
	case wait > 0:
		return edge.TooMany(e, wait)
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
	refusal := edge.Refuse(http.StatusUnauthorized, message, nil)
	refusal.Data["code"] = map[string]string{"code": code, "message": message}
	return refusal
}

// prove asks a signed-in admin for both factors, and returns her account as it stands after that.
func (a *Accounts) prove(e *core.RequestEvent) (*core.Record, error) {
	values, err := edge.Form(e, ProveForm)
	if err != nil {
		return nil, err
	}
	if !hasSecondFactor(e.Auth) {
		return nil, edge.Refuse(http.StatusConflict, "There is no second factor on your account.", nil)
	}
	if err := a.provePassword(e, "password", values.Text("password")); err != nil {
		return nil, err
	}
	used, wait, err := a.tryCode(e.Auth, values.Text("code"))
	switch {
	case err != nil:
		return nil, unsettled(err)
	case wait > 0:
		return nil, edge.TooMany(e, wait)
	case used == noFactor:
		if err := a.note(e.App, e, "secondfactor.refused", e.Auth); err != nil {
			return nil, unsettled(err)
		}
		return nil, edge.Invalid(wrongCode)
	}
	admin, err := e.App.FindRecordById(edge.Admins, e.Auth.Id)
	if err != nil {
		return nil, unsettled(err)
	}
	return admin, nil
}

// provePassword asks a signed-in admin for her password: a console that was left open must not give
// the account away. It is counted as a sign-in is.
func (a *Accounts) provePassword(e *core.RequestEvent, field, secret string) error {
	admin, wait, err := a.signIn(attempt{
		collection: edge.Admins, name: e.Auth.GetString("username"), secret: secret, address: edge.Address(e), site: edge.Site(e),
	})
	switch {
	case err != nil:
		return unsettled(err)
	case wait > 0:
		return edge.TooMany(e, wait)
	case admin == nil:
		if err := a.log.Note(e.App, audit.By(e), "password.refused", audit.About(e.Auth), nil); err != nil {
			return unsettled(err)
		}
		return edge.Invalid(rules.Problem{Field: field, Code: "wrong", Message: "This is not your current password"})
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
		return edge.TooMany(e, wait)
	}
	return nil
}
