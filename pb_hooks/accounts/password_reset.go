// How a password is reset:
//
//	request  ForgotPassword queues a job and responds, whether the address is known or not. The response time
//	         therefore does not reveal whether an account exists.
//	link     The job creates a token for an active account, which voids the older link, and queues an email. It
//	         stores the token's hash and expiry in the transaction that completes the job.
//	email    The token itself is not stored. It is derived from the account, the request and the key file when the
//	         email is rendered (ResetParams).
//	use      ResetPassword removes the hash and sets the password in one transaction, so the link works once.
//	         verification.go says which other credentials are removed.
//
// If the process stops, the job runs after the next start.

package accounts

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
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

// ForgotPassword is POST /api/forgot-password.
func (a *Accounts) ForgotPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ForgotForm)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(resetRequest{Email: values.Text("email")})
	if err == nil {
		err = a.jobs.Enqueue(e.App, jobs.Job{Type: ResetRequestJob, Payload: payload})
	}
	if err != nil {
		return apperr.Fail("Failed to send reset link", fmt.Errorf("enqueue reset request: %w", err))
	}
	return e.JSON(http.StatusOK, Message{"If the email exists, a password reset link has been sent"})
}

// resetRequest is the payload of a job of type ResetRequestJob.
type resetRequest struct {
	Email string `json:"email"`
}

// resetRequestJob returns the job type that handles requests for a link.
func (a *Accounts) resetRequestJob() jobs.Type {
	return jobs.Type{
		Name: ResetRequestJob, Handle: a.handleResetRequest,
		MaxAttempts: maxResetAttempts, Backoff: jobs.Exponential(10*time.Second, 10*time.Minute),
	}
}

// handleResetRequest creates a link, or nothing if there is no active account. It stores the link and completes the
// job in one transaction.
func (a *Accounts) handleResetRequest(_ context.Context, job jobs.Job) error {
	var request resetRequest
	if err := job.Decode(&request); err != nil {
		return jobs.Discard(err.Error())
	}
	return a.app.RunInTransaction(func(tx core.App) error {
		if err := a.sendResetLink(tx, request.Email, job.ID); err != nil {
			return fmt.Errorf("send reset link: %w", err)
		}
		return a.jobs.Complete(tx, job)
	})
}

// sendResetLink creates a new link for the active account with an email. It does nothing if there is no such account,
// or if the address has reached its limit. The nonce identifies the request.
func (a *Accounts) sendResetLink(tx core.App, email, nonce string) error {
	account, err := findActiveAccount(tx, identity.Users, email)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if limited, err := a.resetLimitReached(tx, account.Email()); err != nil || limited {
		return err
	}
	user, expiry := identity.NewUser(account), a.now().Add(resetLinkTTL)
	if err := setResetToken(tx, user.Id, keys.Hash(a.resetToken(user.Id, nonce)), expiry); err != nil {
		return err
	}
	return a.outbox.Enqueue(tx, emails.PasswordReset{
		UserID: user.Id, Nonce: nonce, Name: user.Name(), Email: user.Email(), ExpiresAt: expiry,
	}.Build())
}

// resetLimitReached reports whether an address has used up its links. It counts emails by expiry, because all links
// are valid equally long.
func (a *Accounts) resetLimitReached(tx core.App, email string) (bool, error) {
	lastHour, err := mail.CountExpiringAfter(tx, emails.KindPasswordReset, email, a.now())
	if err != nil || lastHour >= maxResetLinksPerHour {
		return true, err
	}
	lastMinute, err := mail.CountExpiringAfter(tx, emails.KindPasswordReset, email, a.now().Add(resetLinkTTL-time.Minute))
	return lastMinute > 0, err
}

func (a *Accounts) resetToken(userID, nonce string) string {
	return a.key.Derive("password-reset", userID, nonce)
}

// ResetParams adds the link's token to the parameters of a reset email. It returns mail.ErrObsolete if the link is
// void.
func (a *Accounts) ResetParams(app core.App, params map[string]string) (map[string]string, error) {
	token := a.resetToken(params["userId"], params["nonce"])
	_, err := a.findByResetToken(app, token)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	return map[string]string{"name": params["name"], "token": token}, nil
}

// findByResetToken returns the active account of a token, or sql.ErrNoRows.
func (a *Accounts) findByResetToken(app core.App, token string) (*identity.User, error) {
	return findUserByResetToken(app, keys.Hash(token), a.now())
}

// ResetDetails is what the page of a reset link shows before the new password is set.
type ResetDetails struct {
	// IsVerified reports whether the address was verified before. If it was not, the reset removes all passkeys and
	// the second factor.
	IsVerified bool `json:"isVerified"`
	// Passkeys lists the passkeys of a verified account. They remain unless the owner chooses to remove them.
	Passkeys []Passkey `json:"passkeys"`
}

// GetResetDetails is POST /api/reset-password/details. It uses POST so that the token is not part of the URL.
func (a *Accounts) GetResetDetails(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ResetDetailsForm)
	if err != nil {
		return err
	}
	user, err := a.findByResetToken(e.App, values.Text("token"))
	if errors.Is(err, sql.ErrNoRows) {
		return errInvalidResetToken
	}
	details := ResetDetails{Passkeys: []Passkey{}}
	if err == nil && user.Verified() {
		details.IsVerified = true
		details.Passkeys, err = listPasskeys(e.App, user.Record)
	}
	if err != nil {
		return apperr.Fail("The account could not be read.", fmt.Errorf("read reset details: %w", err))
	}
	return e.JSON(http.StatusOK, details)
}

// ResetPassword is POST /api/reset-password. It does not sign the user in.
func (a *Accounts) ResetPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ResetForm)
	if err != nil {
		return err
	}
	err = a.resetPassword(e, values.Text("token"), values.Text("newPassword"), values.List("removePasskeys"))
	if errors.Is(err, sql.ErrNoRows) {
		return errInvalidResetToken
	}
	if err != nil {
		return apperr.Fail("Failed to reset password", fmt.Errorf("reset password: %w", err))
	}
	return e.JSON(http.StatusOK, Message{"Your password has been reset successfully"})
}

// resetPassword sets the password of the token's account and uses up the token. It returns sql.ErrNoRows if the token
// is not valid.
func (a *Accounts) resetPassword(e *core.RequestEvent, token, password string, removePasskeys []string) error {
	return a.setPasswordByLink(e, token, password, a.findByResetToken, func(tx core.App, user *identity.User) error {
		if !user.Verified() {
			return nil // all its passkeys are removed
		}
		return a.removeChosenPasskeys(tx, e, user, removePasskeys)
	})
}

// removeChosenPasskeys removes the passkeys with the given ids from the account and notifies its owner.
func (a *Accounts) removeChosenPasskeys(tx core.App, e *core.RequestEvent, user *identity.User, ids []string) error {
	removed := false
	for _, id := range ids {
		isOwn, err := deletePasskey(tx, user.Record, id)
		if err != nil {
			return err
		}
		removed = removed || isOwn
	}
	if !removed {
		return nil
	}
	if err := a.recordAdminEvent(tx, e, "passkey.removed", user.Record); err != nil {
		return err
	}
	return a.notifyOwner(tx, user.Record, emails.EventPasskeyRemoved)
}
