// A code is accepted one step of 30 seconds early or late, and only once: totpStep stores the newest used step, and
// only later steps are accepted. Codes are checked after the password or PIN. Wrong codes are counted per account,
// from all addresses together. The secret is encrypted with the key file, and only hashes of the recovery codes are
// stored, so a copy of the database reveals neither. Package mfa turns the second factor on and off.

package signin

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/normal"
)

const (
	sealPurpose = "totp"
	stepLength  = 30 * time.Second
	// codeDigits is the length of a code of the authenticator app.
	codeDigits = otp.DigitsSix
	// freeCodeAttempts is the number of wrong codes before the account has to wait.
	freeCodeAttempts  = 5
	recoveryCodeCount = 8
	// recoveryCodeLength is 12 base-32 letters, which have 60 bits.
	recoveryCodeLength = 12
)

var (
	errInvalidCode = apperr.Invalid("invalid", "code",
		"This code is wrong or was already used. Please enter the newest one.")
	errCodeRequired = apperr.Invalid("required", "code", CodeField(true).ErrorMessages().Required)
	errNoSecret     = apperr.Conflict("nothing-to-confirm", "There is nothing left to confirm. Please start again.")
)

// factor is the kind of code that completed a sign-in.
type factor string

const (
	factorNone         factor = ""
	factorTOTP         factor = "authenticator app"
	factorRecoveryCode factor = "recovery code"
)

// atSignIn returns the error with status 401, because the caller is not signed in yet.
func atSignIn(err *apperr.Error) error {
	answer := *err
	answer.Status = http.StatusUnauthorized
	return &answer
}

// codeCounter counts the wrong codes of one account from all addresses, because an attacker at this step already
// knows the password.
func codeCounter(accountID string) counter {
	return counter{
		key:         hashKeyPart("second factor "+accountID) + hashKeyPart("any address"),
		limitedFrom: freeCodeAttempts,
		decay:       time.Hour,
	}
}

// VerifyCode checks the code after a correct password or PIN.
func (c *Checker) VerifyCode(e *core.RequestEvent, account *core.Record, code string) error {
	if !identity.HasMFA(account) {
		return nil
	}
	if code == "" {
		return atSignIn(errCodeRequired)
	}
	used, wait, err := c.verifyCode(account, code)
	switch {
	case err != nil:
		return apperr.Fail("The code could not be checked. Please try again, or ask us to reset your two-step sign-in.",
			fmt.Errorf("verify sign-in code: %w", err))
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	}
	if err := c.recordFactor(e, account, used); err != nil {
		return apperr.SaveFailed("verify sign-in code", err)
	}
	if used == factorNone {
		return atSignIn(errInvalidCode)
	}
	return nil
}

// recordFactor writes a wrong code or a used recovery code to the audit log, if the account has admin rights.
func (c *Checker) recordFactor(e *core.RequestEvent, account *core.Record, used factor) error {
	switch used {
	case factorNone:
		return c.RecordEvent(e.App, e, "secondfactor.refused", account)
	case factorRecoveryCode:
		return c.RecordEvent(e.App, e, "recoverycode.used", account)
	}
	return nil
}

// verifyCode counts an attempt, checks the code and uses it up.
func (c *Checker) verifyCode(account *core.Record, code string) (used factor, wait time.Duration, err error) {
	counter := codeCounter(account.Id)
	err = c.app.RunInTransaction(func(tx core.App) error {
		if wait, err = c.countFailure(tx, counter); err != nil || wait > 0 {
			return err
		}
		if used, err = c.consumeCode(tx, account, code); err != nil || used == factorNone {
			return err
		}
		return deleteThrottles(tx, counter.key)
	})
	return used, wait, err
}

// consumeCode uses up a code. It reads the record again, because the caller's copy may predate the last code.
func (c *Checker) consumeCode(tx core.App, account *core.Record, code string) (factor, error) {
	mfa, err := identity.FindMFA(tx, account)
	if err != nil {
		return factorNone, err
	}
	secret, err := c.key.Open(sealPurpose, mfa.Id, mfa.Secret())
	if err != nil {
		return factorNone, err
	}
	if step, ok := c.matchStep(secret, code); ok {
		if step <= mfa.Step() {
			return factorNone, nil
		}
		return factorTOTP, identity.SetTOTPStep(tx, account, step)
	}
	hashes := mfa.RecoveryHashes()
	at := slices.Index(hashes, c.recoveryHash(mfa.Id, code))
	if at < 0 {
		return factorNone, nil
	}
	return factorRecoveryCode, identity.SetRecoveryHashes(tx, account, slices.Delete(hashes, at, at+1))
}

// matchStep returns the time step of a code: the current, the previous or the next one.
func (c *Checker) matchStep(secret, code string) (step int64, ok bool) {
	code = normal.Code(code)
	now := c.now().Unix() / int64(stepLength.Seconds())
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

// NewSecret returns a new secret for the authenticator app of an account, and its encrypted form for storage.
func (c *Checker) NewSecret(issuer string, account *core.Record) (secret *otp.Key, sealed string, err error) {
	secret, err = totp.Generate(totp.GenerateOpts{
		Issuer: issuer, AccountName: identity.SignInName(account), SecretSize: 20, Digits: codeDigits,
	})
	if err == nil {
		sealed, err = c.key.Seal(sealPurpose, account.Id, secret.Secret())
	}
	return secret, sealed, err
}

// ConfirmCode checks the first code of a pending secret and returns its time step. It counts the attempt.
func (c *Checker) ConfirmCode(e *core.RequestEvent, mfa *identity.MFA, code string) (step int64, err error) {
	secret, err := c.key.Open(sealPurpose, mfa.Id, mfa.Pending())
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errNoSecret, err)
	}
	wait, err := c.countFailureInTransaction(codeCounter(mfa.Id))
	switch {
	case err != nil:
		return 0, err
	case wait > 0:
		return 0, httpx.TooManyRequests(e, wait)
	}
	step, ok := c.matchStep(secret, code)
	if !ok {
		return 0, errInvalidCode
	}
	return step, deleteThrottles(c.app, codeCounter(mfa.Id).key)
}

// NewRecoveryCodes returns new codes for display, and their hashes for storage.
func (c *Checker) NewRecoveryCodes(accountID string) (codes, hashes []string) {
	for range recoveryCodeCount {
		chars := rand.Text()[:recoveryCodeLength]
		codes = append(codes, chars[:4]+"-"+chars[4:8]+"-"+chars[8:])
		hashes = append(hashes, c.recoveryHash(accountID, chars))
	}
	return codes, hashes
}

// recoveryHash returns the hash of a recovery code. It ignores case, spaces and hyphens.
func (c *Checker) recoveryHash(accountID, code string) string {
	chars := strings.ToUpper(strings.ReplaceAll(normal.Code(code), "-", ""))
	return c.key.Derive("recovery-code", accountID, chars)
}
