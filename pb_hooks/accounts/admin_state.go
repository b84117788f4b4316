package accounts

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail"
)

// DeactivateAdmin is POST /api/admins/{id}/deactivate: every session of the account ends at once
// (Guard), and an invitation that was not followed is void.
func (a *Accounts) DeactivateAdmin(e *core.RequestEvent) error {
	return a.changeAdmin(e, "admin.deactivated", func(tx core.App, admin *core.Record) error {
		if isCaller(e, admin) {
			return httpx.Refuse(http.StatusConflict, "You cannot deactivate your own account. Another administrator can.", nil)
		}
		if !admin.GetBool("isActive") && admin.GetString("inviteToken") == "" {
			return httpx.Refuse(http.StatusConflict, "This account is deactivated already.", nil)
		}
		// Counted inside the transaction, where the caller is asked for too: of two admins who
		// deactivate each other one stays.
		others, err := tx.CountRecords(httpx.Admins, dbx.HashExp{"isActive": true}, dbx.Not(dbx.HashExp{"id": admin.Id}))
		if err != nil {
			return err
		}
		if others == 0 {
			return httpx.Refuse(http.StatusConflict, "This is the last active admin account. Invite another one before you deactivate it.", nil)
		}
		admin.Load(map[string]any{"isActive": false, "inviteToken": "", "inviteExpiry": ""})
		return nil
	})
}

// ReactivateAdmin is POST /api/admins/{id}/reactivate: the password and the second factor are what
// they were.
func (a *Accounts) ReactivateAdmin(e *core.RequestEvent) error {
	return a.changeAdmin(e, "admin.reactivated", func(_ core.App, admin *core.Record) error {
		if admin.GetBool("isActive") {
			return httpx.Refuse(http.StatusConflict, "This account is active already.", nil)
		}
		if !admin.GetDateTime("invitedAt").IsZero() {
			return httpx.Refuse(http.StatusConflict, "This account has no password yet. Send a new invitation instead.", nil)
		}
		admin.Set("isActive", true)
		return nil
	})
}

// ResetSecondFactor is POST /api/admins/{id}/second-factor/reset, for a lost telephone: every
// session of the account ends (Guard), and she is told.
func (a *Accounts) ResetSecondFactor(e *core.RequestEvent) error {
	return a.changeAdmin(e, "secondfactor.reset", func(tx core.App, admin *core.Record) error {
		if isCaller(e, admin) {
			return httpx.Refuse(http.StatusConflict, "You cannot reset your own two-step sign-in here: turn it off under Your account.", nil)
		}
		if !hasSecondFactor(admin) {
			return httpx.Refuse(http.StatusConflict, "This account does not use two-step sign-in.", nil)
		}
		clearSecondFactor(admin)
		return a.tell(tx, admin, mail.SecondFactorReset)
	})
}

// changeAdmin changes the account that the path names, in one transaction with its audit row, for a
// caller who proves who she is.
func (a *Accounts) changeAdmin(e *core.RequestEvent, action string, change func(tx core.App, admin *core.Record) error) error {
	if err := a.ProveCaller(e); err != nil {
		return err
	}
	var admin *core.Record
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.edge.Still(tx, e); err != nil {
			return err
		}
		if admin, err = a.adminOf(e, tx); err != nil {
			return err
		}
		if err := change(tx, admin); err != nil {
			return err
		}
		return a.log.Save(tx, audit.By(e), action, admin)
	})
	if err != nil {
		return unsettled(err)
	}
	return a.answerAdmin(e, http.StatusOK, admin)
}

// adminOf returns the account that the path names.
func (a *Accounts) adminOf(e *core.RequestEvent, app core.App) (*core.Record, error) {
	admin, err := app.FindRecordById(httpx.Admins, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, httpx.Refuse(http.StatusNotFound, "This admin account was not found.", nil)
	}
	if err != nil {
		return nil, unsettled(err)
	}
	return admin, nil
}

func isCaller(e *core.RequestEvent, account *core.Record) bool {
	return e.Auth.Id == account.Id && e.Auth.Collection().Name == account.Collection().Name
}

// tell writes to an admin about her own account, where it has an e-mail address.
func (a *Accounts) tell(tx core.App, admin *core.Record, what mail.AdminMatter) error {
	return a.tellAt(tx, admin.Email(), admin, what)
}

func (a *Accounts) tellAt(tx core.App, address string, admin *core.Record, what mail.AdminMatter) error {
	if address == "" {
		return nil
	}
	return a.letters.Enqueue(tx, mail.AdminNotice{
		AdminID: admin.Id, What: what, Username: admin.GetString("username"), Email: address, At: a.now(),
	}.Letter())
}
