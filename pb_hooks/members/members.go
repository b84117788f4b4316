// Package members serves the console's lists of people and its dashboard: leads, paid members and totals.
//
// It stores nothing. The lists and the charts of the members read the table of package people. All other figures are
// read from the features directly.
package members

import (
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
)

// Members has the handlers of the people lists and the dashboard.
type Members struct {
	audit *audit.Log
	now   clock.Clock
}

// New returns the handlers.
func New(log *audit.Log, now clock.Clock) *Members { return &Members{audit: log, now: now} }
