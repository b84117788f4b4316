// Package subscriptions charges members repeatedly. A subscription at the provider needs the buyer's mandate. Mandates
// has the rules: the records, what supersedes them, and how consent ends (cancellations.go). Subscriptions adds what
// calls the provider: the members' routes, those of the office, and the job that cancels.
//
// A subscription is a mandate: the buyer's permission to be charged repeatedly. The provider owns its state. The record
// has the latest reported state by the provider's time, so an event that arrives late changes nothing.
//
//	(new)          -> created, authenticated, active, pending, halted, paused, cancelled, completed, expired
//	created        -> authenticated, active, pending, halted, paused, cancelled, completed, expired
//	authenticated  -> active, pending, halted, paused, cancelled, completed, expired
//	active         -> pending, halted, paused, cancelled, completed
//	pending        -> active, halted, paused, cancelled, completed
//	halted         -> active, pending, paused, cancelled, completed
//	paused         -> active, pending, halted, cancelled, completed
//	cancelled      is final
//	completed      is final
//	expired        is final
//
// Every state may be skipped, because we may miss events. Authenticated means that the first charge is still to come,
// pending that the bank refused a charge and the provider tries again, and halted that the provider has given up. In
// the meantime the member has the grace period of their last term.
//
// A person has at most one live subscription and one that is not authorised yet. A new subscription supersedes the
// older ones as soon as it is authorised, and so does a membership that is paid once. cancellations.go says how consent
// ends and what happens to a charge after a cancellation. The provider sends no event for an expiry: the job of the
// record finds it, as it finds every charge whose event was lost.
package subscriptions

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
)

// Refunder requests refunds.
type Refunder interface {
	// RefundAutomatically requests the refund of a whole payment without an admin.
	RefundAutomatically(tx core.App, t *ledger.Transaction, reason string) error
}

// MandateDeps are the dependencies of the mandates.
type MandateDeps struct {
	Records *ledger.Records
	Refunds Refunder
	Jobs    *jobs.Runner
	Outbox  ledger.Outbox
	Clock   clock.Clock
}

// Mandates has the records of the subscriptions and the rules about them. It implements ledger.Subscriptions.
type Mandates struct {
	ledger  *ledger.Records
	refunds Refunder
	jobs    *jobs.Runner
	outbox  ledger.Outbox
	now     clock.Clock
}

// NewMandates returns the mandates. It registers their emails, and the hooks that cancel the subscriptions of an
// account that is closed.
func NewMandates(app core.App, d MandateDeps) *Mandates {
	ms := &Mandates{ledger: d.Records, refunds: d.Refunds, jobs: d.Jobs, outbox: d.Outbox, now: d.Clock}
	ms.outbox.Register(
		outbox.Kind{Name: emails.KindSubscriptionUpdate, Texts: emails.Texts, Params: ms.emailParams},
		outbox.Kind{Name: emails.KindSubscriptionCancelled, Texts: emails.Texts},
	)
	ms.bindAccountHooks(app)
	return ms
}

// Provider changes subscriptions at the provider.
type Provider interface {
	CancelSubscription(ctx context.Context, id string, atPeriodEnd bool) (razorpay.Subscription, error)
	PauseSubscription(ctx context.Context, id string) (razorpay.Subscription, error)
	ResumeSubscription(ctx context.Context, id string) (razorpay.Subscription, error)
}

// Syncer updates a transaction and its subscription from the provider.
type Syncer interface {
	SyncTransaction(ctx context.Context, id string) (*ledger.Transaction, error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	Mandates *Mandates
	// Provider is nil if no key is configured.
	Provider Provider
	Syncer   Syncer
	Audit    *audit.Log
	// KeyID is the public key with which the browser opens the provider's checkout.
	KeyID string
}

// Subscriptions handles the routes and the job that change a subscription at the provider.
type Subscriptions struct {
	*Mandates
	app      core.App
	provider Provider
	sync     Syncer
	audit    *audit.Log
	keyID    string
}

// New returns the feature and registers its job types, and the hook that asks for the members' states.
func New(app core.App, d Deps) *Subscriptions {
	ss := &Subscriptions{
		Mandates: d.Mandates,
		app:      app,
		provider: d.Provider,
		sync:     d.Syncer,
		audit:    d.Audit,
		keyID:    d.KeyID,
	}
	ss.jobs.Register(ss.cancelSubscriptionJobType())
	ss.jobs.Register(ss.askForPlacesJobType())
	ss.bindRegistrationHook()
	return ss
}
