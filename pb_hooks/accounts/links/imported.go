package links

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
)

const (
	// importInvitationTTL is how long the link of an invitation is valid.
	importInvitationTTL = 14 * 24 * time.Hour
	// importInvitationNonce replaces the id of a reset request. It can be constant, because an account is invited
	// only once.
	importInvitationNonce = "invitation"
)

// InviteImported queues the email that lets an imported member set their password. tier is the member's plan, or "",
// and period says how long it is valid. It returns false if the member was invited before or already has a password.
func (l *Links) InviteImported(tx core.App, email, tier, period string) (bool, error) {
	account, err := identity.FindActiveAccount(tx, identity.Users, email)
	if err != nil {
		return false, err
	}
	user, expiry := identity.NewUser(account), l.now().Add(importInvitationTTL)
	if !user.AwaitsPassword() || !user.InvitedAt().IsZero() {
		return false, nil
	}
	hash := keys.Hash(l.resetToken(user.Id, importInvitationNonce))
	if err := setImportInvitation(tx, user.Id, hash, l.now(), expiry); err != nil {
		return false, err
	}
	return true, l.outbox.Enqueue(tx, emails.ImportInvitation{
		UserID: user.Id, Nonce: importInvitationNonce, Name: user.Name(), Email: user.Email(), Tier: tier,
		Period: period, ExpiresAt: expiry,
	}.Build())
}
