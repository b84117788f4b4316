package jobs

import (
	"fmt"
	"time"
)

// clockTolerance is how far the clock may be set back without being noticed.
const clockTolerance = time.Minute

// correctClock checks whether the clock was set back since the last call, or before the process started. If so, it
// moves stored times and pauses back by the same amount, so that each job waits as long as intended.
func (r *Runner) correctClock() error {
	now := r.now()
	r.clockMu.Lock()
	defer r.clockMu.Unlock()
	last := r.lastNow
	// Round(0) drops the monotonic clock reading, so that the wall clocks are compared.
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
			return fmt.Errorf("correct the times of stored jobs: %w", err)
		}
		if moved > 0 {
			r.app.Logger().Warn("The clock was set back; the times of stored jobs were corrected", "type", q.Name,
				"jobs", moved)
		}
	}
	r.lastNow = now
	return nil
}
