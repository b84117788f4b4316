// An email address is verified by following a link that was mailed to it. The link opens a page, and only the button
// on that page acts, because programs that scan mail follow links too.
//
//	verification  RequestVerification mails a link to the address of the account. ConfirmEmail verifies it for a
//	              person who is signed in to the account, or who sets a new password (verification.go).
//	nomination    The link in a nomination's email verifies the address for the account to which the same browser is
//	              signed in, or signs in within a day (RememberVerifiedEmail, applyVerifiedEmail).
//	change        ChangeEmail stores the new address, mails a link to it and notifies the old address. ConfirmEmail
//	              changes the address for a person who is signed in to the account, and notifies the old address
//	              again. PocketBase ends all other sessions. A newer request voids the older link.
//
// Tokens are derived when an email is rendered and are not stored. For a change of address, the hash is stored.

package accounts

import (
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

const (
	// emailLinkTTL is how long a link that verifies an address is valid.
	emailLinkTTL = 24 * time.Hour

	invalidEmailLink = "This link does not work any more. Please ask for a new one."
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
	errVerifiedAlready = apperr.Conflict("verified-already", "Your email address is confirmed already.")
	errAlreadyVerified = apperr.Conflict("proved-already", "This person's email address is confirmed already.")
)

// The kinds of link. A token starts with its kind.
const (
	verifyLink = "v"
	changeLink = "c"
)

// ChangeEmail is POST /api/user/email. The address changes once the link at the new address is followed.
func (a *Accounts) ChangeEmail(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ChangeEmailForm)
	if err != nil {
		return err
	}
	address := values.Text("email")
	if address == e.Auth.Email() {
		return errSameEmail
	}
	if err := a.reauthenticate(e, "password", values.Text("password"), values.Text("code")); err != nil {
		return err
	}
	release, err := a.middleware.HoldRateLimit(e, httpx.TakenEmails)
	if err != nil {
		return err
	}
	err = a.requestEmailChange(e, address)
	release(errors.Is(err, errEmailTaken))
	if err != nil {
		return saveError("request email change", err)
	}
	return e.JSON(http.StatusOK, Message{"A link is on its way to " + address + ". Your email address changes when you have followed it."})
}

func (a *Accounts) requestEmailChange(e *core.RequestEvent, address string) error {
	_, err := identity.FindUserByEmail(e.App, address)
	if err == nil {
		return errEmailTaken
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err := a.outbox.Throttle(emails.KindEmailChange, address); err != nil {
		return err
	}
	nonce, expiry := keys.Random(), a.now().Add(emailLinkTTL)
	_, err = a.updateOwn(e, func(tx core.App, user *identity.User) error {
		if err := setNewEmail(tx, user.Id, address, keys.Hash(a.changeToken(user.Id, nonce)), expiry); err != nil {
			return err
		}
		link := emails.EmailLink{
			Kind: emails.KindEmailChange, UserID: user.Id, Nonce: nonce, Name: user.Name(), Email: address, ExpiresAt: expiry,
		}
		if err := a.outbox.Enqueue(tx, link.Build()); err != nil {
			return err
		}
		return a.notifyUser(tx, user, emails.EventEmailChangeRequested)
	})
	return err
}

// RequestVerification is POST /api/user/verification.
func (a *Accounts) RequestVerification(e *core.RequestEvent) error {
	user := identity.NewUser(e.Auth)
	if user.Verified() {
		return errVerifiedAlready
	}
	if err := a.sendVerification(e.App, user); err != nil {
		return apperr.Fail("The link could not be sent. Please try again.", fmt.Errorf("request verification: %w", err))
	}
	return e.JSON(http.StatusOK, Message{"A link is on its way to " + user.Email()})
}

// SendVerificationLink sends a member the link of RequestVerification on behalf of an admin. It returns sql.ErrNoRows
// if the account is not active. Call it in a transaction.
func (a *Accounts) SendVerificationLink(tx core.App, userID string) error {
	user, err := identity.FindUser(tx, userID)
	switch {
	case err != nil:
		return err
	case !user.IsActive():
		return sql.ErrNoRows
	case user.Verified():
		return errAlreadyVerified
	}
	return a.sendVerification(tx, user)
}

func (a *Accounts) sendVerification(app core.App, user *identity.User) error {
	if err := a.outbox.Throttle(emails.KindEmailVerification, user.Email()); err != nil {
		return err
	}
	link := emails.EmailLink{
		Kind: emails.KindEmailVerification, UserID: user.Id, Nonce: keys.Random(), Name: user.Name(), Email: user.Email(), ExpiresAt: a.now().Add(emailLinkTTL),
	}
	return a.outbox.Enqueue(app, link.Build())
}

// ConfirmedEmail is the result of following a link.
type ConfirmedEmail struct {
	Email string `json:"email"`
	// IsChanged reports whether this is a new address of the account.
	IsChanged bool `json:"isChanged"`
}

// ConfirmEmail is POST /api/confirm-email, the button on the page of a link. If the caller is not signed in to the
// account, the error asks them to sign in, or to set a new password if the link is for the account's current address.
func (a *Accounts) ConfirmEmail(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ConfirmEmailForm)
	if err != nil {
		return err
	}
	token := values.Text("token")
	var confirmed ConfirmedEmail
	if strings.HasPrefix(token, changeLink+".") {
		confirmed, err = a.changeEmail(e, token)
	} else {
		confirmed, err = a.verifyEmail(e, token, values.Text("newPassword"))
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errInvalidEmailLink
	case errIsTaken(err):
		return errEmailTaken
	case err != nil:
		return apperr.Fail("Your email address could not be confirmed. Please try again.", fmt.Errorf("confirm email: %w", err))
	}
	return e.JSON(http.StatusOK, confirmed)
}

func (a *Accounts) changeEmail(e *core.RequestEvent, token string) (ConfirmedEmail, error) {
	user, err := a.confirmChange(e, token)
	if err != nil {
		return ConfirmedEmail{}, err
	}
	return ConfirmedEmail{Email: user.Email(), IsChanged: true}, a.middleware.SignIn(e, user.Record)
}

func (a *Accounts) verifyEmail(e *core.RequestEvent, token, newPassword string) (ConfirmedEmail, error) {
	user, err := a.findByVerifyToken(a.app, token)
	if err != nil {
		return ConfirmedEmail{}, err
	}
	switch {
	case user.Verified():
		return ConfirmedEmail{Email: user.Email()}, nil
	case isCaller(e, user.Record):
		err = a.confirmVerification(e, token)
	case newPassword == "":
		err = errSignInToConfirm
	default:
		err = a.verifyWithPassword(e, token, newPassword)
	}
	return ConfirmedEmail{Email: user.Email()}, err
}

// verifiedEmailCookie records that the browser's user followed a link before signing in. Another person may have
// opened an account with the address. Only a person who reads the mail and can sign in to the account has verified
// it.
const verifiedEmailCookie = "email_proof"

// RememberVerifiedEmail sets a cookie that verifies the address for the account to which this browser signs in, or
// which it creates, within a day.
func RememberVerifiedEmail(e *core.RequestEvent, m *httpx.Middleware, key keys.Key, address string, now time.Time) {
	m.SetCookie(e, verifiedEmailCookie, verifiedEmailToken(key, address, now.Add(emailLinkTTL)), int(emailLinkTTL.Seconds()))
}

func verifiedEmailToken(key keys.Key, address string, expiry time.Time) string {
	until := fmt.Sprint(expiry.Unix())
	return until + "." + key.Derive("email-proof", address, until)
}

// applyVerifiedEmail verifies the address of an account at sign-in, if the browser has the cookie for it.
func (a *Accounts) applyVerifiedEmail(e *core.RequestEvent, user *identity.User) error {
	token := a.middleware.Cookie(e, verifiedEmailCookie)
	seconds, _, _ := strings.Cut(token, ".")
	until, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || until < a.now().Unix() || subtle.ConstantTimeCompare([]byte(verifiedEmailToken(a.key, user.Email(), time.Unix(until, 0))), []byte(token)) != 1 {
		return nil
	}
	a.middleware.SetCookie(e, verifiedEmailCookie, "", -1)
	return MarkEmailVerified(e.App, user.Record)
}

// confirmChange returns sql.ErrNoRows if the token is not valid.
func (a *Accounts) confirmChange(e *core.RequestEvent, token string) (user *identity.User, err error) {
	err = a.app.RunInTransaction(func(tx core.App) error {
		if user, err = findUserByNewEmailToken(tx, keys.Hash(token), a.now()); err != nil {
			return err
		}
		if !isCaller(e, user.Record) {
			return errSignInToChange
		}
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
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
		if err := a.recordAdminEvent(tx, e, "email.changed", user.Record); err != nil {
			return err
		}
		return a.notifyUserAt(tx, former, user, emails.EventEmailChanged)
	})
	return user, err
}

// confirmVerification verifies the address of the caller's account. It returns sql.ErrNoRows if the token is no
// longer valid.
func (a *Accounts) confirmVerification(e *core.RequestEvent, token string) error {
	return a.app.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		user, err := a.findByVerifyToken(tx, token)
		if err != nil {
			return err
		}
		return MarkEmailVerified(tx, user.Record)
	})
}

// verifyWithPassword verifies the address of an account for a person who is not signed in to it, and sets the
// password. It returns sql.ErrNoRows if the token is not valid, or if the address was verified in the meantime.
func (a *Accounts) verifyWithPassword(e *core.RequestEvent, token, password string) error {
	return a.setPasswordByLink(e, token, password, a.findByVerifyToken, func(_ core.App, user *identity.User) error {
		if user.Verified() {
			return sql.ErrNoRows
		}
		return nil
	})
}

// findByVerifyToken returns the active account in a token, or sql.ErrNoRows. The token is valid only for the address
// to which the link was mailed.
func (a *Accounts) findByVerifyToken(app core.App, token string) (*identity.User, error) {
	id, until, err := parseVerifyToken(token)
	if err != nil {
		return nil, err
	}
	user, err := identity.FindUser(app, id)
	if err != nil {
		return nil, err
	}
	if !user.IsActive() || !a.isVerifyToken(token, user, until) {
		return nil, sql.ErrNoRows
	}
	return user, nil
}

// --- tokens

func (a *Accounts) changeToken(userID, nonce string) string {
	return changeLink + "." + a.key.Derive("email-change", userID, nonce)
}

// verifyToken returns a token for an account and its current address. The token contains its expiry.
func (a *Accounts) verifyToken(userID, email string, expiry time.Time) string {
	until := fmt.Sprint(expiry.Unix())
	return strings.Join([]string{verifyLink, userID, until, a.key.Derive("email-verification", userID, email, until)}, ".")
}

// parseVerifyToken returns the account and the expiry in a token, or sql.ErrNoRows.
func parseVerifyToken(token string) (userID string, until time.Time, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 4 || parts[0] != verifyLink {
		return "", time.Time{}, sql.ErrNoRows
	}
	seconds, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return "", time.Time{}, sql.ErrNoRows
	}
	return parts[1], time.Unix(seconds, 0), nil
}

func (a *Accounts) isVerifyToken(token string, user *identity.User, until time.Time) bool {
	return until.After(a.now()) && subtle.ConstantTimeCompare([]byte(a.verifyToken(user.Id, user.Email(), until)), []byte(token)) == 1
}

// EmailChangeParams adds the token to the parameters of an email to a new address. It returns mail.ErrObsolete if the
// link is void.
func (a *Accounts) EmailChangeParams(app core.App, params map[string]string) (map[string]string, error) {
	token := a.changeToken(params["userId"], params["nonce"])
	_, err := findUserByNewEmailToken(app, keys.Hash(token), a.now())
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	return map[string]string{"name": params["name"], "token": token}, nil
}

// VerificationParams adds the token to the parameters of an email that verifies an address.
func (a *Accounts) VerificationParams(app core.App, params map[string]string) (map[string]string, error) {
	user, err := identity.FindUser(app, params["userId"])
	if errors.Is(err, sql.ErrNoRows) || err == nil && (user.Verified() || user.Email() != params["email"]) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	expiry, err := time.Parse(time.RFC3339, params["until"])
	if err != nil {
		return nil, err
	}
	return map[string]string{"name": params["name"], "token": a.verifyToken(user.Id, user.Email(), expiry)}, nil
}
