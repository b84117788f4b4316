// The life of a reset link:
//
//	request  ForgotPassword writes a row of password_reset_requests, for a known and an unknown
//	         e-mail alike, and answers.
//	link     The worker takes each row, in one transaction: an active account gets a new token (its
//	         hash and expiry; the older link is thereby void) and a letter, and the row goes.
//	letter   The token stands nowhere. It is derived from the account, the request and the key file
//	         when the letter is written (ResetParams).
//	use      ResetPassword takes the hash out of the account with the same transaction that sets
//	         the password: the link works once.
//
// A process that dies leaves the row, and the next start takes it.

package accounts

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

const (
	resetRequests = "password_reset_requests"
	// resetLinkTTL is how long a reset link works.
	resetLinkTTL = time.Hour
	// At most this many links an hour go to an address, and one a minute: nobody's mailbox is to be
	// flooded by strangers.
	maxResetLinksPerHour = 5
)

// Message is an answer that is one sentence.
type Message struct {
	Message string `json:"message"`
}

// ForgotPassword is POST /api/forgot-password.
func (a *Accounts) ForgotPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ForgotForm)
	if err != nil {
		return err
	}
	requests, err := e.App.FindCachedCollectionByNameOrId(resetRequests)
	if err == nil {
		request := core.NewRecord(requests)
		request.Set("email", values.Text("email"))
		err = e.App.Save(request)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Failed to send reset link", err)
	}
	return e.JSON(http.StatusOK, Message{"If the email exists, a password reset link has been sent"})
}

// processResetRequest turns a request into a link, or into nothing when there is no account to reset.
func (a *Accounts) processResetRequest(id string) error {
	return a.app.RunInTransaction(func(tx core.App) error {
		request, err := tx.FindRecordById(resetRequests, id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.Delete(request); err != nil {
			return err
		}
		user, err := activeAccount(tx, httpx.Users, request.GetString("email"))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if limited, err := a.resetLimitReached(tx, user.Email()); err != nil || limited {
			return err
		}
		return a.createResetLink(tx, user, request.Id)
	})
}

// resetLimitReached tells whether an address has had its share. A letter's expiry tells when it was
// written, for all links live equally long.
func (a *Accounts) resetLimitReached(tx core.App, email string) (bool, error) {
	lastHour, err := mail.CountExpiringAfter(tx, kindPasswordReset, email, a.now())
	if err != nil || lastHour >= maxResetLinksPerHour {
		return true, err
	}
	lastMinute, err := mail.CountExpiringAfter(tx, kindPasswordReset, email, a.now().Add(resetLinkTTL-time.Minute))
	return lastMinute > 0, err
}

func (a *Accounts) createResetLink(tx core.App, user *core.Record, nonce string) error {
	expiry := a.now().Add(resetLinkTTL)
	// Only these two columns: a save would write the whole record as it was read.
	_, err := tx.NonconcurrentDB().Update(httpx.Users, dbx.Params{
		"resetToken": keys.Hash(a.resetToken(user.Id, nonce)), "resetTokenExpiry": formatTime(expiry),
	}, dbx.HashExp{"id": user.Id}).Execute()
	if err != nil {
		return err
	}
	return a.outbox.Enqueue(tx, passwordResetEmail{
		UserID: user.Id, Nonce: nonce, Name: user.GetString("name"), Email: user.Email(), ExpiresAt: expiry,
	}.Build())
}

func (a *Accounts) resetToken(userID, nonce string) string {
	return a.key.Derive("password-reset", userID, nonce)
}

// ResetParams is the mail.Resolver of the letter with a reset link: it adds the link's token. A
// link that is void by now is not mailed.
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
