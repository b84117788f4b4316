package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/people"
)

// User is a user's own account.
type User struct {
	ID          string               `json:"id"`
	Name        string               `json:"name"`
	Email       string               `json:"email"`
	Phone       string               `json:"phone"`
	Location    string               `json:"location"`
	RequestType identity.RequestType `json:"requestType" wire:"orEmpty"`
	IsAdmin     httpx.Bool           `json:"isAdmin"`
	IsActive    httpx.Bool           `json:"isActive"`
	CreatedAt   httpx.Time           `json:"createdAt"`
}

// SessionUser is the signed-in user, and whether they are a member of the circle now.
type SessionUser struct {
	User
	// IsVerified reports whether the owner of the account has confirmed its address.
	IsVerified httpx.Bool `json:"isVerified"`
	IsMember   httpx.Bool `json:"isMember"`
	// Modules are the modules of the circle that are on and that the member's plan opens.
	Modules []modules.ID `json:"modules"`
}

func newUser(u *identity.User) User {
	return User{
		ID:          u.Id,
		Name:        u.Name(),
		Email:       u.Email(),
		Phone:       u.Phone(),
		Location:    u.Location(),
		RequestType: u.RequestType(),
		IsAdmin:     httpx.Bool(u.IsAdmin()),
		IsActive:    httpx.Bool(u.IsActive()),
		CreatedAt:   httpx.Time(u.CreatedAt()),
	}
}

var (
	errWrongLogin  = apperr.New("wrong-login", http.StatusUnauthorized, "Invalid email or password.")
	errNotSignedIn = apperr.New("not-signed-in", http.StatusUnauthorized, "Please sign in to continue.")
)

// Register is POST /api/register. If the request has an invitation, it is redeemed in the same transaction.
func (a *Accounts) Register() httpx.Endpoint {
	return httpx.JSON(a.register, httpx.Doc{
		Tag: "accounts", Summary: "Create an account and sign in",
		Status: http.StatusCreated, Statuses: []int{http.StatusNotFound, http.StatusConflict},
		Errors: []*apperr.Error{links.ErrEmailTaken},
		Example: map[string]any{
			"name": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "location": "Mumbai",
			"password": "Arabian Sea 42", "requestType": "enquiry",
		},
	})
}

func (a *Accounts) register(e *core.RequestEvent, form RegisterForm) (SessionUser, error) {
	if _, problem := invitationField.Check(form.Invitation); problem != nil {
		return SessionUser{}, httpx.Invalid(*problem)
	}
	release, err := a.middleware.HoldRateLimit(e, httpx.TakenEmails)
	if err != nil {
		return SessionUser{}, err
	}
	user, err := a.create(e.Request.Context(), form, languages.OfRequest(e.Request))
	if err != nil {
		err = registerError(err)
	}
	release(errors.Is(err, links.ErrEmailTaken))
	if err != nil {
		return SessionUser{}, err
	}
	return a.startSession(e, user)
}

// create stores an account and its welcome email, and redeems its invitation, in one transaction.
func (a *Accounts) create(ctx context.Context, form RegisterForm, language string) (*identity.User, error) {
	user, err := newUserRecord(a.app)
	if err != nil {
		return nil, err
	}
	err = a.SignIn.Hash(ctx, func() { loadForm(user, form) }) // hashes the password and the PIN
	if err != nil {
		return nil, err
	}
	user.SetSource(identity.SourceSignUp)
	user.SetActive(true)
	return user, a.app.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(user); err != nil {
			return err
		}
		if form.Invitation != "" {
			if err := a.redeemInvitation(tx, form.Invitation, user.Record); err != nil {
				return err
			}
		}
		if err := people.SuggestLanguage(tx, user.Email(), language); err != nil {
			return err
		}
		nomination, err := a.findNomination(tx, user.Email())
		if err != nil {
			return err
		}
		welcome := emails.Welcome{
			UserID: user.Id, Name: user.Name(), Email: user.Email(), HasNomination: nomination != "",
		}
		return a.outbox.Enqueue(tx, welcome.Build())
	})
}

// registerError maps a failed save to the fields of the sign-up. Errors of an invitation stay unchanged.
func registerError(err error) error {
	problems := httpx.SchemaProblems(err, RegisterRules)
	switch {
	case httpx.IsUniqueViolation(err, core.FieldNameEmail):
		return links.ErrEmailTaken
	case len(problems) > 0:
		return httpx.Invalid(problems...)
	}
	return apperr.Fail("Your account could not be created. Please try again.", fmt.Errorf("register: %w", err))
}

// Login is POST /api/login. The password field accepts the PIN too. If the account has a second factor and the code
// is missing, the response asks for it.
func (a *Accounts) Login() httpx.Endpoint {
	return httpx.JSON(a.login, httpx.Doc{
		Tag: "accounts", Summary: "Sign in with the password or the PIN",
		Description: "An account with a second factor also needs the code. Without it, the answer is 401 " +
			"with data.code.",
		Errors:  []*apperr.Error{errWrongLogin},
		Example: map[string]any{"email": "asha@example.com", "password": "Arabian Sea 42"},
	})
}

func (a *Accounts) login(e *core.RequestEvent, form LoginForm) (SessionUser, error) {
	account, err := a.SignIn.SignIn(e, identity.Users, form.Email, form.Password)
	if err != nil {
		return SessionUser{}, signin.Failed("sign in", err)
	}
	if account == nil {
		a.SignIn.RecordFailure(e, identity.Users, form.Email)
		return SessionUser{}, errWrongLogin
	}
	if err := a.SignIn.VerifyCode(e, account, form.Code); err != nil {
		return SessionUser{}, err
	}
	if err := a.SignIn.RecordEvent(e.App, e, "session.opened", account); err != nil {
		return SessionUser{}, signin.Failed("sign in", err)
	}
	return a.startSession(e, identity.NewUser(account))
}

// FinishPasskeyLogin is POST /api/passkeys/login/finish.
func (a *Accounts) FinishPasskeyLogin() httpx.Endpoint {
	return httpx.Raw[passkeys.Credential](a.finishPasskeyLogin, httpx.Doc{
		Tag: "accounts", Summary: "Sign in with a passkey", Description: passkeys.CredentialDescription,
		Errors: passkeys.LoginErrors,
	})
}

func (a *Accounts) finishPasskeyLogin(e *core.RequestEvent) (SessionUser, error) {
	account, err := a.Passkeys.FinishLogin(e, identity.Users)
	if err != nil {
		return SessionUser{}, err
	}
	if err := a.SignIn.RecordEvent(e.App, e, "session.opened", account); err != nil {
		return SessionUser{}, signin.Failed("passkey sign-in", err)
	}
	return a.startSession(e, identity.NewUser(account))
}

// startSession opens a session and returns its user.
func (a *Accounts) startSession(e *core.RequestEvent, user *identity.User) (SessionUser, error) {
	if err := a.middleware.SignIn(e, user.Record); err != nil {
		return SessionUser{}, signin.Failed("start session", err)
	}
	if err := a.Links.ApplyVerifiedEmail(e, user); err != nil {
		return SessionUser{}, signin.Failed("start session", err)
	}
	return a.sessionUser(e.App, user)
}

func (a *Accounts) sessionUser(app core.App, user *identity.User) (SessionUser, error) {
	isMember, open, err := a.middleware.Membership(app, user.Id)
	if err != nil {
		return SessionUser{}, fmt.Errorf("find membership of user %s: %w", user.Id, err)
	}
	return SessionUser{newUser(user), httpx.Bool(user.Verified()), httpx.Bool(isMember), open.IDs()}, nil
}

// Logout is POST /api/logout.
func (a *Accounts) Logout() httpx.Endpoint {
	return httpx.Do(a.logout, httpx.Doc{
		Tag: "accounts", Summary: "Sign out in this browser", Description: "Other sessions of the account continue.",
	})
}

func (a *Accounts) logout(e *core.RequestEvent) error { return a.SignIn.SignOut(e, identity.Users) }

// CurrentUser is GET /api/user.
func (a *Accounts) CurrentUser() httpx.Endpoint {
	return httpx.Get(a.currentUser, httpx.Doc{
		Tag: "accounts", Summary: "Read the signed-in user",
		Errors: []*apperr.Error{errNotSignedIn},
	})
}

func (a *Accounts) currentUser(e *core.RequestEvent) (SessionUser, error) {
	user := httpx.CurrentUser(e)
	if user == nil {
		return SessionUser{}, errNotSignedIn
	}
	return a.sessionUser(e.App, identity.NewUser(user))
}
