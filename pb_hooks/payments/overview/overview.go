// Package overview joins what the other packages know: the page of a transaction in the console, a member's own view of
// their membership and payments, and the payments part of a person's page. It changes nothing but notes and flags.
package overview

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
)

// Overview handles the routes of the feature.
type Overview struct {
	app     core.App
	audit   *audit.Log
	siteURL string
	now     clock.Clock
}

// New returns the feature. siteURL is the start of the addresses in the draft of an answer to a dispute.
func New(app core.App, log *audit.Log, siteURL string, now clock.Clock) *Overview {
	return &Overview{app: app, audit: log, siteURL: siteURL, now: now}
}
