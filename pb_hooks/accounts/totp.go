// The second factor of an admin account, a time-based code (RFC 6238):
//
//	none      No secret is kept. A password opens the console, unless the settings ask for two steps.
//	pending   StartSecondFactor has made a secret and shown it. It counts for nothing yet; a new
//	          start replaces it.
//	on        ConfirmSecondFactor has seen a code of it: the secret is in force, eight recovery codes
//	          are shown once, and all other sessions of the account end (Guard).
//	none      RemoveSecondFactor, by herself with password and code; ResetSecondFactor, by another
//	          admin when both telephone and recovery codes are lost.
//
// A code is taken one step of 30 seconds early or late, and works once: totpStep keeps the newest
// step whose code was used, and only later ones are taken. Codes are tried after the password only,
// and counted per account whatever the address. The secret is sealed with the key file, the
// recovery codes are kept as what they derive to: a copy of the database holds neither.

package accounts

import (
	"crypto/subtle"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/httpx"
)

const (
	sealPurpose = "totp"
	stepLength  = 30 * time.Second
	codeDigits  = otp.DigitsSix
	// freeCodeAttempts is how many wrong codes cost no wait.
	freeCodeAttempts = 5
)

// How a second step was passed.
type factor string

const (
	factorNone         factor = ""
	factorTOTP         factor = "authenticator app"
	factorRecoveryCode factor = "recovery code"
)

// codeCounter counts wrong codes of one account, from wherever they come: whoever tries them knows
// the password already.
func codeCounter(admin *core.Record) counter {
	return counter{key: hashKeyPart("second factor "+admin.Id) + hashKeyPart("any address"), freeFailures: freeCodeAttempts, decay: time.Hour}
}

// verifyCode counts a try, and takes a code of the account's second factor if it is one.
func (a *Accounts) verifyCode(admin *core.Record, code string) (used factor, wait time.Duration, err error) {
	counter := codeCounter(admin)
	err = a.app.RunInTransaction(func(tx core.App) error {
		if wait, err = a.countFailure(tx, counter); err != nil || wait > 0 {
			return err
		}
		if used, err = a.consumeCode(tx, admin.Id, code); err != nil || used == factorNone {
			return err
		}
		return clearCodeThrottle(tx, admin)
	})
	return used, wait, err
}

// clearCodeThrottle ends the count after a right code.
func clearCodeThrottle(tx core.App, admin *core.Record) error {
	_, err := tx.NonconcurrentDB().Delete("sign_in_throttles", dbx.HashExp{"key": codeCounter(admin).key}).Execute()
	return err
}

// consumeCode uses a code up. The record is read anew: the caller's may be older than the last code.
func (a *Accounts) consumeCode(tx core.App, adminID, code string) (factor, error) {
	admin, err := tx.FindRecordById(httpx.Admins, adminID)
	if err != nil {
		return factorNone, err
	}
	secret, err := a.key.Open(sealPurpose, admin.Id, admin.GetString("totpSecret"))
	if err != nil {
		return factorNone, err
	}
	if step, ok := a.matchStep(secret, code); ok {
		if step <= int64(admin.GetInt("totpStep")) {
			return factorNone, nil
		}
		return factorTOTP, updateAdminColumns(tx, admin.Id, dbx.Params{"totpStep": step})
	}
	hashes := recoveryHashes(admin)
	at := slices.Index(hashes, a.recoveryHash(admin.Id, code))
	if at < 0 {
		return factorNone, nil
	}
	return factorRecoveryCode, updateAdminColumns(tx, admin.Id, dbx.Params{"recoveryCodes": types.JSONArray[string](slices.Delete(hashes, at, at+1))})
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

// updateAdminColumns writes columns of an admin's row and nothing else of it.
func updateAdminColumns(tx core.App, id string, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(httpx.Admins, columns, dbx.HashExp{"id": id}).Execute()
	return err
}
