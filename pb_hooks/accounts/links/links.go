// Package links implements the links that are mailed to the address of an account: the link that sets a new password
// (reset.go, imported.go), the link that verifies the address and the link that changes it (addresses.go).
//
// A link opens a page, and only the button on that page acts, because programs that scan mail follow links too. Tokens
// are derived when an email is rendered and are not stored.
//
// Anyone can sign up with the address of another person, and add a PIN, a passkey and a second factor. So when an
// address is verified for the first time, the two cases differ:
//
//	in a session  The person is signed in, so the credentials of the account are their own. MarkEmailVerified removes
//	              no credential.
//	by a link     The person opened a link that was mailed to the address (password reset, invitation, confirmation)
//	              and is not signed in. setPasswordByLink sets a new password. If the address was never verified, it
//	              removes every earlier credential (password, PIN, passkeys, second factor, sessions), because a
//	              stranger may have set it. If the address was verified before, setPasswordByLink removes only the PIN
//	              and the sessions.
//
// A link to a new address (addresses.go) works in a session only: its reader may be a stranger.
package links

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/notices"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/outbox"
)

// Outbox queues the emails with the links, within the transaction of the change.
type Outbox interface {
	Enqueue(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
}

// Jobs queues the requests for a reset link and runs them.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// Deps are the dependencies of Links.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Jobs       Jobs
	// Key derives the tokens of the links.
	Key     keys.Key
	Clock   clock.Clock
	SignIn  *signin.Checker
	Notices *notices.Notices
}

// Links has the handlers of the links.
type Links struct {
	app        core.App
	middleware *httpx.Middleware
	outbox     Outbox
	jobs       Jobs
	key        keys.Key
	now        clock.Clock
	signIn     *signin.Checker
	notices    *notices.Notices
}

// New returns Links.
func New(app core.App, deps Deps) *Links {
	l := &Links{
		app: app, middleware: deps.Middleware, outbox: deps.Outbox, jobs: deps.Jobs, key: deps.Key, now: deps.Clock,
		signIn: deps.SignIn, notices: deps.Notices,
	}
	l.jobs.Register(l.resetRequestJob())
	return l
}

// RegisterHooks applies the rules about unverified addresses to changes in the dashboard.
func RegisterHooks(app core.App) {
	app.OnRecordUpdateRequest(identity.Users).BindFunc(guardDashboardChanges)
}

// MarkEmailVerified stores that a signed-in person has followed a link that was mailed to the address of the account.
// If the person is not signed in, call setPasswordByLink instead. A sign-up does not verify the address.
func MarkEmailVerified(tx core.App, user *core.Record) error {
	user.SetVerified(true)
	return markEmailVerified(tx, user.Id, user.Email())
}

// setPasswordByLink sets the password of the account whose owner has followed a mailed link and is not signed in. find
// returns the account of the link's token, and check is called in the transaction before the password is stored.
func (l *Links) setPasswordByLink(
	e *core.RequestEvent, token, password string,
	find func(app core.App, token string) (*identity.User, error), check func(tx core.App, user *identity.User) error,
) error {
	// Check the token first, so that an invalid one causes no hashing.
	user, err := find(l.app, token)
	if err != nil {
		return err
	}
	hashed, err := l.signIn.HashPassword(e.Request.Context(), user.Collection(), password)
	if err != nil {
		return err
	}
	return l.app.RunInTransaction(func(tx core.App) error {
		// Check the token again, so that only one of two concurrent requests succeeds.
		user, err := find(tx, token)
		if err != nil {
			return err
		}
		if err := check(tx, user); err != nil {
			return err
		}
		return l.storePasswordByLink(tx, e, user, hashed, keys.Hash(token)[:16])
	})
}

// storePasswordByLink stores the password, and removes earlier credentials as the package comment says. event
// identifies the change, so that each change sends its own email. Call it in a transaction.
func (l *Links) storePasswordByLink(tx core.App, e *core.RequestEvent, user *identity.User, hashed any,
	event string) error {
	if !user.Verified() {
		if err := RemoveCredentials(tx, user.Record); err != nil {
			return err
		}
	}
	identity.SetHashedPassword(user.Record, hashed)
	user.ClearPIN()
	user.ClearResetToken()
	user.RefreshTokenKey()
	if err := tx.Save(user); err != nil {
		return err
	}
	if err := markEmailVerified(tx, user.Id, user.Email()); err != nil {
		return err
	}
	if err := signin.ClearThrottles(tx, identity.Users, user.Email()); err != nil {
		return err
	}
	if err := l.signIn.RecordEvent(tx, e, "password.reset", user.Record); err != nil {
		return err
	}
	return l.outbox.Enqueue(tx, emails.PasswordChanged{
		UserID: user.Id, Event: event, Name: user.Name(), Email: user.Email(), At: l.now(),
	}.Build())
}

// RemoveCredentials deletes the passkeys of an account. It also clears the PIN, the second factor, the mailed links and
// the sessions, which takes effect when the caller saves the account. The password stays.
func RemoveCredentials(tx core.App, account *core.Record) error {
	if account.Collection().Name == identity.Users {
		user := identity.NewUser(account)
		user.ClearPIN()
		user.ClearNewEmail()
		user.ClearResetToken()
	}
	identity.NewMFA(account).Clear()
	account.RefreshTokenKey()
	return passkeys.DeleteAll(tx, account)
}

// guardDashboardChanges checks the changes that superusers make to users in the dashboard. A new password of an account
// whose address is not verified removes the other credentials. Admin rights require a verified address.
func guardDashboardChanges(e *core.RecordRequestEvent) error {
	before, now := identity.NewUser(e.Record.Original()), identity.NewUser(e.Record)
	if now.IsAdmin() && !before.IsAdmin() && !now.Verified() {
		return e.BadRequestError(
			"Admin rights need a confirmed email address. Send the member a confirmation link first.", nil)
	}
	if !identity.PasswordChanged(e.Record) || before.Verified() {
		return e.Next()
	}
	return e.App.RunInTransaction(func(tx core.App) error {
		if err := RemoveCredentials(tx, e.Record); err != nil {
			return err
		}
		original := e.App
		e.App = tx
		defer func() { e.App = original }()
		return e.Next()
	})
}
