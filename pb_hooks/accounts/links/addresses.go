// An email address is verified or changed by following a link that was mailed to it:
//
//	verification  RequestVerification mails a link to the address of the account. ConfirmEmail verifies it for a
//	              person who is signed in to the account, or who sets a new password (links.go).
//	nomination    The link in a nomination's email verifies the address for the account to which the same browser is
//	              signed in, or signs in within a day (remember.go).
//	change        ChangeEmail stores the new address, mails a link to it and notifies the old address. ConfirmEmail
//	              changes the address for a person who is signed in to the account, and notifies the old address
//	              again. PocketBase ends all other sessions. A newer request voids the older link.
//
// For a change of address, the hash of the token is stored.

package links

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// emailLinkTTL is how long a link that verifies an address is valid.
	emailLinkTTL = 24 * time.Hour

	invalidEmailLink = "This link no longer works. Please ask for a new one."
)

var (
	errInvalidEmailLink = apperr.Invalid("invalid", "token", invalidEmailLink)
	// For the error field signIn the web app asks the user to sign in, for newPassword it asks for a new password.
	errSignInToChange = &apperr.Error{
		Code: "sign-in-to-change", Status: http.StatusConflict, Field: "signIn",
		Message: "Please sign in to the account whose address you are changing. Then confirm the new address.",
	}
	errSignInToConfirm = &apperr.Error{
		Code: "sign-in-to-confirm", Status: http.StatusConflict, Field: "newPassword",
		Message: "Please sign in to confirm this address, or set a new password for the account.",
	}
	errVerifiedAlready = apperr.Conflict("verified-already", "Your email address is already confirmed.")
	errAlreadyVerified = apperr.Conflict("proved-already", "This person's email address is already confirmed.")
)

var (
	// ErrEmailTaken is returned if another account has the address.
	ErrEmailTaken = apperr.Conflict("email-taken", "An account with this email already exists.")
	// ErrSameEmail is returned if the account has the address already.
	ErrSameEmail = &apperr.Error{
		Code:    "same",
		Status:  http.StatusConflict,
		Field:   "email",
		Message: "This is already your email address",
	}
)

// ChangeEmailForm is the body of POST /api/user/email.
type ChangeEmailForm struct {
	Password string `json:"password"`
	Email    string `json:"email"`
	Code     string `json:"code"`
}

// Rules returns the rules of the form.
func (ChangeEmailForm) Rules() rules.Form {
	return rules.Form{signin.CurrentPassword("password"), signin.EmailField, signin.CodeField(false)}
}

// ConfirmEmailForm is the body of POST /api/confirm-email.
type ConfirmEmailForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
	// NewPassword is for a person who is not signed in.
	NewPassword string `json:"newPassword"`
}

// Rules returns the rules of the form.
func (ConfirmEmailForm) Rules() rules.Form {
	return rules.Form{
		{
			Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 600,
			Messages: rules.Messages{Required: invalidEmailLink, Long: invalidEmailLink, Invalid: invalidEmailLink},
		},
		signin.OptionalPassword("newPassword"),
	}
}

// ChangeEmail is POST /api/user/email. The address changes when its owner confirms it
// on the page of the link.
func (l *Links) ChangeEmail() httpx.Endpoint {
	return httpx.JSON(l.changeEmail, httpx.Doc{
		Tag: "accounts", Summary: "Ask for a link to a new email address",
		Description: "The address changes when the person confirms it on the page of the link.",
		Errors:      []*apperr.Error{ErrSameEmail, ErrEmailTaken},
		Example:     map[string]any{"password": "Arabian Sea 42", "email": "asha.rao@example.com"},
	})
}

func (l *Links) changeEmail(e *core.RequestEvent, form ChangeEmailForm) (httpx.Message, error) {
	address := form.Email
	if address == e.Auth.Email() {
		return httpx.Message{}, ErrSameEmail
	}
	if err := l.signIn.Reauthenticate(e, "password", form.Password, form.Code); err != nil {
		return httpx.Message{}, err
	}
	release, err := l.middleware.HoldRateLimit(e, httpx.TakenEmails)
	if err != nil {
		return httpx.Message{}, err
	}
	err = l.requestEmailChange(e, address)
	release(errors.Is(err, ErrEmailTaken))
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("request email change", err)
	}
	return httpx.Message{
		Message: "A link is on its way to " + address + ". Your email address changes when you open it and confirm.",
	}, nil
}

func (l *Links) requestEmailChange(e *core.RequestEvent, address string) error {
	_, err := identity.FindUserByEmail(e.App, address)
	if err == nil {
		return ErrEmailTaken
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err := l.outbox.Throttle(emails.KindEmailChange, address); err != nil {
		return err
	}
	nonce, expiry := keys.Random(), l.now().Add(emailLinkTTL)
	return e.App.RunInTransaction(func(tx core.App) error {
		if err := l.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		user, err := identity.FindUser(tx, e.Auth.Id)
		if err != nil {
			return err
		}
		if err := setNewEmail(tx, user.Id, address, keys.Hash(l.changeToken(user.Id, nonce)), expiry); err != nil {
			return err
		}
		link := emails.EmailLink{
			Kind:      emails.KindEmailChange,
			UserID:    user.Id,
			Nonce:     nonce,
			Name:      user.Name(),
			Email:     address,
			ExpiresAt: expiry,
		}
		if err := l.outbox.Enqueue(tx, link.Build()); err != nil {
			return err
		}
		return l.notices.NotifyUser(tx, user, emails.EventEmailChangeRequested)
	})
}

// RequestVerification is POST /api/user/verification.
func (l *Links) RequestVerification() httpx.Endpoint {
	return httpx.DoJSON(l.requestVerification, httpx.Doc{
		Tag: "accounts", Summary: "Ask for a link that verifies your own email address",
		Errors:   []*apperr.Error{errVerifiedAlready},
		Statuses: []int{http.StatusTooManyRequests},
	})
}

func (l *Links) requestVerification(e *core.RequestEvent) (httpx.Message, error) {
	user := identity.NewUser(e.Auth)
	if user.Verified() {
		return httpx.Message{}, errVerifiedAlready
	}
	if err := l.sendVerification(e.App, user); err != nil {
		return httpx.Message{}, apperr.Fail("The link could not be sent. Please try again.",
			fmt.Errorf("request verification: %w", err))
	}
	return httpx.Message{Message: "A link is on its way to " + user.Email()}, nil
}

// SendVerificationLink sends a member the link of RequestVerification on behalf of an admin. It returns sql.ErrNoRows
// if the account is not active. Call it in a transaction.
func (l *Links) SendVerificationLink(tx core.App, userID string) error {
	user, err := identity.FindUser(tx, userID)
	switch {
	case err != nil:
		return err
	case !user.IsActive():
		return sql.ErrNoRows
	case user.Verified():
		return errAlreadyVerified
	}
	return l.sendVerification(tx, user)
}

func (l *Links) sendVerification(app core.App, user *identity.User) error {
	if err := l.outbox.Throttle(emails.KindEmailVerification, user.Email()); err != nil {
		return err
	}
	link := emails.EmailLink{
		Kind:      emails.KindEmailVerification,
		UserID:    user.Id,
		Nonce:     keys.Random(),
		Name:      user.Name(),
		Email:     user.Email(),
		ExpiresAt: l.now().Add(emailLinkTTL),
	}
	return l.outbox.Enqueue(app, link.Build())
}

// ConfirmedEmail is the result of following a link.
type ConfirmedEmail struct {
	Email string `json:"email"`
	// IsChanged reports whether this is a new address of the account.
	IsChanged bool `json:"isChanged"`
}

// ConfirmEmail is POST /api/confirm-email, the button on the page of a link. If the caller is not signed in to the
// account, the error asks them to sign in, or to set a new password if the link is for the account's current address.
func (l *Links) ConfirmEmail() httpx.Endpoint {
	return httpx.JSON(l.confirmEmail, httpx.Doc{
		Tag: "accounts", Summary: "Verify an email address with the token of a link, or change to it",
		Errors: []*apperr.Error{errInvalidEmailLink, errSignInToChange, errSignInToConfirm, ErrEmailTaken},
	})
}

func (l *Links) confirmEmail(e *core.RequestEvent, form ConfirmEmailForm) (confirmed ConfirmedEmail, err error) {
	if strings.HasPrefix(form.Token, changeLink+".") {
		confirmed, err = l.confirmNewEmail(e, form.Token)
	} else {
		confirmed, err = l.verifyEmail(e, form.Token, form.NewPassword)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		err = errInvalidEmailLink
	case isTaken(err):
		err = ErrEmailTaken
	case err != nil:
		err = apperr.Fail("Your email address could not be confirmed. Please try again.",
			fmt.Errorf("confirm email: %w", err))
	}
	return confirmed, err
}

func (l *Links) confirmNewEmail(e *core.RequestEvent, token string) (ConfirmedEmail, error) {
	user, err := l.confirmChange(e, token)
	if err != nil {
		return ConfirmedEmail{}, err
	}
	return ConfirmedEmail{Email: user.Email(), IsChanged: true}, l.middleware.SignIn(e, user.Record)
}

func (l *Links) verifyEmail(e *core.RequestEvent, token, newPassword string) (ConfirmedEmail, error) {
	user, err := l.findByVerifyToken(l.app, token)
	if err != nil {
		return ConfirmedEmail{}, err
	}
	switch {
	case user.Verified():
		return ConfirmedEmail{Email: user.Email()}, nil
	case identity.IsSame(e.Auth, user.Record):
		err = l.confirmVerification(e, token)
	case newPassword == "":
		err = errSignInToConfirm
	default:
		err = l.verifyWithPassword(e, token, newPassword)
	}
	return ConfirmedEmail{Email: user.Email()}, err
}

// confirmChange returns sql.ErrNoRows if the token is not valid.
func (l *Links) confirmChange(e *core.RequestEvent, token string) (user *identity.User, err error) {
	err = l.app.RunInTransaction(func(tx core.App) error {
		if user, err = findUserByNewEmailToken(tx, keys.Hash(token), l.now()); err != nil {
			return err
		}
		if !identity.IsSame(e.Auth, user.Record) {
			return errSignInToChange
		}
		if err := l.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		former := user.Email()
		user.IgnoreUnchangedFields(true)
		user.SetEmail(user.NewEmail())
		user.ClearNewEmail()
		if err := tx.Save(user); err != nil {
			return err
		}
		if err := MarkEmailVerified(tx, user.Record); err != nil {
			return err
		}
		if err := l.signIn.RecordEvent(tx, e, "email.changed", user.Record); err != nil {
			return err
		}
		return l.notices.NotifyUserAt(tx, former, user, emails.EventEmailChanged)
	})
	return user, err
}

// confirmVerification verifies the address of the caller's account. It returns sql.ErrNoRows if the token is no
// longer valid.
func (l *Links) confirmVerification(e *core.RequestEvent, token string) error {
	return l.app.RunInTransaction(func(tx core.App) error {
		if err := l.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		user, err := l.findByVerifyToken(tx, token)
		if err != nil {
			return err
		}
		return MarkEmailVerified(tx, user.Record)
	})
}

// verifyWithPassword verifies the address of an account for a person who is not signed in to it, and sets the
// password. It returns sql.ErrNoRows if the token is not valid, or if the address was verified in the meantime.
func (l *Links) verifyWithPassword(e *core.RequestEvent, token, password string) error {
	return l.setPasswordByLink(e, token, password, l.findByVerifyToken, func(_ core.App, user *identity.User) error {
		if user.Verified() {
			return sql.ErrNoRows
		}
		return nil
	})
}

// findByVerifyToken returns the active account in a token, or sql.ErrNoRows. The token is valid only for the address
// to which the link was mailed.
func (l *Links) findByVerifyToken(app core.App, token string) (*identity.User, error) {
	id, until, err := parseVerifyToken(token)
	if err != nil {
		return nil, err
	}
	user, err := identity.FindUser(app, id)
	if err != nil {
		return nil, err
	}
	if !user.IsActive() || !l.isVerifyToken(token, user, until) {
		return nil, sql.ErrNoRows
	}
	return user, nil
}

// isTaken reports whether an error says that an address belongs to another account.
func isTaken(err error) bool {
	return errors.Is(err, ErrEmailTaken) || httpx.IsUniqueViolation(err, core.FieldNameEmail)
}
