// Package overview joins what the other packages know: the page of a transaction in the console, a member's own view of
// their membership and payments, and the payments part of a person's page. It has the routes that answer with these
// pages.
package overview

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/subscriptions"
)

// Deps are the dependencies of the feature.
type Deps struct {
	Seats         *companyseats.Seats
	Subscriptions *subscriptions.Subscriptions
	Audit         *audit.Log
	// SiteURL is the start of the addresses in the draft of an answer to a dispute.
	SiteURL string
	Clock   clock.Clock
}

// Overview handles the routes of the feature.
type Overview struct {
	app           core.App
	seats         *companyseats.Seats
	subscriptions *subscriptions.Subscriptions
	audit         *audit.Log
	siteURL       string
	now           clock.Clock
}

// New returns the feature.
func New(app core.App, d Deps) *Overview {
	return &Overview{
		app: app, seats: d.Seats, subscriptions: d.Subscriptions, audit: d.Audit, siteURL: d.SiteURL, now: d.Clock,
	}
}
