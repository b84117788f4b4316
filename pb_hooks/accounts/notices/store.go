package notices

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const formerEmailsCollection = "former_emails"

// formerEmailPeriod is how long a former address receives security notices. Without it, an intruder could silence
// them by changing the address.
const formerEmailPeriod = 30 * 24 * time.Hour

func saveFormerEmail(tx core.App, userID, email string, at time.Time) error {
	record, err := database.NewRecord(tx, formerEmailsCollection)
	if err != nil {
		return err
	}
	record.Load(map[string]any{"userId": userID, "formerEmail": email, "changedAt": database.DateTime(at)})
	if err := tx.Save(record); err != nil {
		return fmt.Errorf("save former address of account %s: %w", userID, err)
	}
	return nil
}

// listFormerEmails returns the addresses that an account had within the last 30 days.
func listFormerEmails(app core.App, userID string, now time.Time) ([]string, error) {
	emails := []string{}
	err := app.DB().Select("formerEmail").Distinct(true).From(formerEmailsCollection).Where(
		dbx.NewExp("userId = {:user} AND changedAt > {:since}",
			dbx.Params{"user": userID, "since": database.FormatTime(now.Add(-formerEmailPeriod))})).
		OrderBy("formerEmail").Column(&emails)
	return emails, database.Wrap("list former addresses", err)
}

// deleteFormerEmailsOf deletes the former addresses of an account.
func deleteFormerEmailsOf(tx core.App, userID string) error {
	_, err := tx.NonconcurrentDB().Delete(formerEmailsCollection, dbx.HashExp{"userId": userID}).Execute()
	return database.Wrap("delete former addresses", err)
}

// adminAddresses returns the distinct addresses of everyone who may use the console, and of the superusers.
func adminAddresses(app core.App) (addresses []string, err error) {
	const query = "SELECT lower(email) FROM admins WHERE isActive AND email != '' UNION SELECT lower(email) FROM " +
		"users WHERE isAdmin AND isActive UNION SELECT lower(email) FROM _superusers ORDER BY 1"
	err = app.DB().NewQuery(query).Column(&addresses)
	return addresses, database.Wrap("list addresses of admins", err)
}
