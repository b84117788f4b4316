// The life of a reset link:
//
//	request  ForgotPassword enqueues a job, for a known and an unknown e-mail alike, and answers: the
//	         time of the answer tells nothing.
//	link     The job gives an active account a new token (its hash and expiry; the older link is
//	         thereby void) and enqueues an e-mail, in the transaction that completes the job.
//	e-mail   The token is stored nowhere. It is derived from the account, the request and the key file
//	         when the e-mail is rendered (ResetParams).
//	use      ResetPassword removes the hash from the account in the transaction that sets the
//	         password: the link works once. What else opened the account is removed as verification.go says.
//
// When the process dies, the job stays and runs after the next start.

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
	// resetLinkTTL is how long a reset link works.
	resetLinkTTL = time.Hour
	// maxResetLinksPerHour bounds the links to one address, besides one a minute: strangers must not
	// flood anybody's mailbox.
	maxResetLinksPerHour = 5
	// maxResetAttempts is reached after some hours, when nobody waits for the link any more.
	maxResetAttempts = 30
)

// ResetRequestJob is the type of the jobs that requests for a reset link are.
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

// resetRequestJob is the type of the jobs that turn a request into a link.
func (a *Accounts) resetRequestJob() jobs.Type {
	return jobs.Type{
		Name: ResetRequestJob, Handle: a.handleResetRequest,
		MaxAttempts: maxResetAttempts, Backoff: jobs.Exponential(10*time.Second, 10*time.Minute),
	}
}

// handleResetRequest turns a request into a link, or into nothing when there is no account to reset. The
// link and the end of the job are stored together.
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

// sendResetLink gives the active account of an e-mail a new link, if there is one and it has not had too
// many. The nonce identifies the
// request.
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

// resetLimitReached tells whether an address has had its share of links. An e-mail's expiry tells when it
// was written, for all links live equally long.
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

// ResetParams adds the link's token to the parameters of an e-mail with a reset link. A link that is
// void by now is not mailed.
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

// findByResetToken returns the active account that a token opens, or sql.ErrNoRows.
func (a *Accounts) findByResetToken(app core.App, token string) (*identity.User, error) {
	return findUserByResetToken(app, keys.Hash(token), a.now())
}

// ResetDetails are what the page of a reset link shows before the new password is set.
type ResetDetails struct {
	// IsVerified tells that the address was confirmed before. Of an account that was not, the reset removes all
	// passkeys and the second factor.
	IsVerified bool `json:"isVerified"`
	// Passkeys of a verified account stay unless their owner chooses to remove them.
	Passkeys []Passkey `json:"passkeys"`
}

// GetResetDetails is POST /api/reset-password/details. It is no GET, because the token is in its body.
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

// ResetPassword is POST /api/reset-password. It does not sign in.
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

// resetPassword sets the password of the account that a token opens, and uses the token up. It returns sql.ErrNoRows
// for a token that opens none.
func (a *Accounts) resetPassword(e *core.RequestEvent, token, password string, removePasskeys []string) error {
	// Looked up here first, so that a wrong token costs no hashing.
	user, err := a.findByResetToken(a.app, token)
	if err != nil {
		return err
	}
	hashed, err := a.hashPassword(e.Request.Context(), user.Collection(), password)
	if err != nil {
		return err
	}
	return a.app.RunInTransaction(func(tx core.App) error {
		// Looked up again: of two requests at once the second one finds no token any more.
		user, err := a.findByResetToken(tx, token)
		if err != nil {
			return err
		}
		if user.Verified() {
			if err := a.removeChosenPasskeys(tx, e, user, removePasskeys); err != nil {
				return err
			}
		}
		return a.setPasswordByLink(tx, e, user, hashed, keys.Hash(token)[:16])
	})
}

// removeChosenPasskeys removes those of some passkeys that an account has, and tells its owner.
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
