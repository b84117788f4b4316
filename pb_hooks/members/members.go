// Package members serves the console's lists of people and its dashboard: leads, paid members and totals.
//
// It owns one read model, the people. The read model has one row for each person, keyed by their lower-case email and
// built from a nomination, an account and completed payments. The features that own those records report each change
// within its transaction (RegisterReadModels). All other figures are read from the features directly.
//
//	nominations ─┐
//	accounts ────┼─ changed ──> members_people ──> leads, paid members, charts
//	payments ────┴────────────> members_payments (completed, with the person who paid)
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
