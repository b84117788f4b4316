// Package realtime notifies open consoles of changes through PocketBase's realtime API, so that lists and figures stay
// up to date without a reload.
//
// An event says only that something has changed; it carries no data. The console then calls the routes of what it shows
// again, which check access. Events are debounced, so that a burst of changes becomes one event. Decision record 37 says
// why an event does not name what has changed.
//
// Only admins may subscribe, because nothing else in the product uses realtime. PocketBase's SDK opens its stream
// without a header and authenticates only when it subscribes. So anyone can open a stream, but each open stream costs
// memory (streams.go):
//
//	waiting ──an admin subscribes──> subscribed    (first it counts towards its network's limit, then its account's)
//	waiting ──after ten seconds────> closed
package realtime

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"boardcircle/pb_hooks/internal/httpx"
)

// Subscription is the name of the console's subscription.
const Subscription = "console"

// debounceDelay is how long changes are collected before one event is sent.
const debounceDelay = 300 * time.Millisecond

// Hub collects and sends the events.
type Hub struct {
	app        core.App
	middleware *httpx.Middleware

	isPending atomic.Bool
	streams   streamCounter
	// subscribeWithin is how long a stream may wait for its subscription.
	subscribeWithin time.Duration
}

// Bind registers the hooks. They send an event for every committed change of a record, and let only admins subscribe,
// within a time limit. PocketBase's own collections, such as those of the codes of a sign-in, send no event.
func Bind(app core.App, middleware *httpx.Middleware, subscribeWithin time.Duration) *Hub {
	h := &Hub{
		app: app, middleware: middleware, subscribeWithin: subscribeWithin,
		streams: streamCounter{open: map[string]int{}},
	}
	changed := func(e *core.RecordEvent) error {
		if !e.Record.Collection().System {
			h.Notify()
		}
		return e.Next()
	}
	app.OnRecordAfterCreateSuccess().BindFunc(changed)
	app.OnRecordAfterUpdateSuccess().BindFunc(changed)
	app.OnRecordAfterDeleteSuccess().BindFunc(changed)
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

// Notify queues an event. Call it for changes that bypass the record hooks, such as SQL updates.
func (h *Hub) Notify() {
	if h.isPending.CompareAndSwap(false, true) {
		time.AfterFunc(debounceDelay, h.send)
	}
}

func (h *Hub) send() {
	h.isPending.Store(false)
	message := subscriptions.Message{Name: Subscription, Data: []byte("{}")}
	for _, client := range h.app.SubscriptionsBroker().Clients() {
		// PocketBase keeps this account up to date, so a former admin receives nothing more.
		account, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
		if client.HasSubscription(Subscription) && h.middleware.CanUseConsole(account) {
			routine.FireAndForget(func() { client.Send(message) }) // Send blocks while the client is slow
		}
	}
}
