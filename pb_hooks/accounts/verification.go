// Anyone can sign up with the address of another person, and add a PIN, a passkey and a second factor. So when an
// address is verified for the first time, the two cases differ:
//
//	in a session  The person is signed in to the account, so its credentials are theirs. MarkEmailVerified removes
//	              nothing.
//	by a link     The person opened a link that was mailed to the address (password reset, invitation, confirmation)
//	              and is not signed in. setPasswordByLink sets a new password. If the address was never verified, it
//	              removes every earlier credential (password, PIN, passkeys, second factor, sessions), because those
//	              may belong to a stranger. If it was verified, it removes only the PIN and the sessions.
//
// A link to a new address (email_change.go) works in a session only: its reader may be a stranger.

package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
)

// MarkEmailVerified stores that a signed-in person has followed a link that was mailed to the address of the account.
// If the person is not signed in, call setPasswordByLink instead. A sign-up verifies nothing.
func MarkEmailVerified(tx core.App, user *core.Record) error {
	user.SetVerified(true)
	return markEmailVerified(tx, user.Id, user.Email())
}

// setPasswordByLink sets the password of the account whose owner has followed a mailed link and is not signed in. find
// returns the account of the link's token, and check is called in the transaction before the password is stored.
func (a *Accounts) setPasswordByLink(
	e *core.RequestEvent, token, password string,
	find func(app core.App, token string) (*identity.User, error), check func(tx core.App, user *identity.User) error,
) error {
	// Check the token first, so that an invalid one causes no hashing.
	user, err := find(a.app, token)
	if err != nil {
		return err
	}
	hashed, err := a.hashPassword(e.Request.Context(), user.Collection(), password)
	if err != nil {
		return err
	}
	return a.app.RunInTransaction(func(tx core.App) error {
		// Check it again, so that only one of two concurrent requests succeeds.
		user, err := find(tx, token)
		if err != nil {
			return err
		}
		if err := check(tx, user); err != nil {
			return err
		}
		return a.storePasswordByLink(tx, e, user, hashed, keys.Hash(token)[:16])
	})
}

// storePasswordByLink stores the password and ends what was set before it. event identifies the change, so that each
// change sends its own email. Call it in a transaction.
func (a *Accounts) storePasswordByLink(tx core.App, e *core.RequestEvent, user *identity.User, hashed any, event string) error {
	if !user.Verified() {
		if err := removeCredentials(tx, user.Record); err != nil {
			return err
		}
	}
	setPasswordHash(user.Record, hashed)
	user.ClearPIN()
	user.ClearResetToken()
	user.RefreshTokenKey()
	if err := tx.Save(user); err != nil {
		return err
	}
	if err := markEmailVerified(tx, user.Id, user.Email()); err != nil {
		return err
	}
	if err := clearAccountThrottles(tx, identity.Users, user.Email()); err != nil {
		return err
	}
	if err := a.recordAdminEvent(tx, e, "password.reset", user.Record); err != nil {
		return err
	}
	return a.outbox.Enqueue(tx, emails.PasswordChanged{
		UserID: user.Id, Event: event, Name: user.Name(), Email: user.Email(), At: a.now(),
	}.Build())
}

// removeCredentials deletes the passkeys of an account. It also clears the PIN, the second factor and the sessions,
// which takes effect when the caller saves the account. The password stays.
func removeCredentials(tx core.App, account *core.Record) error {
	if account.Collection().Name == identity.Users {
		user := identity.NewUser(account)
		user.ClearPIN()
		user.ClearNewEmail()
		user.ClearResetToken()
	}
	identity.NewMFA(account).Clear()
	account.RefreshTokenKey()
	return deletePasskeysOf(tx, account)
}

// guardDashboardChanges applies the same rules to changes that superusers make to users in the dashboard: a new
// password for an unverified address removes the other credentials, and admin rights need a verified address.
func guardDashboardChanges(e *core.RecordRequestEvent) error {
	before, now := identity.NewUser(e.Record.Original()), identity.NewUser(e.Record)
	if now.IsAdmin() && !before.IsAdmin() && !now.Verified() {
		return e.BadRequestError("Admin rights need a confirmed email address. Send the member a confirmation link first.", nil)
	}
	if !identity.PasswordChanged(e.Record) || before.Verified() {
		return e.Next()
	}
	return e.App.RunInTransaction(func(tx core.App) error {
		if err := removeCredentials(tx, e.Record); err != nil {
			return err
		}
		original := e.App
		e.App = tx
		defer func() { e.App = original }()
		return e.Next()
	})
}
