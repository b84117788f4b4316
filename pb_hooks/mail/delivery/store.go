package delivery

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

const eventsCollection = "email_events"

// insertEvent stores a delivery event and reports whether it is new.
func insertEvent(tx core.App, ev event, now time.Time) (isNew bool, err error) {
	result, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO email_events
			(id, hash, event, emailAddress, brevoMessageId, letterId, link, reason, occurredAt, payload,
			createdAt, updatedAt)
		VALUES ({:id}, {:hash}, {:event}, {:email}, {:message}, {:emailId}, {:link}, {:reason}, {:at}, {:payload},
		{:now}, {:now})`).
		Bind(dbx.Params{
			"id":      core.GenerateDefaultRandomId(),
			"hash":    ev.hash,
			"event":   ev.name,
			"email":   ev.email,
			"message": ev.messageID,
			"emailId": ev.emailID(),
			"link":    ev.link,
			"reason":  ev.reason,
			"at":      database.FormatTime(ev.at),
			"payload": ev.payload,
			"now":     database.FormatTime(now),
		}).Execute()
	if err != nil {
		return false, fmt.Errorf("insert delivery event: %w", err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

func deleteEventsBefore(app core.App, before time.Time) error {
	_, err := app.NonconcurrentDB().Delete(eventsCollection,
		dbx.NewExp("createdAt < {:before}", dbx.Params{"before": database.FormatTime(before)})).Execute()
	return database.Wrap("delete old delivery events", err)
}

// LastWebhook is when the provider last reported an event, zero if it never has.
func LastWebhook(app core.App) (types.DateTime, error) {
	var last []types.DateTime
	err := app.DB().Select("createdAt").From(eventsCollection).OrderBy("createdAt DESC").Limit(1).Column(&last)
	if err != nil || len(last) == 0 {
		return types.DateTime{}, database.Wrap("find last delivery event", err)
	}
	return last[0], nil
}
