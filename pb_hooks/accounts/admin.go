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
	// Needs is what the console still asks for before it opens: "second-factor", to be set up by an
	// admin account, or "admin-account", instead of a member's.
	Needs httpx.Need `json:"needs,omitempty"`
}

// AdminLogin is POST /api/admin/login.
func (a *Accounts) AdminLogin(e *core.RequestEvent) error {
	values, err := httpx.Form(e, AdminLoginForm)
	if err != nil {
		return err
	}
	admin, wait, err := a.signIn(attempt{
		collection: httpx.Admins, name: strings.ToLower(values.Text("username")),
		secret: values.Text("password"), address: httpx.Address(e), site: httpx.Site(e),
	})
	switch {
	case err != nil:
		return httpx.Refuse(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	case wait > 0:
		return httpx.TooMany(e, wait)
	case admin == nil:
		a.noteRefused(e, httpx.Admins, strings.ToLower(values.Text("username")))
		return httpx.Refuse(http.StatusUnauthorized, "Invalid credentials", nil)
	}
	if hasSecondFactor(admin) {
		if err := a.secondStep(e, admin, values.Text("code")); err != nil {
			return err
		}
	}
	if err := a.openConsole(e, admin); err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Welcome to the admin panel", admin.GetString("username")})
}

func (a *Accounts) openConsole(e *core.RequestEvent, admin *core.Record) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := set(tx, admin.Id, dbx.Params{"lastSignIn": stored(a.now())}); err != nil {
			return err
		}
		return a.note(tx, e, "session.opened", admin)
	})
	if err != nil {
		return err
	}
	return a.edge.SignIn(e, admin)
}

// AdminLogout is POST /api/admin/logout.
func (a *Accounts) AdminLogout(e *core.RequestEvent) error { return a.leave(e, httpx.Admins) }

// AdminSession is GET /api/admin/session.
func (a *Accounts) AdminSession(e *core.RequestEvent) error {
	need := httpx.NeedOf(e.Auth)
	if !httpx.IsAdmin(e.Auth) && need == httpx.NeedsNothing {
		return httpx.Refuse(http.StatusUnauthorized, "Please sign in as an administrator.", nil)
	}
	session := AdminSession{Username: e.Auth.Email(), Via: "admin", Needs: need}
	switch e.Auth.Collection().Name {
	case httpx.Admins:
		session.Username = e.Auth.GetString("username")
	case httpx.Users:
		session.Via = "user"
	}
	return e.JSON(http.StatusOK, session)
}
