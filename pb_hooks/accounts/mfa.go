// The second factor of an admin account, a time-based code (RFC 6238):
//
//	none      No secret is stored. A password opens the console, unless the settings make a second
//	          factor mandatory.
//	pending   StartMFA has made a secret and shown it. It has no effect yet; a new start replaces it.
//	on        ConfirmMFA has seen a code of it: the secret is in force, eight recovery codes are shown
//	          once, and all other sessions of the account end (RegisterHooks).
//	none      RemoveMFA, by the admin with password and code; ResetMFA, by another admin when both
//	          phone and recovery codes are lost.
//
// A code is accepted one step of 30 seconds early or late, and works once: totpStep keeps the newest
// step whose code was used, and only later ones are accepted. Codes are checked after the password
// only, and counted per account whatever the address. The secret is sealed with the key file, and of
// the recovery codes what they derive to is stored: a copy of the database holds neither.

package accounts

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/settings"
)

const (
	sealPurpose = "totp"
	stepLength  = 30 * time.Second
	codeDigits  = otp.DigitsSix
	// freeCodeAttempts is how many wrong codes cost no wait.
	freeCodeAttempts  = 5
	recoveryCodeCount = 8
	// recoveryCodeLength: twelve letters of base 32 are 60 bits.
	recoveryCodeLength = 12
)

// factor is how the second step was passed.
type factor string

const (
	factorNone         factor = ""
	factorTOTP         factor = "authenticator app"
	factorRecoveryCode factor = "recovery code"
)

var (
	errNoMFA        = apperr.Conflict("no-mfa", "Your account does not use two-step sign-in.")
	errHasMFA       = apperr.Conflict("has-mfa", "Two-step sign-in is on already. Turn it off first to set it up anew.")
	errMFAMandatory = apperr.Conflict("mfa-mandatory", "The settings make two-step sign-in mandatory, so it stays on. Another administrator can reset it when you get a new phone.")

	errNothingToConfirm = apperr.Conflict("nothing-to-confirm", "There is nothing to confirm any more. Please begin again.")
	errInvalidCode      = apperr.Invalid("invalid", "code", "This code is not right, or it was used already. Please enter the newest one.")
	errCodeRequired     = apperr.Invalid("required", "code", codeField(true).ErrorMessages().Required)
)

// atSignIn is an error about the code as the sign-in form gets it: 401, for nobody is signed in yet.
func atSignIn(err *apperr.Error) error {
	answer := *err
	answer.Status = http.StatusUnauthorized
	return &answer
}

// --- codes

// codeCounter counts wrong codes of one account, from wherever they come: whoever tries them knows
// the password already.
func codeCounter(adminID string) counter {
	return counter{key: hashKeyPart("second factor "+adminID) + hashKeyPart("any address"), freeFailures: freeCodeAttempts, decay: time.Hour}
}

// verifySignInCode is the second half of a sign-in whose password was right.
func (a *Accounts) verifySignInCode(e *core.RequestEvent, admin *identity.Admin, code string) error {
	if code == "" {
		return atSignIn(errCodeRequired)
	}
	used, wait, err := a.verifyCode(admin, code)
	switch {
	case err != nil:
		return apperr.Fail("The code could not be checked. Please try again, or ask another administrator to reset your two-step sign-in.", fmt.Errorf("verify sign-in code: %w", err))
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := a.recordFactor(e, admin, used); err != nil {
		return saveError("verify sign-in code", err)
	}
	if used == factorNone {
		return atSignIn(errInvalidCode)
	}
	return nil
}

// recordFactor writes a wrong code or a used recovery code into the audit log.
func (a *Accounts) recordFactor(e *core.RequestEvent, admin *identity.Admin, used factor) error {
	switch used {
	case factorNone:
		return a.recordAdminEvent(e.App, e, "secondfactor.refused", admin.Record)
	case factorRecoveryCode:
		return a.recordAdminEvent(e.App, e, "recoverycode.used", admin.Record)
	}
	return nil
}

// verifyCode counts a try, and uses a code of the account's second factor up if it is one.
func (a *Accounts) verifyCode(admin *identity.Admin, code string) (used factor, wait time.Duration, err error) {
	counter := codeCounter(admin.Id)
	err = a.app.RunInTransaction(func(tx core.App) error {
		if wait, err = a.countFailure(tx, counter); err != nil || wait > 0 {
			return err
		}
		if used, err = a.consumeCode(tx, admin.Id, code); err != nil || used == factorNone {
			return err
		}
		return deleteThrottles(tx, counter.key)
	})
	return used, wait, err
}

// consumeCode uses a code up. The record is read anew: the caller's may be older than the last code.
func (a *Accounts) consumeCode(tx core.App, adminID, code string) (factor, error) {
	admin, err := identity.FindAdmin(tx, adminID)
	if err != nil {
		return factorNone, err
	}
	secret, err := a.key.Open(sealPurpose, admin.Id, admin.TOTPSecret())
	if err != nil {
		return factorNone, err
	}
	if step, ok := a.matchStep(secret, code); ok {
		if step <= admin.TOTPStep() {
			return factorNone, nil
		}
		return factorTOTP, setTOTPStep(tx, admin.Id, step)
	}
	hashes := admin.RecoveryHashes()
	at := slices.Index(hashes, a.recoveryHash(admin.Id, code))
	if at < 0 {
		return factorNone, nil
	}
	return factorRecoveryCode, setRecoveryHashes(tx, admin.Id, slices.Delete(hashes, at, at+1))
}

// matchStep returns the time step whose code this is, of those that are near enough.
func (a *Accounts) matchStep(secret, code string) (step int64, ok bool) {
	code = strings.ReplaceAll(code, " ", "")
	now := a.now().Unix() / int64(stepLength.Seconds())
	for _, step := range []int64{now, now - 1, now + 1} {
		want, err := totp.GenerateCodeCustom(secret, time.Unix(step*int64(stepLength.Seconds()), 0), totp.ValidateOpts{
			Period: uint(stepLength.Seconds()), Digits: codeDigits, Algorithm: otp.AlgorithmSHA1,
		})
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// newRecoveryCodes makes the codes as they are shown, and what is stored of them.
func (a *Accounts) newRecoveryCodes(adminID string) (codes, hashes []string) {
	for range recoveryCodeCount {
		chars := rand.Text()[:recoveryCodeLength]
		codes = append(codes, chars[:4]+"-"+chars[4:8]+"-"+chars[8:])
		hashes = append(hashes, a.recoveryHash(adminID, chars))
	}
	return codes, hashes
}

// recoveryHash is what a recovery code derives to, however it was typed.
func (a *Accounts) recoveryHash(adminID, code string) string {
	chars := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
	return a.key.Derive("recovery-code", adminID, chars)
}

// --- handlers

// Enrolment is what an authenticator app needs: the QR code to scan, or the secret to type.
type Enrolment struct {
	Secret  string `json:"secret"`
	Account string `json:"account"`
	QR      QR     `json:"qr"`
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

// CanStartMFA is the rule of POST /api/admin/me/second-factor: replacing a second factor begins with its removal.
func (a *Accounts) CanStartMFA(e *core.RequestEvent) (bool, error) {
	if identity.HasMFA(e.Auth) {
		return false, errHasMFA
	}
	return true, nil
}

// StartMFA is POST /api/admin/me/second-factor.
func (a *Accounts) StartMFA(e *core.RequestEvent) error {
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer: e.App.Settings().Meta.AppName, AccountName: identity.SignInName(e.Auth), SecretSize: 20, Digits: codeDigits,
	})
	if err != nil {
		return saveError("start MFA", err)
	}
	picture, err := drawQR(key.URL())
	if err != nil {
		return saveError("start MFA", err)
	}
	sealed, err := a.key.Seal(sealPurpose, e.Auth.Id, key.Secret())
	if err != nil {
		return saveError("start MFA", err)
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := setPendingTOTP(tx, e.Auth.Id, sealed); err != nil {
			return err
		}
		return a.audit.Record(tx, audit.RequestActor(e), "secondfactor.started", audit.SubjectOf(e.Auth), nil)
	})
	if err != nil {
		return saveError("start MFA", err)
	}
	return e.JSON(http.StatusOK, Enrolment{key.Secret(), key.AccountName(), picture})
}

// ConfirmMFA is POST /api/admin/me/second-factor/confirm.
func (a *Accounts) ConfirmMFA(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ConfirmFactorForm)
	if err != nil {
		return err
	}
	admin, err := identity.FindAdmin(e.App, e.Auth.Id)
	if err != nil {
		return saveError("confirm MFA", err)
	}
	if admin.HasMFA() { // replacing it takes both factors
		return errHasMFA
	}
	secret, err := a.key.Open(sealPurpose, admin.Id, admin.TOTPPending())
	if err != nil {
		return fmt.Errorf("%w: %w", errNothingToConfirm, err)
	}
	wait, err := a.countFailureInTransaction(codeCounter(admin.Id))
	switch {
	case err != nil:
		return saveError("confirm MFA", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	step, ok := a.matchStep(secret, values.Text("code"))
	if !ok {
		return errInvalidCode
	}
	if err := deleteThrottles(e.App, codeCounter(admin.Id).key); err != nil {
		return saveError("confirm MFA", err)
	}
	codes, hashes := a.newRecoveryCodes(admin.Id)
	admin.EnableMFA(step, a.now(), hashes)
	if err := a.saveMFA(e, admin, "secondfactor.enrolled", secondFactorSet); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, RecoveryCodes{codes})
}

// CanRemoveMFA is the rule of POST /api/admin/me/second-factor/remove.
func (a *Accounts) CanRemoveMFA(e *core.RequestEvent) (bool, error) {
	site, err := settings.Read(e.App)
	if err != nil {
		return false, saveError("remove MFA", err)
	}
	if site.TOTPRequired {
		return false, errMFAMandatory
	}
	return a.UsesMFA(e)
}

// UsesMFA is the rule of POST /api/admin/me/recovery-codes: it refuses an account without a second factor, so that the
// re-authentication takes both.
func (a *Accounts) UsesMFA(e *core.RequestEvent) (bool, error) {
	if _, err := httpx.DecodeForm(e, ReauthenticateMFAForm); err != nil {
		return false, err
	}
	if !identity.HasMFA(e.Auth) {
		return false, errNoMFA
	}
	return true, nil
}

// RemoveMFA is POST /api/admin/me/second-factor/remove.
func (a *Accounts) RemoveMFA(e *core.RequestEvent) error {
	admin, err := identity.FindAdmin(e.App, e.Auth.Id)
	if err != nil {
		return saveError("remove MFA", err)
	}
	admin.ClearMFA()
	if err := a.saveMFA(e, admin, "secondfactor.removed", secondFactorRemoved); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, Message{"Two-step sign-in is off"})
}

// RenewRecoveryCodes is POST /api/admin/me/recovery-codes: the old ones are void.
func (a *Accounts) RenewRecoveryCodes(e *core.RequestEvent) error {
	codes, hashes := a.newRecoveryCodes(e.Auth.Id)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := setRecoveryHashes(tx, e.Auth.Id, hashes); err != nil {
			return err
		}
		return a.audit.Record(tx, audit.RequestActor(e), "recoverycodes.renewed", audit.SubjectOf(e.Auth), nil)
	})
	if err != nil {
		return saveError("renew recovery codes", err)
	}
	return e.JSON(http.StatusOK, RecoveryCodes{codes})
}

// saveMFA saves a changed second factor, which ends every session of the account (RegisterHooks),
// notifies the admin, and opens this session anew.
func (a *Accounts) saveMFA(e *core.RequestEvent, admin *identity.Admin, action string, event adminEvent) error {
	admin.IgnoreUnchangedFields(true)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := a.audit.Save(tx, audit.RequestActor(e), action, admin.Record); err != nil {
			return err
		}
		return a.notifyAdmin(tx, admin, event)
	})
	if err == nil {
		err = a.middleware.SignIn(e, admin.Record)
	}
	if err != nil {
		return saveError("save MFA", err)
	}
	return nil
}

// --- the QR code

// QR is a QR code for an SVG of Size by Size units: a path that fills its dark modules. The page
// draws it itself, because its content security policy admits no images from elsewhere.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// drawQR draws a text, row by row, each run of dark modules as one rectangle.
func drawQR(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, err
	}
	size := code.Bounds().Dx()
	dark := func(x, y int) bool {
		r, _, _, _ := code.At(x, y).RGBA()
		return r == 0
	}
	var path strings.Builder
	for y := range size {
		for x := 0; x < size; x++ {
			from := x
			for x < size && dark(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return QR{size, path.String()}, nil
}
