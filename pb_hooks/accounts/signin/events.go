package signin

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

// RecordEvent writes a sign-in event to the audit log, if the account has admin rights. Sign-ins of other
// members are not recorded, for their privacy.
func (c *Checker) RecordEvent(app core.App, e *core.RequestEvent, action string, account *core.Record) error {
	if !identity.HasAdminRights(account) {
		return nil
	}
	return c.audit.Record(app, audit.AccountActor(e, account), action, audit.SubjectOf(account), nil)
}

// errNotRecorded rolls back the audit row of a name that belongs to no account with admin rights.
var errNotRecorded = errors.New("no account with admin rights has this name")

// RecordFailure records a failed sign-in to an account with admin rights. It stores only the names of such accounts,
// because people sometimes type passwords into that field. For any other name it does the same work and rolls it back,
// so that the response time does not differ.
func (c *Checker) RecordFailure(e *core.RequestEvent, collection, name string) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		account, err := identity.FindAccount(tx, collection, name)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		known := err == nil && identity.HasAdminRights(account)
		actor, subject := audit.AccountActor(e, nil), audit.Subject{Collection: collection}
		if known {
			subject = audit.SubjectOf(account)
		}
		if err := c.audit.Record(tx, actor, "session.refused", subject, nil); err != nil || known {
			return err
		}
		return errNotRecorded
	})
	if err != nil && !errors.Is(err, errNotRecorded) {
		// The response is the same either way.
		httpx.Logger(e).Error("A failed sign-in could not be recorded", "collection", collection, "error", err)
	}
}

// SignOut ends the session of the request, and records the sign-out if the account has admin rights.
func (c *Checker) SignOut(e *core.RequestEvent, collection string) error {
	err := c.middleware.SignOut(e, collection, func(tx core.App, account *core.Record) error {
		return c.RecordEvent(tx, e, "session.closed", account)
	})
	if err != nil {
		return apperr.Fail("Signing out failed. Please try again.", fmt.Errorf("sign out: %w", err))
	}
	return nil
}
