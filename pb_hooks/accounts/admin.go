package accounts

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

var (
	errWrongAdminLogin = apperr.New("wrong-admin-login", http.StatusUnauthorized, "Invalid credentials")
	errAdminSignedOut  = apperr.New("admin-signed-out", http.StatusUnauthorized, "Please sign in as an administrator.")

	errAdminNotFound       = apperr.NotFound("admin-not-found", "This admin account was not found.")
	errDeactivatesSelf     = apperr.Conflict("deactivates-self", "You cannot deactivate your own account. Another administrator can.")
	errAlreadyDeactivated  = apperr.Conflict("already-deactivated", "This account is deactivated already.")
	errLastOwner           = apperr.Conflict("last-owner", "This is the last active owner. Make another admin an owner first.")
	errChangesOwnRole      = apperr.Conflict("changes-own-role", "You cannot change your own role. Another owner can.")
	errSameRole            = &apperr.Error{Code: "same", Status: http.StatusConflict, Field: "role", Message: "This account has that role already"}
	errAlreadyActive       = apperr.Conflict("already-active", "This account is active already.")
	errNoPassword          = apperr.Conflict("no-password", "This account has no password yet. Send a new invitation instead.")
	errResetsOwnMFA        = apperr.Conflict("resets-own-mfa", "You cannot reset your own two-step sign-in here: turn it off under Your account.")
	errAccountHasNoMFA     = apperr.Conflict("account-has-no-mfa", "This account does not use two-step sign-in.")
	errAdminMemberNotFound = apperr.NotFound("admin-member-not-found", "This member with admin rights was not found.")
	errWithdrawsOwnRights  = apperr.Conflict("withdraws-own-rights", "You cannot withdraw your own admin rights. Another administrator can.")

	errUnknownMember = apperr.Invalid("unknown", "email", "No active account has this email address")
	errRightsGranted = &apperr.Error{Code: "granted", Status: http.StatusConflict, Field: "email", Message: "This account has admin rights already"}
)

// errEmailNotVerified includes the member's name. An unverified address may belong to another person.
func errEmailNotVerified(user *identity.User) error {
	return &apperr.Error{Code: "unproved", Status: http.StatusConflict, Field: "email", Message: user.Name() +
		` has not verified their email address yet. Ask them to confirm it under Security in their account first.`}
}

// --- the session

// AdminWelcome is the response to an admin's sign-in.
type AdminWelcome struct {
	Message  string `json:"message"`
	Username string `json:"username"`
}

// AdminSession describes who is signed in to the console, and how.
type AdminSession struct {
	Username string `json:"username"`
	// Via is "admin" for an admin account and "user" for a member with admin rights.
	Via string `json:"via"`
	// Requirement is what the console still requires: "second-factor" (set one up) or "admin-account" (sign in with
	// an admin account instead of a member's).
	Requirement httpx.Requirement `json:"needs,omitempty"`
}

// AdminLogin is POST /api/admin/login.
func (a *Accounts) AdminLogin(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AdminLoginForm)
	if err != nil {
		return err
	}
	username := normalizeName(values.Text("username"))
	account, err := a.signInRequest(e, identity.Admins, username, values.Text("password"))
	if err != nil {
		return signInError("admin sign-in", err)
	}
	if account == nil {
		a.recordFailedSignIn(e, identity.Admins, username)
		return errWrongAdminLogin
	}
	admin := identity.NewAdmin(account)
	if identity.HasMFA(account) {
		if err := a.verifySignInCode(e, account, values.Text("code")); err != nil {
			return err
		}
	} else if has, err := hasPasskeys(e.App, account); err != nil {
		return signInError("admin sign-in", err)
	} else if has {
		return errPasskeyRequired
	}
	if err := a.startAdminSession(e, admin); err != nil {
		return signInError("admin sign-in", err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Welcome to the admin panel", admin.Username()})
}

func (a *Accounts) startAdminSession(e *core.RequestEvent, admin *identity.Admin) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := setLastSignIn(tx, admin.Id, a.now()); err != nil {
			return err
		}
		return a.recordAdminEvent(tx, e, "session.opened", admin.Record)
	})
	if err != nil {
		return err
	}
	return a.middleware.SignIn(e, admin.Record)
}

// AdminLogout is POST /api/admin/logout.
func (a *Accounts) AdminLogout(e *core.RequestEvent) error { return a.signOut(e, identity.Admins) }

// AdminSession is GET /api/admin/session.
func (a *Accounts) AdminSession(e *core.RequestEvent) error {
	requirement := httpx.RequirementOf(e.Auth)
	if !httpx.IsAdmin(e) && requirement == httpx.NoRequirement {
		return errAdminSignedOut
	}
	session := AdminSession{Username: identity.SignInName(e.Auth), Via: "admin", Requirement: requirement}
	if e.Auth.Collection().Name == identity.Users {
		session.Via = "user"
	}
	return e.JSON(http.StatusOK, session)
}

// AdminAccess describes what the caller may do in the console.
type AdminAccess struct {
	// Role is owner, office, reviewer, accountant or editor. Members with admin rights are owners.
	Role string `json:"role"`
	// Routes are the routes that the role may call, such as "GET /api/people/{id}".
	Routes []string `json:"routes"`
}

// GetAccess is GET /api/admin/access.
func (a *Accounts) GetAccess(e *core.RequestEvent) error {
	return e.JSON(http.StatusOK, AdminAccess{string(identity.RoleOf(e.Auth)), a.middleware.RoutesFor(e.Auth)})
}

// --- admin accounts

// AdminAccount is a row of the list of admin accounts.
type AdminAccount struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Email    string `json:"email"`
	// Role is owner, office, reviewer, accountant or editor.
	Role string `json:"role"`
	// State is "active", "invited", "expired" (the invitation was not accepted in time) or "deactivated".
	State string `json:"state"`
	// HasJoined is false until the admin has set a password.
	HasJoined    bool       `json:"hasJoined"`
	IsYou        bool       `json:"isYou"`
	SecondFactor bool       `json:"secondFactor"`
	LastSignIn   httpx.Time `json:"lastSignIn"`
	InviteExpiry httpx.Time `json:"inviteExpiry"`
	CreatedAt    httpx.Time `json:"createdAt"`
}

// ListAdmins is GET /api/admins.
func (a *Accounts) ListAdmins(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[adminRow](e, adminList)
	if err != nil {
		return err
	}
	list := make([]AdminAccount, len(rows))
	for i, row := range rows {
		list[i] = a.newAdminAccount(row, e.Auth)
	}
	return e.JSON(http.StatusOK, list)
}

func (a *Accounts) newAdminAccount(row adminRow, caller *core.Record) AdminAccount {
	state := identity.StateOf(row.IsActive, row.IsInvited, row.InviteExpiry, a.now())
	return AdminAccount{
		ID: row.ID, Username: row.Username, Email: row.Email, Role: row.Role, State: string(state), HasJoined: row.InvitedAt.IsZero(),
		IsYou:        caller.Collection().Name == identity.Admins && caller.Id == row.ID,
		SecondFactor: row.HasMFA, LastSignIn: httpx.Time(row.LastSignIn), InviteExpiry: httpx.Time(row.InviteExpiry), CreatedAt: httpx.Time(row.CreatedAt),
	}
}

// respondAdmin responds with one account in the form of the list.
func (a *Accounts) respondAdmin(e *core.RequestEvent, status int, admin *identity.Admin) error {
	return e.JSON(status, a.newAdminAccount(newAdminRow(admin), e.Auth))
}

// DeactivateAdmin is POST /api/admins/{id}/deactivate. It ends every session of the account (RegisterHooks) and voids
// a pending invitation.
func (a *Accounts) DeactivateAdmin(e *core.RequestEvent) error {
	return a.updateAdmin(e, "admin.deactivated", func(tx core.App, admin *identity.Admin) error {
		if isCaller(e, admin.Record) {
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

// SetAdminRole is PUT /api/admins/{id}/role. It ends every session of the account (RegisterHooks), so the admin has
// to sign in again.
func (a *Accounts) SetAdminRole(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, RoleForm)
	if err != nil {
		return err
	}
	role := identity.Role(values.Text("role"))
	return a.updateAdmin(e, "admin.role-changed", func(_ core.App, admin *identity.Admin) error {
		if isCaller(e, admin.Record) {
			return errChangesOwnRole
		}
		if admin.Role() == role {
			return errSameRole
		}
		admin.SetRole(role)
		return nil
	})
}

// ReactivateAdmin is POST /api/admins/{id}/reactivate. The password and the second factor are unchanged.
func (a *Accounts) ReactivateAdmin(e *core.RequestEvent) error {
	return a.updateAdmin(e, "admin.reactivated", func(_ core.App, admin *identity.Admin) error {
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
func (a *Accounts) ResetMFA(e *core.RequestEvent) error {
	return a.updateAdmin(e, "secondfactor.reset", func(tx core.App, admin *identity.Admin) error {
		if isCaller(e, admin.Record) {
			return errResetsOwnMFA
		}
		has, err := hasPasskeys(tx, admin.Record)
		if err != nil {
			return err
		}
		if !identity.HasMFA(admin.Record) && !has {
			return errAccountHasNoMFA
		}
		if err := deletePasskeysOf(tx, admin.Record); err != nil {
			return err
		}
		identity.NewMFA(admin.Record).Clear()
		return a.notifyOwner(tx, admin.Record, emails.EventSecondFactorReset)
	})
}

// updateAdmin changes the account in the path and writes the audit row, in one transaction. The route asks for the
// password.
func (a *Accounts) updateAdmin(e *core.RequestEvent, action string, change func(tx core.App, admin *identity.Admin) error) error {
	var admin *identity.Admin
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if admin, err = identity.FindAdmin(tx, e.Request.PathValue("id")); errors.Is(err, sql.ErrNoRows) {
			return errAdminNotFound
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
		return saveError("update admin", err)
	}
	return a.respondAdmin(e, http.StatusOK, admin)
}

func isCaller(e *core.RequestEvent, account *core.Record) bool {
	return e.Auth != nil && e.Auth.Id == account.Id && e.Auth.Collection().Name == account.Collection().Name
}

// notifyAdmin emails an admin about their own account, if it has an address.
func (a *Accounts) notifyAdmin(tx core.App, admin *identity.Admin, event emails.AdminEvent) error {
	return a.notifyAdminAt(tx, admin.Email(), admin, event)
}

func (a *Accounts) notifyAdminAt(tx core.App, address string, admin *identity.Admin, event emails.AdminEvent) error {
	if address == "" {
		return nil
	}
	return a.outbox.Enqueue(tx, emails.AdminNotice{
		AdminID: admin.Id, Event: event, Username: admin.Username(), Email: address, At: a.now(),
	}.Build())
}

// --- members with admin rights

// AdminMember is a member who may use the console.
type AdminMember struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	IsActive bool   `json:"isActive"`
	IsYou    bool   `json:"isYou"`
	// IsAdmitted is false if the settings require a second factor and the account has none.
	IsAdmitted bool `json:"isAdmitted"`
}

// ListAdminMembers is GET /api/admins/members.
func (a *Accounts) ListAdminMembers(e *core.RequestEvent) error {
	users, err := findAdminMembers(e.App)
	if err != nil {
		return apperr.Fail("The list could not be read.", fmt.Errorf("list admin members: %w", err))
	}
	list := make([]AdminMember, len(users))
	for i, user := range users {
		list[i] = a.adminMember(e, user)
	}
	return e.JSON(http.StatusOK, list)
}

func (a *Accounts) adminMember(e *core.RequestEvent, user *identity.User) AdminMember {
	return AdminMember{user.Id, user.Name(), user.Email(), user.IsActive(), isCaller(e, user.Record), a.middleware.CanUseConsole(user.Record)}
}

// CanGrantRights is the rule of POST /api/admins/members. It runs the handler's checks before the re-authentication,
// so that a request that would fail does not use up a code.
func (a *Accounts) CanGrantRights(e *core.RequestEvent) (bool, error) {
	_, err := findGrantee(e)
	return true, err
}

// findGrantee returns the account that a request grants rights to. Its email must be verified, because the email is
// all that the caller knows about the account.
func findGrantee(e *core.RequestEvent) (*identity.User, error) {
	values, err := httpx.DecodeForm(e, GrantForm)
	if err != nil {
		return nil, err
	}
	account, err := findActiveAccount(e.App, identity.Users, values.Text("email"))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errUnknownMember
	}
	if err != nil {
		return nil, saveError("grant rights", err)
	}
	user := identity.NewUser(account)
	if user.IsAdmin() {
		return nil, errRightsGranted
	}
	if !user.Verified() {
		return nil, errEmailNotVerified(user)
	}
	return user, nil
}

// GrantRights is POST /api/admins/members. It lets the account with the given email use the console and ends its
// sessions (RegisterHooks).
func (a *Accounts) GrantRights(e *core.RequestEvent) error {
	user, err := findGrantee(e)
	if err != nil {
		return err
	}
	user.SetAdmin(true)
	// A PIN cannot open the console, so accounts with admin rights have none.
	user.ClearPIN()
	user.IgnoreUnchangedFields(true)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		return a.audit.Save(tx, audit.RequestActor(e), "adminrights.granted", user.Record)
	})
	if err != nil {
		return saveError("grant rights", err)
	}
	return e.JSON(http.StatusOK, a.adminMember(e, user))
}

// WithdrawRights is POST /api/admins/members/{id}/withdraw. It ends the member's sessions (RegisterHooks).
func (a *Accounts) WithdrawRights(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		user, err := identity.FindUser(tx, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) || (err == nil && !user.IsAdmin()) {
			return errAdminMemberNotFound
		}
		if err != nil {
			return err
		}
		if isCaller(e, user.Record) {
			return errWithdrawsOwnRights
		}
		user.SetAdmin(false)
		return a.audit.Save(tx, audit.RequestActor(e), "adminrights.withdrawn", user.Record)
	})
	if err != nil {
		return saveError("withdraw rights", err)
	}
	return e.NoContent(http.StatusNoContent)
}
