package admins

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/mfa"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

var (
	errNotFound        = apperr.NotFound("admin-not-found", "This admin account was not found.")
	errDeactivatesSelf = apperr.Conflict("deactivates-self",
		"You cannot deactivate your own account. Another administrator can.")
	errAlreadyDeactivated = apperr.Conflict("already-deactivated", "This account is already deactivated.")
	errLastOwner          = apperr.Conflict("last-owner",
		"This is the last active owner. Make another admin an owner first.")
	errChangesOwnRole = apperr.Conflict("changes-own-role", "You cannot change your own role. Another owner can.")
	// errChangesOwnPerson keeps an admin from becoming someone else before they act on themselves.
	errChangesOwnPerson = apperr.Conflict("changes-own-person",
		"You cannot change the person of your own account. Another owner can.")
	errUnknownPerson = apperr.Invalid("unknown", "memberEmail", "No person has this email address")
	errSameRole      = &apperr.Error{
		Code:    "same",
		Status:  http.StatusConflict,
		Field:   "role",
		Message: "This account already has that role",
	}
	errAlreadyActive = apperr.Conflict("already-active", "This account is already active.")
	errNoPassword    = apperr.Conflict("no-password",
		"This account has no password yet. Send a new invitation instead.")
	errResetsOwnMFA = apperr.Conflict("resets-own-mfa",
		"You cannot reset your own two-step sign-in here. Turn it off under Your account.")
)

// RoleForm is the body of PUT /api/admins/{id}/role.
type RoleForm struct {
	_    struct{} `wire:"role,password"`
	Role string   `json:"role"`
}

// Rules returns the rules of the form.
func (RoleForm) Rules() rules.Form { return rules.Form{roleField("")} }

func roleField(defaultRole string) rules.Field {
	return rules.Field{
		Name:     "role",
		Label:    "Role",
		Kind:     rules.Choice,
		Required: true,
		Options:  rules.Options(identity.Roles...),
		Default:  defaultRole,
		Messages: rules.Messages{Required: "Please choose a role"},
	}
}

// PersonForm is the body of PUT /api/admins/{id}/person.
type PersonForm struct {
	_           struct{} `wire:"adminPerson,password"`
	MemberEmail string   `json:"memberEmail"`
}

// Rules returns the rules of the form.
func (PersonForm) Rules() rules.Form { return rules.Form{memberEmailField(true)} }

// memberEmailField is an address under which the person of an admin account is known.
func memberEmailField(isRequired bool) rules.Field {
	field := signin.EmailField
	field.Name, field.Label, field.Required = "memberEmail", "Their email address as a member", isRequired
	return field
}

// findPerson returns the person with an email address.
func findPerson(app core.App, address string) (string, error) {
	person, err := people.FindByAddress(app, address)
	if err == nil && person == "" {
		err = errUnknownPerson
	}
	return person, err
}

// Account is a row of the list of admin accounts.
type Account struct {
	ID       string        `json:"id"`
	Username string        `json:"username"`
	Email    string        `json:"email"`
	Role     identity.Role `json:"role"`
	// Person is the id of the person who uses the account.
	Person string `json:"person"`
	// State is expired if the invitation was not accepted in time.
	State identity.AdminState `json:"state"`
	// HasJoined is false until the admin has set a password.
	HasJoined    bool       `json:"hasJoined"`
	IsYou        bool       `json:"isYou"`
	SecondFactor bool       `json:"secondFactor"`
	LastSignIn   httpx.Time `json:"lastSignIn"`
	InviteExpiry httpx.Time `json:"inviteExpiry"`
	CreatedAt    httpx.Time `json:"createdAt"`
}

// List is GET /api/admins.
func (a *Admins) List() httpx.Endpoint {
	return httpx.Get(a.list, httpx.Doc{
		Tag: "admins", Summary: "List the admin accounts",
	})
}

func (a *Admins) list(e *core.RequestEvent) ([]Account, error) {
	rows, err := lists.QueryRows[adminRow](e, adminList)
	if err != nil {
		return nil, err
	}
	list := make([]Account, len(rows))
	for i, row := range rows {
		list[i] = a.newAccount(row, e.Auth)
	}
	return list, nil
}

func (a *Admins) newAccount(row adminRow, caller *core.Record) Account {
	state := identity.StateOf(row.IsActive, row.IsInvited, row.InviteExpiry, a.now())
	return Account{
		ID:           row.ID,
		Username:     row.Username,
		Email:        row.Email,
		Role:         row.Role,
		Person:       row.Person,
		State:        state,
		HasJoined:    row.InvitedAt.IsZero(),
		IsYou:        caller.Collection().Name == identity.Admins && caller.Id == row.ID,
		SecondFactor: row.HasMFA,
		LastSignIn:   httpx.Time(row.LastSignIn),
		InviteExpiry: httpx.Time(row.InviteExpiry),
		CreatedAt:    httpx.Time(row.CreatedAt),
	}
}

// Deactivate is POST /api/admins/{id}/deactivate. It ends every session of the account (RegisterHooks) and voids
// a pending invitation.
func (a *Admins) Deactivate() httpx.Endpoint {
	return httpx.DoJSON(a.deactivate, httpx.Doc{
		Tag: "admins", Summary: "Deactivate an admin account",
		Errors: []*apperr.Error{errNotFound, errDeactivatesSelf, errAlreadyDeactivated, errLastOwner},
	})
}

func (a *Admins) deactivate(e *core.RequestEvent) (Account, error) {
	return a.update(e, "admin.deactivated", func(tx core.App, admin *identity.Admin) error {
		if identity.IsSame(e.Auth, admin.Record) {
			return errDeactivatesSelf
		}
		if !admin.State(a.now()).CanMoveTo(identity.AdminDeactivated) {
			return errAlreadyDeactivated
		}
		// The save hook counts the other owners within this transaction, which also rechecks the caller's session. If
		// two owners deactivate each other at the same time, one of them remains.
		admin.Deactivate()
		return nil
	})
}

// SetRole is PUT /api/admins/{id}/role. It ends every session of the account (RegisterHooks), so the admin has
// to sign in again.
func (a *Admins) SetRole() httpx.Endpoint {
	return httpx.JSON(a.setRole, httpx.Doc{
		Tag: "admins", Summary: "Change what an admin may do",
		Description: "This ends every session of the account. The last active owner cannot get another role.",
		Errors:      []*apperr.Error{errNotFound, errChangesOwnRole, errSameRole, errLastOwner},
		Example:     map[string]any{"role": "editor"},
	})
}

func (a *Admins) setRole(e *core.RequestEvent, form RoleForm) (Account, error) {
	role := identity.Role(form.Role)
	return a.update(e, "admin.role-changed", func(_ core.App, admin *identity.Admin) error {
		if identity.IsSame(e.Auth, admin.Record) {
			return errChangesOwnRole
		}
		if admin.Role() == role {
			return errSameRole
		}
		admin.SetRole(role)
		return nil
	})
}

// SetPerson is PUT /api/admins/{id}/person. It ends every session of the account (RegisterHooks), because what the admin
// may do depends on who they are.
func (a *Admins) SetPerson() httpx.Endpoint {
	return httpx.JSON(a.setPerson, httpx.Doc{
		Tag: "admins", Summary: "Say which person uses an admin account",
		Description: "An admin cannot act on what concerns their own person, such as a gift to themselves.",
		Errors:      []*apperr.Error{errNotFound, errChangesOwnPerson, errUnknownPerson},
	})
}

func (a *Admins) setPerson(e *core.RequestEvent, form PersonForm) (Account, error) {
	return a.update(e, "admin.person-changed", func(tx core.App, admin *identity.Admin) error {
		if identity.IsSame(e.Auth, admin.Record) {
			return errChangesOwnPerson
		}
		person, err := findPerson(tx, form.MemberEmail)
		if err == nil {
			admin.SetPerson(person)
		}
		return err
	})
}

// Reactivate is POST /api/admins/{id}/reactivate. The password and the second factor are unchanged.
func (a *Admins) Reactivate() httpx.Endpoint {
	return httpx.DoJSON(a.reactivate, httpx.Doc{
		Tag: "admins", Summary: "Reactivate an admin account",
		Errors: []*apperr.Error{errNotFound, errAlreadyActive, errNoPassword},
	})
}

func (a *Admins) reactivate(e *core.RequestEvent) (Account, error) {
	return a.update(e, "admin.reactivated", func(_ core.App, admin *identity.Admin) error {
		if admin.IsActive() {
			return errAlreadyActive
		}
		if !admin.HasPassword() {
			return errNoPassword
		}
		admin.Activate()
		return nil
	})
}

// ResetMFA is POST /api/admins/{id}/second-factor/reset, for a lost phone. It ends every session of the account
// (RegisterHooks) and notifies the admin.
func (a *Admins) ResetMFA() httpx.Endpoint {
	return httpx.DoJSON(a.resetMFA, httpx.Doc{
		Tag: "admins", Summary: "Reset an admin's two-step sign-in",
		Errors: []*apperr.Error{errNotFound, errResetsOwnMFA, mfa.ErrOff},
	})
}

func (a *Admins) resetMFA(e *core.RequestEvent) (Account, error) {
	return a.update(e, "secondfactor.reset", func(tx core.App, admin *identity.Admin) error {
		if identity.IsSame(e.Auth, admin.Record) {
			return errResetsOwnMFA
		}
		has, err := passkeys.HasAny(tx, admin.Record)
		if err != nil {
			return err
		}
		if !identity.HasMFA(admin.Record) && !has {
			return mfa.ErrOff
		}
		if err := passkeys.DeleteAll(tx, admin.Record); err != nil {
			return err
		}
		identity.NewMFA(admin.Record).Clear()
		return a.notices.NotifyOwner(tx, admin.Record, emails.EventSecondFactorReset)
	})
}

// update changes the account in the path and writes the audit row, in one transaction. The route asks for the
// password.
func (a *Admins) update(e *core.RequestEvent, action string,
	change func(tx core.App, admin *identity.Admin) error) (Account, error) {
	var admin *identity.Admin
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if admin, err = identity.FindAdmin(tx, e.Request.PathValue("id")); errors.Is(err, sql.ErrNoRows) {
			return errNotFound
		}
		if err != nil {
			return err
		}
		if err := change(tx, admin); err != nil {
			return err
		}
		return a.audit.Save(tx, audit.RequestActor(e), action, admin.Record)
	})
	if err != nil {
		return Account{}, apperr.SaveFailed("update admin", err)
	}
	return a.newAccount(newAdminRow(admin), e.Auth), nil
}
