package accounts

import (
	"net/http"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// AdminWelcome is the answer to an admin's sign-in.
type AdminWelcome struct {
	Message  string `json:"message"`
	Username string `json:"username"`
}

// AdminSession tells who uses the console, and by which sign-in.
type AdminSession struct {
	Username string `json:"username"`
	// Via is "admin" for an account of the console's own, "user" for a member with isAdmin.
	Via string `json:"via"`
	// Requirement is what the console still asks for before it opens: "second-factor", to be set up by an
	// admin account, or "admin-account", instead of a member's.
	Requirement httpx.Requirement `json:"needs,omitempty"`
}

// AdminLogin is POST /api/admin/login.
func (a *Accounts) AdminLogin(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AdminLoginForm)
	if err != nil {
		return err
	}
	admin, wait, err := a.signIn(attempt{
		collection: httpx.Admins, name: strings.ToLower(values.Text("username")),
		secret: values.Text("password"), address: httpx.ClientNetwork(e), site: httpx.ClientSitePrefix(e),
	})
	switch {
	case err != nil:
		return httpx.NewError(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	case admin == nil:
		a.recordFailedSignIn(e, httpx.Admins, strings.ToLower(values.Text("username")))
		return httpx.NewError(http.StatusUnauthorized, "Invalid credentials", nil)
	}
	if hasSecondFactor(admin) {
		if err := a.verifySecondFactor(e, admin, values.Text("code")); err != nil {
			return err
		}
	}
	if err := a.startAdminSession(e, admin); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Welcome to the admin panel", admin.GetString("username")})
}

func (a *Accounts) startAdminSession(e *core.RequestEvent, admin *core.Record) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := updateAdminColumns(tx, admin.Id, dbx.Params{"lastSignIn": formatTime(a.now())}); err != nil {
			return err
		}
		return a.recordAudit(tx, e, "session.opened", admin)
	})
	if err != nil {
		return err
	}
	return a.middleware.SignIn(e, admin)
}

// AdminLogout is POST /api/admin/logout.
func (a *Accounts) AdminLogout(e *core.RequestEvent) error { return a.signOut(e, httpx.Admins) }

// AdminSession is GET /api/admin/session.
func (a *Accounts) AdminSession(e *core.RequestEvent) error {
	requirement := httpx.RequirementOf(e.Auth)
	if !httpx.IsAdmin(e.Auth) && requirement == httpx.NoRequirement {
		return httpx.NewError(http.StatusUnauthorized, "Please sign in as an administrator.", nil)
	}
	session := AdminSession{Username: e.Auth.Email(), Via: "admin", Requirement: requirement}
	switch e.Auth.Collection().Name {
	case httpx.Admins:
		session.Username = e.Auth.GetString("username")
	case httpx.Users:
		session.Via = "user"
	}
	return e.JSON(http.StatusOK, session)
}
