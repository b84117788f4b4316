package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Login is POST /api/login; the password field takes the PIN too.
func (a *Accounts) Login(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, LoginForm)
	if err != nil {
		return err
	}
	user, wait, err := a.signIn(attempt{
		collection: httpx.Users, name: values.Text("email"),
		secret: values.Text("password"), address: httpx.ClientNetwork(e), site: httpx.ClientSitePrefix(e),
	})
	switch {
	case err != nil:
		return httpx.NewError(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	case wait > 0:
		return httpx.TooManyRequests(e, wait)
	case user == nil:
		a.recordFailedSignIn(e, httpx.Users, values.Text("email"))
		return httpx.NewError(http.StatusUnauthorized, "Invalid email or password.", nil)
	}
	if err := a.recordAudit(e.App, e, "session.opened", user); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return a.startSession(e, http.StatusOK, user)
}

// startSession opens the session and answers with the session user.
func (a *Accounts) startSession(e *core.RequestEvent, status int, user *core.Record) error {
	if err := a.middleware.SignIn(e, user); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Signing in failed. Please try again.", err)
	}
	return e.JSON(status, newUser(user))
}

// Logout is POST /api/logout.
func (a *Accounts) Logout(e *core.RequestEvent) error { return a.signOut(e, httpx.Users) }

func (a *Accounts) signOut(e *core.RequestEvent, collection string) error {
	err := a.middleware.SignOut(e, collection, func(tx core.App, account *core.Record) error {
		return a.recordAudit(tx, e, "session.closed", account)
	})
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Signing out failed. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// CurrentUser is GET /api/user.
func (a *Accounts) CurrentUser(e *core.RequestEvent) error {
	user := httpx.CurrentUser(e)
	if user == nil {
		return httpx.NewError(http.StatusUnauthorized, "Please sign in to continue.", nil)
	}
	return e.JSON(http.StatusOK, newUser(user))
}
