package payments

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

const events = "payment_events"

// The states of an event.
const (
	waiting   = "waiting"
	done      = "done"
	unmatched = "unmatched"
)

// insertEvent stores an event for the worker, unless it is stored already: by the provider's id
// of it, or by its bytes when it has none.
func (p *Payments) insertEvent(tx core.App, eventID string, body []byte, told razorpay.Event) error {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	same := dbx.HashExp{"eventId": eventID}
	if eventID == "" {
		same = dbx.HashExp{"eventId": "", "bodyHash": hash}
	}
	// Inside a transaction this look is enough: there is one writer at a time.
	known, err := tx.CountRecords(events, same)
	if err != nil || known > 0 {
		return err
	}
	collection, err := tx.FindCachedCollectionByNameOrId(events)
	if err != nil {
		return err
	}
	row := core.NewRecord(collection)
	row.Load(map[string]any{
		"eventId": eventID, "bodyHash": hash, "event": clip(told.Name, 100), "body": string(body),
		"orderId": clip(told.OrderID(), 64), "paymentId": clip(told.PaymentID(), 64), "subscriptionId": clip(told.SubscriptionID(), 64),
		"state": waiting, "nextAttemptAt": stamp(p.now()),
	})
	row.SetRaw("createdAt", stamp(p.now()))
	return tx.Save(row)
}

// dueEvents are the waiting events that may be tried now, the oldest first.
func (p *Payments) dueEvents(most int64) ([]*core.Record, error) {
	var due []*core.Record
	err := p.app.RecordQuery(events).
		AndWhere(dbx.HashExp{"state": waiting}).
		AndWhere(dbx.NewExp("nextAttemptAt <= {:now}", dbx.Params{"now": stamp(p.now())})).
		OrderBy("nextAttemptAt", "createdAt", "id").Limit(most).All(&due)
	return due, err
}

// again are the waits before an event that could not be heeded is tried again; the last repeats.
var again = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// postpone puts an event off after a failure, and gives it up after six days: by then the
// reconciler has found whatever it told of.
func (p *Payments) postpone(event *core.Record, cause error) error {
	now := p.now()
	attempts := event.GetInt("attempts") + 1
	event.Set("attempts", attempts)
	event.Set("errorMessage", clip(cause.Error(), 2000))
	event.Set("nextAttemptAt", stamp(now.Add(again[min(attempts, len(again))-1])))
	if now.Sub(event.GetDateTime("createdAt").Time()) > lateness {
		event.Set("state", unmatched)
	}
	return p.app.Save(event)
}

// finish stores what became of an event.
func finish(tx core.App, event *core.Record, state, note string) error {
	event.Set("state", state)
	event.Set("attempts", event.GetInt("attempts")+1)
	event.Set("errorMessage", clip(note, 2000))
	return tx.Save(event)
}
