// Package mfa turns the second factor of a member's or an admin's account on and off. It is a time-based code (RFC
// 6238). Its states:
//
//	none      No secret is stored. The password (or a member's PIN) opens the account. The console requires a
//	          second factor if the settings make it mandatory.
//	pending   Start has created a secret and shown it. It has no effect yet. A new start replaces it.
//	on        Confirm has received a correct code. The secret is active, eight recovery codes are shown once, and all
//	          other sessions of the account end (accounts.RegisterHooks).
//	none      Again after Remove, by the owner with password and code, or after ResetMember or admins.ResetMFA, by an
//	          admin when the owner has lost both the phone and the recovery codes.
//
// Package signin checks the codes. A passkey counts as both factors (package passkeys).
package mfa

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/notices"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Deps are the dependencies of MFA.
type Deps struct {
	Middleware *httpx.Middleware
	Clock      clock.Clock
	Audit      *audit.Log
	SignIn     *signin.Checker
	Notices    *notices.Notices
}

// MFA has the handlers of the second factor.
type MFA struct {
	middleware *httpx.Middleware
	now        clock.Clock
	audit      *audit.Log
	signIn     *signin.Checker
	notices    *notices.Notices
}

// New returns MFA.
func New(deps Deps) *MFA {
	return &MFA{
		middleware: deps.Middleware,
		now:        deps.Clock,
		audit:      deps.Audit,
		signIn:     deps.SignIn,
		notices:    deps.Notices,
	}
}

var (
	errOff       = apperr.Conflict("no-mfa", "Your account does not use two-step sign-in.")
	errOn        = apperr.Conflict("has-mfa", "Two-step sign-in is already on. To set it up again, turn it off first.")
	errMandatory = apperr.Conflict(
		"mfa-mandatory",
		"The settings make two-step sign-in mandatory, so it stays on. Another administrator can reset it when you "+
			"get a new phone.",
	)

	// ErrOff is returned if an admin resets a second factor that is off.
	ErrOff = apperr.Conflict("account-has-no-mfa", "This account does not use two-step sign-in.")
)

// StartForm is the body of POST /api/user/second-factor and POST /api/admin/me/second-factor. The route checks the
// password.
type StartForm struct {
	_        struct{} `wire:"startFactor"`
	Password string   `json:"password"`
}

// Rules returns the rules of the form.
func (StartForm) Rules() rules.Form { return rules.Form{signin.CurrentPassword("password")} }

// ConfirmForm is the body of POST /api/user/second-factor/confirm and POST /api/admin/me/second-factor/confirm.
type ConfirmForm struct {
	_    struct{} `wire:"confirmFactor"`
	Code string   `json:"code"`
}

// Rules returns the rules of the form.
func (ConfirmForm) Rules() rules.Form { return rules.Form{signin.CodeField(true)} }

// BothFactorsForm is the body of a request that changes an active second factor. The route checks both factors.
type BothFactorsForm struct {
	_        struct{} `wire:"reauthenticateMfa"`
	Password string   `json:"password"`
	Code     string   `json:"code"`
}

// Rules returns the rules of the form.
func (BothFactorsForm) Rules() rules.Form {
	return rules.Form{signin.CurrentPassword("password"), signin.CodeField(true)}
}

// Enrolment is the data for an authenticator app: a QR code to scan, or the secret to type.
type Enrolment struct {
	Secret  string `json:"secret"`
	Account string `json:"account"`
	QR      QR     `json:"qr"`
}

// RecoveryCodes are shown only once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

// CanStart is the rule of POST /api/user/second-factor and POST /api/admin/me/second-factor. An active second
// factor has to be removed first.
func (m *MFA) CanStart(e *core.RequestEvent) (bool, error) {
	if identity.HasMFA(e.Auth) {
		return false, errOn
	}
	return true, nil
}

// Start is POST /api/user/second-factor and POST /api/admin/me/second-factor.
func (m *MFA) Start() httpx.Endpoint {
	return httpx.JSON(m.start, httpx.Doc{
		Tag: "accounts", Summary: "Start to set up a second factor",
		Errors: []*apperr.Error{errOn},
	})
}

func (m *MFA) start(e *core.RequestEvent, _ StartForm) (Enrolment, error) {
	secret, sealed, err := m.signIn.NewSecret(e.App.Settings().Meta.AppName, e.Auth)
	if err != nil {
		return Enrolment{}, apperr.SaveFailed("start MFA", err)
	}
	picture, err := drawQR(secret.URL())
	if err != nil {
		return Enrolment{}, apperr.SaveFailed("start MFA", err)
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := m.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := identity.SetPendingTOTP(tx, e.Auth, sealed); err != nil {
			return err
		}
		return m.signIn.RecordEvent(tx, e, "secondfactor.started", e.Auth)
	})
	if err != nil {
		return Enrolment{}, apperr.SaveFailed("start MFA", err)
	}
	return Enrolment{secret.Secret(), secret.AccountName(), picture}, nil
}

// Confirm is POST /api/user/second-factor/confirm and POST /api/admin/me/second-factor/confirm.
func (m *MFA) Confirm() httpx.Endpoint {
	return httpx.JSON(m.confirm, httpx.Doc{
		Tag: "accounts", Summary: "Confirm the second factor with its first code",
		Description: "The recovery codes are shown once. All other sessions end.",
		Errors:      []*apperr.Error{errOn}, Statuses: []int{http.StatusTooManyRequests},
		Example: map[string]any{"code": "123456"},
	})
}

func (m *MFA) confirm(e *core.RequestEvent, form ConfirmForm) (RecoveryCodes, error) {
	mfa, err := identity.FindMFA(e.App, e.Auth)
	if err != nil {
		return RecoveryCodes{}, apperr.SaveFailed("confirm MFA", err)
	}
	if mfa.Secret() != "" { // replacing an active factor needs both factors
		return RecoveryCodes{}, errOn
	}
	step, err := m.signIn.ConfirmCode(e, mfa, form.Code)
	if err != nil {
		return RecoveryCodes{}, apperr.SaveFailed("confirm MFA", err)
	}
	codes, hashes := m.signIn.NewRecoveryCodes(mfa.Id)
	mfa.Enable(step, m.now(), hashes)
	return RecoveryCodes{codes}, m.save(e, mfa, "secondfactor.enrolled", emails.EventSecondFactorSet)
}

// CanRemove is the rule of POST /api/user/second-factor/remove and POST /api/admin/me/second-factor/remove.
func (m *MFA) CanRemove(e *core.RequestEvent) (bool, error) {
	site, err := settings.Read(e.App)
	if err != nil {
		return false, apperr.SaveFailed("remove MFA", err)
	}
	if site.IsTOTPRequired && identity.HasAdminRights(e.Auth) {
		return false, errMandatory
	}
	return m.IsOn(e)
}

// IsOn is the rule of POST /api/user/recovery-codes and POST /api/admin/me/recovery-codes. It refuses accounts
// without a second factor, so that the re-authentication always checks both factors.
func (m *MFA) IsOn(e *core.RequestEvent) (bool, error) {
	if _, err := httpx.Decode[BothFactorsForm](e); err != nil {
		return false, err
	}
	if !identity.HasMFA(e.Auth) {
		return false, errOff
	}
	return true, nil
}

// Remove is POST /api/user/second-factor/remove and POST /api/admin/me/second-factor/remove.
func (m *MFA) Remove() httpx.Endpoint {
	return httpx.JSON(m.remove, httpx.Doc{
		Tag: "accounts", Summary: "Turn off the second factor",
		Errors: []*apperr.Error{errMandatory, errOff},
	})
}

func (m *MFA) remove(e *core.RequestEvent, _ BothFactorsForm) (httpx.Message, error) {
	mfa, err := identity.FindMFA(e.App, e.Auth)
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("remove MFA", err)
	}
	mfa.Clear()
	err = m.save(e, mfa, "secondfactor.removed", emails.EventSecondFactorRemoved)
	return httpx.Message{Message: "Two-step sign-in is off"}, err
}

// RenewRecoveryCodes is POST /api/user/recovery-codes and POST /api/admin/me/recovery-codes. It voids the old codes.
func (m *MFA) RenewRecoveryCodes() httpx.Endpoint {
	return httpx.JSON(m.renewRecoveryCodes, httpx.Doc{
		Tag: "accounts", Summary: "Replace the recovery codes",
		Errors: []*apperr.Error{errOff},
	})
}

func (m *MFA) renewRecoveryCodes(e *core.RequestEvent, _ BothFactorsForm) (RecoveryCodes, error) {
	codes, hashes := m.signIn.NewRecoveryCodes(e.Auth.Id)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := m.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := identity.SetRecoveryHashes(tx, e.Auth, hashes); err != nil {
			return err
		}
		if err := m.signIn.RecordEvent(tx, e, "recoverycodes.renewed", e.Auth); err != nil {
			return err
		}
		return m.notices.NotifyOwner(tx, e.Auth, emails.EventRecoveryCodesRenewed)
	})
	if err != nil {
		return RecoveryCodes{}, apperr.SaveFailed("renew recovery codes", err)
	}
	return RecoveryCodes{codes}, nil
}

// save saves a changed second factor, which ends every session of the account (accounts.RegisterHooks). It notifies the
// owner and opens a new session for the caller.
func (m *MFA) save(e *core.RequestEvent, mfa *identity.MFA, action string, event emails.UserEvent) error {
	mfa.IgnoreUnchangedFields(true)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := m.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		save := tx.Save
		if identity.HasAdminRights(mfa.Record) {
			save = func(core.Model) error { return m.audit.Save(tx, audit.RequestActor(e), action, mfa.Record) }
		}
		if err := save(mfa.Record); err != nil {
			return err
		}
		return m.notices.NotifyOwner(tx, mfa.Record, event)
	})
	if err == nil {
		err = m.middleware.SignIn(e, mfa.Record)
	}
	if err != nil {
		return apperr.SaveFailed("save MFA", err)
	}
	return nil
}

// ResetMember removes a member's second factor when they have lost both the phone and the recovery codes. It
// notifies them and ends their sessions (accounts.RegisterHooks). Call it in a transaction.
func (m *MFA) ResetMember(tx core.App, by audit.Actor, userID string) error {
	user, err := identity.FindUser(tx, userID)
	if err != nil {
		return err
	}
	if !identity.HasMFA(user.Record) {
		return ErrOff
	}
	identity.NewMFA(user.Record).Clear()
	user.IgnoreUnchangedFields(true)
	if err := m.audit.Save(tx, by, "secondfactor.reset", user.Record); err != nil {
		return err
	}
	return m.notices.NotifyOwner(tx, user.Record, emails.EventSecondFactorReset)
}

// FactorState describes the second factor of an account.
type FactorState struct {
	SecondFactor      bool       `json:"secondFactor"`
	SecondFactorSince httpx.Time `json:"secondFactorSince"`
	RecoveryCodesLeft int        `json:"recoveryCodesLeft"`
	// IsMandatory reports whether the settings require a second factor of this account.
	IsMandatory bool `json:"isMandatory"`
}

// StateOf describes the second factor of an account that was read.
func StateOf(app core.App, account *core.Record) (FactorState, error) {
	site, err := settings.Read(app)
	if err != nil {
		return FactorState{}, err
	}
	mfa := identity.NewMFA(account)
	return FactorState{
		SecondFactor:      identity.HasMFA(account),
		SecondFactorSince: httpx.Time(mfa.Since()),
		RecoveryCodesLeft: len(mfa.RecoveryHashes()),
		IsMandatory:       site.IsTOTPRequired && identity.HasAdminRights(account),
	}, nil
}
