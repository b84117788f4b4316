package fakebrevo

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

const (
	// maxBatchSize is the size of Brevo's batches.
	maxBatchSize = 500
	// retryDelay is the wait before a retry, after a 429 or a failed connection.
	retryDelay = 250 * time.Millisecond
	// maxAttempts limits the retries, so that an unreachable webhook does not fill the memory.
	maxAttempts = 240
)

// webhookSender sends events to the webhook. Like Brevo it retries after a 429 or without an answer, and drops the
// events after any other error status.
type webhookSender struct {
	client *http.Client
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	wake   chan struct{}

	mu         sync.Mutex
	url, token string
	faults     WebhookFaults
	seen       int
	queue      []Event
	busy       bool
	idle       *sync.Cond
}

func newWebhookSender(url, token string, log *slog.Logger) *webhookSender {
	ctx, cancel := context.WithCancel(context.Background())
	c := &webhookSender{
		client: &http.Client{Timeout: 10 * time.Second},
		log:    log, ctx: ctx, cancel: cancel,
		done: make(chan struct{}), wake: make(chan struct{}, 1),
		url: url, token: token,
	}
	c.idle = sync.NewCond(&c.mu)
	go c.run()
	return c
}

func (c *webhookSender) setURL(url, token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.url, c.token = url, token
}

func (c *webhookSender) setFaults(faults WebhookFaults) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults, c.seen = faults, 0
}

// enqueue adds events to the queue, and applies the faults.
func (c *webhookSender) enqueue(events []Event) {
	c.mu.Lock()
	for _, e := range events {
		c.seen++
		if c.url == "" || (c.faults.DropEvery > 0 && c.seen%c.faults.DropEvery == 0) {
			continue
		}
		c.queue = append(c.queue, e)
		if c.faults.Duplicate {
			c.queue = append(c.queue, e)
		}
	}
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *webhookSender) run() {
	defer close(c.done)
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-c.wake:
		}
		for c.sendBatch() {
		}
	}
}

// sendBatch sends one batch; it reports whether there was one.
func (c *webhookSender) sendBatch() bool {
	c.mu.Lock()
	faults := c.faults
	c.busy = len(c.queue) > 0
	if !c.busy {
		c.idle.Broadcast()
	}
	c.mu.Unlock()
	if !c.busy {
		return false
	}
	c.wait(time.Duration(faults.DelayMS) * time.Millisecond)
	c.mu.Lock()
	if faults.Shuffle {
		rand.Shuffle(len(c.queue), func(i, j int) { c.queue[i], c.queue[j] = c.queue[j], c.queue[i] })
	}
	batch := slices.Clone(c.queue[:min(len(c.queue), maxBatchSize)])
	c.queue = c.queue[len(batch):]
	url, token := c.url, c.token
	c.mu.Unlock()
	c.sendWithRetry(url, token, batch)
	return c.ctx.Err() == nil
}

func (c *webhookSender) sendWithRetry(url, token string, batch []Event) {
	var body any = batch
	if len(batch) == 1 {
		body = batch[0]
	}
	data, err := json.Marshal(body)
	if err != nil {
		c.log.Error("encoding webhook events failed", "error", err)
		return
	}
	for range maxAttempts {
		switch status := c.post(url, token, data); {
		case status == http.StatusTooManyRequests || status == 0:
			c.wait(retryDelay)
		case status >= 300:
			c.log.Warn("the webhook refused events: dropped", "status", status, "events", len(batch))
			return
		default:
			return
		}
		if c.ctx.Err() != nil {
			return
		}
	}
	c.log.Warn("the webhook did not accept events: dropped", "events", len(batch))
}

// post returns the status of the response, or 0 if none exists.
func (c *webhookSender) post(url, token string, data []byte) int {
	r, err := http.NewRequestWithContext(c.ctx, http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return http.StatusBadRequest
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := c.client.Do(r)
	if err != nil {
		return 0
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
	return response.StatusCode
}

func (c *webhookSender) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-c.ctx.Done():
	}
}

func (c *webhookSender) waitIdle(atMost time.Duration) bool {
	return fakeprovider.WaitUntil(c.idle, atMost, func() bool { return len(c.queue) == 0 && !c.busy })
}

func (c *webhookSender) close() {
	c.cancel()
	<-c.done
}
