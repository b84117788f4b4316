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

// LoginForm is the body of POST /api/admin/login.
type LoginForm struct {
	_        struct{} `wire:"adminLogin"`
	Username string   `json:"username"`
	Password string   `json:"password"`
	// Code is needed if the account has a second factor.
	Code string `json:"code"`
}

// Rules returns the rules of the form.
func (LoginForm) Rules() rules.Form {
	return rules.Form{
		{
			Name: "username", Label: "Username", Kind: rules.Line, Required: true, Max: 60,
			Messages: rules.Messages{Required: "Username is required"},
		},
		signin.LoginPasswordField, signin.CodeField(false),
	}
}

// Welcome is the response to an admin's sign-in.
type Welcome struct {
	Message  string `json:"message"`
	Username string `json:"username"`
}

// AccountType is the type of the account with which an admin has signed in.
type AccountType string

const (
	adminAccount  AccountType = "admin"
	memberAccount AccountType = "user" // a member with admin rights
)

// Values returns both types.
func (AccountType) Values() []string { return rules.Options(adminAccount, memberAccount) }

// Session describes who is signed in to the console, and how.
type Session struct {
	Username string      `json:"username"`
	Via      AccountType `json:"via"`
	// Requirement is what the console still requires of the account. It is omitted if the console requires nothing.
	Requirement httpx.Requirement `json:"needs,omitempty"`
}

// Login is POST /api/admin/login.
func (a *Admins) Login() httpx.Endpoint {
	return httpx.JSON(a.login, httpx.Doc{
		Tag: "accounts", Summary: "Sign in to the console",
		Description: "A 401 whose data has code asks for a code of the second factor.",
		Errors:      []*apperr.Error{errWrongLogin, errPasskeyRequired},
	})
}

func (a *Admins) login(e *core.RequestEvent, form LoginForm) (Welcome, error) {
	username := identity.EmailKey(form.Username)
	account, err := a.signIn.SignIn(e, identity.Admins, username, form.Password)
	if err != nil {
		return Welcome{}, signin.Failed("admin sign-in", err)
	}
	if account == nil {
		a.signIn.RecordFailure(e, identity.Admins, username)
		return Welcome{}, errWrongLogin
	}
	admin := identity.NewAdmin(account)
	if identity.HasMFA(account) {
		if err := a.signIn.VerifyCode(e, account, form.Code); err != nil {
			return Welcome{}, err
		}
	} else if has, err := passkeys.HasAny(e.App, account); err != nil {
		return Welcome{}, signin.Failed("admin sign-in", err)
	} else if has {
		return Welcome{}, errPasskeyRequired
	}
	if err := a.startSession(e, admin); err != nil {
		return Welcome{}, signin.Failed("admin sign-in", err)
	}
	return Welcome{"Welcome to the admin panel", admin.Username()}, nil
}

// FinishPasskeyLogin is POST /api/admin/login/passkey/finish.
func (a *Admins) FinishPasskeyLogin() httpx.Endpoint {
	return httpx.Raw[passkeys.Credential](a.finishPasskeyLogin, httpx.Doc{
		Tag: "accounts", Summary: "Sign in to the console with a passkey", Description: passkeys.CredentialDescription,
		Errors: passkeys.LoginErrors,
	})
}

func (a *Admins) finishPasskeyLogin(e *core.RequestEvent) (Welcome, error) {
	account, err := a.passkeys.FinishLogin(e, identity.Admins)
	if err != nil {
		return Welcome{}, err
	}
	admin := identity.NewAdmin(account)
	if err := a.startSession(e, admin); err != nil {
		return Welcome{}, signin.Failed("admin passkey sign-in", err)
	}
	return Welcome{"Welcome to the admin panel", admin.Username()}, nil
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
func (a *Admins) Logout() httpx.Endpoint {
	return httpx.Do(a.logout, httpx.Doc{
		Tag: "accounts", Summary: "Sign out of the console",
	})
}

func (a *Admins) logout(e *core.RequestEvent) error { return a.signIn.SignOut(e, identity.Admins) }

// GetSession is GET /api/admin/session.
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
	session := Session{Username: identity.SignInName(e.Auth), Via: adminAccount, Requirement: requirement}
	if e.Auth.Collection().Name == identity.Users {
		session.Via = memberAccount
	}
	return session, nil
}
