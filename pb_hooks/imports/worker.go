package imports

import (
	"context"
	"time"
)

// afterTrouble is the rest when an import could not go on.
const afterTrouble = 10 * time.Second

// Start begins to work the imports that Begin has stored, those that an earlier process has left
// first, until ctx ends or Stop is called.
func (l *Legacy) Start(ctx context.Context) { l.worker.Start(ctx, l.run) }

// Stop ends the worker and waits for the handful that it has in hand.
func (l *Legacy) Stop() { l.worker.Stop() }

func (l *Legacy) run(ctx context.Context) {
	for ctx.Err() == nil {
		var nap time.Duration
		if err := l.Drain(ctx); err != nil && ctx.Err() == nil {
			l.app.Logger().Error("An import could not go on", "error", err)
			nap = afterTrouble
		}
		l.worker.Sleep(ctx, nap)
	}
}
