package accounts

import (
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Enrolment is what an authenticator app needs: the picture to read, or the secret to type.
type Enrolment struct {
	Secret  string `json:"secret"`
	Account string `json:"account"`
	QR      QR     `json:"qr"`
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

// StartSecondFactor is POST /api/admin/me/second-factor.
func (a *Accounts) StartSecondFactor(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, StartFactorForm)
	if err != nil {
		return err
	}
	if hasSecondFactor(e.Auth) {
		return httpx.NewError(http.StatusConflict, "Two-step sign-in is on already. Turn it off first to set it up anew.", nil)
	}
	if err := a.reauthenticatePassword(e, "password", values.Text("password")); err != nil {
		return err
	}
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer: e.App.Settings().Meta.AppName, AccountName: e.Auth.GetString("username"), SecretSize: 20, Digits: codeDigits,
	})
	if err != nil {
		return saveError(err)
	}
	picture, err := drawQR(key.URL())
	if err != nil {
		return saveError(err)
	}
	sealed, err := a.key.Seal(sealPurpose, e.Auth.Id, key.Secret())
	if err != nil {
		return saveError(err)
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := updateAdminColumns(tx, e.Auth.Id, dbx.Params{"totpPending": sealed}); err != nil {
			return err
		}
		return a.log.Record(tx, audit.RequestActor(e), "secondfactor.started", audit.SubjectOf(e.Auth), nil)
	})
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, Enrolment{key.Secret(), key.AccountName(), picture})
}

// ConfirmSecondFactor is POST /api/admin/me/second-factor/confirm.
func (a *Accounts) ConfirmSecondFactor(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ConfirmFactorForm)
	if err != nil {
		return err
	}
	admin, err := e.App.FindRecordById(httpx.Admins, e.Auth.Id)
	if err != nil {
		return saveError(err)
	}
	if hasSecondFactor(admin) { // whoever replaces it must prove both factors first
		return httpx.NewError(http.StatusConflict, "Two-step sign-in is on already. Turn it off first to set it up anew.", nil)
	}
	secret, err := a.key.Open(sealPurpose, admin.Id, admin.GetString("totpPending"))
	if err != nil {
		return httpx.NewError(http.StatusConflict, "There is nothing to confirm any more. Please begin again.", err)
	}
	if err := a.countCodeAttempt(e, admin); err != nil {
		return err
	}
	step, ok := a.matchStep(secret, values.Text("code"))
	if !ok {
		return httpx.Invalid(invalidCodeProblem)
	}
	if err := clearCodeThrottle(e.App, admin); err != nil {
		return saveError(err)
	}
	codes, hashes := a.newRecoveryCodes(admin.Id)
	admin.Load(map[string]any{
		"totpSecret": admin.GetString("totpPending"), "totpPending": "", "totpStep": step, "totpSince": a.now(), "recoveryCodes": hashes,
	})
	if err := a.saveSecondFactor(e, admin, "secondfactor.enrolled", secondFactorSet); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, RecoveryCodes{codes})
}

// RemoveSecondFactor is POST /api/admin/me/second-factor/remove.
func (a *Accounts) RemoveSecondFactor(e *core.RequestEvent) error {
	site, err := settings.Read(e.App)
	if err != nil {
		return saveError(err)
	}
	if site.TOTPRequired {
		return httpx.NewError(http.StatusConflict, "The settings make two-step sign-in mandatory, so it stays on. Another administrator can reset it when you get a new phone.", nil)
	}
	admin, err := a.reauthenticateMFA(e)
	if err != nil {
		return err
	}
	clearSecondFactor(admin)
	if err := a.saveSecondFactor(e, admin, "secondfactor.removed", secondFactorRemoved); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, Message{"Two-step sign-in is off"})
}

// RenewRecoveryCodes is POST /api/admin/me/recovery-codes: the old ones are void.
func (a *Accounts) RenewRecoveryCodes(e *core.RequestEvent) error {
	admin, err := a.reauthenticateMFA(e)
	if err != nil {
		return err
	}
	codes, hashes := a.newRecoveryCodes(admin.Id)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := updateAdminColumns(tx, admin.Id, dbx.Params{"recoveryCodes": types.JSONArray[string](hashes)}); err != nil {
			return err
		}
		return a.log.Record(tx, audit.RequestActor(e), "recoverycodes.renewed", audit.SubjectOf(admin), nil)
	})
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, RecoveryCodes{codes})
}

// saveSecondFactor saves a changed second factor, which ends every session of the account (Guard), tells
// her, and opens this one anew.
func (a *Accounts) saveSecondFactor(e *core.RequestEvent, admin *core.Record, action string, event adminEvent) error {
	admin.IgnoreUnchangedFields(true)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := a.log.Save(tx, audit.RequestActor(e), action, admin); err != nil {
			return err
		}
		return a.notifyAdmin(tx, admin, event)
	})
	if err == nil {
		err = a.middleware.SignIn(e, admin)
	}
	if err != nil {
		return saveError(err)
	}
	return nil
}

var invalidCodeProblem = rules.Problem{Field: "code", Code: "invalid", Message: "This code is not right, or it was used already. Please enter the newest one."}

func hasSecondFactor(admin *core.Record) bool { return admin.GetString("totpSecret") != "" }

func clearSecondFactor(admin *core.Record) {
	admin.Load(map[string]any{"totpSecret": "", "totpPending": "", "totpStep": 0, "totpSince": "", "recoveryCodes": []string{}})
}

// saveError turns the error of a change into the answer; a refusal is one already.
func saveError(err error) error {
	var answer *router.ApiError
	if errors.As(err, &answer) {
		return answer
	}
	return httpx.NewError(http.StatusInternalServerError, "That could not be saved. Please try again.", err)
}
