// How a sign-in is checked, so that neither guesses nor response times reveal anything:
//
//	prepareAttempt  One transaction. It refuses a caller who has to wait before any comparison, and counts every
//	                other attempt as a failure. Concurrent attempts therefore cannot exceed the limit. A PIN attempt
//	                is also counted for the account.
//	hashing.run     Waits for a turn, because only a few secrets are compared at once (hashing.go).
//	compareSecret   One bcrypt comparison for every caller: with the account's hash, or with a dummy if there is no
//	                account, it is inactive, it has no such secret, or its PIN is disabled.
//	clearFailures   One transaction, after a success only. It removes the failure that was counted.
//
// pinFailures counts consecutive wrong PINs per account, from all addresses. At maxPINFailures the PIN is disabled
// until a sign-in by password resets the count. pinFailureTimes has all failures of the last 30 days. At
// maxPINFailuresInAll the PIN is removed and its owner is emailed.

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
	// maxPINFailures is the number of consecutive wrong PINs after which the PIN is disabled until a sign-in by
	// password.
	maxPINFailures = 5
	// maxPINFailuresInAll is the number of wrong PINs within pinFailureWindow after which the PIN is removed.
	// Sign-ins by the owner do not reset this count; otherwise each would give an attacker five more guesses.
	maxPINFailuresInAll = 10
	pinFailureWindow    = 30 * 24 * time.Hour
	// bcryptMaxBytes is the number of bytes that bcrypt uses. A longer secret would match if only its beginning is
	// right.
	bcryptMaxBytes = 72
)

var pinPattern = regexp.MustCompile(rules.PINPattern)

// attempt is the data of one sign-in attempt.
type attempt struct {
	collection string // identity.Users, identity.Admins or that of the superusers
	name       string // the email or username as stored: trimmed, lower case
	secret     string
	network    string // httpx.ClientNetwork
	// passwordOnly is set where a PIN is not accepted, such as for a change of credentials.
	passwordOnly bool
}

// isPIN reports whether the secret is a PIN. Passwords are longer than four digits, and admin accounts have no PIN.
func (t attempt) isPIN() bool {
	return !t.passwordOnly && t.collection == identity.Users && pinPattern.MatchString(t.secret)
}

// signInRequest calls signIn for a request. It returns nil if the name or the secret is wrong. If the caller has to
// wait, the error says how long.
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

// signInError adds the operation to an error, and a message for the user.
func signInError(operation string, err error) error {
	return apperr.Fail("Signing in failed. Please try again.", fmt.Errorf("%s: %w", operation, err))
}

// signIn returns the active account that an attempt opens, or nil. wait is set if the caller has to wait.
func (a *Accounts) signIn(ctx context.Context, t attempt) (account *core.Record, wait time.Duration, err error) {
	// Wait for a turn before counting: a caller who is refused because the queue is full has not failed.
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

// prepareAttempt counts the attempt and returns the hash to compare with, or "" if nothing can match.
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

// compareSecret always makes exactly one comparison, so that the time is constant.
func (a *Accounts) compareSecret(hash, secret string) bool {
	// bcrypt truncates long secrets and repeats short ones after a NUL, so a different secret could match.
	if len(secret) > bcryptMaxBytes || strings.ContainsRune(secret, 0) {
		hash = ""
	}
	known := hash != ""
	if !known {
		hash = a.dummyHash()
	}
	return a.compare([]byte(hash), []byte(secret)) == nil && known
}

// clearFailures removes what prepareAttempt counted. After a sign-in by password it also enables a disabled PIN
// again.
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

// removeGuessedPIN removes a PIN after too many wrong attempts and notifies its owner.
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

// newDummyHash hashes a random secret at the bcrypt cost of the accounts' passwords.
func newDummyHash(app core.App) string {
	cost := bcrypt.DefaultCost
	if users, err := app.FindCachedCollectionByNameOrId(identity.Users); err == nil {
		if field, ok := users.Fields.GetByName(core.FieldNamePassword).(*core.PasswordField); ok && field.Cost > 0 {
			cost = field.Cost
		}
	}
	// The token is shorter than bcrypt's limit and the cost is in range, so there can be no error.
	hash, _ := bcrypt.GenerateFromPassword([]byte(keys.Random()), cost)
	return string(hash)
}

// recordAdminEvent writes a sign-in event to the audit log, if the account has admin rights. Sign-ins of other
// members are not recorded, for their privacy.
func (a *Accounts) recordAdminEvent(app core.App, e *core.RequestEvent, action string, account *core.Record) error {
	if !identity.HasAdminRights(account) {
		return nil
	}
	return a.audit.Record(app, audit.AccountActor(e, account), action, audit.SubjectOf(account), nil)
}

// errUnknownAccount rolls back the audit row of an unknown name.
var errUnknownAccount = errors.New("no account has this name")

// recordFailedSignIn records a failed sign-in to an account with admin rights. It stores names of known accounts
// only, because people sometimes type passwords into that field. For an unknown name it does the same work and rolls
// it back, so that the response time does not differ.
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
		// The response is the same either way.
		httpx.Logger(e).Error("A failed sign-in could not be recorded", "collection", collection, "error", err)
	}
}
