// The second factor of a member's or an admin's account is a time-based code (RFC 6238). Its states:
//
//	none      No secret is stored. The password (or a member's PIN) opens the account. The console requires a
//	          second factor if the settings make it mandatory.
//	pending   StartMFA has created a secret and shown it. It has no effect yet. A new start replaces it.
//	on        ConfirmMFA has received a correct code. The secret is active, eight recovery codes are shown once,
//	          and all other sessions of the account end (RegisterHooks).
//	none      Again after RemoveMFA, by the owner with password and code, or after ResetMFA or ResetMemberMFA, by an
//	          admin when the owner has lost both the phone and the recovery codes.
//
// A code is accepted one step of 30 seconds early or late, and only once: totpStep stores the newest used step, and
// only later steps are accepted. Codes are checked after the password or PIN. Wrong codes are counted per account,
// from all addresses together. A passkey counts as both factors (passkeys.go). The secret is encrypted with the key
// file, and only hashes of the recovery codes are stored, so a copy of the database reveals neither.

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

	"boardcircle/pb_hooks/accounts/emails"
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
	// freeCodeAttempts is the number of wrong codes before the account has to wait.
	freeCodeAttempts  = 5
	recoveryCodeCount = 8
	// recoveryCodeLength is 12 base-32 letters, which have 60 bits.
	recoveryCodeLength = 12
)

// factor is the kind of code that completed a sign-in.
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

// atSignIn returns the error with status 401, because the caller is not signed in yet.
func atSignIn(err *apperr.Error) error {
	answer := *err
	answer.Status = http.StatusUnauthorized
	return &answer
}

// --- codes

// codeCounter counts the wrong codes of one account from all addresses, because an attacker at this step already
// knows the password.
func codeCounter(accountID string) counter {
	return counter{key: hashKeyPart("second factor "+accountID) + hashKeyPart("any address"), freeFailures: freeCodeAttempts, decay: time.Hour}
}

// verifySignInCode checks the code after a correct password or PIN.
func (a *Accounts) verifySignInCode(e *core.RequestEvent, account *core.Record, code string) error {
	if !identity.HasMFA(account) {
		return nil
	}
	if code == "" {
		return atSignIn(errCodeRequired)
	}
	used, wait, err := a.verifyCode(account, code)
	switch {
	case err != nil:
		return apperr.Fail("The code could not be checked. Please try again, or ask us to reset your two-step sign-in.", fmt.Errorf("verify sign-in code: %w", err))
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := a.recordFactor(e, account, used); err != nil {
		return saveError("verify sign-in code", err)
	}
	if used == factorNone {
		return atSignIn(errInvalidCode)
	}
	return nil
}

// recordFactor writes a wrong code or a used recovery code to the audit log, if the account has admin rights.
func (a *Accounts) recordFactor(e *core.RequestEvent, account *core.Record, used factor) error {
	switch used {
	case factorNone:
		return a.recordAdminEvent(e.App, e, "secondfactor.refused", account)
	case factorRecoveryCode:
		return a.recordAdminEvent(e.App, e, "recoverycode.used", account)
	}
	return nil
}

// verifyCode counts an attempt, checks the code and uses it up.
func (a *Accounts) verifyCode(account *core.Record, code string) (used factor, wait time.Duration, err error) {
	counter := codeCounter(account.Id)
	err = a.app.RunInTransaction(func(tx core.App) error {
		if wait, err = a.countFailure(tx, counter); err != nil || wait > 0 {
			return err
		}
		if used, err = a.consumeCode(tx, account, code); err != nil || used == factorNone {
			return err
		}
		return deleteThrottles(tx, counter.key)
	})
	return used, wait, err
}

// consumeCode uses up a code. It reads the record again, because the caller's copy may predate the last code.
func (a *Accounts) consumeCode(tx core.App, account *core.Record, code string) (factor, error) {
	mfa, err := identity.FindMFA(tx, account)
	if err != nil {
		return factorNone, err
	}
	secret, err := a.key.Open(sealPurpose, mfa.Id, mfa.Secret())
	if err != nil {
		return factorNone, err
	}
	if step, ok := a.matchStep(secret, code); ok {
		if step <= mfa.Step() {
			return factorNone, nil
		}
		return factorTOTP, setTOTPStep(tx, account, step)
	}
	hashes := mfa.RecoveryHashes()
	at := slices.Index(hashes, a.recoveryHash(mfa.Id, code))
	if at < 0 {
		return factorNone, nil
	}
	return factorRecoveryCode, setRecoveryHashes(tx, account, slices.Delete(hashes, at, at+1))
}

// matchStep returns the time step of a code: the current, the previous or the next one.
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

// newRecoveryCodes returns new codes for display, and their hashes for storage.
func (a *Accounts) newRecoveryCodes(accountID string) (codes, hashes []string) {
	for range recoveryCodeCount {
		chars := rand.Text()[:recoveryCodeLength]
		codes = append(codes, chars[:4]+"-"+chars[4:8]+"-"+chars[8:])
		hashes = append(hashes, a.recoveryHash(accountID, chars))
	}
	return codes, hashes
}

// recoveryHash returns the hash of a recovery code. It ignores case, spaces and hyphens.
func (a *Accounts) recoveryHash(accountID, code string) string {
	chars := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
	return a.key.Derive("recovery-code", accountID, chars)
}

// --- handlers

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

// CanStartMFA is the rule of POST /api/user/second-factor and POST /api/admin/me/second-factor. An active second
// factor has to be removed first.
func (a *Accounts) CanStartMFA(e *core.RequestEvent) (bool, error) {
	if identity.HasMFA(e.Auth) {
		return false, errHasMFA
	}
	return true, nil
}

// StartMFA is POST /api/user/second-factor and POST /api/admin/me/second-factor.
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
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := setPendingTOTP(tx, e.Auth, sealed); err != nil {
			return err
		}
		return a.recordAdminEvent(tx, e, "secondfactor.started", e.Auth)
	})
	if err != nil {
		return saveError("start MFA", err)
	}
	return e.JSON(http.StatusOK, Enrolment{key.Secret(), key.AccountName(), picture})
}

// ConfirmMFA is POST /api/user/second-factor/confirm and POST /api/admin/me/second-factor/confirm.
func (a *Accounts) ConfirmMFA(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ConfirmFactorForm)
	if err != nil {
		return err
	}
	mfa, err := identity.FindMFA(e.App, e.Auth)
	if err != nil {
		return saveError("confirm MFA", err)
	}
	if mfa.Secret() != "" { // replacing an active factor needs both factors
		return errHasMFA
	}
	secret, err := a.key.Open(sealPurpose, mfa.Id, mfa.Pending())
	if err != nil {
		return fmt.Errorf("%w: %w", errNothingToConfirm, err)
	}
	wait, err := a.countFailureInTransaction(codeCounter(mfa.Id))
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
	if err := deleteThrottles(e.App, codeCounter(mfa.Id).key); err != nil {
		return saveError("confirm MFA", err)
	}
	codes, hashes := a.newRecoveryCodes(mfa.Id)
	mfa.Enable(step, a.now(), hashes)
	if err := a.saveMFA(e, mfa, "secondfactor.enrolled", emails.EventSecondFactorSet); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, RecoveryCodes{codes})
}

// CanRemoveMFA is the rule of POST /api/user/second-factor/remove and POST /api/admin/me/second-factor/remove.
func (a *Accounts) CanRemoveMFA(e *core.RequestEvent) (bool, error) {
	site, err := settings.Read(e.App)
	if err != nil {
		return false, saveError("remove MFA", err)
	}
	if site.TOTPRequired && identity.HasAdminRights(e.Auth) {
		return false, errMFAMandatory
	}
	return a.UsesMFA(e)
}

// UsesMFA is the rule of POST /api/user/recovery-codes and POST /api/admin/me/recovery-codes. It refuses accounts
// without a second factor, so that the re-authentication always checks both factors.
func (a *Accounts) UsesMFA(e *core.RequestEvent) (bool, error) {
	if _, err := httpx.DecodeForm(e, ReauthenticateMFAForm); err != nil {
		return false, err
	}
	if !identity.HasMFA(e.Auth) {
		return false, errNoMFA
	}
	return true, nil
}

// RemoveMFA is POST /api/user/second-factor/remove and POST /api/admin/me/second-factor/remove.
func (a *Accounts) RemoveMFA(e *core.RequestEvent) error {
	mfa, err := identity.FindMFA(e.App, e.Auth)
	if err != nil {
		return saveError("remove MFA", err)
	}
	mfa.Clear()
	if err := a.saveMFA(e, mfa, "secondfactor.removed", emails.EventSecondFactorRemoved); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, Message{"Two-step sign-in is off"})
}

// RenewRecoveryCodes is POST /api/user/recovery-codes and POST /api/admin/me/recovery-codes. It voids the old codes.
func (a *Accounts) RenewRecoveryCodes(e *core.RequestEvent) error {
	codes, hashes := a.newRecoveryCodes(e.Auth.Id)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := setRecoveryHashes(tx, e.Auth, hashes); err != nil {
			return err
		}
		if err := a.recordAdminEvent(tx, e, "recoverycodes.renewed", e.Auth); err != nil {
			return err
		}
		return a.notifyOwner(tx, e.Auth, emails.EventRecoveryCodesRenewed)
	})
	if err != nil {
		return saveError("renew recovery codes", err)
	}
	return e.JSON(http.StatusOK, RecoveryCodes{codes})
}

// saveMFA saves a changed second factor, which ends every session of the account (RegisterHooks). It notifies the
// owner and opens a new session for the caller.
func (a *Accounts) saveMFA(e *core.RequestEvent, mfa *identity.MFA, action string, event emails.UserEvent) error {
	mfa.IgnoreUnchangedFields(true)
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		save := tx.Save
		if identity.HasAdminRights(mfa.Record) {
			save = func(core.Model) error { return a.audit.Save(tx, audit.RequestActor(e), action, mfa.Record) }
		}
		if err := save(mfa.Record); err != nil {
			return err
		}
		return a.notifyOwner(tx, mfa.Record, event)
	})
	if err == nil {
		err = a.middleware.SignIn(e, mfa.Record)
	}
	if err != nil {
		return saveError("save MFA", err)
	}
	return nil
}

// ResetMemberMFA removes a member's second factor when they have lost both the phone and the recovery codes. It
// notifies them and ends their sessions (RegisterHooks). Call it in a transaction.
func (a *Accounts) ResetMemberMFA(tx core.App, by audit.Actor, userID string) error {
	user, err := identity.FindUser(tx, userID)
	if err != nil {
		return err
	}
	if !identity.HasMFA(user.Record) {
		return errAccountHasNoMFA
	}
	identity.NewMFA(user.Record).Clear()
	user.IgnoreUnchangedFields(true)
	if err := a.audit.Save(tx, by, "secondfactor.reset", user.Record); err != nil {
		return err
	}
	return a.notifyOwner(tx, user.Record, emails.EventSecondFactorReset)
}

// --- the QR code

// QR is a QR code as an SVG path in a square of Size units. The page draws it itself, because its content security
// policy blocks images from elsewhere.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// drawQR encodes a text. Each run of dark modules in a row becomes one rectangle.
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
