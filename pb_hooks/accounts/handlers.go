package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/preferences"
)

// User is the signed-in user.
type User struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Email       string     `json:"email"`
	Phone       string     `json:"phone"`
	Location    string     `json:"location"`
	RequestType string     `json:"requestType"`
	IsAdmin     httpx.Bool `json:"isAdmin"`
	IsActive    httpx.Bool `json:"isActive"`
	CreatedAt   httpx.Time `json:"createdAt"`
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
func (a *Accounts) Register(e *core.RequestEvent) error {
	invitationValues, err := httpx.DecodeForm(e, invitationForm)
	if err != nil {
		return err
	}
	values, err := httpx.DecodeForm(e, RegisterForm)
	if err != nil {
		return err
	}
	consent, err := httpx.DecodeForm(e, SignUpForm[len(RegisterForm):])
	if err != nil {
		return err
	}
	release, err := a.middleware.HoldRateLimit(e, httpx.TakenEmails)
	if err != nil {
		return err
	}
	user, err := a.register(e.Request.Context(), values, invitationValues.Text("invitation"),
		consent.Text(agreeOffers) == "true")
	if err != nil {
		err = registerError(err)
	}
	release(errors.Is(err, links.ErrEmailTaken))
	if err != nil {
		return err
	}
	return a.startSession(e, http.StatusCreated, user)
}

// register stores an account, its consent and its welcome email, and redeems its invitation, in one transaction.
func (a *Accounts) register(ctx context.Context, values rules.Values, invitation string,
	agreesToOffers bool) (*identity.User, error) {
	user, err := newUserRecord(a.app)
	if err != nil {
		return nil, err
	}
	// values holds the form's fields only, so a request cannot set others. Load hashes the password and the PIN.
	err = a.SignIn.Hash(ctx, func() { user.Load(values) })
	if err != nil {
		return nil, err
	}
	user.SetSource(identity.SourceSignUp)
	user.SetActive(true)
	return user, a.app.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(user); err != nil {
			return err
		}
		if invitation != "" {
			if err := a.redeemInvitation(tx, invitation, user.Record); err != nil {
				return err
			}
		}
		if agreesToOffers {
			if err := a.preferences.AgreeAtSignUp(tx, user.Email(), preferences.TopicOffers); err != nil {
				return err
			}
		}
		welcome := emails.Welcome{UserID: user.Id, Name: user.Name(), Email: user.Email()}
		return a.outbox.Enqueue(tx, welcome.Build())
	})
}

// registerError maps a failed save to the fields of the sign-up. Errors of an invitation stay unchanged.
func registerError(err error) error {
	problems := httpx.SchemaProblems(err, RegisterForm)
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
func (a *Accounts) Login(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, LoginForm)
	if err != nil {
		return err
	}
	account, err := a.SignIn.SignIn(e, identity.Users, values.Text("email"), values.Text("password"))
	if err != nil {
		return signin.Failed("sign in", err)
	}
	if account == nil {
		a.SignIn.RecordFailure(e, identity.Users, values.Text("email"))
		return errWrongLogin
	}
	if err := a.SignIn.VerifyCode(e, account, values.Text("code")); err != nil {
		return err
	}
	if err := a.SignIn.RecordEvent(e.App, e, "session.opened", account); err != nil {
		return signin.Failed("sign in", err)
	}
	return a.startSession(e, http.StatusOK, identity.NewUser(account))
}

// FinishPasskeyLogin is POST /api/passkeys/login/finish. The body is the browser's PublicKeyCredential as JSON.
func (a *Accounts) FinishPasskeyLogin(e *core.RequestEvent) error {
	account, err := a.Passkeys.FinishLogin(e, identity.Users)
	if err != nil {
		return err
	}
	if err := a.SignIn.RecordEvent(e.App, e, "session.opened", account); err != nil {
		return signin.Failed("passkey sign-in", err)
	}
	return a.startSession(e, http.StatusOK, identity.NewUser(account))
}

// startSession opens the session and responds with its user.
func (a *Accounts) startSession(e *core.RequestEvent, status int, user *identity.User) error {
	if err := a.middleware.SignIn(e, user.Record); err != nil {
		return signin.Failed("start session", err)
	}
	if err := a.Links.ApplyVerifiedEmail(e, user); err != nil {
		return signin.Failed("start session", err)
	}
	return e.JSON(status, newUser(user))
}

// Logout is POST /api/logout.
func (a *Accounts) Logout(e *core.RequestEvent) error { return a.SignIn.SignOut(e, identity.Users) }

// CurrentUser is GET /api/user.
func (a *Accounts) CurrentUser() httpx.Endpoint {
	return httpx.Get(a.currentUser, httpx.Doc{
		Tag: "accounts", Summary: "Read the signed-in user",
		Errors: []*apperr.Error{errNotSignedIn},
	})
}

func (a *Accounts) currentUser(e *core.RequestEvent) (User, error) {
	user := httpx.CurrentUser(e)
	if user == nil {
		return User{}, errNotSignedIn
	}
	return newUser(identity.NewUser(user)), nil
}
