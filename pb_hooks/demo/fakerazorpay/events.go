package fakerazorpay

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The fates of a delivery.
const (
	Waiting   = "waiting"
	Delivered = "delivered"
	GivenUp   = "given up"
	Dropped   = "dropped"  // by the switches
	NoWebhook = "not told" // there is no webhook
)

// Delivery is a webhook's message: signed once, over these very bytes.
type Delivery struct {
	ID        string    `json:"id"`
	Event     string    `json:"event"`
	EventID   string    `json:"eventId,omitempty"` // empty: the header is left out
	Body      []byte    `json:"body"`
	Signature string    `json:"signature"`
	About     []string  `json:"about"` // the ids of what it tells of
	At        time.Time `json:"at"`
	State     string    `json:"state"`
	Attempts  []Attempt `json:"attempts,omitempty"`
}

// Attempt is one try to deliver; Status is 0 when nobody answered.
type Attempt struct {
	At     time.Time `json:"at"`
	Status int       `json:"status"`
	Error  string    `json:"error,omitempty"`
}

// Request is the delivery as it goes over the wire.
func (d Delivery) Request(ctx context.Context, url string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(d.Body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Razorpay-Webhook/v1")
	r.Header.Set("X-Razorpay-Signature", d.Signature)
	if d.EventID != "" {
		r.Header.Set("x-razorpay-event-id", d.EventID)
	}
	return r, nil
}

// accountID is the merchant's.
const accountID = "acc_SandboxDemo0001"

// payloadPart is an entity of an event's payload. The payload is a snapshot: it is written at once.
type payloadPart struct {
	name   string
	entity any
}

// emitEvent makes an event and puts it out for delivery; send takes it away.
func (b *Server) emitEvent(event string, about []string, parts ...payloadPart) error {
	now := b.now()
	contains, payload := []string{}, map[string]any{}
	for _, p := range parts {
		contains = append(contains, p.name)
		payload[p.name] = map[string]any{"entity": p.entity}
	}
	body, err := json.Marshal(map[string]any{
		"entity": "event", "account_id": accountID, "event": event,
		"contains": contains, "payload": payload, "created_at": now.Unix(),
	})
	if err != nil {
		return err
	}
	d := &Delivery{
		ID: newID("evt_"), Event: event, Body: body, At: now, State: NoWebhook,
		About: slices.DeleteFunc(about, func(id string) bool { return id == "" }),
	}
	faults := b.switches.Webhooks
	if !faults.NoEventID {
		d.EventID = d.ID
	}
	d.Signature = sign(b.webhookSecret(faults.Secret), body)
	if b.hasWebhook {
		d.State = Waiting
	}
	b.pending = append(b.pending, d)
	return nil
}

func (b *Server) webhookSecret(which string) string {
	switch which {
	case "wrong":
		return "not-the-secret"
	case "old":
		return b.keys.WebhookSecretPrevious
	}
	return b.keys.WebhookSecret
}

// flushEvents keeps the events that a change made and hands them to the courier. Call it under the lock.
func (b *Server) flushEvents() error {
	batch := b.pending
	b.pending = nil
	faults := b.switches.Webhooks
	if faults.Unknown && len(batch) > 0 {
		if err := b.emitEvent("payment.pondered", slices.Clone(batch[0].About), payloadPart{"thought", map[string]string{"id": newID("tht_")}}); err != nil {
			return err
		}
		batch, b.pending = append(batch, b.pending...), nil
	}
	var leaving []*Delivery
	for _, d := range batch {
		n := len(b.store.deliveries.list) + 1
		if b.hasWebhook && (faults.Drop || (faults.DropEvery > 0 && n%faults.DropEvery == 0)) {
			d.State = Dropped
		}
		if err := b.store.save(journalEntry{Delivery: d}); err != nil {
			return err
		}
		if d.State == Waiting {
			leaving = append(leaving, d)
		}
	}
	b.webhooks.enqueue(leaving, faults)
	return nil
}

// recordAttempt is the courier's report of an attempt.
func (b *Server) recordAttempt(id string, a Attempt, state string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.store.deliveries.byID[id]
	if d == nil {
		return
	}
	a.At = b.now()
	d.Attempts = append(d.Attempts, a)
	// A duplicate that fails does not undo the copy that arrived.
	if d.State != Delivered {
		d.State = state
	}
	if err := b.store.save(journalEntry{Delivery: d}); err != nil {
		b.webhooks.log.Error("a webhook's outcome was not kept", "error", err)
	}
}

// Events lists the deliveries about an order, payment, subscription or link, oldest first, told
// or not; "" lists all. They are copies: a test may deliver them itself, in any order.
func (b *Server) Events(about string) []Delivery {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := b.store.deliveries.newestFirst(func(d *Delivery) bool { return about == "" || slices.Contains(d.About, about) })
	slices.Reverse(found)
	for i := range found {
		found[i].Attempts = slices.Clone(found[i].Attempts)
	}
	return found
}

// Resend delivers an event once more.
func (b *Server) Resend(id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.store.deliveries.byID[id]
	if d == nil {
		return unknownIDError()
	}
	if b.hasWebhook {
		b.webhooks.enqueue([]*Delivery{d}, WebhookFaults{})
	}
	return nil
}

func sign(secret string, message []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(message)
	return hex.EncodeToString(mac.Sum(nil))
}

// signIDs is the signature of ids, joined as the provider joins them.
func (b *Server) signIDs(parts ...string) string {
	return sign(b.keys.Secret, []byte(strings.Join(parts, "|")))
}
