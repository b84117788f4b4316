// The life of a reset link:
//
//	request  ForgotPassword writes a row of password_reset_requests, for a known and an unknown
//	         e-mail alike, and answers.
//	link     The worker takes each row, in one transaction: an active account gets a new token (its
//	         hash and expiry; the older link is thereby void) and an e-mail, and the row is deleted.
//	e-mail   The token is stored nowhere. It is derived from the account, the request and the key file
//	         when the e-mail is rendered (ResetParams).
//	use      ResetPassword removes the hash from the account in the transaction that sets the
//	         password: the link works once.
//
// When the process dies, the row stays and the next start takes it.

package accounts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

const (
	// resetLinkTTL is how long a reset link works.
	resetLinkTTL = time.Hour
	// maxResetLinksPerHour bounds the links to one address, besides one a minute: strangers must not
	// flood anybody's mailbox.
	maxResetLinksPerHour = 5

	// requestBatchSize bounds how many requests are read at once.
	requestBatchSize = 200
	// errorBackoff is the pause when a request could not be taken.
	errorBackoff = 10 * time.Second
)

var errInvalidResetToken = apperr.Invalid("invalid", "token", "Invalid reset token")

// ForgotPassword is POST /api/forgot-password.
func (a *Accounts) ForgotPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ForgotForm)
	if err != nil {
		return err
	}
	request, err := newResetRequest(e.App, values.Text("email"))
	if err == nil {
		err = e.App.Save(request)
	}
	if err != nil {
		return apperr.Fail("Failed to send reset link", fmt.Errorf("store reset request: %w", err))
	}
	return e.JSON(http.StatusOK, Message{"If the email exists, a password reset link has been sent"})
}

// Start begins to take reset requests, those that an earlier process has left first, until ctx
// ends or Stop is called.
func (a *Accounts) Start(ctx context.Context) {
	a.app.OnModelAfterCreateSuccess(resetRequests).Bind(&hook.Handler[*core.ModelEvent]{
		Id: "boardcircleResetRequests",
		Func: func(e *core.ModelEvent) error {
			a.worker.Wake()
			return e.Next()
		},
	})
	a.worker.Start(ctx, a.run)
}

// Stop ends the worker and waits for the request that it is taking.
func (a *Accounts) Stop() { a.worker.Stop() }

func (a *Accounts) run(ctx context.Context) {
	for ctx.Err() == nil {
		var delay time.Duration
		if err := a.Drain(ctx); err != nil && ctx.Err() == nil {
			a.app.Logger().Error("A password reset request could not be processed", "error", err)
			delay = errorBackoff
		}
		a.worker.Sleep(ctx, delay)
	}
}

// Drain takes every waiting reset request and returns. A request that fails stays, and holds up
// none of the others.
func (a *Accounts) Drain(ctx context.Context) error {
	for {
		ids, err := findResetRequestIDs(a.app, requestBatchSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			err = errors.Join(err, a.processResetRequest(id))
		}
		if err != nil {
			return err
		}
	}
}

// processResetRequest turns a request into a link, or into nothing when there is no account to reset.
func (a *Accounts) processResetRequest(id string) error {
	return a.app.RunInTransaction(func(tx core.App) error {
		request, err := findResetRequest(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.Delete(request); err != nil {
			return err
		}
		return a.sendResetLink(tx, request.Email(), request.Id)
	})
}

// sendResetLink gives the active account of an e-mail a new link, if there is one and it has not had too
// many. The nonce identifies the request.
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
	return a.outbox.Enqueue(tx, mail.PasswordReset{
		UserID: user.Id, Nonce: nonce, Name: user.Name(), Email: user.Email(), ExpiresAt: expiry,
	}.Build())
}

// resetLimitReached tells whether an address has had its share of links. An e-mail's expiry tells when it
// was written, for all links live equally long.
func (a *Accounts) resetLimitReached(tx core.App, email string) (bool, error) {
	lastHour, err := mail.CountExpiringAfter(tx, mail.KindPasswordReset, email, a.now())
	if err != nil || lastHour >= maxResetLinksPerHour {
		return true, err
	}
	lastMinute, err := mail.CountExpiringAfter(tx, mail.KindPasswordReset, email, a.now().Add(resetLinkTTL-time.Minute))
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

// ResetPassword is POST /api/reset-password. It does not sign in.
func (a *Accounts) ResetPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ResetForm)
	if err != nil {
		return err
	}
	err = a.resetPassword(e, values.Text("token"), values.Text("newPassword"))
	if errors.Is(err, sql.ErrNoRows) {
		return errInvalidResetToken
	}
	if err != nil {
		return apperr.Fail("Failed to reset password", fmt.Errorf("reset password: %w", err))
	}
	return e.JSON(http.StatusOK, Message{"Your password has been reset successfully"})
}

// resetPassword sets the password of the account that a token opens, and ends everything that opened
// it before: the token, the PIN, the sessions (PocketBase changes the token key with the password).
// The link came by mail, so the e-mail is verified. It returns sql.ErrNoRows for a token that opens none.
func (a *Accounts) resetPassword(e *core.RequestEvent, token, password string) error {
	// Looked up here first, so that a wrong token costs no hashing.
	user, err := a.findByResetToken(a.app, token)
	if err != nil {
		return err
	}
	hashed := hashPassword(user.Collection(), password)
	return a.app.RunInTransaction(func(tx core.App) error {
		// Looked up again: of two requests at once the second one finds no token any more.
		user, err := a.findByResetToken(tx, token)
		if err != nil {
			return err
		}
		setPasswordHash(user.Record, hashed)
		user.ClearPIN()
		user.ClearResetToken()
		if err := tx.Save(user); err != nil {
			return err
		}
		if err := MarkEmailVerified(tx, user.Record); err != nil {
			return err
		}
		if err := clearAccountThrottles(tx, identity.Users, user.Email()); err != nil {
			return err
		}
		if err := a.recordAdminEvent(tx, e, "password.reset", user.Record); err != nil {
			return err
		}
		return a.outbox.Enqueue(tx, mail.PasswordChanged{
			UserID: user.Id, Event: keys.Hash(token)[:16], Name: user.Name(), Email: user.Email(), At: a.now(),
		}.Build())
	})
}
