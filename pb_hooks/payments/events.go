package payments

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

const eventsCollection = "payment_events"

// The states of an event.
const (
	eventWaiting   = "waiting"
	eventDone      = "done"
	eventUnmatched = "unmatched"
)

// insertEvent stores an event for the worker, unless it is stored already: by the provider's id
// of it, or by its bytes when it has none.
func (p *Payments) insertEvent(tx core.App, eventID string, body []byte, event razorpay.Event) error {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	same := dbx.HashExp{"eventId": eventID}
	if eventID == "" {
		same = dbx.HashExp{"eventId": "", "bodyHash": hash}
	}
	// Inside a transaction this look is enough: there is one writer at a time.
	known, err := tx.CountRecords(eventsCollection, same)
	if err != nil || known > 0 {
		return err
	}
	collection, err := tx.FindCachedCollectionByNameOrId(eventsCollection)
	if err != nil {
		return err
	}
	row := core.NewRecord(collection)
	row.Load(map[string]any{
		"eventId": eventID, "bodyHash": hash, "event": truncate(event.Name, 100), "body": string(body),
		"orderId": truncate(event.OrderID(), 64), "paymentId": truncate(event.PaymentID(), 64), "subscriptionId": truncate(event.SubscriptionID(), 64),
		"state": eventWaiting, "nextAttemptAt": toDateTime(p.now()),
	})
	row.SetRaw("createdAt", toDateTime(p.now()))
	return tx.Save(row)
}

// findDueEvents are the waiting events that may be tried now, the oldest first.
func (p *Payments) findDueEvents(limit int64) ([]*core.Record, error) {
	var due []*core.Record
	err := p.app.RecordQuery(eventsCollection).
		AndWhere(dbx.HashExp{"state": eventWaiting}).
		AndWhere(dbx.NewExp("nextAttemptAt <= {:now}", dbx.Params{"now": toDateTime(p.now())})).
		OrderBy("nextAttemptAt", "createdAt", "id").Limit(limit).All(&due)
	return due, err
}

// eventBackoff are the waits before an event that could not be heeded is tried again; the last repeats.
var eventBackoff = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// retryEventLater puts an event off after a failure, and gives it up after six days: by then the
// reconciler has found whatever it told of.
func (p *Payments) retryEventLater(event *core.Record, cause error) error {
	now := p.now()
	attempts := event.GetInt("attempts") + 1
	event.Set("attempts", attempts)
	event.Set("errorMessage", truncate(cause.Error(), 2000))
	event.Set("nextAttemptAt", toDateTime(now.Add(eventBackoff[min(attempts, len(eventBackoff))-1])))
	if now.Sub(event.GetDateTime("createdAt").Time()) > checkWindow {
		event.Set("state", eventUnmatched)
	}
	return p.app.Save(event)
}

// completeEvent stores what became of an event.
func completeEvent(tx core.App, event *core.Record, state, note string) error {
	event.Set("state", state)
	event.Set("attempts", event.GetInt("attempts")+1)
	event.Set("errorMessage", truncate(note, 2000))
	return tx.Save(event)
}
