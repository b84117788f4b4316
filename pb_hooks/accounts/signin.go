// How a sign-in is judged, so that neither guessing nor the answer's time betrays anything:
//
//	admit    one transaction: a caller who has to wait is sent away, before any comparison.
//	         Everybody else is counted as a failure now: of many tries at once no more than the
//	         allowance gets further. A PIN try is counted at the account in the same step.
//	compare  one bcrypt comparison, whoever asks: with the account's hash, or with the decoy when
//	         there is no account, it is inactive, it has no such secret, or its PIN rests.
//	forgive  one transaction, after a success only: the count is taken back.
//
// The PIN: pinFailures counts wrong ones in a row, per account whatever the address. At maxPINFailures
// the PIN is not compared any more, until a sign-in by password sets the count to 0.

package accounts

import (
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// maxPINFailures is the number of wrong PINs in a row after which a PIN rests.
	maxPINFailures = 5
	// bcryptMaxBytes is how many bytes bcrypt looks at; what is longer would match by its beginning.
	bcryptMaxBytes = 72
)

var pinPattern = regexp.MustCompile(rules.PINPattern)

// attempt is what somebody shows at a sign-in form.
type attempt struct {
	collection string // edge.Users or edge.Admins
	name       string // the e-mail or username as it is stored: trimmed, lower case
	secret     string
	address    string
	site       string // where the address is one of many that one customer has, all of them
}

// isPIN: passwords are longer, so four digits can only be a PIN. Admin accounts have none.
func (t attempt) isPIN() bool { return t.collection == httpx.Users && pinPattern.MatchString(t.secret) }

// signIn returns the active account that an attempt opens, nil when it opens none, or how long
// the caller has to wait.
func (a *Accounts) signIn(t attempt) (account *core.Record, wait time.Duration, err error) {
	account, hash, wait, err := a.prepareAttempt(t)
	if err != nil || wait > 0 {
		return nil, wait, err
	}
	if !a.compareSecret(hash, t.secret) {
		return nil, 0, nil
	}
	return account, 0, a.clearFailures(t, account)
}

// prepareAttempt counts the attempt and finds what to compare it with; "" where nothing can match.
func (a *Accounts) prepareAttempt(t attempt) (account *core.Record, hash string, wait time.Duration, err error) {
	err = a.app.RunInTransaction(func(tx core.App) error {
		if wait, err = a.countFailure(tx, t.counters()...); err != nil || wait > 0 {
			return err
		}
		if account, err = activeAccount(tx, t.collection, t.name); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if t.isPIN() {
			hash, err = countPINAttempt(tx, t.name)
			return err
		}
		if account != nil {
			hash = account.GetString(core.FieldNamePassword + ":hash")
		}
		return nil
	})
	return account, hash, wait, err
}

// countPINAttempt spends one of an account's tries and returns the PIN's hash, "" when there is none to
// try. One statement counts and reads, so no try escapes the count.
func countPINAttempt(tx core.App, email string) (hash string, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE users SET pinFailures = pinFailures + 1
		WHERE email = {:email} AND isActive AND NOT isAdmin AND pin != '' AND pinFailures < {:restingAt}
		RETURNING pin`).
		Bind(dbx.Params{"email": email, "restingAt": maxPINFailures}).Row(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return hash, err
}

// compareSecret makes exactly one comparison, whatever it is given.
func (a *Accounts) compareSecret(hash, secret string) bool {
	// bcrypt repeats a short secret behind a NUL and cuts a long one: either has look-alikes.
	if len(secret) > bcryptMaxBytes || strings.ContainsRune(secret, 0) {
		hash = ""
	}
	known := hash != ""
	if !known {
		hash = a.dummyHash
	}
	return a.compare([]byte(hash), []byte(secret)) == nil && known
}

// clearFailures takes back what admit has counted, and wakes a resting PIN after a password.
func (a *Accounts) clearFailures(t attempt, account *core.Record) error {
	return a.app.RunInTransaction(func(tx core.App) error {
		if err := clearSignInThrottle(tx, t); err != nil {
			return err
		}
		if t.collection != httpx.Users {
			return nil
		}
		_, err := tx.NonconcurrentDB().Update(httpx.Users, dbx.Params{"pinFailures": 0}, dbx.HashExp{"id": account.Id}).Execute()
		return err
	})
}

// activeAccount returns sql.ErrNoRows where there is none.
func activeAccount(app core.App, collection, name string) (*core.Record, error) {
	field := core.FieldNameEmail
	if collection == httpx.Admins {
		field = "username"
	}
	account := &core.Record{}
	err := app.RecordQuery(collection).AndWhere(dbx.HashExp{field: name, "isActive": true}).Limit(1).One(account)
	if err != nil {
		return nil, err
	}
	return account, nil
}

// newDummyHash hashes a secret that nobody knows, at the cost of the accounts' own passwords.
func newDummyHash(app core.App) string {
	cost := bcrypt.DefaultCost
	if users, err := app.FindCachedCollectionByNameOrId(httpx.Users); err == nil {
		if field, ok := users.Fields.GetByName(core.FieldNamePassword).(*core.PasswordField); ok && field.Cost > 0 {
			cost = field.Cost
		}
	}
	// A random token is shorter than bcrypt's limit and the cost is in its range: no error is left.
	hash, _ := bcrypt.GenerateFromPassword([]byte(keys.Random()), cost)
	return string(hash)
}
