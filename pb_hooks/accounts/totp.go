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
	sealedFor  = "totp"
	stepLength = 30 * time.Second
	codeDigits = otp.DigitsSix
	// codesAtOnce is how many wrong codes cost no wait.
	codesAtOnce = 5
)

// How a second step was passed.
type factor string

const (
	noFactor   factor = ""
	byApp      factor = "authenticator app"
	byRecovery factor = "recovery code"
)

// codeCounter counts wrong codes of one account, from wherever they come: whoever tries them knows
// the password already.
func codeCounter(admin *core.Record) counter {
	return counter{key: half("second factor "+admin.Id) + half("any address"), free: codesAtOnce, ease: time.Hour}
}

// tryCode counts a try, and takes a code of the account's second factor if it is one.
func (a *Accounts) tryCode(admin *core.Record, code string) (used factor, wait time.Duration, err error) {
	tries := codeCounter(admin)
	err = a.app.RunInTransaction(func(tx core.App) error {
		if wait, err = a.count(tx, tries); err != nil || wait > 0 {
			return err
		}
		if used, err = a.take(tx, admin.Id, code); err != nil || used == noFactor {
			return err
		}
		return forgetTries(tx, admin)
	})
	return used, wait, err
}

// forgetTries ends the count after a right code.
func forgetTries(tx core.App, admin *core.Record) error {
	_, err := tx.NonconcurrentDB().Delete("sign_in_throttles", dbx.HashExp{"key": codeCounter(admin).key}).Execute()
	return err
}

// take uses a code up. The record is read anew: the caller's may be older than the last code.
func (a *Accounts) take(tx core.App, adminID, code string) (factor, error) {
	admin, err := tx.FindRecordById(httpx.Admins, adminID)
	if err != nil {
		return noFactor, err
	}
	secret, err := a.key.Open(sealedFor, admin.Id, admin.GetString("totpSecret"))
	if err != nil {
		return noFactor, err
	}
	if step, ok := a.stepOf(secret, code); ok {
		if step <= int64(admin.GetInt("totpStep")) {
			return noFactor, nil
		}
		return byApp, set(tx, admin.Id, dbx.Params{"totpStep": step})
	}
	left := recoveryCodesOf(admin)
	at := slices.Index(left, a.recoveryHash(admin.Id, code))
	if at < 0 {
		return noFactor, nil
	}
	return byRecovery, set(tx, admin.Id, dbx.Params{"recoveryCodes": types.JSONArray[string](slices.Delete(left, at, at+1))})
}

// stepOf returns the time step whose code this is, of those that are near enough.
func (a *Accounts) stepOf(secret, code string) (step int64, ok bool) {
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

// set writes columns of an admin's row and nothing else of it.
func set(tx core.App, id string, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(httpx.Admins, columns, dbx.HashExp{"id": id}).Execute()
	return err
}
