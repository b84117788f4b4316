package accounts

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// note writes what an account that may use the console did at its door; a member's own comings and
// goings are nobody's business.
func (a *Accounts) note(app core.App, e *core.RequestEvent, action string, account *core.Record) error {
	if !keepsHouse(account) {
		return nil
	}
	return a.log.Note(app, audit.Of(e, account), action, audit.About(account), nil)
}

// keepsHouse tells whether an account has the console's rights, whatever it still lacks for it.
func keepsHouse(account *core.Record) bool {
	return account.Collection().Name == httpx.Admins || account.GetBool("isAdmin")
}

// errUnknown undoes the row of a name that nobody has.
var errUnknown = errors.New("accounts: nobody has this name")

// noteRefused writes a failed sign-in to an account of the console. What was typed for a name is
// kept of known ones only: people type passwords there. For an unknown name the same work is done
// and undone, so that the answer's time does not tell the two apart.
func (a *Accounts) noteRefused(e *core.RequestEvent, collection, name string) {
	field := core.FieldNameEmail
	if collection == httpx.Admins {
		field = "username"
	}
	err := e.App.RunInTransaction(func(tx core.App) error {
		account := &core.Record{}
		err := tx.RecordQuery(collection).AndWhere(dbx.HashExp{field: name}).Limit(1).One(account)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		known := err == nil && keepsHouse(account)
		who, about := audit.Of(e, nil), audit.Subject{Collection: collection}
		if known {
			about = audit.About(account)
		}
		if err := a.log.Note(tx, who, "session.refused", about, nil); err != nil || known {
			return err
		}
		return errUnknown
	})
	if err != nil && !errors.Is(err, errUnknown) {
		// the answer is a refusal either way
		e.App.Logger().Error("A failed sign-in could not be written into the audit log", "error", err)
	}
}
