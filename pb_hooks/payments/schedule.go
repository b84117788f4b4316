package payments

import "time"

const (
	// checkWindow is how long a payment may still come after its order was made.
	checkWindow = 6 * 24 * time.Hour
	// laterCheckInterval is how often an order is looked at after its first hour.
	laterCheckInterval = 6 * time.Hour
)

// earlyCheckAges are the ages at which a young order is looked at: most lost callbacks show by then.
var earlyCheckAges = []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// nextOrderCheck is when an order that was made at made is looked at next; zero when it has been
// looked at for long enough.
func nextOrderCheck(createdAt, now time.Time) time.Time {
	age := now.Sub(createdAt)
	for _, at := range earlyCheckAges {
		if age < at {
			return createdAt.Add(at)
		}
	}
	if next := (age/laterCheckInterval + 1) * laterCheckInterval; next <= checkWindow {
		return createdAt.Add(next)
	}
	return time.Time{}
}
