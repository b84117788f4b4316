// Package payments is the room of the ledger: orders, their confirmation, the provider's webhooks,
// and the memberships that payments grant.
//
// The ledger is the collection transactions. A row is one sale, and its state only ever climbs:
//
//	pending ──> failed ──> authorized ──> completed ──> refunded
//	   │                                     │             ╰ in full; the membership is revoked
//	   ╰ made before the provider hears      ╰ in one database transaction: the state, the
//	     of the order                          membership, the invoice's number, the letter
//
// A step may be left out, none is ever taken back: failed is not final, because the buyer may try
// again in the same checkout, and a payment may be authorized days after it was given up.
//
// Nothing is lost and nothing is done twice, whichever of our steps the process dies after, and
// however often and in whatever order the provider calls:
//
//   - The row is inserted first, and its id is the order's receipt. An order whose answer was lost
//     is found again by its receipt and adopted (orders.go).
//   - The browser's callback, the webhook's events, the schedule and the command all do the same
//     thing: they resync a sale with what the provider tells now (resync.go). An event is stored
//     in the transaction that it is acknowledged from, and heeded after the answer (webhook.go,
//     worker.go). Only while the provider's API is down is the event itself taken at its word, and
//     then the row is looked at again soon.
//   - What a payment brings about is keyed by the payment: the ledger row, the membership, the
//     invoice and the letter each have a unique key of it, and all are written in one transaction
//     (settle.go).
//   - An open row is asked about after 2, 5, 15 and 60 minutes and then every 6 hours to its
//     sixth day; once a day the provider's payments are gone through for those that no row knows
//     (reconcile.go, sweep.go).
//
// Money that fits no rule is never guessed about: another amount than the order's does not
// complete it, a second payment grants nothing while the first one stands, an unknown payment
// becomes an orphan. Each is marked for attention and an admin is told (attention.go).
package payments

import (
	"sync"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs/worker"
	"boardcircle/pb_hooks/mail"
)

// Outbox takes the letters that a payment brings about, inside its transaction.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, letter mail.Email) error
}

// Options are what the room is given.
type Options struct {
	// Provider is nil when no key is configured: then nothing can be bought.
	Provider Provider
	Config   config.Razorpay
	Outbox   Outbox
	Audit    *audit.Log
	// AdminEmail is told of what needs a person; "" tells nobody.
	AdminEmail string
	Clock      clock.Clock
	// Approved tells whether a buyer's nomination was approved, which the settings may ask for.
	Approved func(app core.App, buyer *core.Record) (bool, error)
}

// Payments is the room. Its methods are the handlers of the route table, and its worker heeds the
// provider's events. Safe for concurrent use.
type Payments struct {
	app        core.App
	provider   Provider
	cfg        config.Razorpay
	outbox     Outbox
	audit      *audit.Log
	adminEmail string
	now        clock.Clock
	approved   func(app core.App, buyer *core.Record) (bool, error)

	buyerLocks keyedMutex
	worker     *worker.Worker

	tickMu sync.Mutex
}

// New opens the room.
func New(app core.App, o Options) *Payments {
	p := &Payments{
		app: app, provider: o.Provider, cfg: o.Config, outbox: o.Outbox, audit: o.Audit, adminEmail: o.AdminEmail, now: o.Clock,
		approved: o.Approved,
		worker:   worker.New(),
	}
	p.outbox.Register(p.emailKinds()...)
	return p
}
