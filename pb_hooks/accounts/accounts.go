// Package accounts implements sign-up, sign-in, the PIN, the password reset, and the accounts of the admin console.
//
// A user (collection users):
//
//	signed up    Register creates an active account. Its email is not verified.
//	imported     CreateImported creates an account without a known password (imported.go).
//	verified     The user followed a link that was mailed to their address (verification.go).
//	granted      GrantRights lets the account use the console. WithdrawRights reverses that.
//	deactivated  An admin clears isActive. Every session ends.
//
// An admin (collection admins) is an account that exists only for the console. Its states are described in
// admin_invitation.go, the states of the second factor in mfa.go. See signin.go for how a sign-in is checked, and
// password_reset.go for how a link sets a new password.
//
// Other files, by topic:
//
//	handlers.go       sign-up, sign-in, sign-out and the session's user; forms.go: the fields of all forms
//	throttle.go       waiting time after failed sign-ins; hashing.go: limit on concurrent password hashing
//	passkeys.go       sign-in with a passkey; reauthenticate.go: the password again before a sensitive action
//	own_account.go    changes that members make to their account; portrait.go, sessions.go
//	verification.go   removal of unverified credentials; email_change.go: links that verify an address
//	admin.go          the console's sign-in and its administrators; admin_profile.go: an admin's own account
//	admin_members.go  changes that admins make to a member's account; list.go: the list of users
//	admin_alert.go    the email to everyone who may use the console
//	command.go        the command that creates the first admin; superusers.go: sign-in of superusers
//
// The emails are in email_kinds.go and the package emails. The tables are in store.go and the files store_*.go.
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

// Outbox queues the emails about a change of an account, within the transaction of the change.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	Throttle(kind, email string) error
	AgreeAtSignUp(tx core.App, email string, topic mail.Topic) error
}

// Jobs queues background work and runs it.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// RedeemInvitation uses an invitation's token for a new account, within the transaction of the sign-up. An error
// rolls the sign-up back and is sent to the client.
type RedeemInvitation func(tx core.App, token string, user *core.Record) error

// Deps are the dependencies of the feature.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Jobs       Jobs
	// Key derives the tokens of links and encrypts the secrets of second factors.
	Key   keys.Key
	Clock clock.Clock
	Audit *audit.Log
	// SiteName and SiteURL are the site to which passkeys are bound.
	SiteName, SiteURL string
	// RedeemInvitation may be nil if sign-up is not used.
	RedeemInvitation RedeemInvitation
	// CompareSecret compares a password or PIN with its hash. It defaults to bcrypt.
	CompareSecret CompareSecret
}

// CompareSecret returns an error unless hash is the hash of secret.
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
	// dummyHash is compared with the secret if there is no other hash. It is computed on first use, because hashing
	// would slow down the start.
	dummyHash func() string
	hashing   *hashingQueue
	// webauthn is nil if the site's address does not allow passkeys.
	webauthn *webauthn.WebAuthn
	compare  CompareSecret
}

// New returns the feature.
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

// Message is a response with one sentence.
type Message struct {
	Message string `json:"message"`
}

// saveError adds the operation to an error, and a message for the user.
func saveError(operation string, err error) error {
	return apperr.Fail("That could not be saved. Please try again.", fmt.Errorf("%s: %w", operation, err))
}

// RegisterHooks enforces the rules for accounts on every save, including saves from the dashboard and from commands.
// Names are trimmed and lower case. Passwords are long and not common. A change of an account's rights ends its
// sessions: a withdrawn right is lost at once, and a granted right requires a new sign-in with the password, because
// the old session may have been opened with a PIN. PocketBase itself ends the sessions when a password or an email
// changes.
func RegisterHooks(app core.App) {
	app.OnRecordValidate(identity.Users).BindFunc(func(e *core.RecordEvent) error {
		e.Record.SetEmail(normalizeName(e.Record.Email()))
		return e.Next()
	})
	app.OnRecordValidate(identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		admin := identity.NewAdmin(e.Record)
		admin.SetUsername(normalizeName(admin.Username()))
		// An account that a superuser creates without a role in the dashboard gets full rights, as they have.
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
		// A session also ends when the second factor is added or removed.
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

// requireAnotherOwner protects the last active owner: without an owner, no one could be given access. Members with
// admin rights do not count, because the settings can exclude them.
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
	// A reset link is void if it was sent to the former address, or requested before the password was changed.
	if newPassword || before.Email() != now.Email() {
		now.ClearResetToken()
		now.ClearNewEmail()
	}
	if newPassword {
		now.SetAwaitsPassword(false)
	}
	// The PIN may have been set by a person who knew the old password.
	if newPassword && !now.PINChanged() {
		now.ClearPIN()
	}
	return e.Next()
}

// validatePassword checks every new password, whether it comes from a form, the dashboard, PocketBase's API or a
// command.
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

// AccessRequirement returns the rule by which the middleware admits admins. If the settings make the second factor
// mandatory, an admin account without one can only set one up, and a user with admin rights does so in their own
// account. Superusers are always admitted, as a fallback if no one else can sign in.
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
		// An admin account with a passkey cannot be opened with the password alone.
		if has, err := hasPasskeys(app, account); err != nil || has {
			return httpx.NoRequirement, err
		}
		return httpx.RequiresMFA, nil
	}
}

// actorCollections maps a kind of actor to the collection of its accounts.
var actorCollections = map[string]string{
	"admin": identity.Admins, "member": identity.Users, "staff": core.CollectionNameSuperusers,
}

// ActiveAdmins returns a function that reports whether an actor can use the console now in one of the roles. An actor
// may have been deactivated or deleted, may have lost their rights or role, or may lack a required second factor.
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
