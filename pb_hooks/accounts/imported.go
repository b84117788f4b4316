// The states of an imported account:
//
//	imported  CreateImported stores it with source "legacy", awaitsPassword set and a password that no one knows.
//	          No secret signs in to it.
//	invited   InviteImported queues one email per account with a link that sets the password (invitedAt). The
//	          link is a reset link that is valid for two weeks. After that, the member requests a reset link.
//	claimed   The reset sets the password and clears awaitsPassword (RegisterHooks). The account is now like any
//	          other, and keeps its source.

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
	// importInvitationTTL is how long the link of an invitation is valid.
	importInvitationTTL = 14 * 24 * time.Hour
	// importInvitationNonce replaces the id of a reset request. It can be constant, because an account is invited
	// only once.
	importInvitationNonce = "invitation"
)

// ExistingAccount describes an account that an import found.
type ExistingAccount struct {
	// AwaitsInvitation is true for an imported account that has no password and has not been invited yet.
	AwaitsInvitation bool
}

// FindExisting returns the accounts of the given lower-case addresses. Addresses without an account are missing.
func FindExisting(app core.App, emails []string) (map[string]ExistingAccount, error) {
	existing := make(map[string]ExistingAccount, len(emails))
	err := findAccountsByEmail(app, emails, func(email string, awaitsInvitation bool) {
		existing[email] = ExistingAccount{AwaitsInvitation: awaitsInvitation}
	})
	return existing, err
}

// CreateImported stores an account for an imported member. The values are those of ImportForm, and the address must
// not have an account. Call it in a transaction.
func (a *Accounts) CreateImported(tx core.App, values rules.Values) (*core.Record, error) {
	user, err := newUserRecord(tx)
	if err != nil {
		return nil, err
	}
	user.Load(values)
	user.SetSource(identity.SourceImport)
	user.SetActive(true)
	user.SetAwaitsPassword(true)
	// No one knows the secret of the dummy hash. An empty hash would change the time that a sign-in takes.
	setPasswordHash(user.Record, &core.PasswordFieldValue{Hash: a.dummyHash()})
	return user.Record, tx.Save(user)
}

// InviteImported queues the email that lets an imported member set their password. It returns false if the member was
// invited before or already has a password.
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
