package accounts

import (
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/edge"
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
}

// AdminLogin is POST /api/admin/login.
func (a *Accounts) AdminLogin(e *core.RequestEvent) error {
	values, err := edge.Form(e, AdminLoginForm)
	if err != nil {
		return err
	}
	admin, wait, err := a.signIn(attempt{
		collection: edge.Admins, name: strings.ToLower(values.Text("username")),
		secret: values.Text("password"), address: edge.Address(e), site: edge.Site(e),
	})
	if err == nil && wait > 0 {
		return edge.TooMany(e, wait)
	}
	if err == nil && admin == nil {
		return edge.Refuse(http.StatusUnauthorized, "Invalid credentials", nil)
	}
	if err == nil {
		err = a.edge.SignIn(e, admin)
	}
	if err != nil {
		return edge.Refuse(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Welcome to the admin panel", admin.GetString("username")})
}

// AdminLogout is POST /api/admin/logout.
func (a *Accounts) AdminLogout(e *core.RequestEvent) error { return a.leave(e, edge.Admins) }

// AdminSession is GET /api/admin/session.
func (a *Accounts) AdminSession(e *core.RequestEvent) error {
	if !edge.IsAdmin(e.Auth) {
		return edge.Refuse(http.StatusUnauthorized, "Please sign in as an administrator.", nil)
	}
	session := AdminSession{Username: e.Auth.Email(), Via: "admin"}
	switch e.Auth.Collection().Name {
	case edge.Admins:
		session.Username = e.Auth.GetString("username")
	case edge.Users:
		session.Via = "user"
	}
	return e.JSON(http.StatusOK, session)
}
