package admins

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

var (
	errWrongLogin      = apperr.New("wrong-admin-login", http.StatusUnauthorized, "Invalid credentials")
	errSignedOut       = apperr.New("admin-signed-out", http.StatusUnauthorized, "Please sign in as an administrator.")
	errPasskeyRequired = apperr.New("passkey-required", http.StatusUnauthorized,
		"This account has a passkey. Please sign in with it.")
)

// LoginForm is the body of POST /api/admin/login. If the account has a second factor and code is empty, the
// response asks for it.
var LoginForm = rules.Form{
	{
		Name: "username", Label: "Username", Kind: rules.Line, Required: true, Max: 60,
		Messages: rules.Messages{Required: "Username is required"},
	},
	{
		Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Password is required"},
	},
	signin.CodeField(false),
}

// Welcome is the response to an admin's sign-in.
type Welcome struct {
	Message  string `json:"message"`
	Username string `json:"username"`
}

// Session describes who is signed in to the console, and how.
type Session struct {
	Username string `json:"username"`
	// Via is "admin" for an admin account and "user" for a member with admin rights.
	Via string `json:"via"`
	// Requirement is what the console still requires: "second-factor" (set one up) or "admin-account" (sign in with
	// an admin account instead of a member's).
	Requirement httpx.Requirement `json:"needs,omitempty"`
}

// Login is POST /api/admin/login.
func (a *Admins) Login(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, LoginForm)
	if err != nil {
		return err
	}
	username := identity.NormalizeName(values.Text("username"))
	account, err := a.signIn.SignIn(e, identity.Admins, username, values.Text("password"))
	if err != nil {
		return signin.Failed("admin sign-in", err)
	}
	if account == nil {
		a.signIn.RecordFailure(e, identity.Admins, username)
		return errWrongLogin
	}
	admin := identity.NewAdmin(account)
	if identity.HasMFA(account) {
		if err := a.signIn.VerifyCode(e, account, values.Text("code")); err != nil {
			return err
		}
	} else if has, err := passkeys.HasAny(e.App, account); err != nil {
		return signin.Failed("admin sign-in", err)
	} else if has {
		return errPasskeyRequired
	}
	if err := a.startSession(e, admin); err != nil {
		return signin.Failed("admin sign-in", err)
	}
	return e.JSON(http.StatusOK, Welcome{"Welcome to the admin panel", admin.Username()})
}

// FinishPasskeyLogin is POST /api/admin/login/passkey/finish.
func (a *Admins) FinishPasskeyLogin(e *core.RequestEvent) error {
	account, err := a.passkeys.FinishLogin(e, identity.Admins)
	if err != nil {
		return err
	}
	admin := identity.NewAdmin(account)
	if err := a.startSession(e, admin); err != nil {
		return signin.Failed("admin passkey sign-in", err)
	}
	return e.JSON(http.StatusOK, Welcome{"Welcome to the admin panel", admin.Username()})
}

func (a *Admins) startSession(e *core.RequestEvent, admin *identity.Admin) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := setLastSignIn(tx, admin.Id, a.now()); err != nil {
			return err
		}
		return a.signIn.RecordEvent(tx, e, "session.opened", admin.Record)
	})
	if err != nil {
		return err
	}
	return a.middleware.SignIn(e, admin.Record)
}

// Logout is POST /api/admin/logout.
func (a *Admins) Logout(e *core.RequestEvent) error { return a.signIn.SignOut(e, identity.Admins) }

// Session is GET /api/admin/session.
func (a *Admins) GetSession() httpx.Endpoint {
	return httpx.Get(a.getSession, httpx.Doc{
		Tag: "accounts", Summary: "Read who is signed in to the console",
		Errors: []*apperr.Error{errSignedOut},
	})
}

func (a *Admins) getSession(e *core.RequestEvent) (Session, error) {
	requirement := httpx.RequirementOf(e.Auth)
	if !httpx.IsAdmin(e) && requirement == httpx.NoRequirement {
		return Session{}, errSignedOut
	}
	session := Session{Username: identity.SignInName(e.Auth), Via: "admin", Requirement: requirement}
	if e.Auth.Collection().Name == identity.Users {
		session.Via = "user"
	}
	return session, nil
}
