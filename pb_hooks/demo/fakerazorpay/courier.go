package fakerazorpay

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

const (
	// webhookTimeout is how long the provider waits for a webhook's answer.
	webhookTimeout = 5 * time.Second
	// maxAttempts is about what the usual back-off makes of 24 hours.
	maxAttempts = 34
)

// queuedDelivery is a delivery on its way.
type queuedDelivery struct {
	Delivery
	due      time.Time
	attempts int
}

// webhookSender carries events to the webhook: again and again until somebody takes them, and with no
// word on their order.
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
	busy  bool // one is under way
	idle  *sync.Cond
}

func newWebhookSender(url string, backoff func(n int) time.Duration, log *slog.Logger, report func(string, Attempt, string)) *webhookSender {
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

// enqueue takes deliveries on their way.
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

// next takes the first parcel that is due, or tells how long to wait for it.
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

// hostedCheckout delivers a parcel, or puts it back for later.
func (c *webhookSender) deliver(p *queuedDelivery, url string) {
	attempt := c.post(p.Delivery, url)
	if c.ctx.Err() != nil {
		return // cut off by the end of the program: it is offered again after the restart
	}
	p.attempts++
	taken := attempt.Status >= 200 && attempt.Status < 300
	state := Waiting
	switch {
	case taken:
		state = Delivered
	case p.attempts >= maxAttempts:
		state = GivenUp
		c.log.Warn("nobody took a webhook, and it is given up", "event", p.Event)
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
