package mail

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Past is a letter that was written at an earlier time: a demo begins with some.
type Past struct {
	ID string
	// Email is whom it went to.
	Email string
	At    time.Time
}

// WrittenPast lists the letters that wait, the oldest first.
func (o *Outbox) WrittenPast(tx core.App) ([]Past, error) {
	var rows []struct {
		ID    string `db:"id"`
		Email string `db:"emailAddress"`
		At    string `db:"nextAttemptAt"`
	}
	err := tx.NonconcurrentDB().Select("id", "emailAddress", "nextAttemptAt").From("email_logs").
		Where(dbx.HashExp{"status": "queued"}).OrderBy("nextAttemptAt", "kind", "emailAddress").All(&rows)
	letters := make([]Past, len(rows))
	for i, row := range rows {
		at, bad := types.ParseDateTime(row.At)
		if bad != nil {
			return nil, bad
		}
		letters[i] = Past{row.ID, row.Email, at.Time()}
	}
	return letters, err
}

// SendPast says that a waiting letter has gone out as messageID, or else was refused for a reason. It
// is not sent.
func (o *Outbox) SendPast(tx core.App, letter Past, messageID, refusal string) error {
	sent := letter.At.Add(4 * time.Second)
	values := dbx.Params{
		"status": "failed", "errorMessage": refusal, "attempts": 1, "createdAt": stamp(letter.At), "updatedAt": stamp(sent),
	}
	if refusal == "" {
		values["status"], values["brevoMessageId"], values["sentAt"] = "sent", messageID, stamp(sent)
	}
	_, err := tx.NonconcurrentDB().Update("email_logs", values, dbx.HashExp{"id": letter.ID, "status": "queued"}).Execute()
	return err
}

// HearPast takes what the provider told of letters, in the words of its webhook.
func (o *Outbox) HearPast(body []byte) error {
	events, err := parseEvents(body, o.now())
	if err != nil {
		return err
	}
	_, err = o.record(events)
	return err
}
