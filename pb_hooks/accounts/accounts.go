// Package accounts is sign-up, sign-in, the PIN, the password reset, and the accounts of the admin
// console.
//
// A user (collection users):
//
//	signed up   Register creates the account, active and with an e-mail that nobody has verified.
//	imported    CreateImported creates it without a known password (imported.go).
//	verified    They followed a link that was mailed to their address (verification.go).
//	granted     GrantRights lets the account use the console, WithdrawRights takes that away.
//	deactivated Staff clear isActive in the dashboard; every session ends.
//
// An admin (collection admins) is an account of the console alone; its states are in
// admin_invitation.go, those of the second factor in mfa.go. How a sign-in is checked is in
// signin.go, how a link sets a new password in password_reset.go.
//
// The rest, by what a reader looks for:
//
//	handlers.go       sign-up, sign-in, sign-out and the session's user; forms.go: the fields of them all
//	throttle.go       how long the next guess waits; hashing.go: how many passwords are compared at once
//	passkeys.go       sign-in by a passkey; reauthenticate.go: the password once more before what is sensitive
//	own_account.go    what members change of their account; portrait.go, sessions.go
//	verification.go   what a verified address does to the credentials from before; email_change.go: its links
//	admin.go          the console's sign-in and its administrators; admin_profile.go: an admin's own account
//	admin_members.go  what admins do with a member's account; list.go: the list of users
//	admin_alert.go    the e-mail to all who may use the console
//	command.go        the command that creates the first admin; superusers.go: what holds for staff
//
// The e-mails are in email_kinds.go and the package emails, the tables in store.go and the files store_*.go.
package accounts

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/webauthn"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/settings"
)

// Outbox takes the e-mails that follow from a change of an account, inside its transaction.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	Throttle(kind, email string) error
	AgreeAtSignUp(tx core.App, email string, topic mail.Topic) error
}

// Jobs stores background work and runs it.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// RedeemInvitation uses an invitation's token for a new account, within the transaction of the
// sign-up. Its error is an answer and ends the sign-up.
type RedeemInvitation func(tx core.App, token string, user *core.Record) error

// Deps are what the feature is built from.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Jobs       Jobs
	// Key derives the tokens of links and seals the secrets of second factors.
	Key   keys.Key
	Clock clock.Clock
	Audit *audit.Log
	// SiteName and SiteURL are what passkeys are tied to.
	SiteName, SiteURL string
	// RedeemInvitation may be nil where nobody signs up.
	RedeemInvitation RedeemInvitation
	// CompareSecret compares a password or PIN with its hash; it is bcrypt's when nil.
	CompareSecret CompareSecret
}

// CompareSecret returns an error unless a hash is that of a secret.
type CompareSecret func(hash, secret []byte) error

// Accounts is the feature. Its methods are the handlers of the route table.
type Accounts struct {
	app              core.App
	middleware       *httpx.Middleware
	outbox           Outbox
	jobs             Jobs
	key              keys.Key
	now              clock.Clock
	audit            *audit.Log
	redeemInvitation RedeemInvitation
	// dummyHash is what a secret is compared with when there is no other hash. It is made when it is first
	// asked for: that takes longer than all else at the start.
	dummyHash func() string
	hashing   *hashingQueue
	// webauthn is nil where the site's address admits no passkeys.
	webauthn *webauthn.WebAuthn
	compare  CompareSecret
}

// New returns the feature of an app.
func New(app core.App, deps Deps) *Accounts {
	a := &Accounts{
		app: app, middleware: deps.Middleware, outbox: deps.Outbox, jobs: deps.Jobs, key: deps.Key, now: deps.Clock, audit: deps.Audit,
		redeemInvitation: deps.RedeemInvitation,
		dummyHash:        sync.OnceValue(func() string { return newDummyHash(app) }), compare: deps.CompareSecret,
		hashing: newHashingQueue(), webauthn: newWebAuthn(deps.SiteName, deps.SiteURL),
	}
	if a.compare == nil {
		a.compare = bcrypt.CompareHashAndPassword
	}
	a.outbox.Register(a.emailKinds()...)
	a.jobs.Register(a.resetRequestJob())
	a.watchServerSettings()
	a.keepFormerEmails()
	return a
}

// Message is an answer that is one sentence.
type Message struct {
	Message string `json:"message"`
}

// saveError wraps the error of a change with its operation and the public sentence.
func saveError(operation string, err error) error {
	return apperr.Fail("That could not be saved. Please try again.", fmt.Errorf("%s: %w", operation, err))
}

// RegisterHooks keeps the invariants of the accounts whoever writes them, staff in the dashboard and
// the commands included: names are trimmed and lower case, passwords are long and not common ones, and no session outlives a change of the
// rights of its account. Who loses a right loses it at once; who is granted one signs in anew with
// their password, because the open session may have been opened with a PIN. (PocketBase itself ends
// the sessions when a password or an e-mail changes.)
func RegisterHooks(app core.App) {
	app.OnRecordValidate(identity.Users).BindFunc(func(e *core.RecordEvent) error {
		e.Record.SetEmail(normalizeName(e.Record.Email()))
		return e.Next()
	})
	app.OnRecordValidate(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		admin := identity.NewAdmin(e.Record)
		admin.SetUsername(normalizeName(admin.Username()))
		// Staff who make an account in the dashboard without a role make one that may do everything, as they may.
		if admin.IsNew() && admin.Role() == identity.RoleNone {
			admin.SetRole(identity.RoleOwner)
		}
		return e.Next()
	})
	app.OnRecordValidate(identity.Users, identity.Admins, core.CollectionNameSuperusers).BindFunc(validatePassword)
	app.OnRecordUpdate(identity.Users).BindFunc(updateUser)
	app.OnRecordUpdateRequest(identity.Users).BindFunc(guardDashboardChanges)
	deletePasskeysWithAccounts(app)
	app.OnRecordUpdate(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		before, now := identity.NewAdmin(e.Record.Original()), identity.NewAdmin(e.Record)
		// Nor does a session outlive the second factor that it was opened with, or without.
		if before.IsActive() != now.IsActive() || identity.MFAChanged(now.Record) || before.Role() != now.Role() {
			now.RefreshTokenKey()
		}
		if before.IsActiveOwner() && !now.IsActiveOwner() {
			if err := requireAnotherOwner(e.App, now.Id); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordDelete(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		if identity.NewAdmin(e.Record).IsActiveOwner() {
			if err := requireAnotherOwner(e.App, e.Record.Id); err != nil {
				return err
			}
		}
		return e.Next()
	})
}

// requireAnotherOwner keeps the last owner who can sign in: without one nobody could let anybody in. A member with
// admin rights does not count, for the settings may shut those out.
func requireAnotherOwner(app core.App, id string) error {
	others, err := countOtherActiveOwners(app, id)
	if err != nil {
		return fmt.Errorf("count other owners: %w", err)
	}
	if others == 0 {
		return errLastOwner
	}
	return nil
}

func updateUser(e *core.RecordEvent) error {
	before, now := identity.NewUser(e.Record.Original()), identity.NewUser(e.Record)
	if before.IsActive() != now.IsActive() || before.IsAdmin() != now.IsAdmin() || identity.MFAChanged(now.Record) {
		now.RefreshTokenKey()
	}
	if !strings.EqualFold(before.Email(), strings.TrimSpace(now.Email())) {
		now.SetVerified(false)
	}
	newPassword := identity.PasswordChanged(now.Record)
	// A link that went to the former address, or that was requested before staff set a new password,
	// must not open the account any more.
	if newPassword || before.Email() != now.Email() {
		now.ClearResetToken()
		now.ClearNewEmail()
	}
	if newPassword {
		now.SetAwaitsPassword(false)
	}
	// Nor may the PIN of whoever knew the old password.
	if newPassword && !now.PINChanged() {
		now.ClearPIN()
	}
	return e.Next()
}

// validatePassword holds every new password to the least that any account's must have, wherever it comes from:
// a form, the dashboard, PocketBase's API or a command.
func validatePassword(e *core.RecordEvent) error {
	password := e.Record.GetString(core.FieldNamePassword) // "" unless it is a new one
	problem := ""
	switch {
	case password == "":
	case utf8.RuneCountInString(password) < rules.MinPasswordLength:
		problem = newPasswordField.ErrorMessages().Short
	case rules.IsCommonPassword(password):
		problem = rules.CommonPasswordMessage
	}
	if problem != "" {
		return validation.Errors{core.FieldNamePassword: validation.NewError("validation_weak_password", problem)}
	}
	return e.Next()
}

func normalizeName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// AccessRequirement returns the rule by which the middleware admits admins. Where the settings make the
// second factor mandatory, an admin account without one can only set one up in the console, and a user with admin
// rights does so in their own account. A superuser's token belongs to
// the dashboard and is the way out when nobody else gets in.
func AccessRequirement(app core.App) func(account *core.Record) (httpx.Requirement, error) {
	return func(account *core.Record) (httpx.Requirement, error) {
		if account.IsSuperuser() || identity.HasMFA(account) {
			return httpx.NoRequirement, nil
		}
		site, err := settings.Read(app)
		if err != nil || !site.TOTPRequired {
			return httpx.NoRequirement, err
		}
		if account.Collection().Name == identity.Users {
			return httpx.RequiresAdminAccount, nil
		}
		// The password alone does not open an admin account that has a passkey.
		if has, err := hasPasskeys(app, account); err != nil || has {
			return httpx.NoRequirement, err
		}
		return httpx.RequiresMFA, nil
	}
}

// actorCollections are the collections of the accounts that may use the console, by kind of actor.
var actorCollections = map[string]string{
	"admin": identity.Admins, "member": identity.Users, "staff": core.CollectionNameSuperusers,
}

// ActiveAdmins returns a function that tells which of some actors may use the console today with one of some roles: one
// may have been deactivated or deleted, have lost their rights or their role, or lack what the settings require.
func ActiveAdmins(app core.App, middleware *httpx.Middleware, actors []audit.Actor, roles ...identity.Role) (func(audit.Actor) bool, error) {
	ids := map[string][]string{}
	for _, actor := range actors {
		if collection, known := actorCollections[actor.Kind]; known {
			ids[collection] = append(ids[collection], actor.ID)
		}
	}
	active := map[string]bool{}
	for collection, ids := range ids {
		accounts, err := app.FindRecordsByIds(collection, ids)
		if err != nil {
			return nil, err
		}
		for _, account := range accounts {
			active[collection+"/"+account.Id] = identity.IsActive(account) && middleware.CanUseConsole(account) && identity.RoleOf(account).In(roles)
		}
	}
	return func(actor audit.Actor) bool { return active[actorCollections[actor.Kind]+"/"+actor.ID] }, nil
}
