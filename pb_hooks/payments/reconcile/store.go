package reconcile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
)

const (
	eventsCollection      = "payment_events"
	diagnosticsCollection = "webhook_diagnostics"
	cursorsCollection     = "payment_cursors"
)

// EventState is the state of a payment event.
type EventState string

// The states of a payment event: it waits until its job has run. It is then done, or unmatched if it belongs to no
// transaction.
const (
	EventWaiting   EventState = "waiting"
	EventDone      EventState = "done"
	EventUnmatched EventState = "unmatched"
)

// Values returns all states.
func (EventState) Values() []string { return rules.Options(EventWaiting, EventDone, EventUnmatched) }

// eventTransitions are documented in events.go, where a test compares them.
var eventTransitions = states.Table[EventState]{
	EventWaiting: {EventDone, EventUnmatched},
}

// PaymentEvent is the record of a webhook event with a valid signature.
type PaymentEvent struct{ core.BaseRecordProxy }

func (e *PaymentEvent) State() EventState { return EventState(e.GetString("state")) }

func (e *PaymentEvent) Body() []byte { return []byte(e.GetString("body")) }

func (e *PaymentEvent) CreatedAt() time.Time { return e.GetDateTime("createdAt").Time() }

// insertEvent stores an event, unless it is stored already. It recognises an event by the provider's id, or by a hash
// of its bytes if it has no id. It returns "" for an event that is stored already.
func insertEvent(tx core.App, eventID string, body []byte, event razorpay.Event, now time.Time) (id string, err error) {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	// Inside a transaction this check is sufficient, because SQLite has one writer at a time.
	exists, err := eventExists(tx, eventID, hash)
	if err != nil || exists {
		return "", err
	}
	record, err := database.NewRecord(tx, eventsCollection)
	if err != nil {
		return "", err
	}
	record.Load(map[string]any{
		"eventId":        eventID,
		"bodyHash":       hash,
		"event":          ledger.Truncate(event.Name, 100),
		"body":           string(body),
		"orderId":        ledger.Truncate(event.OrderID(), 64),
		"paymentId":      ledger.Truncate(event.PaymentID(), 64),
		"subscriptionId": ledger.Truncate(event.SubscriptionID(), 64),
		"state":          string(EventWaiting),
	})
	record.SetRaw("createdAt", database.DateTime(now)) // Set ignores an automatic date
	record.SetRaw("updatedAt", database.DateTime(now))
	if err := tx.Save(record); err != nil {
		return "", fmt.Errorf("insert payment event %q: %w", eventID, err)
	}
	return record.Id, nil
}

func eventExists(app core.App, eventID, hash string) (bool, error) {
	where := dbx.NewExp("eventId = {:id} AND eventId != ''", dbx.Params{"id": eventID})
	if eventID == "" {
		where = dbx.NewExp("bodyHash = {:hash} AND eventId = ''", dbx.Params{"hash": hash})
	}
	var id string
	err := app.DB().Select("id").From(eventsCollection).Where(where).Limit(1).Row(&id)
	return ledger.Found(err)
}

// findEvent returns sql.ErrNoRows for an unknown id.
func findEvent(app core.App, id string) (*PaymentEvent, error) {
	return database.Find[PaymentEvent](app, eventsCollection, id)
}

// listWaitingEvents returns the events that are not processed yet, oldest first.
func listWaitingEvents(app core.App) ([]*PaymentEvent, error) {
	var list []*PaymentEvent
	err := app.RecordQuery(eventsCollection).AndWhere(dbx.HashExp{"state": string(EventWaiting)}).OrderBy("createdAt",
		"id").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list waiting payment events: %w", err)
	}
	return list, nil
}

// EventRow is an event on the page of its transaction, with its name, time and result.
type EventRow struct {
	ID        string     `json:"id" db:"id"`
	Event     string     `json:"event" db:"event"`
	State     EventState `json:"state" db:"state"`
	PaymentID string     `json:"paymentId" db:"paymentId"`
	Note      string     `json:"note" db:"errorMessage"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
	Sequence  int64      `json:"-" db:"sequence"`
}

// ListEventsOf returns the events that name a payment, an order or a subscription, in the order of their arrival.
func ListEventsOf(app core.App, paymentID, orderID, subscriptionID string) ([]EventRow, error) {
	rows := []EventRow{}
	// The subqueries let SQLite use one index each.
	err := app.ConcurrentDB().
		NewQuery(`SELECT id, event, state, paymentId, errorMessage, createdAt, rowid AS sequence
			FROM payment_events WHERE id IN (
			SELECT id FROM payment_events WHERE paymentId = {:payment} AND paymentId != ''
			UNION ALL SELECT id FROM payment_events WHERE orderId = {:order} AND orderId != ''
			UNION ALL SELECT id FROM payment_events WHERE subscriptionId = {:subscription} AND subscriptionId != '')`).
		Bind(dbx.Params{"payment": paymentID, "order": orderID, "subscription": subscriptionID}).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("list events of payment %q: %w", paymentID, err)
	}
	slices.SortFunc(rows, func(a, b EventRow) int {
		return cmp.Or(types.DateTime(a.CreatedAt).Compare(types.DateTime(b.CreatedAt)),
			cmp.Compare(a.Sequence, b.Sequence))
	})
	return rows, nil
}

// FindRefundProcessedTime returns the time of the event that reported a refund as processed, or sql.ErrNoRows.
func FindRefundProcessedTime(app core.App, paymentID, refundID string) (time.Time, error) {
	var at int64
	err := app.DB().NewQuery(`SELECT json_extract(body, '$.created_at') FROM payment_events
			WHERE paymentId = {:payment} AND paymentId != '' AND event = 'refund.processed'
				AND json_extract(body, '$.payload.refund.entity.id') = {:refund}
			LIMIT 1`).
		Bind(dbx.Params{"payment": paymentID, "refund": refundID}).Row(&at)
	if err != nil {
		return time.Time{}, fmt.Errorf("find the time of refund %q: %w", refundID, err)
	}
	return time.Unix(at, 0).UTC(), nil
}

// CountWaitingEvents counts the provider's events that are not processed yet.
func CountWaitingEvents(app core.App) (int64, error) {
	return app.CountRecords(eventsCollection, dbx.HashExp{"state": string(EventWaiting)})
}

// OldestWaitingEvent returns when the oldest unprocessed event arrived, or the zero time if none exists.
func OldestWaitingEvent(app core.App) (time.Time, error) {
	var oldest types.DateTime
	err := app.ConcurrentDB().
		NewQuery("SELECT coalesce(min(createdAt), '') FROM payment_events WHERE state = 'waiting'").Row(&oldest)
	if err != nil {
		return time.Time{}, fmt.Errorf("oldest waiting payment event: %w", err)
	}
	return oldest.Time(), nil
}

// finish stores the result of an event.
func (e *PaymentEvent) finish(tx core.App, state EventState, note string) error {
	if err := eventTransitions.Check(e.State(), state); err != nil {
		return fmt.Errorf("payment event %s: %w", e.Id, err)
	}
	e.Load(map[string]any{
		"state":        string(state),
		"attempts":     e.GetInt("attempts") + 1,
		"errorMessage": ledger.Truncate(note, 2000),
	})
	if err := tx.Save(e); err != nil {
		return fmt.Errorf("finish payment event %s: %w", e.Id, err)
	}
	return nil
}

// Diagnostic is the log of one webhook request for the console.
type Diagnostic struct {
	ID                string     `db:"id" json:"id"`
	Timestamp         httpx.Time `db:"timestamp" json:"timestamp"`
	ContentType       string     `db:"contentType" json:"contentType"`
	ContentLength     int64      `db:"contentLength" json:"contentLength"`
	HasSignature      httpx.Bool `db:"hasSignature" json:"hasSignature"`
	SignatureVerified httpx.Bool `db:"signatureVerified" json:"signatureVerified"`
	EventType         string     `db:"eventType" json:"eventType"`
	PaymentID         string     `db:"paymentId" json:"paymentId"`
	StatusCode        int        `db:"statusCode" json:"statusCode"`
	ErrorMessage      string     `db:"errorMessage" json:"errorMessage"`
	// Explanation describes the result and what to do.
	Explanation string `db:"-" json:"explanation"`
}

// The list has at most maxDiagnostics rows, so its sorts need no indexes.
var diagnosticList = lists.List{
	From: diagnosticsCollection,
	Columns: []string{"id", "timestamp", "contentType", "contentLength", "hasSignature", "signatureVerified",
		"eventType", "paymentId", "statusCode", "errorMessage"},
	Search: []string{"eventType", "paymentId", "errorMessage"},
	Sort:   map[string]string{"timestamp": "timestamp", "eventType": "eventType", "statusCode": "statusCode"},
	Filters: map[string]map[string]string{"outcome": {
		"verified": "signatureVerified AND errorMessage = ''",
		"failed":   "NOT signatureVerified OR errorMessage != ''",
	}},
	DefaultSort: "-timestamp",
}

// trimEvery is the number of stored diagnostics after which the excess ones are deleted. Finding them scans the index.
const trimEvery = 100

// insertDiagnostic stores a diagnostic and regularly deletes the oldest ones beyond the limit. Anyone can send requests
// without a valid signature, so these have a separate limit and do not displace the provider's requests.
func insertDiagnostic(app core.App, d Diagnostic, now time.Time) error {
	record, err := database.NewRecord(app, diagnosticsCollection)
	if err != nil {
		return err
	}
	verified := bool(d.SignatureVerified)
	record.Load(map[string]any{
		"timestamp":         database.DateTime(now),
		"contentType":       ledger.Truncate(d.ContentType, 200),
		"contentLength":     d.ContentLength,
		"hasSignature":      bool(d.HasSignature),
		"signatureVerified": verified,
		"eventType":         ledger.Truncate(d.EventType, 100),
		"paymentId":         ledger.Truncate(d.PaymentID, 64),
		"statusCode":        d.StatusCode,
		"errorMessage":      ledger.Truncate(d.ErrorMessage, 2000),
	})
	record.SetRaw("createdAt", database.DateTime(now)) // Set ignores an automatic date
	record.SetRaw("updatedAt", database.DateTime(now))
	// Strangers choose the values of unsigned requests. A rule of a field must not keep a request out of the log.
	if err := app.SaveNoValidate(record); err != nil {
		return fmt.Errorf("insert webhook diagnostic: %w", err)
	}
	var row int64
	if err := app.NonconcurrentDB().Select("rowid").From(diagnosticsCollection).Where(dbx.HashExp{"id": record.Id}).
		Row(&row); err != nil {
		return fmt.Errorf("find the row of a webhook diagnostic: %w", err)
	}
	if row%trimEvery != 0 {
		return nil
	}
	return trimDiagnostics(app, verified)
}

// trimDiagnostics deletes the oldest diagnostics beyond the limit.
func trimDiagnostics(app core.App, verified bool) error {
	limit := maxUnverifiedDiagnostics
	if verified {
		limit = maxDiagnostics
	}
	_, err := app.NonconcurrentDB().NewQuery(`
		DELETE FROM webhook_diagnostics WHERE signatureVerified = {:verified} AND timestamp <
			(SELECT timestamp FROM webhook_diagnostics WHERE signatureVerified = {:verified}
				ORDER BY timestamp DESC LIMIT 1 OFFSET {:last})`).
		Bind(dbx.Params{"verified": verified, "last": limit - 1}).Execute()
	if err != nil {
		return fmt.Errorf("limit webhook diagnostics: %w", err)
	}
	return nil
}

// deleteDiagnostics and deleteFinishedEvents delete the rows that are older than a time.

func deleteDiagnostics(tx core.App, before time.Time) error {
	_, err := tx.NonconcurrentDB().Delete(diagnosticsCollection,
		dbx.NewExp("timestamp < {:before}", dbx.Params{"before": database.DateTime(before)})).Execute()
	return err
}

func deleteFinishedEvents(tx core.App, before time.Time) error {
	_, err := tx.NonconcurrentDB().
		Delete(eventsCollection, dbx.NewExp("state != 'waiting' AND createdAt < {:before}",
			dbx.Params{"before": database.DateTime(before)})).
		Execute()
	return err
}

// LastWebhookAt returns the time of the provider's last request, or the zero time if there was none.
func LastWebhookAt(app core.App) (types.DateTime, error) {
	var last types.DateTime
	err := app.DB().Select("timestamp").From(diagnosticsCollection).Where(dbx.HashExp{"signatureVerified": true}).
		OrderBy("timestamp DESC", "id DESC").Limit(1).Row(&last)
	return last, database.IgnoreMissing(err)
}

// Cursor is the record that stores up to which time a list of the provider was read.
type Cursor struct{ core.BaseRecordProxy }

// readTo returns the zero time for a list that was never read.
func (c *Cursor) readTo() time.Time { return c.GetDateTime("readTo").Time() }

// findCursor returns the cursor of a list, or a new one if the list was never read.
func findCursor(app core.App, name string) (*Cursor, error) {
	return database.FirstOrNew[Cursor](app, cursorsCollection, dbx.HashExp{"name": name})
}

func saveCursor(app core.App, cursor *Cursor, readTo time.Time) error {
	cursor.Set("readTo", database.DateTime(readTo))
	if err := app.Save(cursor); err != nil {
		return fmt.Errorf("save cursor %s: %w", cursor.GetString("name"), err)
	}
	return nil
}
