package realtime

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// maxStreams is how many open streams an account may have. Above the limit, the newest stream is refused. Closing the
// oldest would not help, because a console reconnects automatically. A console without a stream still has its Refresh
// button.
const maxStreams = 20

// maxWaiting is how many streams of one network may wait for their subscription. maxWaitingTotal is the limit for all
// networks together.
const (
	maxWaiting      = 20
	maxWaitingTotal = 500
)

// slotKey is the key of a stream's slot in PocketBase's client.
const slotKey = "boardcircleSlot"

// sessionKey is the key of the id of the session that subscribed, in PocketBase's client.
const sessionKey = "boardcircleSession"

// connect counts a stream while it is open, and closes it if no admin subscribes in time.
func (h *Hub) connect(e *core.RealtimeConnectRequestEvent) error {
	s := &slot{}
	if err := h.streams.acquire(s, e.RequestEvent); err != nil {
		e.Response.Header().Del("Content-Type") // PocketBase has already set the type of a stream
		return err
	}
	defer h.streams.release(s)
	e.Client.Set(slotKey, s)
	ctx, closeStream := context.WithCancel(e.Request.Context())
	defer closeStream()
	e.Request = e.Request.WithContext(ctx)
	timer := time.AfterFunc(h.subscribeWithin, func() {
		if !h.streams.isSubscribed(s) {
			closeStream()
		}
	})
	defer timer.Stop()
	return e.Next() // returns when the stream is closed
}

// subscribe allows only admins to subscribe. From then on, the stream counts towards the limit of their account instead
// of its network.
func (h *Hub) subscribe(e *core.RealtimeSubscribeRequestEvent) error {
	if err := requireAdmin(e.RequestEvent); err != nil {
		return err
	}
	if s, ok := e.Client.Get(slotKey).(*slot); ok && len(e.Subscriptions) > 0 {
		if err := h.streams.subscribe(s, e.RequestEvent); err != nil {
			return err
		}
	}
	e.Client.Set(sessionKey, httpx.SessionID(e.RequestEvent))
	return e.Next()
}

// errSessionEnded is the error with which a stream is closed.
var errSessionEnded = errors.New("the session of the stream has ended")

// checkSession closes a stream whose session has ended since it subscribed, before it receives an event. The console
// then reconnects and shows the sign-in page.
func (h *Hub) checkSession(e *core.RealtimeMessageEvent) error {
	account, _ := e.Client.Get(apis.RealtimeClientAuthKey).(*core.Record)
	if account == nil || account.IsSuperuser() {
		return e.Next()
	}
	session, _ := e.Client.Get(sessionKey).(string)
	isLive, err := h.middleware.IsLive(e.App, account, session)
	if err != nil {
		return err
	}
	if !isLive {
		return errSessionEnded
	}
	return e.Next()
}

// slot says towards which limit an open stream counts.
type slot struct {
	// key is an account or a network. It is "" after the stream has ended.
	key string
	// isWaiting is true if key is a network.
	isWaiting, isSubscribed bool
}

// streamCounter counts the open streams of each account and the waiting streams of each network.
type streamCounter struct {
	mu      sync.Mutex
	open    map[string]int
	waiting int
}

// acquire counts a new stream for the signed-in admin or for the network, or returns an error if there are too many.
func (s *streamCounter) acquire(stream *slot, e *core.RequestEvent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if httpx.IsAdmin(e) {
		return s.countAccount(stream, e)
	}
	key := "network/" + httpx.ClientNetwork(e)
	if s.open[key] >= maxWaiting || s.waiting >= maxWaitingTotal {
		e.Response.Header().Set("Retry-After", "10")
		return httpx.NewError(http.StatusTooManyRequests,
			"Too many streams are waiting for a subscription. Please try again in a moment.", nil)
	}
	s.open[key]++
	s.waiting++
	stream.key, stream.isWaiting = key, true
	return nil
}

func (s *streamCounter) countAccount(stream *slot, e *core.RequestEvent) error {
	key := httpx.AccountKey(e)
	if s.open[key] >= maxStreams {
		e.Response.Header().Set("Retry-After", "60")
		return httpx.NewError(http.StatusTooManyRequests, fmt.Sprintf(
			"The console is open %d times with your account. Close another one to get live updates here again.",
			maxStreams,
		), nil)
	}
	s.open[key]++
	stream.key = key
	return nil
}

// subscribe records the subscription of an admin.
func (s *streamCounter) subscribe(stream *slot, e *core.RequestEvent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stream.isWaiting {
		waiting := *stream
		if err := s.countAccount(stream, e); err != nil {
			return err
		}
		s.uncount(&waiting)
		stream.isWaiting = false
	}
	stream.isSubscribed = true
	return nil
}

func (s *streamCounter) isSubscribed(stream *slot) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return stream.isSubscribed
}

func (s *streamCounter) release(stream *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uncount(stream)
	stream.isWaiting = false
}

func (s *streamCounter) uncount(stream *slot) {
	if stream.isWaiting {
		s.waiting--
	}
	if s.open[stream.key]--; s.open[stream.key] <= 0 {
		delete(s.open, stream.key)
	}
}
