package fakerazorpay

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

// The states of a delivery.
const (
	Waiting   = "waiting"
	Delivered = "delivered"
	GivenUp   = "given up"
	Dropped   = "dropped" // by the switches
	NoWebhook = "no webhook"
)

// Delivery is a webhook event with its body, signed once.
type Delivery struct {
	ID        string    `json:"id"`
	Event     string    `json:"event"`
	EventID   string    `json:"eventId,omitempty"` // "" omits the header
	Body      []byte    `json:"body"`
	Signature string    `json:"signature"`
	About     []string  `json:"about"` // the ids of the entities in it
	At        time.Time `json:"at"`
	State     string    `json:"state"`
	Attempts  []Attempt `json:"attempts,omitempty"`
}

// Attempt is one attempt to deliver. Status is 0 if there was no response.
type Attempt struct {
	At     time.Time `json:"at"`
	Status int       `json:"status"`
	Error  string    `json:"error,omitempty"`
}

// Request returns the HTTP request of the delivery.
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

// accountID is the merchant's account id.
const accountID = "acc_SandboxDemo0001"

// payloadPart is an entity in an event's payload. It is encoded at once, so the payload is a snapshot.
type payloadPart struct {
	name   string
	entity any
}

// emitEvent creates an event; flushEvents sends it.
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

// flushEvents stores the emitted events and passes them to the webhook sender. Call it under the lock.
func (b *Server) flushEvents() error {
	batch := b.pending
	b.pending = nil
	faults := b.switches.Webhooks
	if faults.Unknown && len(batch) > 0 {
		if err := b.emitEvent("payment.pondered", slices.Clone(batch[0].About),
			payloadPart{"unknown", map[string]string{"id": newID("unk_")}}); err != nil {
			return err
		}
		batch, b.pending = append(batch, b.pending...), nil
	}
	var outgoing []*Delivery
	for _, d := range batch {
		n := len(b.store.deliveries.list) + 1
		if b.hasWebhook && (faults.Drop || (faults.DropEvery > 0 && n%faults.DropEvery == 0)) {
			d.State = Dropped
		}
		if err := b.store.save(journalEntry{Delivery: d}); err != nil {
			return err
		}
		if d.State == Waiting {
			outgoing = append(outgoing, d)
		}
	}
	b.webhooks.enqueue(outgoing, faults)
	return nil
}

// recordAttempt stores an attempt that the webhook sender has made.
func (b *Server) recordAttempt(id string, a Attempt, state string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.store.deliveries.byID[id]
	if d == nil {
		return
	}
	a.At = b.now()
	d.Attempts = append(d.Attempts, a)
	// A duplicate that fails does not undo the delivery of the other copy.
	if d.State != Delivered {
		d.State = state
	}
	if err := b.store.save(journalEntry{Delivery: d}); err != nil {
		b.webhooks.log.Error("storing a webhook attempt failed", "error", err)
	}
}

// Events lists the deliveries about an order, payment, subscription or link, oldest first, whether sent or not. ""
// lists all. They are copies, so a test may deliver them itself, in any order.
func (b *Server) Events(about string) []Delivery {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := b.store.deliveries.newestFirst(
		func(d *Delivery) bool { return about == "" || slices.Contains(d.About, about) },
	)
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

// signIDs returns the signature of ids, joined as Razorpay joins them.
func (b *Server) signIDs(parts ...string) string {
	return sign(b.keys.Secret, []byte(strings.Join(parts, "|")))
}

const (
	// webhookTimeout is how long Razorpay waits for a webhook's response.
	webhookTimeout = 5 * time.Second
	// maxAttempts is about the number of attempts that the default backoff makes in 24 hours.
	maxAttempts = 34
)

// queuedDelivery is a delivery in the queue.
type queuedDelivery struct {
	Delivery
	due      time.Time
	attempts int
}

// webhookSender sends events to the webhook and retries until they are accepted. It does not guarantee their order.
type webhookSender struct {
	client  *http.Client
	backoff func(n int) time.Duration
	log     *slog.Logger
	report  func(id string, a Attempt, state string)
	ctx     context.Context
	cancel  context.CancelFunc
	done    chan struct{}
	wake    chan struct{}

	mu    sync.Mutex
	url   string
	queue []*queuedDelivery
	busy  bool // a delivery is in progress
	idle  *sync.Cond
}

func newWebhookSender(url string, backoff func(n int) time.Duration, log *slog.Logger,
	report func(string, Attempt, string)) *webhookSender {
	if backoff == nil {
		backoff = defaultBackoff
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &webhookSender{
		client: &http.Client{
			Timeout:       webhookTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		backoff: backoff, log: log, report: report, ctx: ctx, cancel: cancel,
		done: make(chan struct{}), wake: make(chan struct{}, 1), url: url,
	}
	c.idle = sync.NewCond(&c.mu)
	go c.run()
	return c
}

func defaultBackoff(n int) time.Duration { return min(time.Second<<min(n-1, 12), time.Hour) }

func (c *webhookSender) setURL(url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.url = url
}

// enqueue adds deliveries to the queue.
func (c *webhookSender) enqueue(deliveries []*Delivery, faults WebhookFaults) {
	due := time.Now().Add(time.Duration(faults.DelayMS) * time.Millisecond)
	var queued []*queuedDelivery
	for _, d := range deliveries {
		queued = append(queued, &queuedDelivery{Delivery: *d, due: due})
		if faults.Duplicate {
			queued = append(queued, &queuedDelivery{Delivery: *d, due: due})
		}
	}
	if faults.Shuffle {
		rand.Shuffle(len(queued), func(i, j int) { queued[i], queued[j] = queued[j], queued[i] })
	}
	c.mu.Lock()
	c.queue = append(c.queue, queued...)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *webhookSender) run() {
	defer close(c.done)
	for {
		p, url, wait := c.next()
		if p == nil {
			select {
			case <-c.ctx.Done():
				return
			case <-c.wake:
			case <-time.After(wait):
			}
			continue
		}
		c.deliver(p, url)
		if c.ctx.Err() != nil {
			return
		}
	}
}

// next takes the first delivery that is due, or returns how long to wait for it.
func (c *webhookSender) next() (*queuedDelivery, string, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wait := time.Hour
	for i, p := range c.queue {
		if until := time.Until(p.due); until > 0 {
			wait = min(wait, until)
			continue
		}
		c.queue = append(c.queue[:i:i], c.queue[i+1:]...)
		c.busy = true
		return p, c.url, 0
	}
	return nil, "", wait
}

// deliver sends a delivery, and queues it again if it was not accepted.
func (c *webhookSender) deliver(p *queuedDelivery, url string) {
	attempt := c.post(p.Delivery, url)
	if c.ctx.Err() != nil {
		return // interrupted by Close; it is sent again after the restart
	}
	p.attempts++
	accepted := attempt.Status >= 200 && attempt.Status < 300
	state := Waiting
	switch {
	case accepted:
		state = Delivered
	case p.attempts >= maxAttempts:
		state = GivenUp
		c.log.Warn("giving up a webhook that was never accepted", "event", p.Event)
	}
	c.report(p.ID, attempt, state)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
	if state == Waiting {
		p.due = time.Now().Add(c.backoff(p.attempts))
		c.queue = append(c.queue, p)
	}
	c.idle.Broadcast()
}

func (c *webhookSender) post(d Delivery, url string) Attempt {
	r, err := d.Request(c.ctx, url)
	if err != nil {
		return Attempt{Error: err.Error()}
	}
	response, err := c.client.Do(r)
	if err != nil {
		return Attempt{Error: err.Error()}
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
	return Attempt{Status: response.StatusCode}
}

func (c *webhookSender) waitIdle(atMost time.Duration) bool {
	return fakeprovider.WaitUntil(c.idle, atMost, func() bool { return len(c.queue) == 0 && !c.busy })
}

func (c *webhookSender) close() {
	c.cancel()
	<-c.done
}
