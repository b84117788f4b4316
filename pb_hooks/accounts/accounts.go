// Package accounts implements the accounts of users: sign-up, sign-in, and what owners and admins change about an
// account. New also builds the parts that have packages of their own:
//
//	signin    checks a password, a PIN and the code of the second factor, and counts failures
//	notices   emails owners about changes of their credentials, and admins about sensitive settings
//	mfa       turns the second factor on and off           (signin, notices)
//	passkeys  sign-in with a passkey                       (signin, notices)
//	links     mailed links: reset, verification, change    (signin, notices, passkeys)
//	admins    the accounts of the admin console            (signin, notices, mfa, passkeys, links)
//	emails    the emails of all of them
//
// Each may import those in parentheses, and emails. None imports accounts.
//
// A user (collection users):
//
//	signed up    Register creates an active account. Its email is not verified.
//	imported     CreateImported creates an account without a known password (imported.go).
//	verified     The user followed a link that was mailed to their address (links).
//	granted      admins.GrantRights lets the account use the console. WithdrawRights reverses that.
//	deactivated  An admin clears isActive. Every session ends.
//
// Files, by topic:
//
//	handlers.go     sign-up, sign-in, sign-out and the session's user; forms.go: the fields of the forms
//	hooks.go        what holds for every save of an account
//	own_account.go  changes that members make to their account; portrait.go, sessions.go
//	by_admins.go    changes that admins make to a member's account; list.go: the list of users
//	email_kinds.go  the emails; store.go, store_list.go, store_segments.go: the queries
package accounts

import (
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/mfa"
	"boardcircle/pb_hooks/accounts/notices"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/outbox"
)

// Outbox queues the emails about a change of an account, within the transaction of the change.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
	IsConfigured() bool
}

// RedeemInvitation uses an invitation's token for a new account, within the transaction of the sign-up. An error
// rolls the sign-up back and is sent to the client.
type RedeemInvitation func(tx core.App, token string, user *core.Record) error

// Deps are the dependencies of the feature.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Jobs       links.Jobs
	// Key derives the tokens of links and encrypts the secrets of second factors.
	Key   keys.Key
	Clock clock.Clock
	Audit *audit.Log
	// SiteName and SiteURL are the site to which passkeys are bound.
	SiteName, SiteURL string
	// NextSession returns the params of the next session in an email to a member (events.NextSessionParams).
	NextSession func(app core.App, userID string) (map[string]string, error)
	// RedeemInvitation may be nil if sign-up is not used.
	RedeemInvitation RedeemInvitation
	// FindNomination returns the id of the nomination with an email, or "".
	FindNomination func(app core.App, email string) (string, error)
	// CompareSecret compares a password or PIN with its hash. It defaults to bcrypt.
	CompareSecret signin.CompareSecret
}

// Accounts is the feature. Its methods and those of its parts are the handlers of the route table.
type Accounts struct {
	SignIn   *signin.Checker
	Notices  *notices.Notices
	MFA      *mfa.MFA
	Passkeys *passkeys.Passkeys
	Links    *links.Links
	Admins   *admins.Admins

	app              core.App
	middleware       *httpx.Middleware
	outbox           Outbox
	now              clock.Clock
	audit            *audit.Log
	nextSession      func(app core.App, userID string) (map[string]string, error)
	redeemInvitation RedeemInvitation
	findNomination   func(app core.App, email string) (string, error)
}

// New returns the feature.
func New(app core.App, deps Deps) *Accounts {
	checker := signin.New(app, signin.Deps{
		Middleware: deps.Middleware, Outbox: deps.Outbox, Key: deps.Key, Clock: deps.Clock, Audit: deps.Audit,
		CompareSecret: deps.CompareSecret,
	})
	notices := notices.New(app, deps.Outbox, deps.Clock)
	passkeys := passkeys.New(app, passkeys.Deps{
		Middleware: deps.Middleware, Clock: deps.Clock, SignIn: checker, Notices: notices,
		SiteName: deps.SiteName, SiteURL: deps.SiteURL,
	})
	a := &Accounts{
		SignIn:   checker,
		Notices:  notices,
		Passkeys: passkeys,
		MFA: mfa.New(mfa.Deps{
			Middleware: deps.Middleware, Clock: deps.Clock, Audit: deps.Audit, SignIn: checker, Notices: notices,
		}),
		Links: links.New(app, links.Deps{
			Middleware: deps.Middleware, Outbox: deps.Outbox, Jobs: deps.Jobs, Key: deps.Key, Clock: deps.Clock,
			SignIn: checker, Notices: notices,
		}),
		Admins: admins.New(admins.Deps{
			Middleware: deps.Middleware, Outbox: deps.Outbox, Key: deps.Key, Clock: deps.Clock, Audit: deps.Audit,
			SignIn: checker, Notices: notices, Passkeys: passkeys,
		}),
		app:              app,
		middleware:       deps.Middleware,
		outbox:           deps.Outbox,
		now:              deps.Clock,
		audit:            deps.Audit,
		nextSession:      deps.NextSession,
		redeemInvitation: deps.RedeemInvitation,
		findNomination:   deps.FindNomination,
	}
	a.outbox.Register(a.emailKinds()...)
	return a
}

// Purge deletes the failed sign-ins and passkey ceremonies that have expired.
func (a *Accounts) Purge() error { return errors.Join(a.SignIn.PurgeThrottles(), a.Passkeys.Purge()) }
