package accounts

import (
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Whether an account's e-mail is its holder's stands in PocketBase's own field verified. Somebody
// who signs up proves nothing: she may have typed another's address. Who follows a link that was
// mailed there does (MarkEmailVerified), and Guard clears the field when the e-mail changes.

// MarkEmailVerified notes that the holder of an account has followed a link that was mailed to its
// e-mail.
func MarkEmailVerified(tx core.App, user *core.Record) error {
	user.SetVerified(true)
	// Only this column, where the e-mail is still the one that the letter went to.
	_, err := tx.NonconcurrentDB().Update(httpx.Users, dbx.Params{core.FieldNameVerified: true},
		dbx.HashExp{"id": user.Id, core.FieldNameEmail: user.Email()}).Execute()
	return err
}

// clearVerifiedOnEmailChange takes the proof away from an account whose e-mail is about to change.
func clearVerifiedOnEmailChange(before, now *core.Record) {
	if !strings.EqualFold(before.Email(), strings.TrimSpace(now.Email())) {
		now.SetVerified(false)
	}
}
