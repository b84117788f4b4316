package accounts

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// AdminMember is a member whose account may use the console.
type AdminMember struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	IsActive bool   `json:"isActive"`
	IsYou    bool   `json:"isYou"`
	// IsAdmitted is false where the settings want a second factor, which members' accounts lack.
	IsAdmitted bool `json:"isAdmitted"`
}

// ListAdminMembers is GET /api/admins/members.
func (a *Accounts) ListAdminMembers(e *core.RequestEvent) error {
	var users []*core.Record
	err := e.App.RecordQuery(httpx.Users).AndWhere(dbx.NewExp("isAdmin")).OrderBy("email", "id").All(&users)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The list could not be read.", err)
	}
	list := make([]AdminMember, len(users))
	for i, user := range users {
		list[i] = a.adminMember(e, user)
	}
	return e.JSON(http.StatusOK, list)
}

func (a *Accounts) adminMember(e *core.RequestEvent, user *core.Record) AdminMember {
	return AdminMember{user.Id, user.GetString("name"), user.Email(), user.GetBool("isActive"), isCaller(e, user), a.middleware.CanUseConsole(user)}
}

// GrantRights is POST /api/admins/members: the account of that e-mail may use the console. The e-mail
// must be proved, for it is all that the caller knows the account by. Her open sessions end (Guard).
func (a *Accounts) GrantRights(e *core.RequestEvent) error {
	values, err := readReauthenticatedForm(e, GrantForm)
	if err != nil {
		return err
	}
	user, err := activeAccount(e.App, httpx.Users, values.Text("email"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Invalid(rules.Problem{Field: "email", Code: "unknown", Message: "No active account has this email address"})
	}
	if err != nil {
		return saveError(err)
	}
	if user.GetBool("isAdmin") {
		return httpx.Conflict(rules.Problem{Field: "email", Code: "granted", Message: "This account has admin rights already"})
	}
	if !user.Verified() {
		return httpx.Conflict(rules.Problem{Field: "email", Code: "unproved", Message: user.GetString("name") +
			` has not proved her email address yet. Ask her to set a new password through "Forgot password" first.`})
	}
	if err := a.ReauthenticateRequest(e); err != nil {
		return err
	}
	user.Set("isAdmin", true)
	// A PIN opens no account of the console, so none is kept.
	user.Load(map[string]any{"pin": "", "pinFailures": 0})
	user.IgnoreUnchangedFields(true)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		return a.log.Save(tx, audit.RequestActor(e), "adminrights.granted", user)
	})
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, a.adminMember(e, user))
}

// WithdrawRights is POST /api/admins/members/{id}/withdraw: her open sessions end at once (Guard).
func (a *Accounts) WithdrawRights(e *core.RequestEvent) error {
	if err := a.ReauthenticateRequest(e); err != nil {
		return err
	}
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		user, err := tx.FindRecordById(httpx.Users, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) || (err == nil && !user.GetBool("isAdmin")) {
			return httpx.NewError(http.StatusNotFound, "This member with admin rights was not found.", nil)
		}
		if err != nil {
			return err
		}
		if isCaller(e, user) {
			return httpx.NewError(http.StatusConflict, "You cannot withdraw your own admin rights. Another administrator can.", nil)
		}
		user.Set("isAdmin", false)
		return a.log.Save(tx, audit.RequestActor(e), "adminrights.withdrawn", user)
	})
	if err != nil {
		return saveError(err)
	}
	return e.NoContent(http.StatusNoContent)
}
