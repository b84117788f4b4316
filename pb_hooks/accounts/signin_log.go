package accounts

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// recordAudit writes what an account that may use the console did at its door; a member's own comings and
// goings are nobody's business.
func (a *Accounts) recordAudit(app core.App, e *core.RequestEvent, action string, account *core.Record) error {
	if !hasAdminRights(account) {
		return nil
	}
	return a.log.Record(app, audit.AccountActor(e, account), action, audit.SubjectOf(account), nil)
}

// hasAdminRights tells whether an account has the console's rights, whatever it still lacks for it.
func hasAdminRights(account *core.Record) bool {
	return account.Collection().Name == httpx.Admins || account.GetBool("isAdmin")
}

// errUnknownAccount undoes the row of a name that nobody has.
var errUnknownAccount = errors.New("accounts: nobody has this name")

// recordFailedSignIn writes a failed sign-in to an account of the console. What was typed for a name is
// kept of known ones only: people type passwords there. For an unknown name the same work is done
// and undone, so that the answer's time does not tell the two apart.
func (a *Accounts) recordFailedSignIn(e *core.RequestEvent, collection, name string) {
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
		known := err == nil && hasAdminRights(account)
		actor, subject := audit.AccountActor(e, nil), audit.Subject{Collection: collection}
		if known {
			subject = audit.SubjectOf(account)
		}
		if err := a.log.Record(tx, actor, "session.refused", subject, nil); err != nil || known {
			return err
		}
		return errUnknownAccount
	})
	if err != nil && !errors.Is(err, errUnknownAccount) {
		// the answer is a refusal either way
		e.App.Logger().Error("A failed sign-in could not be written into the audit log", "error", err)
	}
}
