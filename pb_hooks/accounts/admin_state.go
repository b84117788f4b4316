package accounts

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// DeactivateAdmin is POST /api/admins/{id}/deactivate: every session of the account ends at once
// (Guard), and an invitation that was not followed is void.
func (a *Accounts) DeactivateAdmin(e *core.RequestEvent) error {
	return a.updateAdmin(e, "admin.deactivated", func(tx core.App, admin *core.Record) error {
		if isCaller(e, admin) {
			return httpx.NewError(http.StatusConflict, "You cannot deactivate your own account. Another administrator can.", nil)
		}
		if !admin.GetBool("isActive") && admin.GetString("inviteToken") == "" {
			return httpx.NewError(http.StatusConflict, "This account is deactivated already.", nil)
		}
		// Counted inside the transaction, where the caller is asked for too: of two admins who
		// deactivate each other one stays.
		others, err := tx.CountRecords(httpx.Admins, dbx.HashExp{"isActive": true}, dbx.Not(dbx.HashExp{"id": admin.Id}))
		if err != nil {
			return err
		}
		if others == 0 {
			return httpx.NewError(http.StatusConflict, "This is the last active admin account. Invite another one before you deactivate it.", nil)
		}
		admin.Load(map[string]any{"isActive": false, "inviteToken": "", "inviteExpiry": ""})
		return nil
	})
}

// ReactivateAdmin is POST /api/admins/{id}/reactivate: the password and the second factor are what
// they were.
func (a *Accounts) ReactivateAdmin(e *core.RequestEvent) error {
	return a.updateAdmin(e, "admin.reactivated", func(_ core.App, admin *core.Record) error {
		if admin.GetBool("isActive") {
			return httpx.NewError(http.StatusConflict, "This account is active already.", nil)
		}
		if !admin.GetDateTime("invitedAt").IsZero() {
			return httpx.NewError(http.StatusConflict, "This account has no password yet. Send a new invitation instead.", nil)
		}
		admin.Set("isActive", true)
		return nil
	})
}

// ResetSecondFactor is POST /api/admins/{id}/second-factor/reset, for a lost telephone: every
// session of the account ends (Guard), and she is told.
func (a *Accounts) ResetSecondFactor(e *core.RequestEvent) error {
	return a.updateAdmin(e, "secondfactor.reset", func(tx core.App, admin *core.Record) error {
		if isCaller(e, admin) {
			return httpx.NewError(http.StatusConflict, "You cannot reset your own two-step sign-in here: turn it off under Your account.", nil)
		}
		if !hasSecondFactor(admin) {
			return httpx.NewError(http.StatusConflict, "This account does not use two-step sign-in.", nil)
		}
		clearSecondFactor(admin)
		return a.notifyAdmin(tx, admin, secondFactorReset)
	})
}

// updateAdmin changes the account that the path names, in one transaction with its audit row, for a
// caller who proves who she is.
func (a *Accounts) updateAdmin(e *core.RequestEvent, action string, change func(tx core.App, admin *core.Record) error) error {
	if err := a.ReauthenticateRequest(e); err != nil {
		return err
	}
	var admin *core.Record
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if admin, err = a.findAdmin(e, tx); err != nil {
			return err
		}
		if err := change(tx, admin); err != nil {
			return err
		}
		return a.log.Save(tx, audit.RequestActor(e), action, admin)
	})
	if err != nil {
		return saveError(err)
	}
	return a.respondAdmin(e, http.StatusOK, admin)
}

// findAdmin returns the account that the path names.
func (a *Accounts) findAdmin(e *core.RequestEvent, app core.App) (*core.Record, error) {
	admin, err := app.FindRecordById(httpx.Admins, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, httpx.NewError(http.StatusNotFound, "This admin account was not found.", nil)
	}
	if err != nil {
		return nil, saveError(err)
	}
	return admin, nil
}

func isCaller(e *core.RequestEvent, account *core.Record) bool {
	return e.Auth.Id == account.Id && e.Auth.Collection().Name == account.Collection().Name
}

// notifyAdmin writes to an admin about her own account, where it has an e-mail address.
func (a *Accounts) notifyAdmin(tx core.App, admin *core.Record, event adminEvent) error {
	return a.notifyAdminAt(tx, admin.Email(), admin, event)
}

func (a *Accounts) notifyAdminAt(tx core.App, address string, admin *core.Record, event adminEvent) error {
	if address == "" {
		return nil
	}
	return a.outbox.Enqueue(tx, adminNoticeEmail{
		AdminID: admin.Id, Event: event, Username: admin.GetString("username"), Email: address, At: a.now(),
	}.Build())
}
