// Package standin is what the stand-ins of the providers are made of alike: a journal that outlives
// a restart, pages for people, and calls that take long or never end.
package fakeprovider

import (
	"net/http"
	"sync"
	"time"
)

// Delayer is the line over which a stand-in is called. Hang up when the stand-in ends.
type Delayer struct {
	closed chan struct{}
	once   sync.Once
}

// NewDelayer opens a line.
func NewDelayer() *Delayer { return &Delayer{closed: make(chan struct{})} }

// Close ends the calls that rest and hang.
func (l *Delayer) Close() { l.once.Do(func() { close(l.closed) }) }

// Delay holds a call for a while, or until the caller gives up.
func (l *Delayer) Delay(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-r.Context().Done():
	case <-l.closed:
	}
}

// Hang holds a call until the caller gives up.
func (l *Delayer) Hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-l.closed:
	}
}

// Drop cuts the connection without an answer.
func Drop(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
		return
	}
	panic(http.ErrAbortHandler)
}

// WaitUntil waits until there is nothing left to do, or until the time is up; it tells which. The
// condition's lock guards what settled looks at, and the condition is told when that changes.
func WaitUntil(changed *sync.Cond, atMost time.Duration, done func() bool) bool {
	deadline := time.Now().Add(atMost)
	timer := time.AfterFunc(atMost, func() {
		changed.L.Lock()
		defer changed.L.Unlock()
		changed.Broadcast()
	})
	defer timer.Stop()
	changed.L.Lock()
	defer changed.L.Unlock()
	for !done() && time.Now().Before(deadline) {
		changed.Wait()
	}
	return done()
}
