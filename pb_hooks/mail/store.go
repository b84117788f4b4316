package mail

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

// The collections of this package. Their queries are in this file and in the store_*.go of their topics.
const (
	emailsCollection       = "email_logs"
	batchesCollection      = "email_batches"
	eventsCollection       = "email_events"
	suppressionsCollection = "suppressions"
)

// storedEmail is a record of email_logs.
type storedEmail struct{ core.BaseRecordProxy }

func wrapEmail(r *core.Record) *storedEmail {
	email := &storedEmail{}
	email.SetProxyRecord(r)
	return email
}

func (e *storedEmail) EmailAddress() string          { return e.GetString("emailAddress") }
func (e *storedEmail) RecipientName() string         { return e.GetString("recipientName") }
func (e *storedEmail) Kind() string                  { return e.GetString("kind") }
func (e *storedEmail) Subject() string               { return e.GetString("subject") }
func (e *storedEmail) BatchID() string               { return e.GetString("batchId") }
func (e *storedEmail) Status() Status                { return Status(e.GetString("status")) }
func (e *storedEmail) ErrorMessage() string          { return e.GetString("errorMessage") }
func (e *storedEmail) Attempts() int                 { return e.GetInt("attempts") }
func (e *storedEmail) MessageID() string             { return e.GetString("brevoMessageId") }
func (e *storedEmail) CreatedAt() types.DateTime     { return e.GetDateTime("createdAt") }
func (e *storedEmail) NextAttemptAt() types.DateTime { return e.GetDateTime("nextAttemptAt") }
func (e *storedEmail) ExpiresAt() types.DateTime     { return e.GetDateTime("expiresAt") }
func (e *storedEmail) SentAt() types.DateTime        { return e.GetDateTime("sentAt") }
func (e *storedEmail) DeliveredAt() types.DateTime   { return e.GetDateTime("deliveredAt") }
func (e *storedEmail) OpenedAt() types.DateTime      { return e.GetDateTime("openedAt") }
func (e *storedEmail) ClickedAt() types.DateTime     { return e.GetDateTime("clickedAt") }

// Params returns the stored params, never nil without an error.
func (e *storedEmail) Params() (map[string]string, error) {
	params := map[string]string{}
	if err := json.Unmarshal([]byte(e.GetString("params")), &params); err != nil {
		return nil, fmt.Errorf("params of e-mail %s: %w", e.Id, err)
	}
	if params == nil { // the JSON value null
		params = map[string]string{}
	}
	return params, nil
}

// findEmail returns sql.ErrNoRows if no e-mail has the id.
func findEmail(app core.App, id string) (*storedEmail, error) {
	r, err := app.FindRecordById(emailsCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find e-mail %s: %w", id, err)
	}
	return wrapEmail(r), nil
}

// hasDedupeKey reports whether there is an e-mail with the key; no e-mail has the key "".
func hasDedupeKey(tx core.App, key string) (bool, error) {
	if key == "" {
		return false, nil
	}
	// The condition dedupeKey != '' lets SQLite use the partial index.
	return exists(tx.NonconcurrentDB().NewQuery(`SELECT 1 FROM email_logs WHERE dedupeKey = {:key} AND dedupeKey != '' LIMIT 1`).
		Bind(dbx.Params{"key": key}))
}

// insertEmail stores a queued e-mail. The values are made by Enqueue, so they are not validated again.
func insertEmail(tx core.App, email Email, subject string, now time.Time) (id string, err error) {
	collection, err := tx.FindCachedCollectionByNameOrId(emailsCollection)
	if err != nil {
		return "", err
	}
	params, err := json.Marshal(email.Params)
	if err != nil {
		return "", err
	}
	r := core.NewRecord(collection)
	r.Id = core.GenerateDefaultRandomId()
	r.Load(map[string]any{
		"emailAddress":   email.To.Email,
		"recipientName":  oneLine(email.To.Name, maxName),
		"kind":           email.Kind,
		"dedupeKey":      email.DedupeKey,
		"registrationId": email.RegistrationID,
		"subject":        subject,
		"params":         string(params),
		"status":         string(Queued),
		"nextAttemptAt":  database.FormatTime(now),
		"expiresAt":      database.FormatTime(email.ExpiresAt),
	})
	return r.Id, tx.SaveNoValidate(r)
}

// claimedEmail is what sending needs of a row.
type claimedEmail struct {
	ID            string         `db:"id"`
	Kind          string         `db:"kind"`
	EmailAddress  string         `db:"emailAddress"`
	RecipientName string         `db:"recipientName"`
	Params        string         `db:"params"`
	BatchID       string         `db:"batchId"`
	ExpiresAt     types.DateTime `db:"expiresAt"`
	Attempts      int            `db:"attempts"`
	Subject       string         `db:"subject"`
}

// claimEmail moves a row to sending and counts the attempt. It returns nil if the row is gone or has moved on.
func claimEmail(tx core.App, id string, now time.Time) (*claimedEmail, error) {
	var rows []claimedEmail
	// NonconcurrentDB, because DB would treat this as a read.
	err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'sending', attempts = attempts + 1, updatedAt = {:now}
		WHERE id = {:id} AND status IN ` + originList(Sending) + `
		RETURNING id, kind, emailAddress, recipientName, params, batchId, expiresAt, attempts, subject`).
		Bind(dbx.Params{"id": id, "now": database.FormatTime(now)}).All(&rows)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// markEmailSent stores that the provider has taken an e-mail; "" leaves the message id to the webhook.
func markEmailSent(tx core.App, id, messageID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET
			errorMessage = CASE WHEN status IN ('queued', 'sending') THEN '' ELSE errorMessage END,
			status = CASE WHEN status IN ` + originList(Sent) + ` THEN 'sent' ELSE status END,
			brevoMessageId = CASE WHEN {:message} <> '' THEN {:message} ELSE brevoMessageId END,
			sentAt = CASE WHEN sentAt = '' THEN {:now} ELSE sentAt END,
			leaseUntil = '', updatedAt = {:now}
		WHERE id = {:id}`).
		Bind(dbx.Params{"id": id, "message": messageID, "now": database.FormatTime(now)}).Execute()
	return database.Wrap("mark e-mail as sent", err)
}

// endSending ends an e-mail that is not sent, unless the webhook has moved it since the claim.
func endSending(tx core.App, id string, status Status, reason string, now time.Time) error {
	return updateSending(tx, id, status, dbx.Params{"errorMessage": oneLine(reason, 500)}, now)
}

// requeueSending queues an e-mail for another attempt, unless the webhook has moved it since the claim.
func requeueSending(tx core.App, id string, at time.Time, reason string, now time.Time) error {
	return updateSending(tx, id, Queued, dbx.Params{"nextAttemptAt": database.FormatTime(at), "errorMessage": oneLine(reason, 500)}, now)
}

func updateSending(tx core.App, id string, status Status, values dbx.Params, now time.Time) error {
	if !Sending.CanMoveTo(status) {
		return fmt.Errorf("an e-mail that is sending can't become %s", status)
	}
	values["status"], values["leaseUntil"], values["updatedAt"] = string(status), "", database.FormatTime(now)
	_, err := tx.NonconcurrentDB().Update(emailsCollection, values, dbx.HashExp{"id": id, "status": string(Sending)}).Execute()
	return database.Wrap("move e-mail from sending to "+string(status), err)
}

// queuedEmail is an e-mail that waits.
type queuedEmail struct {
	ID   string `db:"id"`
	Kind string `db:"kind"`
}

// requeueEmail queues an e-mail to be sent again, if it still has the status, and returns what was queued.
func requeueEmail(tx core.App, id string, from Status, now time.Time) ([]queuedEmail, error) {
	if !from.CanMoveTo(Queued) {
		return nil, fmt.Errorf("an e-mail that is %s can't be queued", from)
	}
	return requeue(tx, "id = {:id} AND status = {:status}", dbx.Params{"id": id, "status": string(from)}, now)
}

// requeueFailedEmails queues every failed e-mail that has not expired.
func requeueFailedEmails(tx core.App, now time.Time) ([]queuedEmail, error) {
	return requeue(tx, "status = 'failed' AND (expiresAt = '' OR expiresAt > {:now})", dbx.Params{}, now)
}

// requeue queues e-mails without their batch. Their events still tell how they were delivered before.
func requeue(tx core.App, condition string, params dbx.Params, now time.Time) (queued []queuedEmail, err error) {
	params["now"] = database.FormatTime(now)
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'queued', batchId = '', leaseUntil = '', errorMessage = '', nextAttemptAt = {:now},
			sentAt = '', deliveredAt = '', openedAt = '', clickedAt = '', updatedAt = {:now}
		WHERE ` + condition + ` RETURNING id, kind`).Bind(params).All(&queued)
	return queued, database.Wrap("queue e-mails again", err)
}

// CountExpiringAfter counts the e-mails of a kind to an address that expire after a time, sent or not. If
// all e-mails of the kind live equally long, it tells how many were enqueued since when.
func CountExpiringAfter(app core.App, kind, email string, after time.Time) (int, error) {
	count, err := app.CountRecords(emailsCollection, dbx.HashExp{"emailAddress": email, "kind": kind},
		dbx.NewExp("expiresAt > {:after}", dbx.Params{"after": database.FormatTime(after)}))
	return int(count), database.Wrap("count e-mails", err)
}

// batchState is the state of a batch: the result of its calls.
type batchState string

const (
	batchOpen      batchState = "open"
	batchAccepted  batchState = "accepted"
	batchFailed    batchState = "failed"
	batchUncertain batchState = "uncertain"
)

// batch is a row of email_batches: the idempotency key that the calls for an e-mail share.
type batch struct {
	ID             string
	IdempotencyKey string
	State          batchState
	FirstAttemptAt time.Time
	// Text is the id of the text that the e-mail is composed with, "" if none is kept.
	Text string
}

// findBatch returns the zero batch if there is none with the id.
func findBatch(tx core.App, id string) (batch, error) {
	var row struct {
		Key   string         `db:"idempotencyKey"`
		State string         `db:"state"`
		First types.DateTime `db:"firstAttemptAt"`
		Text  string         `db:"text"`
	}
	err := tx.NonconcurrentDB().Select("idempotencyKey", "state", "firstAttemptAt", "text").From(batchesCollection).
		Where(dbx.HashExp{"id": id}).One(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return batch{}, nil
	}
	return batch{id, row.Key, batchState(row.State), row.First.Time(), row.Text}, database.Wrap("find batch", err)
}

// insertBatch stores an open batch and gives it to an e-mail.
func insertBatch(tx core.App, emailID string, b batch, now time.Time) error {
	_, err := tx.NonconcurrentDB().Insert(batchesCollection, dbx.Params{
		"id": b.ID, "idempotencyKey": b.IdempotencyKey, "firstAttemptAt": database.FormatTime(b.FirstAttemptAt), "state": string(batchOpen), "text": b.Text,
		"createdAt": database.FormatTime(now), "updatedAt": database.FormatTime(now),
	}).Execute()
	if err != nil {
		return fmt.Errorf("insert batch: %w", err)
	}
	_, err = tx.NonconcurrentDB().Update(emailsCollection, dbx.Params{"batchId": b.ID}, dbx.HashExp{"id": emailID}).Execute()
	return database.Wrap("set batch of e-mail", err)
}

// restartBatch starts the time of an open batch anew: its calls have certainly sent nothing.
func restartBatch(tx core.App, id string, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(batchesCollection,
		dbx.Params{"firstAttemptAt": database.FormatTime(now), "updatedAt": database.FormatTime(now)}, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("restart batch", err)
}

func setBatchState(tx core.App, id string, state batchState, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(batchesCollection,
		dbx.Params{"state": string(state), "updatedAt": database.FormatTime(now)}, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("set state of batch", err)
}

// markInterruptedBatch makes the open batch of an e-mail that is still sending uncertain.
func markInterruptedBatch(tx core.App, emailID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_batches SET state = 'uncertain', updatedAt = {:now}
		WHERE id = (SELECT batchId FROM email_logs WHERE id = {:id} AND status = 'sending') AND state = 'open'`).
		Bind(dbx.Params{"id": emailID, "now": database.FormatTime(now)}).Execute()
	return database.Wrap("mark interrupted batch", err)
}

// insertEvent stores a delivery event and reports whether it is new.
func insertEvent(tx core.App, ev event, now time.Time) (isNew bool, err error) {
	result, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO email_events
			(id, hash, event, emailAddress, brevoMessageId, letterId, link, reason, occurredAt, payload, createdAt, updatedAt)
		VALUES ({:id}, {:hash}, {:event}, {:email}, {:message}, {:emailId}, {:link}, {:reason}, {:at}, {:payload}, {:now}, {:now})`).
		Bind(dbx.Params{
			"id": core.GenerateDefaultRandomId(), "hash": ev.hash, "event": ev.name, "email": ev.email,
			"message": ev.messageID, "emailId": ev.emailID(), "link": ev.link, "reason": ev.reason, "at": database.FormatTime(ev.at),
			"payload": ev.payload, "now": database.FormatTime(now),
		}).Execute()
	if err != nil {
		return false, fmt.Errorf("insert delivery event: %w", err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// findEventEmail returns the delivery status of the e-mail that an event is about, nil if there is none. It
// looks by our row id, which each e-mail carries as X-Mailin-custom, for the event may come before the
// answer that names the message; then by the message.
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
			return nil, fmt.Errorf("find e-mail of delivery event: %w", err)
		}
		if len(rows) > 0 {
			return &rows[0], nil
		}
	}
	return nil, nil
}

func updateDeliveryStatus(tx core.App, d deliveryStatus, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(emailsCollection, dbx.Params{
		"status": string(d.Status), "errorMessage": d.Error, "brevoMessageId": d.MessageID,
		"sentAt": d.Sent.String(), "deliveredAt": d.Delivered.String(), "openedAt": d.Opened.String(), "clickedAt": d.Clicked.String(), "proxyOpenedAt": d.ProxyOpened.String(),
		"updatedAt": database.FormatTime(now),
	}, dbx.HashExp{"id": d.ID}).Execute()
	return database.Wrap("update delivery status of e-mail "+d.ID, err)
}

// listEvents returns the delivery events of an e-mail, the oldest first.
func listEvents(app core.App, email *storedEmail) ([]EmailEvent, error) {
	events := []EmailEvent{}
	err := app.DB().Select("id", "event", "reason", "occurredAt").From(eventsCollection).
		Where(dbx.NewExp(`(letterId = {:id} AND letterId != '') OR (brevoMessageId = {:message} AND brevoMessageId != '')`,
			dbx.Params{"id": email.Id, "message": email.MessageID()})).
		OrderBy("occurredAt", "id").Limit(200).All(&events)
	return events, database.Wrap("list delivery events of e-mail "+email.Id, err)
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

// originList is the statuses from which an e-mail may move to another, as an SQL list.
func originList(to Status) string {
	var names []string
	for _, status := range transitions.Origins(to) {
		names = append(names, "'"+string(status)+"'")
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func exists(q *dbx.Query) (bool, error) {
	var one int
	err := q.Row(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// AddressOf is the address that the e-mail with an id goes to, "" where there is none.
func AddressOf(app core.App, id string) (address string, err error) {
	err = app.DB().Select("emailAddress").From(emailsCollection).Where(dbx.HashExp{"id": id}).Limit(1).Row(&address)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return address, database.Wrap("find address of e-mail", err)
}

// ListTo lists the newest e-mails to some addresses, given in lower case.
func ListTo(app core.App, addresses []string, limit int) ([]EmailSummary, error) {
	list := []EmailSummary{}
	for _, address := range addresses {
		var found []EmailSummary
		err := app.DB().Select(emailList(nil).Columns...).From(emailsCollection).Where(dbx.HashExp{"emailAddress": address}).
			OrderBy("createdAt DESC").Limit(int64(limit)).All(&found)
		if err != nil {
			return nil, database.Wrap("list e-mails to an address", err)
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b EmailSummary) int {
		return cmp.Or(types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt)), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(limit, len(list))], nil
}
