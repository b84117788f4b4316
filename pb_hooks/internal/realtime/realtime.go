// Package live tells open consoles that something has changed, through PocketBase's realtime, so
// that figures and lists are right without a reload.
//
// A hint says what changed, never how: {"topic":"nominations"}. The console asks the list routes
// again, which keep their own doors. Hints of one topic are gathered for a moment, so that a burst
// is one hint. Only admins may listen: the product uses realtime for nothing else, and an open
// stream costs the server memory for as long as it lasts.
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

// Subscription is what a console subscribes to.
const Subscription = "console"

// debounceDelay is how long hints are gathered before they are sent.
const debounceDelay = 300 * time.Millisecond

// topics says which topic the rows of a collection belong to.
var topics = map[string]string{
	"registrations": "nominations", "review_steps": "nominations", "review_notes": "nominations",
	"review_votes": "nominations", "invitations": "nominations",
	"draft_registrations": "drafts", "users": "members", "memberships": "members",
	"transactions": "payments", "orphan_payments": "payments", "membership_tiers": "plans",
	"content_sections": "content", "email_logs": "mail", "settings": "settings", "audit_log": "audit", "admins": "admins",
	"webhook_diagnostics": "diagnostics", "legacy_imports": "imports",
}

// Topics are the topics that hints tell of, sorted: those above, and the backups, which are files.
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

// Event is what a console receives.
type Event struct {
	Topic string `json:"topic"`
}

// Hub gathers and sends the hints.
type Hub struct {
	app        core.App
	middleware *httpx.Middleware

	mu      sync.Mutex
	pending map[string]bool
	streams streamCounter
}

// Bind opens the room: it follows every committed change of the collections above, and lets only
// admins listen.
func Bind(app core.App, g *httpx.Middleware) *Hub {
	l := &Hub{app: app, middleware: g, pending: map[string]bool{}}
	for collection, topic := range topics {
		changed := func(e *core.RecordEvent) error {
			l.Notify(topic)
			return e.Next()
		}
		app.OnRecordAfterCreateSuccess(collection).BindFunc(changed)
		app.OnRecordAfterUpdateSuccess(collection).BindFunc(changed)
		app.OnRecordAfterDeleteSuccess(collection).BindFunc(changed)
	}
	app.OnRealtimeConnectRequest().BindFunc(func(e *core.RealtimeConnectRequestEvent) error {
		release, err := l.streams.acquire(e.RequestEvent)
		if err != nil {
			e.Response.Header().Del("Content-Type") // PocketBase has announced a stream by now
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
	return l
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

// Notify tells that a topic's rows have changed; for what is written past the records, such as
// the mail worker's bare SQL.
func (l *Hub) Notify(topic string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pending[topic] {
		return
	}
	l.pending[topic] = true
	time.AfterFunc(debounceDelay, func() { l.send(topic) })
}

func (l *Hub) send(topic string) {
	l.mu.Lock()
	delete(l.pending, topic)
	l.mu.Unlock()
	data, err := json.Marshal(Event{topic})
	if err != nil {
		return
	}
	message := subscriptions.Message{Name: Subscription, Data: data}
	for _, client := range l.app.SubscriptionsBroker().Clients() {
		// PocketBase keeps the listener's account up to date: one who was demoted hears no more
		listener, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
		if client.HasSubscription(Subscription) && l.middleware.CanUseConsole(listener) {
			routine.FireAndForget(func() { client.Send(message) }) // waits for a slow reader
		}
	}
}

// maxStreams is how many open streams an account may have. The newest is refused rather than the
// oldest closed: a console that is cut off opens its stream again by itself, so that closing would go
// round without end. One without a stream works as before, and has its Refresh button.
const maxStreams = 20

// streamCounter counts the open streams of each account.
type streamCounter struct {
	mu   sync.Mutex
	open map[string]int
}

// acquire counts one more stream of an admin's account, until leave is called, or refuses it.
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
