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
	// answerWithin is how long the provider waits for a webhook's answer.
	answerWithin = 5 * time.Second
	// mostAttempts is about what the usual back-off makes of 24 hours.
	mostAttempts = 34
)

// parcel is a delivery on its way.
type parcel struct {
	Delivery
	due   time.Time
	tried int
}

// courier carries events to the webhook: again and again until somebody takes them, and with no
// word on their order.
type courier struct {
	client  *http.Client
	backoff func(n int) time.Duration
	log     *slog.Logger
	report  func(id string, a Attempt, state string)
	ctx     context.Context
	cancel  context.CancelFunc
	done    chan struct{}
	wake    chan struct{}

	mu      sync.Mutex
	url     string
	queue   []*parcel
	holding bool // one is under way
	idle    *sync.Cond
}

func newCourier(url string, backoff func(n int) time.Duration, log *slog.Logger, report func(string, Attempt, string)) *courier {
	if backoff == nil {
		backoff = doubling
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &courier{
		client: &http.Client{
			Timeout:       answerWithin,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		backoff: backoff, log: log, report: report, ctx: ctx, cancel: cancel,
		done: make(chan struct{}), wake: make(chan struct{}, 1), url: url,
	}
	c.idle = sync.NewCond(&c.mu)
	go c.run()
	return c
}

func doubling(n int) time.Duration { return min(time.Second<<min(n-1, 12), time.Hour) }

func (c *courier) address(url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.url = url
}

// carry takes deliveries on their way.
func (c *courier) carry(deliveries []*Delivery, how Travel) {
	due := time.Now().Add(time.Duration(how.DelayMS) * time.Millisecond)
	var parcels []*parcel
	for _, d := range deliveries {
		parcels = append(parcels, &parcel{Delivery: *d, due: due})
		if how.Duplicate {
			parcels = append(parcels, &parcel{Delivery: *d, due: due})
		}
	}
	if how.Shuffle {
		rand.Shuffle(len(parcels), func(i, j int) { parcels[i], parcels[j] = parcels[j], parcels[i] })
	}
	c.mu.Lock()
	c.queue = append(c.queue, parcels...)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *courier) run() {
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
		c.offer(p, url)
		if c.ctx.Err() != nil {
			return
		}
	}
}

// next takes the first parcel that is due, or tells how long to wait for it.
func (c *courier) next() (*parcel, string, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wait := time.Hour
	for i, p := range c.queue {
		if until := time.Until(p.due); until > 0 {
			wait = min(wait, until)
			continue
		}
		c.queue = append(c.queue[:i:i], c.queue[i+1:]...)
		c.holding = true
		return p, c.url, 0
	}
	return nil, "", wait
}

// offer delivers a parcel, or puts it back for later.
func (c *courier) offer(p *parcel, url string) {
	attempt := c.post(p.Delivery, url)
	if c.ctx.Err() != nil {
		return // cut off by the end of the program: it is offered again after the restart
	}
	p.tried++
	taken := attempt.Status >= 200 && attempt.Status < 300
	state := Waiting
	switch {
	case taken:
		state = Delivered
	case p.tried >= mostAttempts:
		state = GivenUp
		c.log.Warn("nobody took a webhook, and it is given up", "event", p.Event)
	}
	c.report(p.ID, attempt, state)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holding = false
	if state == Waiting {
		p.due = time.Now().Add(c.backoff(p.tried))
		c.queue = append(c.queue, p)
	}
	c.idle.Broadcast()
}

func (c *courier) post(d Delivery, url string) Attempt {
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

func (c *courier) settle(atMost time.Duration) bool {
	return fakeprovider.Settles(c.idle, atMost, func() bool { return len(c.queue) == 0 && !c.holding })
}

func (c *courier) close() {
	c.cancel()
	<-c.done
}
