// Package realtime notifies open consoles of changes through PocketBase's realtime API, so that lists and figures stay
// current without a reload.
//
// An event names the topic that changed and carries no data: {"topic":"nominations"}. The console then asks the list
// routes again, which check access themselves. Events of one topic are debounced, so that a burst is one event. Only
// admins may subscribe: nothing else in the product uses realtime, and an open stream costs the server memory.
package realtime

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"boardcircle/pb_hooks/internal/httpx"
)

// Subscription is the name of the console's subscription.
const Subscription = "console"

// debounceDelay is how long events of a topic are collected before one is sent.
const debounceDelay = 300 * time.Millisecond

// topics maps collections to topics.
var topics = map[string]string{
	"registrations": "nominations", "review_steps": "nominations", "review_notes": "nominations",
	"review_votes": "nominations", "invitations": "nominations",
	"draft_registrations": "drafts", "users": "members", "memberships": "members",
	"transactions": "payments", "orphan_payments": "payments", "membership_tiers": "tiers",
	"content_sections": "content", "email_logs": "mail", "settings": "settings", "audit_log": "audit", "admins": "admins",
	"webhook_diagnostics": "diagnostics", "legacy_imports": "imports",
}

// Topics returns all topics, sorted: those above, and the backups, which are files.
func Topics() []string {
	all := []string{"backups"}
	for _, topic := range topics {
		if !slices.Contains(all, topic) {
			all = append(all, topic)
		}
	}
	slices.Sort(all)
	return all
}

// Event is the data that a console receives.
type Event struct {
	Topic string `json:"topic"`
}

// Hub collects and sends the events.
type Hub struct {
	app        core.App
	middleware *httpx.Middleware

	mu      sync.Mutex
	pending map[string]bool
	streams streamCounter
}

// Bind registers the hooks: it follows every committed change of the collections above, and lets only admins subscribe.
func Bind(app core.App, middleware *httpx.Middleware) *Hub {
	h := &Hub{app: app, middleware: middleware, pending: map[string]bool{}}
	for collection, topic := range topics {
		changed := func(e *core.RecordEvent) error {
			h.Notify(topic)
			return e.Next()
		}
		app.OnRecordAfterCreateSuccess(collection).BindFunc(changed)
		app.OnRecordAfterUpdateSuccess(collection).BindFunc(changed)
		app.OnRecordAfterDeleteSuccess(collection).BindFunc(changed)
	}
	app.OnRealtimeConnectRequest().BindFunc(func(e *core.RealtimeConnectRequestEvent) error {
		release, err := h.streams.acquire(e.RequestEvent)
		if err != nil {
			e.Response.Header().Del("Content-Type") // PocketBase has set that of a stream
			return err
		}
		defer release()
		return e.Next() // as long as the stream is open
	})
	app.OnRealtimeSubscribeRequest().BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		if err := requireAdmin(e.RequestEvent); err != nil {
			return err
		}
		return e.Next()
	})
	return h
}

func requireAdmin(e *core.RequestEvent) error {
	if e.Auth == nil {
		return httpx.NewError(http.StatusUnauthorized, "Please sign in to continue.", nil)
	}
	if !httpx.IsAdmin(e.Auth) {
		return httpx.NewError(http.StatusForbidden, "This section is restricted to administrators only.", nil)
	}
	return nil
}

// Notify queues an event of a topic. Call it for changes that bypass the record hooks, such as SQL updates.
func (h *Hub) Notify(topic string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pending[topic] {
		return
	}
	h.pending[topic] = true
	time.AfterFunc(debounceDelay, func() { h.send(topic) })
}

func (h *Hub) send(topic string) {
	h.mu.Lock()
	delete(h.pending, topic)
	h.mu.Unlock()
	data, err := json.Marshal(Event{topic})
	if err != nil {
		return
	}
	message := subscriptions.Message{Name: Subscription, Data: data}
	for _, client := range h.app.SubscriptionsBroker().Clients() {
		// PocketBase keeps the client's account current: one that was demoted receives nothing more
		account, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
		if client.HasSubscription(Subscription) && h.middleware.CanUseConsole(account) {
			routine.FireAndForget(func() { client.Send(message) }) // Send blocks on a slow client
		}
	}
}

// maxStreams is how many open streams an account may have. The newest is refused rather than the oldest closed, because a
// console reconnects by itself when its stream is closed. A console without a stream still has its Refresh button.
const maxStreams = 20

// streamCounter counts the open streams of each account.
type streamCounter struct {
	mu   sync.Mutex
	open map[string]int
}

// acquire counts one more stream of an admin's account, until release is called, or refuses it.
func (s *streamCounter) acquire(e *core.RequestEvent) (release func(), err error) {
	if err := requireAdmin(e); err != nil {
		return nil, err
	}
	accountKey := httpx.AccountKey(e)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[accountKey] >= maxStreams {
		e.Response.Header().Set("Retry-After", "60")
		return nil, httpx.NewError(http.StatusTooManyRequests, fmt.Sprintf(
			"The console is open %d times with your account. Close it somewhere else, and this one keeps itself up to date again.", maxStreams), nil)
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	s.open[accountKey]++
	return func() { s.release(accountKey) }, nil
}

func (s *streamCounter) release(accountKey string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[accountKey]--; s.open[accountKey] == 0 {
		delete(s.open, accountKey)
	}
}
