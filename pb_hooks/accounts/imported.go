// The states of an imported account:
//
//	imported  CreateImported stores it with source "legacy", awaitsPassword set and a password that no one knows.
//	          No secret signs in to it.
//	invited   InviteImported queues one email per account with a link that sets the password (invitedAt). The
//	          link is a reset link that is valid for two weeks. After that, the member requests a reset link.
//	claimed   The reset sets the password and clears awaitsPassword (RegisterHooks). The account is now like any
//	          other, and keeps its source. See links.InviteImported.

package accounts

import (
	"maps"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

// ExistingAccount describes an account that an import found.
type ExistingAccount struct {
	ID       string `db:"id"`
	IsActive bool   `db:"isActive"`
	// AwaitsInvitation is true for an imported account that has no password and has not been invited yet.
	AwaitsInvitation bool `db:"awaitsInvitation"`
}

// FindExisting returns the accounts of the given lower-case addresses. Addresses without an account are missing.
func FindExisting(app core.App, emails []string) (map[string]ExistingAccount, error) {
	return findAccountsByEmail(app, emails)
}

// CreateImported stores an account for an imported member. The address must not have an account. Call it in a
// transaction.
func (a *Accounts) CreateImported(tx core.App, form ImportForm) (*core.Record, error) {
	user, err := newUserRecord(tx)
	if err != nil {
		return nil, err
	}
	database.SetFields(user.Record, form, nil)
	user.SetSource(identity.SourceImport)
	user.SetActive(true)
	user.SetAwaitsPassword(true)
	identity.SetHashedPassword(user.Record, a.SignIn.UnknownPassword())
	return user.Record, tx.Save(user)
}

// importInvitationParams adds the token of the link and the next session to the params of an invitation.
func (a *Accounts) importInvitationParams(app core.App, params map[string]string) (map[string]string, error) {
	values, err := a.Links.ResetParams(app, params)
	if err != nil {
		return nil, err
	}
	session, err := a.nextSession(app, params["userId"])
	maps.Copy(values, session)
	return values, err
}
