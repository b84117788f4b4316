package httpx

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// requestTracker counts the requests that are being answered.
type requestTracker struct {
	mu    sync.Mutex
	count int
	idle  chan struct{} // made when the draining begins, closed when count falls to zero
}

// track counts a request. The realtime stream is left out: it lasts as long as its page is open,
// and PocketBase ends it itself.
func (u *requestTracker) track(e *core.RequestEvent) error {
	if strings.HasPrefix(e.Request.URL.Path, "/api/realtime") {
		return e.Next()
	}
	if !u.begin() {
		e.Response.Header().Set("Connection", "close")
		e.Response.Header().Set("Retry-After", "2")
		return NewError(http.StatusServiceUnavailable, "The site is restarting. Please try again in a moment.", nil)
	}
	defer u.end()
	return e.Next()
}

func (u *requestTracker) begin() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.idle != nil {
		return false
	}
	u.count++
	return true
}

func (u *requestTracker) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.count--
	if u.count == 0 && u.idle != nil {
		close(u.idle)
	}
}

// Drain refuses new requests and waits until none is under way or ctx ends. PocketBase's own
// shutdown cancels every request's context at once and waits a second; so drain before it.
func (g *Middleware) Drain(ctx context.Context) {
	select {
	case <-g.requests.drain():
	case <-ctx.Done():
	}
}

func (u *requestTracker) drain() <-chan struct{} {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.idle == nil {
		u.idle = make(chan struct{})
		if u.count == 0 {
			close(u.idle)
		}
	}
	return u.idle
}
