// Package admins implements the accounts of the admin console: who may use it, the sign-in to it, and the admin
// accounts (collection admins), which exist only for the console.
//
// The states of an admin account and its invitation:
//
//	(new)        -> invited, active
//	invited      -> invited, active, deactivated
//	active       -> deactivated
//	deactivated  -> invited, active
//	expired      -> invited, deactivated
//
// An invitation also expires after 72 hours, which changes no stored state.
//
//	invited      Invite creates the account. It is inactive and has an unknown password. The token in the
//	             email's link is not stored: it is derived from the account, a nonce and the key file when the
//	             email is rendered. The account stores its hash.
//	expired      The invitation is 72 hours old. ResendInvitation creates a new link and voids the old one.
//	active       AcceptInvitation sets the password and removes the hash in one transaction, so the link
//	             works once.
//	deactivated  The link is void and every session has ended.
//
// Other files:
//
//	hooks.go       the rules for every save of an admin account; access.go: who may use the console
//	session.go     the sign-in to the console
//	accounts.go    the list of admin accounts, and the changes that owners make to them
//	invitation.go  invitations; profile.go: an admin's own account
//	members.go     members with admin rights
//	command.go     the commands that create the first admin and the superusers
package admins

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/notices"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/outbox"
)

// Outbox queues the emails with the invitations, within the transaction of the change.
type Outbox interface {
	Enqueue(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
	IsConfigured() bool
}

// Deps are the dependencies of Admins.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	// Key derives the tokens of invitations.
	Key      keys.Key
	Clock    clock.Clock
	Audit    *audit.Log
	SignIn   *signin.Checker
	Notices  *notices.Notices
	Passkeys *passkeys.Passkeys
}

// Admins has the handlers of the admin accounts.
type Admins struct {
	middleware *httpx.Middleware
	outbox     Outbox
	key        keys.Key
	now        clock.Clock
	audit      *audit.Log
	signIn     *signin.Checker
	notices    *notices.Notices
	passkeys   *passkeys.Passkeys
}

// New returns Admins.
func New(deps Deps) *Admins {
	return &Admins{
		middleware: deps.Middleware, outbox: deps.Outbox, key: deps.Key, now: deps.Clock, audit: deps.Audit,
		signIn: deps.SignIn, notices: deps.Notices, passkeys: deps.Passkeys,
	}
}
