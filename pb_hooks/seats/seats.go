// Package seats helps members with their board seats: it computes when the terms of their boards end (terms.go, package
// tenure).
//
// The boards are stored in the profile of the account (package accounts), with the days of each term. Only the member
// sees the days.
package seats

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/seats/emails"
)

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox Outbox
	Clock  clock.Clock
	// IsMember reports whether a user is a member at a time.
	IsMember func(app core.App, userID string, at time.Time) (bool, error)
}

// Seats is the feature. Its methods that return an endpoint are for the route table.
type Seats struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the feature and registers its emails.
func New(app core.App, deps Deps) *Seats {
	s := &Seats{app: app, deps: deps, now: deps.Clock}
	deps.Outbox.Register(
		outbox.Kind{Name: emails.KindTermEnding, Texts: emails.Texts, Params: requireTerm},
	)
	return s
}
