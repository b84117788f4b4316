// Package delivery tracks the emails that the outbox has sent. The provider reports delivery events to the webhook, a
// job looks up uncertain emails in the provider's log, and admins see the health of sending: the sender's domain, the
// account at the provider, and how many emails bounce.
package delivery

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// Deps are the dependencies of a Tracker.
type Deps struct {
	Config config.Config
	Clock  clock.Clock
	Jobs   *jobs.Runner
	Outbox *outbox.Outbox
	Texts  *texts.Library
	Audit  *audit.Log
	// Log reads the provider's log. It is nil without a provider.
	Log    SentLog
	Checks Checks
}

// Tracker records the delivery of sent emails. Safe for concurrent use.
type Tracker struct {
	app    core.App
	cfg    config.Config
	now    clock.Clock
	jobs   *jobs.Runner
	outbox *outbox.Outbox
	texts  *texts.Library
	audit  *audit.Log
	log    SentLog
	checks Checks
	health healthCache
}

// New returns the tracker of app and registers its job.
func New(app core.App, d Deps) *Tracker {
	t := &Tracker{
		app: app, cfg: d.Config, now: d.Clock, jobs: d.Jobs, outbox: d.Outbox, texts: d.Texts,
		audit: d.Audit, log: d.Log,
		checks: d.Checks,
	}
	t.jobs.Register(t.reconcileType())
	return t
}

// eventRetention is how long the provider's events are kept.
const eventRetention = 180 * 24 * time.Hour

// Purge deletes old delivery events. The emails keep their status and times.
func (t *Tracker) Purge() error { return deleteEventsBefore(t.app, t.now().Add(-eventRetention)) }
