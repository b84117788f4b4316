package delivery

import (
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/mail/outbox"
)

const (
	emailsCollection = "email_logs"
	eventsCollection = "email_events"
)

// insertEvent stores a delivery event and reports whether it is new.
func insertEvent(tx core.App, ev event, now time.Time) (isNew bool, err error) {
	result, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO email_events
			(id, hash, event, emailAddress, brevoMessageId, letterId, link, reason, occurredAt, payload, createdAt, updatedAt)
		VALUES ({:id}, {:hash}, {:event}, {:email}, {:message}, {:emailId}, {:link}, {:reason}, {:at}, {:payload}, {:now}, {:now})`).
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

// findEventEmail returns the delivery status of the email that an event is about, or nil. It first looks for our row
// id, which each email carries as X-Mailin-custom, because the event may arrive before the call returns the message
// id. Then it looks for the message id.
func findEventEmail(tx core.App, ev event) (*deliveryStatus, error) {
	for _, condition := range []string{
		"id = {:id}",
		"brevoMessageId = {:message} AND brevoMessageId <> ''", // <> '' lets SQLite use the partial index
	} {
		var rows []deliveryStatus
		err := tx.NonconcurrentDB().NewQuery(`
			SELECT id, status, errorMessage, brevoMessageId, sentAt, deliveredAt, openedAt, clickedAt, proxyOpenedAt FROM email_logs
			WHERE ` + condition + ` AND emailAddress = {:email} COLLATE NOCASE LIMIT 1`).
			Bind(dbx.Params{"id": ev.custom, "message": ev.messageID, "email": ev.email}).All(&rows)
		if err != nil {
			return nil, fmt.Errorf("find email of delivery event: %w", err)
		}
		if len(rows) > 0 {
			return &rows[0], nil
		}
	}
	return nil, nil
}

func updateDeliveryStatus(tx core.App, d deliveryStatus, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(emailsCollection, dbx.Params{
		"status":         string(d.Status),
		"errorMessage":   d.Error,
		"brevoMessageId": d.MessageID,
		"sentAt":         d.Sent.String(),
		"deliveredAt":    d.Delivered.String(),
		"openedAt":       d.Opened.String(),
		"clickedAt":      d.Clicked.String(),
		"proxyOpenedAt":  d.ProxyOpened.String(),
		"updatedAt":      database.FormatTime(now),
	}, dbx.HashExp{"id": d.ID}).Execute()
	return database.Wrap("update delivery status of email "+d.ID, err)
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

// countReceived counts the emails that the provider has accepted since a time, and how many bounced or were reported
// as spam. Temporary bounces are not counted.
func countReceived(app core.App, since time.Time) (rate Rate, err error) {
	var row struct {
		Sent       int64 `db:"sent"`
		Bounced    int64 `db:"bounced"`
		Complained int64 `db:"complained"`
	}
	err = app.ConcurrentDB().NewQuery(`
		SELECT (SELECT count(*) FROM email_logs WHERE status IN ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'blocked', 'spam') AND createdAt >= {:since}) AS sent,
			(SELECT count(*) FROM email_logs WHERE status = 'bounced' AND createdAt >= {:since}
				AND (errorMessage LIKE 'hard_bounce:%' OR errorMessage LIKE 'invalid_email:%')) AS bounced,
			(SELECT count(*) FROM email_logs WHERE status = 'spam' AND createdAt >= {:since}) AS complained`).
		Bind(dbx.Params{"since": database.FormatTime(since)}).One(&row)
	return Rate{
		Sent:       row.Sent,
		Bounced:    row.Bounced,
		Complained: row.Complained,
	}, database.Wrap("count bounces and complaints", err)
}

// uncertainEmail is an email that the provider may or may not have accepted.
type uncertainEmail struct {
	ID             string         `db:"id"`
	Kind           string         `db:"kind"`
	EmailAddress   string         `db:"emailAddress"`
	FirstAttemptAt types.DateTime `db:"firstAttemptAt"`
}

// listUncertain returns the uncertain emails whose first call was made between two instants.
func listUncertain(app core.App, after, before time.Time, limit int) (emails []uncertainEmail, err error) {
	err = app.DB().
		NewQuery(`SELECT l.id, l.kind, l.emailAddress, b.firstAttemptAt FROM email_logs l JOIN email_batches b ON b.id = l.batchId
		WHERE l.status = 'uncertain' AND b.firstAttemptAt > {:after} AND b.firstAttemptAt <= {:before} LIMIT ` + strconv.Itoa(limit)).
		Bind(dbx.Params{"after": database.FormatTime(after), "before": database.FormatTime(before)}).All(&emails)
	return emails, database.Wrap("list uncertain emails", err)
}

// hasMessageID reports whether an email with the provider's message id exists.
func hasMessageID(app core.App, messageID string) (known bool, err error) {
	err = app.NonconcurrentDB().
		NewQuery(`SELECT EXISTS (SELECT 1 FROM email_logs WHERE brevoMessageId = {:id} AND brevoMessageId != '')`).
		Bind(dbx.Params{"id": messageID}).Row(&known)
	return known, database.Wrap("find message id of email", err)
}

// resolveUncertain stores what the provider's log says about an uncertain email. An empty messageID means that the
// log does not have it.
func resolveUncertain(app core.App, id, messageID, reason string, now time.Time) error {
	values := dbx.Params{"errorMessage": reason, "updatedAt": database.FormatTime(now)}
	if messageID != "" {
		values = dbx.Params{
			"status":         string(outbox.Sent),
			"brevoMessageId": messageID,
			"errorMessage":   "",
			"sentAt":         database.FormatTime(now),
			"updatedAt":      database.FormatTime(now),
		}
	}
	_, err := app.NonconcurrentDB().Update(emailsCollection, values,
		dbx.HashExp{"id": id, "status": string(outbox.Uncertain)}).Execute()
	return database.Wrap("resolve uncertain email", err)
}
