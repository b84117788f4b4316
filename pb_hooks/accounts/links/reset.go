// How a password is reset:
//
//	request  ForgotPassword queues a job and responds, whether the address is known or not. The response time
//	         therefore does not reveal whether an account exists.
//	link     The job creates a token for an active account, which voids the older link, and queues an email. It
//	         stores the token's hash and expiry in the transaction that completes the job.
//	email    The token itself is not stored. It is derived from the account, the request and the key file when the
//	         email is rendered (ResetParams).
//	use      ResetPassword removes the hash and sets the password in one transaction, so the link works once.
//	         links.go says which other credentials are removed.
//
// If the process stops, the job runs after the next start.

package links

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
)

const (
	// resetLinkTTL is how long a reset link is valid.
	resetLinkTTL = time.Hour
	// maxResetLinksPerHour limits the links to one address, in addition to one a minute, so that strangers cannot
	// flood a mailbox.
	maxResetLinksPerHour = 5
	// maxResetAttempts is reached after a few hours. By then the link is of no use to the person who requested it.
	maxResetAttempts = 30
)

// ResetRequestJob is the type of the job for a requested reset link.
const ResetRequestJob = "accounts.reset-request"

var errInvalidResetToken = apperr.Invalid("invalid", "token", "Invalid reset token")

// ForgotForm is the body of POST /api/forgot-password.
type ForgotForm struct {
	_     struct{} `wire:"forgotPassword"`
	Email string   `json:"email"`
}

// Rules returns the rules of the form.
func (ForgotForm) Rules() rules.Form { return rules.Form{signin.EmailField} }

var tokenField = rules.Field{
	Name:     "token",
	Label:    "Token",
	Kind:     rules.Secret,
	Required: true,
	Max:      200,
	Messages: rules.Messages{
		Required: "Invalid reset token",
		Long:     "Invalid reset token",
		Invalid:  "Invalid reset token",
	},
}

// ResetForm is the body of POST /api/reset-password.
type ResetForm struct {
	_           struct{} `wire:"resetPassword"`
	Token       string   `json:"token"`
	NewPassword string   `json:"newPassword"`
	// RemovePasskeys has the ids of the passkeys that the owner removes.
	RemovePasskeys []string `json:"removePasskeys"`
}

// Rules returns the rules of the form.
func (ResetForm) Rules() rules.Form {
	return rules.Form{
		tokenField, signin.WithName(signin.NewPasswordField, "newPassword"),
		{Name: "removePasskeys", Label: "Passkeys to remove", Kind: rules.List, Max: passkeys.Max},
	}
}

// ResetDetailsForm is the body of POST /api/reset-password/details.
type ResetDetailsForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

// Rules returns the rules of the form.
func (ResetDetailsForm) Rules() rules.Form { return rules.Form{tokenField} }

// ForgotPassword is POST /api/forgot-password.
func (l *Links) ForgotPassword() httpx.Endpoint {
	return httpx.JSON(l.forgotPassword, httpx.Doc{
		Tag: "accounts", Summary: "Ask for a link that sets a new password",
		Example: map[string]any{"email": "asha@example.com"},
	})
}

func (l *Links) forgotPassword(e *core.RequestEvent, form ForgotForm) (httpx.Message, error) {
	payload, err := json.Marshal(resetRequest{Email: form.Email})
	if err == nil {
		err = l.jobs.Enqueue(e.App, jobs.Job{Type: ResetRequestJob, Payload: payload})
	}
	if err != nil {
		return httpx.Message{}, apperr.Fail("Failed to send reset link", fmt.Errorf("enqueue reset request: %w", err))
	}
	return httpx.Message{Message: "If the email exists, a password reset link has been sent"}, nil
}

// resetRequest is the payload of a job of type ResetRequestJob.
type resetRequest struct {
	Email string `json:"email"`
}

// resetRequestJob returns the job type that handles requests for a link.
func (l *Links) resetRequestJob() jobs.Type {
	return jobs.Type{
		Name: ResetRequestJob, Handle: l.handleResetRequest,
		MaxAttempts: maxResetAttempts, Backoff: jobs.Exponential(10*time.Second, 10*time.Minute),
	}
}

// handleResetRequest creates a link, or nothing if there is no active account. It stores the link and completes the
// job in one transaction.
func (l *Links) handleResetRequest(_ context.Context, job jobs.Job) error {
	var request resetRequest
	if err := job.Decode(&request); err != nil {
		return jobs.Discard(err.Error())
	}
	return l.app.RunInTransaction(func(tx core.App) error {
		if err := l.sendResetLink(tx, request.Email, job.ID); err != nil {
			return fmt.Errorf("send reset link: %w", err)
		}
		return l.jobs.Complete(tx, job)
	})
}

// sendResetLink creates a new link for the active account with an email. It does nothing if there is no such account,
// or if the address has reached its limit. The nonce identifies the request.
func (l *Links) sendResetLink(tx core.App, email, nonce string) error {
	account, err := identity.FindActiveAccount(tx, identity.Users, email)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if limited, err := l.resetLimitReached(tx, account.Email()); err != nil || limited {
		return err
	}
	user, expiry := identity.NewUser(account), l.now().Add(resetLinkTTL)
	if err := setResetToken(tx, user.Id, keys.Hash(l.resetToken(user.Id, nonce)), expiry); err != nil {
		return err
	}
	return l.outbox.Enqueue(tx, emails.PasswordReset{
		UserID: user.Id, Nonce: nonce, Name: user.Name(), Email: user.Email(), ExpiresAt: expiry,
	}.Build())
}

// SendResetLink queues an email with which the owner of an active account sets a new password. It returns false if
// the address has reached its limit, and sql.ErrNoRows if the account is not active.
func (l *Links) SendResetLink(tx core.App, email string) (sent bool, err error) {
	if _, err := identity.FindActiveAccount(tx, identity.Users, email); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return false, err
		}
		return false, fmt.Errorf("send reset link: %w", err)
	}
	if limited, err := l.resetLimitReached(tx, email); err != nil || limited {
		return false, err
	}
	return true, l.sendResetLink(tx, email, core.GenerateDefaultRandomId())
}

// resetLimitReached reports whether an address has used up its links. It counts emails by expiry, because all links
// are valid equally long.
func (l *Links) resetLimitReached(tx core.App, email string) (bool, error) {
	lastHour, err := outbox.CountExpiringAfter(tx, emails.KindPasswordReset, email, l.now())
	if err != nil || lastHour >= maxResetLinksPerHour {
		return true, err
	}
	lastMinute, err := outbox.CountExpiringAfter(tx, emails.KindPasswordReset, email,
		l.now().Add(resetLinkTTL-time.Minute))
	return lastMinute > 0, err
}

func (l *Links) resetToken(userID, nonce string) string {
	return l.key.Derive("password-reset", userID, nonce)
}

// ResetParams adds the link's token to the parameters of a reset email. It returns outbox.ErrObsolete if the link is
// void.
func (l *Links) ResetParams(app core.App, params map[string]string) (map[string]string, error) {
	token := l.resetToken(params["userId"], params["nonce"])
	_, err := l.findByResetToken(app, token)
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	return map[string]string{"name": params["name"], "token": token}, nil
}

// findByResetToken returns the active account of a token, or sql.ErrNoRows.
func (l *Links) findByResetToken(app core.App, token string) (*identity.User, error) {
	return findUserByResetToken(app, keys.Hash(token), l.now())
}

// ResetDetails is what the page of a reset link shows before the new password is set.
type ResetDetails struct {
	// HasPassword is false for an imported account whose owner has never chosen a password.
	HasPassword bool `json:"hasPassword"`
	// IsVerified reports whether the address was verified before. If it was not, the reset removes all passkeys and
	// the second factor.
	IsVerified bool `json:"isVerified"`
	// Passkeys lists the passkeys of a verified account. They remain unless the owner chooses to remove them.
	Passkeys []passkeys.Passkey `json:"passkeys"`
}

// GetResetDetails is POST /api/reset-password/details. It uses POST so that the token is not part of the URL.
func (l *Links) GetResetDetails() httpx.Endpoint {
	return httpx.JSON(l.getResetDetails, httpx.Doc{
		Tag: "accounts", Summary: "Read what a link that sets a new password will change",
		Errors: []*apperr.Error{errInvalidResetToken},
	})
}

func (l *Links) getResetDetails(e *core.RequestEvent, form ResetDetailsForm) (ResetDetails, error) {
	user, err := l.findByResetToken(e.App, form.Token)
	if errors.Is(err, sql.ErrNoRows) {
		return ResetDetails{}, errInvalidResetToken
	}
	if err != nil {
		return ResetDetails{}, readResetDetailsError(err)
	}
	details := ResetDetails{
		HasPassword: !user.AwaitsPassword(), IsVerified: user.Verified(), Passkeys: []passkeys.Passkey{},
	}
	if !details.IsVerified {
		return details, nil
	}
	if details.Passkeys, err = passkeys.ListOf(e.App, user.Record); err != nil {
		return ResetDetails{}, readResetDetailsError(err)
	}
	return details, nil
}

func readResetDetailsError(err error) error {
	return apperr.Fail("The account could not be read.", fmt.Errorf("read reset details: %w", err))
}

// ResetPassword is POST /api/reset-password. It does not sign the user in.
func (l *Links) ResetPassword() httpx.Endpoint {
	return httpx.JSON(l.resetPassword, httpx.Doc{
		Tag: "accounts", Summary: "Set a new password with the token of a link",
		Errors:  []*apperr.Error{errInvalidResetToken},
		Example: map[string]any{"newPassword": "Arabian Sea 43"},
	})
}

func (l *Links) resetPassword(e *core.RequestEvent, form ResetForm) (httpx.Message, error) {
	// The transaction also uses up the token.
	err := l.setPasswordByLink(e, form.Token, form.NewPassword, l.findByResetToken,
		func(tx core.App, user *identity.User) error {
			if !user.Verified() {
				return nil // all its passkeys are removed
			}
			return l.removeChosenPasskeys(tx, e, user, form.RemovePasskeys)
		})
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Message{}, errInvalidResetToken
	}
	if err != nil {
		return httpx.Message{}, apperr.Fail("Failed to reset password", fmt.Errorf("reset password: %w", err))
	}
	return httpx.Message{Message: "Your password has been reset successfully"}, nil
}

// removeChosenPasskeys removes the passkeys with the given ids from the account and notifies its owner.
func (l *Links) removeChosenPasskeys(tx core.App, e *core.RequestEvent, user *identity.User, ids []string) error {
	removed := false
	for _, id := range ids {
		isOwn, err := passkeys.Remove(tx, user.Record, id)
		if err != nil {
			return err
		}
		removed = removed || isOwn
	}
	if !removed {
		return nil
	}
	if err := l.signIn.RecordEvent(tx, e, "passkey.removed", user.Record); err != nil {
		return err
	}
	return l.notices.NotifyOwner(tx, user.Record, emails.EventPasskeyRemoved)
}
