// Package signin checks the credentials of an account: the password, the PIN and the code of the second factor. It
// serves the sign-ins of members, admins and superusers, and every action that asks for the password again.
//
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
// maxRecentPINFailures the PIN is removed and its owner is emailed.
//
// Other files:
//
//	throttle.go        waiting time after failures; hashing.go: limit on concurrent password hashing
//	codes.go           codes of the authenticator app and recovery codes
//	reauthenticate.go  the password again before a sensitive action
//	events.go          sign-ins in the audit log, and the sign-out
//	superusers.go      the sign-in to PocketBase's dashboard
//	forms.go           the fields that several forms of the accounts share
package signin

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
)

// Outbox queues the email about a removed PIN.
type Outbox interface {
	Enqueue(tx core.App, email outbox.Email) error
}

// Deps are the dependencies of a Checker.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	// Key decrypts the secrets of second factors and derives the hashes of recovery codes.
	Key   keys.Key
	Clock clock.Clock
	Audit *audit.Log
	// CompareSecret compares a password or PIN with its hash. It defaults to bcrypt.
	CompareSecret CompareSecret
}

// CompareSecret returns an error unless hash is the hash of secret.
type CompareSecret func(hash, secret []byte) error

// Checker checks credentials and counts failed attempts.
type Checker struct {
	app        core.App
	middleware *httpx.Middleware
	outbox     Outbox
	key        keys.Key
	now        clock.Clock
	audit      *audit.Log
	// dummyHash is compared with the secret if there is no other hash. It is computed on first use, because hashing
	// would slow down the start.
	dummyHash func() string
	hashing   *hashingQueue
	compare   CompareSecret
}

// New returns a Checker.
func New(app core.App, deps Deps) *Checker {
	c := &Checker{
		app: app, middleware: deps.Middleware, outbox: deps.Outbox, key: deps.Key, now: deps.Clock, audit: deps.Audit,
		dummyHash: sync.OnceValue(func() string { return newDummyHash(app) }), hashing: newHashingQueue(),
		compare: deps.CompareSecret,
	}
	if c.compare == nil {
		c.compare = bcrypt.CompareHashAndPassword
	}
	return c
}

const (
	// maxPINFailures is the number of consecutive wrong PINs after which the PIN is disabled until a sign-in by
	// password.
	maxPINFailures = 5
	// maxRecentPINFailures is the number of wrong PINs within pinFailureWindow after which the PIN is removed.
	// Sign-ins by the owner do not reset this count; otherwise each would give an attacker five more guesses.
	maxRecentPINFailures = 10
	pinFailureWindow     = 30 * 24 * time.Hour
	// bcryptMaxBytes is the number of bytes that bcrypt uses. A longer secret would match if only its beginning is
	// right.
	bcryptMaxBytes = 72
)

var pinPattern = regexp.MustCompile(rules.PINPattern)

// attempt is the data of one sign-in attempt.
type attempt struct {
	collection string // identity.Users, identity.Admins or core.CollectionNameSuperusers
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

// SignIn returns the active account with a name and a secret, which is a password or a PIN. It returns nil if either is
// wrong. If the caller has to wait, the error says how long.
func (c *Checker) SignIn(e *core.RequestEvent, collection, name, secret string) (*core.Record, error) {
	return c.signInAttempt(e, attempt{collection: collection, name: name, secret: secret,
		network: httpx.ClientNetwork(e)})
}

func (c *Checker) signInAttempt(e *core.RequestEvent, t attempt) (*core.Record, error) {
	account, wait, err := c.check(e.Request.Context(), t)
	if err == nil && wait > 0 {
		err = httpx.TooManyRequests(e, wait)
	}
	return account, err
}

// Failed adds the operation to an error, and a public message.
func Failed(operation string, err error) error {
	return apperr.Fail("Signing in failed. Please try again.", fmt.Errorf("%s: %w", operation, err))
}

// check returns the active account that an attempt signs in to, or nil. wait is set if the caller has to wait.
func (c *Checker) check(ctx context.Context, t attempt) (account *core.Record, wait time.Duration, err error) {
	// Wait for a turn before counting: a caller who is refused because the queue is full has not failed.
	err = c.hashing.run(ctx, func() error {
		var hash string
		if account, hash, wait, err = c.prepareAttempt(t); err != nil || wait > 0 {
			return err
		}
		if !c.compareSecret(hash, t.secret) {
			account = nil
		}
		return nil
	})
	if err == nil && wait == 0 && account == nil && t.isPIN() {
		err = c.removeGuessedPIN(t.name)
	}
	if err != nil || wait > 0 || account == nil {
		return nil, wait, err
	}
	return account, 0, c.clearFailures(t, account)
}

// prepareAttempt counts the attempt and returns the hash to compare with, or "" if nothing can match.
func (c *Checker) prepareAttempt(t attempt) (account *core.Record, hash string, wait time.Duration, err error) {
	err = c.app.RunInTransaction(func(tx core.App) error {
		isKnown, err := c.isKnownNetwork(tx, t)
		if err != nil {
			return err
		}
		if wait, err = c.countFailure(tx, t.counters(isKnown)...); err != nil || wait > 0 {
			return err
		}
		if account, err = identity.FindActiveAccount(tx, t.collection, t.name); err != nil &&
			!errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if t.isPIN() {
			hash, err = countPINAttempt(tx, t.name, c.now())
			return err
		}
		if account != nil {
			hash = identity.PasswordHash(account)
		}
		return nil
	})
	return account, hash, wait, err
}

// compareSecret compares each form that a secret may have been hashed in. How many there are depends only on what was
// typed, and all are compared, so that the time reveals nothing about the account.
func (c *Checker) compareSecret(hash, secret string) bool {
	matches := false
	for _, form := range normal.Passwords(secret) {
		matches = c.compareForm(hash, form) || matches
	}
	return matches
}

func (c *Checker) compareForm(hash, secret string) bool {
	// bcrypt truncates long secrets and repeats short ones after a NUL, so a different secret could match.
	if len(secret) > bcryptMaxBytes || strings.ContainsRune(secret, 0) {
		hash = ""
	}
	known := hash != ""
	if !known {
		hash = c.dummyHash()
	}
	return c.compare([]byte(hash), []byte(secret)) == nil && known
}

// clearFailures removes what prepareAttempt counted. After a sign-in by password it also enables a disabled PIN
// again.
func (c *Checker) clearFailures(t attempt, account *core.Record) error {
	return c.app.RunInTransaction(func(tx core.App) error {
		if err := c.clearSignInThrottle(tx, t); err != nil {
			return err
		}
		if t.collection != identity.Users {
			return nil
		}
		if t.isPIN() {
			return forgivePINAttempt(tx, account.Id)
		}
		return resetPINFailures(tx, account.Id)
	})
}

// removeGuessedPIN removes a PIN after too many wrong attempts and notifies its owner.
func (c *Checker) removeGuessedPIN(email string) error {
	return c.app.RunInTransaction(func(tx core.App) error {
		id, name, address, err := clearGuessedPIN(tx, email, c.now())
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return c.outbox.Enqueue(tx, emails.PINRemoved{UserID: id, Name: name, Email: address, At: c.now()}.Build())
	})
}
