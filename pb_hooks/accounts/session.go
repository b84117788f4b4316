package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Login is POST /api/login; the password field takes the PIN too.
func (a *Accounts) Login(e *core.RequestEvent) error {
	values, err := httpx.Form(e, LoginForm)
	if err != nil {
		return err
	}
	user, wait, err := a.signIn(attempt{
		collection: httpx.Users, name: values.Text("email"),
		secret: values.Text("password"), address: httpx.Address(e), site: httpx.Site(e),
	})
	switch {
	case err != nil:
		return httpx.Refuse(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	case wait > 0:
		return httpx.TooMany(e, wait)
	case user == nil:
		a.noteRefused(e, httpx.Users, values.Text("email"))
		return httpx.Refuse(http.StatusUnauthorized, "Invalid email or password.", nil)
	}
	if err := a.note(e.App, e, "session.opened", user); err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return a.enter(e, http.StatusOK, user)
}

// enter opens the session and answers with the session user.
func (a *Accounts) enter(e *core.RequestEvent, status int, user *core.Record) error {
	if err := a.edge.SignIn(e, user); err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return e.JSON(status, userOf(user))
}

// Logout is POST /api/logout.
func (a *Accounts) Logout(e *core.RequestEvent) error { return a.leave(e, httpx.Users) }

func (a *Accounts) leave(e *core.RequestEvent, collection string) error {
	err := a.edge.SignOut(e, collection, func(tx core.App, account *core.Record) error {
		return a.note(tx, e, "session.closed", account)
	})
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "Signing out failed. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// CurrentUser is GET /api/user.
func (a *Accounts) CurrentUser(e *core.RequestEvent) error {
	user := httpx.User(e)
	if user == nil {
		return httpx.Refuse(http.StatusUnauthorized, "Please sign in to continue.", nil)
	}
	return e.JSON(http.StatusOK, userOf(user))
}
