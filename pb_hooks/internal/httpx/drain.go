package httpx

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// requestTracker counts the running requests.
type requestTracker struct {
	mu    sync.Mutex
	count int
	idle  chan struct{} // created when draining starts, closed when count falls to zero
}

// track counts a request. Realtime streams are not counted: they last as long as their page is open, and PocketBase
// ends them itself.
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

// Drain refuses new requests and waits until no request is running or ctx ends. Call it before PocketBase's own
// shutdown, which cancels the context of every request at once and waits only a second.
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
