package outbox

import (
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

// Delivery holds the columns of an email that package delivery updates when the provider reports an event.
type Delivery struct {
	ID        string         `db:"id"`
	Status    Status         `db:"status"`
	Error     string         `db:"errorMessage"`
	MessageID string         `db:"brevoMessageId"`
	Sent      types.DateTime `db:"sentAt"`
	Delivered types.DateTime `db:"deliveredAt"`
	Opened    types.DateTime `db:"openedAt"`
	Clicked   types.DateTime `db:"clickedAt"`
	// ProxyOpened is when a mail program's proxy loaded the pictures. It does not prove that the reader opened the
	// email.
	ProxyOpened types.DateTime `db:"proxyOpenedAt"`
}

// FindDelivery returns the delivery of an email to an address, or nil. It first looks for our id, because an event may
// arrive before the call returns the provider's message id. Then it looks for the message id.
func FindDelivery(tx core.App, id, messageID, address string) (*Delivery, error) {
	for _, condition := range []string{
		"id = {:id}",
		"brevoMessageId = {:message} AND brevoMessageId <> ''", // <> '' lets SQLite use the partial index
	} {
		d := &Delivery{}
		err := tx.NonconcurrentDB().NewQuery(`
			SELECT id, status, errorMessage, brevoMessageId, sentAt, deliveredAt, openedAt, clickedAt, proxyOpenedAt
			FROM email_logs WHERE ` + condition + ` AND emailAddress = {:email} COLLATE NOCASE LIMIT 1`).
			Bind(dbx.Params{"id": id, "message": messageID, "email": address}).One(d)
		if !errors.Is(err, sql.ErrNoRows) {
			return d, database.Wrap("find delivery of email", err)
		}
	}
	return nil, nil
}

// SaveDelivery stores the delivery of an email.
func SaveDelivery(tx core.App, d Delivery, now time.Time) error {
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
	return database.Wrap("save delivery of email "+d.ID, err)
}

// Received counts the emails that the provider has accepted, and how many of them bounced permanently or were reported
// as spam.
type Received struct {
	Sent       int64 `db:"sent"`
	Bounced    int64 `db:"bounced"`
	Complained int64 `db:"complained"`
}

// CountReceived counts the emails that were enqueued since a time.
func CountReceived(app core.App, since time.Time) (count Received, err error) {
	const ofStatus = "SELECT count(*) FROM email_logs WHERE createdAt >= {:since} AND status "
	err = app.ConcurrentDB().NewQuery(`SELECT
			(` + ofStatus + `IN ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'blocked', 'spam')) AS sent,
			(` + ofStatus + `= 'bounced'
				AND (errorMessage LIKE 'hard_bounce:%' OR errorMessage LIKE 'invalid_email:%')) AS bounced,
			(` + ofStatus + `= 'spam') AS complained`).
		Bind(dbx.Params{"since": database.FormatTime(since)}).One(&count)
	return count, database.Wrap("count bounces and complaints", err)
}

// UncertainEmail is an email that the provider may or may not have accepted.
type UncertainEmail struct {
	ID             string         `db:"id"`
	Kind           string         `db:"kind"`
	EmailAddress   string         `db:"emailAddress"`
	FirstAttemptAt types.DateTime `db:"firstAttemptAt"`
}

// ListUncertain returns the uncertain emails whose first call was made between two times.
func ListUncertain(app core.App, after, before time.Time, limit int) (emails []UncertainEmail, err error) {
	err = app.DB().NewQuery(`
		SELECT l.id, l.kind, l.emailAddress, b.firstAttemptAt FROM email_logs l JOIN email_batches b ON b.id = l.batchId
		WHERE l.status = 'uncertain' AND b.firstAttemptAt > {:after} AND b.firstAttemptAt <= {:before}
		LIMIT ` + strconv.Itoa(limit)).
		Bind(dbx.Params{"after": database.FormatTime(after), "before": database.FormatTime(before)}).All(&emails)
	return emails, database.Wrap("list uncertain emails", err)
}

// HasMessageID reports whether an email with the provider's message id exists.
func HasMessageID(app core.App, messageID string) (known bool, err error) {
	err = app.NonconcurrentDB().
		NewQuery(`SELECT EXISTS (SELECT 1 FROM email_logs WHERE brevoMessageId = {:id} AND brevoMessageId != '')`).
		Bind(dbx.Params{"id": messageID}).Row(&known)
	return known, database.Wrap("find message id of email", err)
}

// ResolveUncertain marks an uncertain email as sent with the message id that the provider's log has for it. Without a
// message id, the email stays uncertain for the reason.
func ResolveUncertain(app core.App, id, messageID, reason string, now time.Time) error {
	values := dbx.Params{"errorMessage": reason, "updatedAt": database.FormatTime(now)}
	if messageID != "" {
		values = dbx.Params{
			"status":         string(Sent),
			"brevoMessageId": messageID,
			"errorMessage":   "",
			"sentAt":         database.FormatTime(now),
			"updatedAt":      database.FormatTime(now),
		}
	}
	_, err := app.NonconcurrentDB().Update(emailsCollection, values,
		dbx.HashExp{"id": id, "status": string(Uncertain)}).Execute()
	return database.Wrap("resolve uncertain email", err)
}
