package imports

import (
	"context"
	"time"
)

// retryDelay is the rest when an import could not go on.
const retryDelay = 10 * time.Second

// Start begins to work the imports that Begin has stored, those that an earlier process has left
// first, until ctx ends or Stop is called.
func (l *Imports) Start(ctx context.Context) { l.worker.Start(ctx, l.runWorker) }

// Stop ends the worker and waits for the handful that it has in hand.
func (l *Imports) Stop() { l.worker.Stop() }

func (l *Imports) runWorker(ctx context.Context) {
	for ctx.Err() == nil {
		var delay time.Duration
		if err := l.Drain(ctx); err != nil && ctx.Err() == nil {
			l.app.Logger().Error("An import could not go on", "error", err)
			delay = retryDelay
		}
		l.worker.Sleep(ctx, delay)
	}
}
