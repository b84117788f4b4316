package mail

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// QueuedEmail is a letter that was written at an earlier time: a demo begins with some.
type QueuedEmail struct {
	ID string
	// EmailSummary is whom it went to.
	Email string
	At    time.Time
}

// ListQueued lists the letters that wait, the oldest first.
func (o *Outbox) ListQueued(tx core.App) ([]QueuedEmail, error) {
	var rows []struct {
		ID    string `db:"id"`
		Email string `db:"emailAddress"`
		At    string `db:"nextAttemptAt"`
	}
	err := tx.NonconcurrentDB().Select("id", "emailAddress", "nextAttemptAt").From("email_logs").
		Where(dbx.HashExp{"status": "queued"}).OrderBy("nextAttemptAt", "kind", "emailAddress").All(&rows)
	emails := make([]QueuedEmail, len(rows))
	for i, row := range rows {
		at, parseErr := types.ParseDateTime(row.At)
		if parseErr != nil {
			return nil, parseErr
		}
		emails[i] = QueuedEmail{row.ID, row.Email, at.Time()}
	}
	return emails, err
}

// RecordResult says that a waiting letter has gone out as messageID, or else was refused for a reason. It
// is not sent.
func (o *Outbox) RecordResult(tx core.App, email QueuedEmail, messageID, refusal string) error {
	sent := email.At.Add(4 * time.Second)
	values := dbx.Params{
		"status": "failed", "errorMessage": refusal, "attempts": 1, "createdAt": formatTime(email.At), "updatedAt": formatTime(sent),
	}
	if refusal == "" {
		values["status"], values["brevoMessageId"], values["sentAt"] = "sent", messageID, formatTime(sent)
	}
	_, err := tx.NonconcurrentDB().Update("email_logs", values, dbx.HashExp{"id": email.ID, "status": "queued"}).Execute()
	return err
}

// RecordEvents takes what the provider told of letters, in the words of its webhook.
func (o *Outbox) RecordEvents(body []byte) error {
	events, err := parseEvents(body, o.now())
	if err != nil {
		return err
	}
	_, err = o.record(events)
	return err
}
