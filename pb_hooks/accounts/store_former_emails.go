package accounts

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

const formerEmailsCollection = "former_emails"

// formerEmailPeriod is how long a former address receives security notices. Without it, an intruder could silence
// them by changing the address.
const formerEmailPeriod = 30 * 24 * time.Hour

// keepFormerEmails registers a hook that stores the previous address on every change.
func (a *Accounts) keepFormerEmails() {
	a.app.OnRecordUpdate(identity.Users).Bind(&hook.Handler[*core.RecordEvent]{
		Id: "boardcircleFormerEmails", // replaces the hook of an earlier instance on the same app
		Func: func(e *core.RecordEvent) error {
			former := e.Record.Original().Email()
			isChanged := identity.EmailKey(former) != identity.EmailKey(e.Record.Email())
			if err := e.Next(); err != nil || !isChanged || former == "" {
				return err
			}
			return saveFormerEmail(e.App, e.Record.Id, former, a.now())
		},
	})
	a.app.OnRecordDeleteExecute(identity.Users).Bind(&hook.Handler[*core.RecordEvent]{
		Id: "boardcircleFormerEmails",
		Func: func(e *core.RecordEvent) error {
			if err := e.Next(); err != nil {
				return err
			}
			return deleteFormerEmailsOf(e.App, e.Record.Id)
		},
	})
}

func saveFormerEmail(tx core.App, userID, email string, at time.Time) error {
	c, err := tx.FindCachedCollectionByNameOrId(formerEmailsCollection)
	if err != nil {
		return err
	}
	record := core.NewRecord(c)
	record.Load(map[string]any{"userId": userID, "formerEmail": email, "changedAt": database.DateTime(at)})
	if err := tx.Save(record); err != nil {
		return fmt.Errorf("save former address of account %s: %w", userID, err)
	}
	return nil
}

// listFormerEmails returns the addresses that an account had within the last 30 days.
func listFormerEmails(app core.App, userID string, now time.Time) ([]string, error) {
	emails := []string{}
	err := app.DB().Select("formerEmail").Distinct(true).From(formerEmailsCollection).Where(dbx.NewExp("userId = {:user} AND changedAt > {:since}",
		dbx.Params{"user": userID, "since": database.FormatTime(now.Add(-formerEmailPeriod))})).OrderBy("formerEmail").Column(&emails)
	return emails, database.Wrap("list former addresses", err)
}

// deleteFormerEmailsOf deletes the former addresses of an account.
func deleteFormerEmailsOf(tx core.App, userID string) error {
	_, err := tx.NonconcurrentDB().Delete(formerEmailsCollection, dbx.HashExp{"userId": userID}).Execute()
	return database.Wrap("delete former addresses", err)
}
