package payments

import "time"

const (
	// lateness is how long a payment may still come after its order was made.
	lateness = 6 * 24 * time.Hour
	// seldom is how often an order is looked at after its first hour.
	seldom = 6 * time.Hour
)

// early are the ages at which a young order is looked at: most lost callbacks show by then.
var early = []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// nextCheck is when an order that was made at made is looked at next; zero when it has been
// looked at for long enough.
func nextCheck(made, now time.Time) time.Time {
	age := now.Sub(made)
	for _, at := range early {
		if age < at {
			return made.Add(at)
		}
	}
	if next := (age/seldom + 1) * seldom; next <= lateness {
		return made.Add(next)
	}
	return time.Time{}
}
