package admins

import (
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
)

const (
	// adminInvitationTTL is how long an invitation is valid.
	adminInvitationTTL = 72 * time.Hour
	// maxPendingInvitations limits how many emails a stolen session can send.
	maxPendingInvitations = 50
)

const invalidInvitation = "This invitation is no longer valid. Please ask an administrator for a new one."

var (
	errInvalidInvitation = apperr.Invalid("invalid", "token", invalidInvitation)
	errUsernameTaken     = &apperr.Error{
		Code:    "taken",
		Status:  http.StatusConflict,
		Field:   "username",
		Message: "Another admin account has this username",
	}
	errAdminEmailTaken = &apperr.Error{
		Code:    "taken",
		Status:  http.StatusConflict,
		Field:   "email",
		Message: "Another admin account has this email address",
	}
	errHasPassword = apperr.Conflict("has-password",
		"This account already has a password, so it needs no invitation.")
	errNoEmail = apperr.Conflict("no-email", "This account has no email address to send an invitation to.")
)

// InviteForm is the body of POST /api/admins.
type InviteForm struct {
	_        struct{} `wire:"invite,password"`
	Username string   `json:"username"`
	Email    string   `json:"email"`
	Role     string   `json:"role"`
	// MemberEmail is an address of the person, if the person is known under another one than Email.
	MemberEmail string `json:"memberEmail"`
}

// Rules returns the rules of the form.
func (InviteForm) Rules() rules.Form { return inviteRules }

var inviteRules = rules.Form{
	{
		Name: "username", Label: "Username", Kind: rules.Line, Required: true, Min: 2, Max: 60,
		Pattern: `^[A-Za-z0-9][A-Za-z0-9._-]*$`,
		Messages: rules.Messages{
			Required: "Username is required",
			Invalid: "Username can have letters, digits, dots, hyphens and underscores, and must start with a " +
				"letter or digit",
		},
	},
	signin.EmailField,
	roleField(string(identity.RoleOffice)),
	memberEmailField(false),
}

// AcceptInvitationForm is the body of POST /api/admin/welcome.
type AcceptInvitationForm struct {
	_           struct{} `wire:"-"`
	Token       string   `json:"token"`
	NewPassword string   `json:"newPassword"`
}

// Rules returns the rules of the form.
func (AcceptInvitationForm) Rules() rules.Form { return acceptRules }

var acceptRules = rules.Form{
	{
		Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 200,
		Messages: rules.Messages{Required: invalidInvitation, Long: invalidInvitation, Invalid: invalidInvitation},
	},
	signin.WithName(signin.NewPasswordField, "newPassword"),
}

// InvitedAccount is an account and the state of its invitation email.
type InvitedAccount struct {
	Account
	// IsEmailWaiting reports whether the email waits because no email provider is set up.
	IsEmailWaiting bool `json:"isEmailWaiting"`
}

// Invite is POST /api/admins.
func (a *Admins) Invite() httpx.Endpoint {
	return httpx.JSON(a.invite, httpx.Doc{
		Tag: "admins", Summary: "Invite an admin", Status: http.StatusCreated,
		Description: "The account belongs to the person of memberEmail, or else of email. An admin cannot act on what " +
			"concerns their own person.",
		Errors:   []*apperr.Error{errUsernameTaken, errAdminEmailTaken, errUnknownPerson},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"username": "meera", "email": "meera@example.com"},
	})
}

func (a *Admins) invite(e *core.RequestEvent, form InviteForm) (InvitedAccount, error) {
	admin, err := newAdminRecord(e.App, identity.EmailKey(form.Username))
	if err != nil {
		return InvitedAccount{}, apperr.SaveFailed("invite admin", err)
	}
	admin.SetEmail(form.Email)
	admin.SetRole(identity.Role(form.Role))
	admin.SetPassword(newPassword())
	admin.Id = core.GenerateDefaultRandomId()
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if form.MemberEmail != "" {
			person, err := findPerson(tx, form.MemberEmail)
			if err != nil {
				return err
			}
			admin.SetPerson(person)
		}
		if err := a.prepareInvitation(tx, admin); err != nil {
			return err
		}
		return a.audit.Save(tx, audit.RequestActor(e), "admin.invited", admin.Record)
	})
	if err != nil {
		return InvitedAccount{}, saveError("invite admin", err)
	}
	return InvitedAccount{a.newAccount(newAdminRow(admin), e.Auth), !a.outbox.IsConfigured()}, nil
}

// ResendInvitation is POST /api/admins/{id}/invitation.
func (a *Admins) ResendInvitation() httpx.Endpoint {
	return httpx.DoJSON(a.resendInvitation, httpx.Doc{
		Tag: "admins", Summary: "Send an admin a new invitation",
		Errors: []*apperr.Error{errNotFound, errHasPassword, errNoEmail},
	})
}

func (a *Admins) resendInvitation(e *core.RequestEvent) (InvitedAccount, error) {
	account, err := a.update(e, "admin.reinvited", func(tx core.App, admin *identity.Admin) error {
		if admin.HasPassword() || !admin.State(a.now()).CanMoveTo(identity.AdminInvited) {
			return errHasPassword
		}
		if admin.Email() == "" {
			return errNoEmail
		}
		if err := a.outbox.Throttle(emails.KindAdminInvited, admin.Email()); err != nil {
			return err
		}
		return a.prepareInvitation(tx, admin)
	})
	return InvitedAccount{account, !a.outbox.IsConfigured()}, err
}

// prepareInvitation sets a new link for an account and queues the email with it. The caller saves the account.
func (a *Admins) prepareInvitation(tx core.App, admin *identity.Admin) error {
	others, err := countPendingInvitations(tx, admin.Id, a.now())
	if err != nil {
		return err
	}
	if others >= maxPendingInvitations {
		return apperr.Conflict("too-many-invitations", fmt.Sprintf(
			"%d invitations are already open. Deactivate one that is no longer needed, or wait until one is "+
				"accepted or expires.",
			others,
		))
	}
	nonce, expiry := core.GenerateDefaultRandomId(), a.now().Add(adminInvitationTTL)
	admin.Invite(keys.Hash(a.inviteToken(admin.Id, nonce)), a.now(), expiry)
	return a.outbox.Enqueue(tx, emails.AdminInvited{
		AdminID: admin.Id, Nonce: nonce, Username: admin.Username(), Email: admin.Email(), ExpiresAt: expiry,
	}.Build())
}

func (a *Admins) inviteToken(adminID, nonce string) string {
	return a.key.Derive("admin-invitation", adminID, nonce)
}

// InviteParams adds the link's token to the parameters of an invitation email. It returns outbox.ErrObsolete if the
// link is void.
func (a *Admins) InviteParams(app core.App, params map[string]string) (map[string]string, error) {
	token := a.inviteToken(params["adminId"], params["nonce"])
	_, err := findInvitedAdmin(app, keys.Hash(token), a.now())
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	return map[string]string{"username": params["username"], "token": token}, nil
}

// AcceptInvitation is POST /api/admin/welcome. It also signs the admin in. If the second factor is mandatory,
// the session can only set one up.
func (a *Admins) AcceptInvitation() httpx.Endpoint {
	return httpx.JSON(a.acceptInvitation, httpx.Doc{
		Tag: "admins", Summary: "Set the password of an invited admin account",
		Errors:  []*apperr.Error{errInvalidInvitation},
		Example: map[string]any{"newPassword": "Monsoon Ledger 7"},
	})
}

func (a *Admins) acceptInvitation(e *core.RequestEvent, form AcceptInvitationForm) (Welcome, error) {
	admin, err := a.joinByToken(e, form.Token, form.NewPassword)
	if err != nil {
		return Welcome{}, apperr.SaveFailed("accept admin invitation", database.IfMissing(err, errInvalidInvitation))
	}
	if err := a.startSession(e, admin); err != nil {
		return Welcome{}, signin.Failed("accept admin invitation", err)
	}
	return Welcome{"Your password was set", admin.Username()}, nil
}

// joinByToken sets the password of the account that an invitation's token is for.
func (a *Admins) joinByToken(e *core.RequestEvent, token, password string) (*identity.Admin, error) {
	// Check the token before the slow hashing, and again in the transaction, so that the link works once.
	admin, err := findInvitedAdmin(e.App, keys.Hash(token), a.now())
	if err != nil {
		return nil, err
	}
	hashed, err := a.signIn.HashPassword(e.Request.Context(), admin.Collection(), password)
	if err != nil {
		return nil, err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if admin, err = findInvitedAdmin(tx, keys.Hash(token), a.now()); err != nil {
			return err
		}
		if err := links.RemoveCredentials(tx, admin.Record); err != nil {
			return err
		}
		identity.SetHashedPassword(admin.Record, hashed)
		admin.AcceptInvitation()
		if err := a.audit.Save(tx, audit.AccountActor(e, admin.Record), "admin.joined", admin.Record); err != nil {
			return err
		}
		return signin.ClearThrottles(tx, identity.Admins, admin.Username())
	})
	return admin, err
}

// saveError returns the error for a username or an email address that is taken, which the unique indexes detect, and
// otherwise apperr.SaveFailed.
func saveError(operation string, err error) error {
	for _, taken := range []*apperr.Error{errUsernameTaken, errAdminEmailTaken} {
		if httpx.IsUniqueViolation(err, taken.Field) {
			return taken
		}
	}
	return apperr.SaveFailed(operation, err)
}
