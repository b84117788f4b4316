// The life of an account that an import creates:
//
//	imported  CreateImported stores it with source "legacy" and a password that nobody knows: no
//	          secret signs in to it. awaitsPassword says so.
//	invited   InviteImported enqueues an e-mail with a link that sets the password, once for an
//	          account (invitedAt). Its token is a reset token, but lives two weeks; who lets them
//	          pass, or was never invited, asks for a reset link as everybody does.
//	claimed   The reset sets the password and clears awaitsPassword (RegisterHooks). From here on it
//	          is an account like any other; the source stays.

package accounts

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// importInvitationTTL is how long the link of an invitation works.
	importInvitationTTL = 14 * 24 * time.Hour
	// importInvitationNonce takes the place of a reset request's id: an account is invited once.
	importInvitationNonce = "invitation"
)

// ExistingAccount is what an import wants to know of an address that has an account.
type ExistingAccount struct {
	// AwaitsInvitation is an imported account without a password and without an invitation so far.
	AwaitsInvitation bool
}

// FindExisting returns which of some addresses, given in lower case, have an account.
func FindExisting(app core.App, emails []string) (map[string]ExistingAccount, error) {
	existing := make(map[string]ExistingAccount, len(emails))
	err := findAccountsByEmail(app, emails, func(email string, awaitsInvitation bool) {
		existing[email] = ExistingAccount{AwaitsInvitation: awaitsInvitation}
	})
	return existing, err
}

// CreateImported stores an account of an imported member within a transaction. The values are those of
// ImportForm. The address must be free.
func (a *Accounts) CreateImported(tx core.App, values rules.Values) (*core.Record, error) {
	user, err := newUserRecord(tx)
	if err != nil {
		return nil, err
	}
	user.Load(values)
	user.SetSource(identity.SourceImport)
	user.SetActive(true)
	user.SetAwaitsPassword(true)
	// Nobody knows the dummy's secret. Without any hash, the time of a sign-in would differ.
	setPasswordHash(user.Record, &core.PasswordFieldValue{Hash: a.dummyHash()})
	return user.Record, tx.Save(user)
}

// InviteImported enqueues the e-mail that lets an imported member set their password, unless one was sent
// before or they have a password by now. It tells whether it did.
func (a *Accounts) InviteImported(tx core.App, email string) (bool, error) {
	account, err := findActiveAccount(tx, identity.Users, email)
	if err != nil {
		return false, err
	}
	user, expiry := identity.NewUser(account), a.now().Add(importInvitationTTL)
	if !user.AwaitsPassword() || !user.InvitedAt().IsZero() {
		return false, nil
	}
	hash := keys.Hash(a.resetToken(user.Id, importInvitationNonce))
	if err := setImportInvitation(tx, user.Id, hash, a.now(), expiry); err != nil {
		return false, err
	}
	return true, a.outbox.Enqueue(tx, emails.ImportInvitation{
		UserID: user.Id, Nonce: importInvitationNonce, Name: user.Name(), Email: user.Email(), ExpiresAt: expiry,
	}.Build())
}
