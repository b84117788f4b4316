package links

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

// findUserByResetToken returns the active account with an unused, unexpired reset token of this hash, or
// sql.ErrNoRows.
func findUserByResetToken(app core.App, hash string, now time.Time) (*identity.User, error) {
	// The second condition lets SQLite use the partial index.
	return database.First[identity.User](app, identity.Users,
		dbx.NewExp("resetToken = {:hash} AND resetToken != '' AND resetTokenExpiry > {:now} AND isActive",
			dbx.Params{"hash": hash, "now": database.FormatTime(now)}))
}

// findUserByNewEmailToken returns the active account with an unused, unexpired change-of-address token of this hash,
// or sql.ErrNoRows.
func findUserByNewEmailToken(app core.App, hash string, now time.Time) (*identity.User, error) {
	// The second condition lets SQLite use the partial index.
	return database.First[identity.User](app, identity.Users,
		dbx.NewExp("newEmailToken = {:hash} AND newEmailToken != '' AND newEmailExpiry > {:now} AND isActive",
			dbx.Params{"hash": hash, "now": database.FormatTime(now)}))
}

// setNewEmail stores the address of a pending change.
func setNewEmail(tx core.App, id, email, hash string, expiry time.Time) error {
	return identity.UpdateUser(tx, id,
		dbx.Params{"newEmail": email, "newEmailToken": hash, "newEmailExpiry": database.FormatTime(expiry)})
}

func setResetToken(tx core.App, id, hash string, expiry time.Time) error {
	return identity.UpdateUser(tx, id, dbx.Params{"resetToken": hash, "resetTokenExpiry": database.FormatTime(expiry)})
}

// setImportInvitation sets the token of an imported account's invitation and the time it was sent.
func setImportInvitation(tx core.App, id, hash string, now, expiry time.Time) error {
	return identity.UpdateUser(tx, id, dbx.Params{
		"resetToken": hash, "resetTokenExpiry": database.FormatTime(expiry), "invitedAt": database.FormatTime(now),
	})
}

// markEmailVerified verifies an account's email, unless it has changed since the link was mailed.
func markEmailVerified(tx core.App, id, email string) error {
	user, err := identity.FindUser(tx, id)
	if err != nil || user.Email() != email || user.Verified() {
		return database.IgnoreMissing(err)
	}
	user.SetVerified(true)
	user.IgnoreUnchangedFields(true)
	return database.Wrap("verify address of account "+id, tx.Save(user))
}
