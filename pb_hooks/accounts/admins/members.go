package admins

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

var (
	errMemberNotFound     = apperr.NotFound("admin-member-not-found", "This member with admin rights was not found.")
	errWithdrawsOwnRights = apperr.Conflict("withdraws-own-rights",
		"You cannot withdraw your own admin rights. Another administrator can.")

	errUnknownMember = apperr.Invalid("unknown", "email", "No active account has this email address")
	errRightsGranted = &apperr.Error{
		Code:    "granted",
		Status:  http.StatusConflict,
		Field:   "email",
		Message: "This account already has admin rights",
	}
)

// errEmailNotVerified includes the member's name. An unverified address may belong to another person.
func errEmailNotVerified(user *identity.User) error {
	return &apperr.Error{Code: "unproved", Status: http.StatusConflict, Field: "email", Message: user.Name() +
		` has not verified their email address yet. Ask them to confirm it under Security in their account first.`}
}

// GrantForm is the body of POST /api/admins/members.
type GrantForm struct {
	_     struct{} `wire:"grant,password"`
	Email string   `json:"email"`
}

// Rules returns the rules of the form.
func (GrantForm) Rules() rules.Form { return rules.Form{signin.EmailField} }

// Member is a member who may use the console.
type Member struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	IsActive bool   `json:"isActive"`
	IsYou    bool   `json:"isYou"`
	// IsAdmitted is false if the settings require a second factor and the account has none.
	IsAdmitted bool `json:"isAdmitted"`
}

// ListMembers is GET /api/admins/members.
func (a *Admins) ListMembers() httpx.Endpoint {
	return httpx.Get(a.listMembers, httpx.Doc{
		Tag: "admins", Summary: "List the members with admin rights",
	})
}

func (a *Admins) listMembers(e *core.RequestEvent) ([]Member, error) {
	users, err := findAdminMembers(e.App)
	if err != nil {
		return nil, apperr.Fail("The list could not be read.", fmt.Errorf("list admin members: %w", err))
	}
	list := make([]Member, len(users))
	for i, user := range users {
		list[i] = a.member(e, user)
	}
	return list, nil
}

func (a *Admins) member(e *core.RequestEvent, user *identity.User) Member {
	return Member{
		ID:         user.Id,
		Name:       user.Name(),
		Email:      user.Email(),
		IsActive:   user.IsActive(),
		IsYou:      identity.IsSame(e.Auth, user.Record),
		IsAdmitted: a.middleware.CanUseConsole(user.Record),
	}
}

// CanGrantRights is the rule of POST /api/admins/members. It runs the handler's checks before the re-authentication,
// so that a request that would fail does not use up a code.
func (a *Admins) CanGrantRights(e *core.RequestEvent) (bool, error) {
	form, err := httpx.Decode[GrantForm](e)
	if err == nil {
		_, err = findGrantee(e.App, form.Email)
	}
	return true, err
}

// findGrantee returns the account that a request grants rights to. Its email must be verified, because the email is
// all that the caller knows about the account.
func findGrantee(app core.App, email string) (*identity.User, error) {
	account, err := identity.FindActiveAccount(app, identity.Users, email)
	if err != nil {
		return nil, apperr.SaveFailed("grant rights", database.IfMissing(err, errUnknownMember))
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
func (a *Admins) GrantRights() httpx.Endpoint {
	return httpx.JSON(a.grantRights, httpx.Doc{
		Tag: "admins", Summary: "Give a member admin rights",
		Errors: []*apperr.Error{errUnknownMember, errRightsGranted}, Statuses: []int{http.StatusConflict},
	})
}

func (a *Admins) grantRights(e *core.RequestEvent, form GrantForm) (Member, error) {
	user, err := findGrantee(e.App, form.Email)
	if err != nil {
		return Member{}, err
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
		return Member{}, apperr.SaveFailed("grant rights", err)
	}
	return a.member(e, user), nil
}

// WithdrawRights is POST /api/admins/members/{id}/withdraw. It ends the member's sessions (RegisterHooks).
func (a *Admins) WithdrawRights() httpx.Endpoint {
	return httpx.Do(a.withdrawRights, httpx.Doc{
		Tag: "admins", Summary: "Withdraw a member's admin rights",
		Errors: []*apperr.Error{errMemberNotFound, errWithdrawsOwnRights},
	})
}

func (a *Admins) withdrawRights(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		user, err := identity.FindUser(tx, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) || (err == nil && !user.IsAdmin()) {
			return errMemberNotFound
		}
		if err != nil {
			return err
		}
		if identity.IsSame(e.Auth, user.Record) {
			return errWithdrawsOwnRights
		}
		user.SetAdmin(false)
		return a.audit.Save(tx, audit.RequestActor(e), "adminrights.withdrawn", user.Record)
	})
	if err != nil {
		return apperr.SaveFailed("withdraw rights", err)
	}
	return nil
}
