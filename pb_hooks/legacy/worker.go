package legacy

import (
	"context"
	"time"
)

// afterTrouble is the rest when an import could not go on.
const afterTrouble = 10 * time.Second

// Start begins to work the imports that Begin has stored, those that an earlier process has left
// first, until ctx ends or Stop is called.
func (l *Legacy) Start(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	l.mu.Lock()
	l.stop, l.done = stop, done
	l.mu.Unlock()
	go func() {
		defer close(done)
		l.run(ctx)
	}()
}

// Stop ends the worker and waits for the handful that it has in hand.
func (l *Legacy) Stop() {
	l.mu.Lock()
	stop, done := l.stop, l.done
	l.mu.Unlock()
	if stop != nil {
		stop()
		<-done
	}
}

func (l *Legacy) run(ctx context.Context) {
	for ctx.Err() == nil {
		var again <-chan time.Time
		if err := l.Drain(ctx); err != nil && ctx.Err() == nil {
			l.app.Logger().Error("An import could not go on", "error", err)
			again = time.After(afterTrouble)
		}
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-again:
		}
	}
}

func (l *Legacy) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}
