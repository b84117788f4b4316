package jobs

import (
	"fmt"
	"time"
)

// clockTolerance is how far the clock may be set back without a notice.
const clockTolerance = time.Minute

// followClock looks whether the clock has been set back since it was last called, or before the process began, and
// brings what was stored and paused with the time before into the present: nothing waits for a time that was never meant.
func (r *Runner) followClock() error {
	now := r.now()
	r.clockMu.Lock()
	defer r.clockMu.Unlock()
	last := r.lastNow
	// the wall clock: the difference must not be that of the monotonic one
	back := last.Round(0).Sub(now.Round(0))
	if !last.IsZero() && back <= clockTolerance {
		r.lastNow = now
		return nil
	}
	for _, q := range r.queues {
		if !last.IsZero() {
			q.mu.Lock()
			if !q.pausedUntil.IsZero() {
				q.pausedUntil = q.pausedUntil.Round(0).Add(-back)
			}
			q.mu.Unlock()
		}
		moved, err := moveToPresent(r.app, q.Name, now, q.Lease)
		if err != nil {
			return fmt.Errorf("follow the clock: %w", err)
		}
		if moved > 0 {
			r.app.Logger().Warn("The clock was set back: jobs of a time to come are moved to the present", "type", q.Name, "jobs", moved)
		}
	}
	r.lastNow = now
	return nil
}
