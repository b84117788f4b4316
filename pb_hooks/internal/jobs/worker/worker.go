// Package worker keeps a room at its work in the background: from the start to the end of the
// program, asleep while there is nothing to do.
package worker

import (
	"context"
	"sync"
	"time"
)

// Worker works for one room. Safe for concurrent use.
type Worker struct {
	wake chan struct{}
	mu   sync.Mutex
	stop func()
}

// New returns a worker that has not started.
func New() *Worker { return &Worker{wake: make(chan struct{}, 1)} }

// Start begins to run work, which must return when its context ends: that of the caller, or by Stop.
func (w *Worker) Start(ctx context.Context, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	w.mu.Lock()
	w.stop = func() { cancel(); <-done }
	w.mu.Unlock()
	go func() {
		defer close(done)
		work(ctx)
	}()
}

// Stop ends the work and waits for its return. Nothing happens where none has started.
func (w *Worker) Stop() {
	w.mu.Lock()
	stop := w.stop
	w.mu.Unlock()
	if stop != nil {
		stop()
	}
}

// Wake ends the sleep that the worker is in, or else the next one.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Sleep waits to be woken, at most for a nap; no nap has no end but that and the context's.
func (w *Worker) Sleep(ctx context.Context, timeout time.Duration) {
	var expired <-chan time.Time
	if timeout > 0 {
		expired = time.After(timeout)
	}
	select {
	case <-ctx.Done():
	case <-w.wake:
	case <-expired:
	}
}
