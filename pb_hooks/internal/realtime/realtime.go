// Package realtime notifies open consoles of changes through PocketBase's realtime API, so that lists and figures stay
// up to date without a reload.
//
// An event names the topic that changed and carries no data: {"topic":"nominations"}. The console then calls the list
// routes again, which check access. Events of one topic are debounced, so that a burst becomes one event.
//
// Only admins may subscribe, because nothing else in the product uses realtime. PocketBase's SDK opens its stream
// without a header and authenticates only when it subscribes. So anyone can open a stream, but each open stream costs
// memory (streams.go):
//
//	waiting ──an admin subscribes──> subscribed    (first it counts towards its network's limit, then its account's)
//	waiting ──after ten seconds────> closed
package realtime

import (
	"encoding/json"
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

// debounceDelay is how long events of a topic are collected before one event is sent.
const debounceDelay = 300 * time.Millisecond

// topics maps collections to topics.
var topics = map[string]string{
	"registrations":       "nominations",
	"review_steps":        "nominations",
	"review_notes":        "nominations",
	"review_votes":        "nominations",
	"invitations":         "nominations",
	"board_seats":         "nominations",
	"review_conflicts":    "nominations",
	"review_referees":     "nominations",
	"draft_registrations": "drafts",
	"users":               "members",
	"memberships":         "members",
	"person_notes":        "members",
	"person_tags":         "members",
	"account_merges":      "members",
	"bulk_actions":        "members",
	"saved_views":         "members",
	"transactions":        "payments",
	"orphan_payments":     "payments",
	"membership_tiers":    "tiers",
	"texts":               "content",
	"images":              "content",
	"email_logs":          "mail",
	"email_campaigns":     "campaigns",
	"automations":         "campaigns",
	"settings":            "settings",
	"audit_log":           "audit",
	"admins":              "admins",
	"webhook_diagnostics": "diagnostics",
	"legacy_imports":      "imports",
	"coupons":             "payments",
	"coupon_uses":         "payments",
	"reports":             "reports",
	"board_openings":      "seats",
	"opening_interests":   "seats",
	"mentorships":         "introductions",
	"mentor_check_ins":    "introductions",
	"introductions":       "introductions",
	"library_items":       "library",
	"library_collections": "library",
	"polls":               "polls",
	"poll_comments":       "polls",
	"approvals":           "approvals",
	"offline_payments":    "payments",
	"offline_receipts":    "payments",
}

// Topics returns all topics, sorted: those of the collections, and the backups, which are files.
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
	// subscribeWithin is how long a stream may wait for its subscription.
	subscribeWithin time.Duration
}

// Bind registers the hooks. They send an event for every committed change of the collections in topics, and let only
// admins subscribe, within a time limit.
func Bind(app core.App, middleware *httpx.Middleware, subscribeWithin time.Duration) *Hub {
	h := &Hub{
		app: app, middleware: middleware, pending: map[string]bool{}, subscribeWithin: subscribeWithin,
		streams: streamCounter{open: map[string]int{}},
	}
	for collection, topic := range topics {
		changed := func(e *core.RecordEvent) error {
			h.Notify(topic)
			return e.Next()
		}
		app.OnRecordAfterCreateSuccess(collection).BindFunc(changed)
		app.OnRecordAfterUpdateSuccess(collection).BindFunc(changed)
		app.OnRecordAfterDeleteSuccess(collection).BindFunc(changed)
	}
	app.OnRealtimeConnectRequest().BindFunc(h.connect)
	app.OnRealtimeSubscribeRequest().BindFunc(h.subscribe)
	app.OnRealtimeMessageSend().BindFunc(h.checkSession)
	return h
}

func requireAdmin(e *core.RequestEvent) error {
	if e.Auth == nil {
		return httpx.NewError(http.StatusUnauthorized, "Please sign in to continue.", nil)
	}
	if !httpx.IsAdmin(e) {
		return httpx.NewError(http.StatusForbidden, "This section is restricted to administrators only.", nil)
	}
	return nil
}

// Notify queues an event for a topic. Call it for changes that bypass the record hooks, such as SQL updates.
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
		// PocketBase keeps this account up to date, so a former admin receives nothing more.
		account, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
		if client.HasSubscription(Subscription) && h.middleware.CanUseConsole(account) {
			routine.FireAndForget(func() { client.Send(message) }) // Send blocks while the client is slow
		}
	}
}
