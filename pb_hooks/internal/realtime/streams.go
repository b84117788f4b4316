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

// maxStreams is how many open streams an account may have. The newest is refused rather than the oldest closed, because a
// console reconnects by itself when its stream is closed. A console without a stream still has its Refresh button.
const maxStreams = 20

// maxWaiting is how many streams of one network may wait for their subscription, maxWaitingTotal of all networks.
const (
	maxWaiting      = 20
	maxWaitingTotal = 500
)

// slotKey is where PocketBase's client keeps its slot.
const slotKey = "boardcircleSlot"

// sessionKey is where PocketBase's client keeps the id of the session that subscribed.
const sessionKey = "boardcircleSession"

// connect counts a stream while it is open, and closes it if nobody subscribes in time.
func (h *Hub) connect(e *core.RealtimeConnectRequestEvent) error {
	s := &slot{}
	if err := h.streams.acquire(s, e.RequestEvent); err != nil {
		e.Response.Header().Del("Content-Type") // PocketBase has set that of a stream
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
	return e.Next() // as long as the stream is open
}

// subscribe lets admins subscribe; a stream that waited for them counts for their account from then on.
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

// errSessionEnded closes a stream.
var errSessionEnded = errors.New("the session of the stream has ended")

// checkSession closes a stream whose session has ended since it subscribed, instead of sending it an event. The
// console then reconnects, and is asked to sign in.
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

// slot is what an open stream is counted for.
type slot struct {
	// key is an account or a network, "" for a stream that has ended.
	key string
	// isWaiting is that of a network.
	isWaiting, isSubscribed bool
}

// streamCounter counts the open streams of each account, and those that wait of each network.
type streamCounter struct {
	mu      sync.Mutex
	open    map[string]int
	waiting int
}

// acquire counts a stream that is opened, for the admin who is signed in or for the network, or refuses it.
func (s *streamCounter) acquire(stream *slot, e *core.RequestEvent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if httpx.IsAdmin(e) {
		return s.countAccount(stream, e)
	}
	key := "network/" + httpx.ClientNetwork(e)
	if s.open[key] >= maxWaiting || s.waiting >= maxWaitingTotal {
		e.Response.Header().Set("Retry-After", "10")
		return httpx.NewError(http.StatusTooManyRequests, "Too many streams are waiting for a subscription. Please try again in a moment.", nil)
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
			"The console is open %d times with your account. Close it somewhere else, and this one keeps itself up to date again.", maxStreams), nil)
	}
	s.open[key]++
	stream.key = key
	return nil
}

// subscribe notes an admin's subscription.
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
