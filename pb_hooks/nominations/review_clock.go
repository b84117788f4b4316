package nominations

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
)

// Deadline is how a nomination stands to the promise that its applicant hears from us in time.
type Deadline struct {
	// DueAt is when she is to hear from us. While the clock stands it is where it stands.
	DueAt httpx.Time `json:"dueAt" db:"dueAt"`
	// PausedAt is since when we wait for her; "" while the clock runs.
	PausedAt  httpx.Time `json:"pausedAt" db:"pausedAt"`
	DecidedAt httpx.Time `json:"decidedAt" db:"decidedAt"`
	// SecondsLeft is what was left of the time when this was read, or when the clock stopped for a
	// question or the decision; negative when it was overdue.
	SecondsLeft int `json:"secondsLeft"`
}

// setSecondsLeft sets SecondsLeft.
func (c *Deadline) setSecondsLeft(now time.Time) {
	at := now
	for _, stoppedAtCandidate := range []httpx.Time{c.PausedAt, c.DecidedAt} {
		if stoppedAt := types.DateTime(stoppedAtCandidate); !stoppedAt.IsZero() {
			at = stoppedAt.Time()
		}
	}
	c.SecondsLeft = int(types.DateTime(c.DueAt).Time().Sub(at).Seconds())
}

// updateDeadline stops a nomination's clock for a question, lets it run on after the answer, and ends
// it with the decision.
func (n *Nominations) updateDeadline(r *core.Record, s step) error {
	now, err := types.ParseDateTime(n.now())
	if err != nil {
		return err
	}
	if s.from == InfoRequested {
		paused := now.Sub(r.GetDateTime("pausedAt"))
		r.Set("dueAt", r.GetDateTime("dueAt").Add(paused))
		r.Set("pausedAt", "")
	}
	switch s.to {
	case InfoRequested:
		r.Set("pausedAt", now)
	case Approved, Declined:
		r.Set("decidedAt", now)
	}
	return nil
}
