// Package members answers the console's people lists and dashboard: who is a lead, who has paid, and the
// numbers over everything.
//
// It owns one read model, the people: one row a person, keyed by the lower-case e-mail, made of a
// nomination, an account and completed payments. The features that own those tell of each change in the
// transaction that makes it (RegisterReadModels); whatever else is shown is a function of its owner.
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
