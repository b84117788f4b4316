// How a sign-in is checked, so that neither guesses nor the time of the answer reveal anything:
//
//	prepareAttempt  One transaction. A caller who has to wait is refused before any comparison.
//	                Everybody else is counted as a failure now: of many tries at once no more than
//	                the allowance gets further. A PIN try is counted at the account in the same step.
//	hashing.run     Waits for a turn: only so many secrets are compared at once (hashing.go).
//	compareSecret   One bcrypt comparison for every caller: with the account's hash, or with a dummy
//	                when there is no account, it is inactive, it has no such secret, or its PIN is disabled.
//	clearFailures   One transaction, after a success only: the count is taken back.
//
// The PIN: pinFailures counts wrong ones in a row, per account whatever the address. At maxPINFailures
// the PIN is not compared any more, until a sign-in by password sets the count to 0. pinFailureTimes has
// those of thirty days, whatever came between: at maxPINFailuresInAll the PIN is removed, and its owner
// is e-mailed.

package accounts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// maxPINFailures is the number of wrong PINs in a row after which a PIN is disabled until a sign-in by password.
	maxPINFailures = 5
	// maxPINFailuresInAll is the number of wrong PINs within pinFailureWindow after which a PIN is removed, whatever
	// came between them: its owner's own sign-ins must not give a guesser five more each time.
	maxPINFailuresInAll = 10
	pinFailureWindow    = 30 * 24 * time.Hour
	// bcryptMaxBytes is how many bytes bcrypt looks at; a longer secret would match by its beginning.
	bcryptMaxBytes = 72
)

var pinPattern = regexp.MustCompile(rules.PINPattern)

// attempt is what a sign-in form sends.
type attempt struct {
	collection string // identity.Users, identity.Admins or that of the superusers
	name       string // the e-mail or username as it is stored: trimmed, lower case
	secret     string
	network    string // httpx.ClientNetwork
	// passwordOnly tells that a PIN does not do: it opens an account, and does not change its keys.
	passwordOnly bool
}

// isPIN: passwords are longer, so four digits can only be a PIN. Admin accounts have none.
func (t attempt) isPIN() bool {
	return !t.passwordOnly && t.collection == identity.Users && pinPattern.MatchString(t.secret)
}

// signInRequest is signIn for the caller of a request. A nil account is a wrong name or secret; a caller
// who has to wait gets the answer that says so as the error.
func (a *Accounts) signInRequest(e *core.RequestEvent, collection, name, secret string) (*core.Record, error) {
	return a.signInAttempt(e, attempt{collection: collection, name: name, secret: secret, network: httpx.ClientNetwork(e)})
}

func (a *Accounts) signInAttempt(e *core.RequestEvent, t attempt) (*core.Record, error) {
	account, wait, err := a.signIn(e.Request.Context(), t)
	if err == nil && wait > 0 {
		err = httpx.TooManyRequests(e, wait)
	}
	return account, err
}

// signInError wraps the error of a sign-in with its operation and the public sentence.
func signInError(operation string, err error) error {
	return apperr.Fail("Signing in failed. Please try again.", fmt.Errorf("%s: %w", operation, err))
}

// signIn returns the active account that an attempt opens, nil when it opens none, or how long
// the caller has to wait.
func (a *Accounts) signIn(ctx context.Context, t attempt) (account *core.Record, wait time.Duration, err error) {
	// The turn is taken before anything is counted: who is sent away has not failed.
	err = a.hashing.run(ctx, func() error {
		var hash string
		if account, hash, wait, err = a.prepareAttempt(t); err != nil || wait > 0 {
			return err
		}
		if !a.compareSecret(hash, t.secret) {
			account = nil
		}
		return nil
	})
	if err == nil && wait == 0 && account == nil && t.isPIN() {
		err = a.removeGuessedPIN(t.name)
	}
	if err != nil || wait > 0 || account == nil {
		return nil, wait, err
	}
	return account, 0, a.clearFailures(t, account)
}

// prepareAttempt counts the attempt and finds what to compare it with; "" where nothing can match.
func (a *Accounts) prepareAttempt(t attempt) (account *core.Record, hash string, wait time.Duration, err error) {
	err = a.app.RunInTransaction(func(tx core.App) error {
		isKnown, err := a.isKnownNetwork(tx, t)
		if err != nil {
			return err
		}
		if wait, err = a.countFailure(tx, t.counters(isKnown)...); err != nil || wait > 0 {
			return err
		}
		if account, err = findActiveAccount(tx, t.collection, t.name); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if t.isPIN() {
			hash, err = countPINAttempt(tx, t.name, a.now())
			return err
		}
		if account != nil {
			hash = identity.PasswordHash(account)
		}
		return nil
	})
	return account, hash, wait, err
}

// compareSecret makes exactly one comparison, whatever it is given.
func (a *Accounts) compareSecret(hash, secret string) bool {
	// bcrypt repeats a short secret behind a NUL and cuts a long one: others would match either.
	if len(secret) > bcryptMaxBytes || strings.ContainsRune(secret, 0) {
		hash = ""
	}
	known := hash != ""
	if !known {
		hash = a.dummyHash()
	}
	return a.compare([]byte(hash), []byte(secret)) == nil && known
}

// clearFailures takes back what prepareAttempt has counted, and lets a disabled PIN work again after a
// password.
func (a *Accounts) clearFailures(t attempt, account *core.Record) error {
	return a.app.RunInTransaction(func(tx core.App) error {
		if err := a.clearSignInThrottle(tx, t); err != nil {
			return err
		}
		if t.collection != identity.Users {
			return nil
		}
		if t.isPIN() {
			return takeBackPINAttempt(tx, account.Id)
		}
		return resetPINFailures(tx, account.Id)
	})
}

// removeGuessedPIN removes the PIN that too many wrong ones were tried for, and tells its owner.
func (a *Accounts) removeGuessedPIN(email string) error {
	return a.app.RunInTransaction(func(tx core.App) error {
		id, name, address, err := clearGuessedPIN(tx, email, a.now())
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return a.outbox.Enqueue(tx, emails.PINRemoved{UserID: id, Name: name, Email: address, At: a.now()}.Build())
	})
}

// newDummyHash hashes a secret that nobody knows, at the cost of the accounts' own passwords.
func newDummyHash(app core.App) string {
	cost := bcrypt.DefaultCost
	if users, err := app.FindCachedCollectionByNameOrId(identity.Users); err == nil {
		if field, ok := users.Fields.GetByName(core.FieldNamePassword).(*core.PasswordField); ok && field.Cost > 0 {
			cost = field.Cost
		}
	}
	// A random token is shorter than bcrypt's limit and the cost is in its range: no error is left.
	hash, _ := bcrypt.GenerateFromPassword([]byte(keys.Random()), cost)
	return string(hash)
}

// recordAdminEvent writes into the audit log what an account with admin rights did at the sign-in; when
// members come and go is nobody's business.
func (a *Accounts) recordAdminEvent(app core.App, e *core.RequestEvent, action string, account *core.Record) error {
	if !identity.HasAdminRights(account) {
		return nil
	}
	return a.audit.Record(app, audit.AccountActor(e, account), action, audit.SubjectOf(account), nil)
}

// errUnknownAccount rolls back the row of a name that nobody has.
var errUnknownAccount = errors.New("no account has this name")

// recordFailedSignIn writes a failed sign-in to an account with admin rights. Only the names of known
// accounts are kept: people type passwords into that field. For an unknown name the same work is done
// and rolled back, so that the time of the answer does not tell the two apart.
func (a *Accounts) recordFailedSignIn(e *core.RequestEvent, collection, name string) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		account, err := findAccount(tx, collection, name)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		known := err == nil && identity.HasAdminRights(account)
		actor, subject := audit.AccountActor(e, nil), audit.Subject{Collection: collection}
		if known {
			subject = audit.SubjectOf(account)
		}
		if err := a.audit.Record(tx, actor, "session.refused", subject, nil); err != nil || known {
			return err
		}
		return errUnknownAccount
	})
	if err != nil && !errors.Is(err, errUnknownAccount) {
		// The sign-in is refused either way.
		httpx.Logger(e).Error("A failed sign-in could not be recorded", "collection", collection, "error", err)
	}
}
