package accounts

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

// ResetPassword is POST /api/reset-password. It does not sign in.
func (a *Accounts) ResetPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ResetForm)
	if err != nil {
		return err
	}
	err = a.reset(e, values.Text("token"), values.Text("newPassword"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Invalid(rules.Problem{Field: "token", Code: "invalid", Message: "Invalid reset token"})
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Failed to reset password", err)
	}
	return e.JSON(http.StatusOK, Message{"Your password has been reset successfully"})
}

// reset sets the password of the account that a token belongs to, and ends everything that opened
// it before: the token, the PIN, the sessions (PocketBase changes the token key with the
// password). The link came by mail, so the e-mail is proved. It returns sql.ErrNoRows for a token that belongs to none.
func (a *Accounts) reset(e *core.RequestEvent, token, password string) error {
	// Looked up here first, so that a wrong token costs no hashing.
	user, err := a.findByResetToken(a.app, token)
	if err != nil {
		return err
	}
	// Hashing takes long: not inside the transaction, where every other writer would wait for it.
	hashed := core.NewRecord(user.Collection())
	hashed.SetPassword(password)
	return a.app.RunInTransaction(func(tx core.App) error {
		// Looked up again: of two posts at once the second one finds no token any more.
		user, err := a.findByResetToken(tx, token)
		if err != nil {
			return err
		}
		user.SetRaw(core.FieldNamePassword, hashed.GetRaw(core.FieldNamePassword))
		user.Load(map[string]any{"pin": "", "pinFailures": 0, "resetToken": "", "resetTokenExpiry": ""})
		if err := tx.Save(user); err != nil {
			return err
		}
		if err := MarkEmailVerified(tx, user); err != nil {
			return err
		}
		if err := clearAccountThrottles(tx, httpx.Users, user.Email()); err != nil {
			return err
		}
		if err := a.recordAudit(tx, e, "password.reset", user); err != nil {
			return err
		}
		return a.outbox.Enqueue(tx, passwordChangedEmail{
			UserID: user.Id, Event: keys.Hash(token)[:16], Name: user.GetString("name"), Email: user.Email(), At: a.now(),
		}.Build())
	})
}

// findByResetToken returns the active account whose newest, unused and unexpired token this is, and
// sql.ErrNoRows when there is none.
func (a *Accounts) findByResetToken(app core.App, token string) (*core.Record, error) {
	user := &core.Record{}
	err := app.RecordQuery(httpx.Users).
		// The second condition lets SQLite use the partial index.
		AndWhere(dbx.NewExp("resetToken = {:hash} AND resetToken != '' AND resetTokenExpiry > {:now} AND isActive",
			dbx.Params{"hash": keys.Hash(token), "now": formatTime(a.now())})).
		Limit(1).One(user)
	if err != nil {
		return nil, err
	}
	return user, nil
}
