// Package payments sells memberships: it constructs the packages below it, and is what the rest of the app knows of
// them.
//
// Each line is a package and the packages of payments that it imports, which are above it. A test compares the lines
// with the code. What a package needs of another that it does not import is a small interface in its Deps.
//
//	emails          -
//	invoices        -
//	razorpay        -
//	pricing         invoices
//	ledger          emails, invoices, pricing
//	provider        ledger, razorpay
//	links           ledger, provider, razorpay
//	subscriptions   emails, ledger, pricing, provider, razorpay
//	refunds         emails, ledger, pricing, provider, razorpay
//	orphans         emails, ledger, pricing, provider, razorpay
//	reconcile       ledger, provider, razorpay, subscriptions
//	checkout        ledger, pricing, provider, razorpay, subscriptions
//	companyseats    emails, ledger
//	complimentary   emails, ledger
//	documents       emails, invoices, ledger, pricing
//	offline         emails, invoices, ledger, pricing
//	renewals        companyseats, emails, ledger, pricing, provider, subscriptions
//	overview        companyseats, documents, invoices, ledger, pricing, reconcile, refunds, subscriptions
//	ledgercheck     invoices, ledger, offline, razorpay
//
// Package ledger has the states of a transaction and of a term, and is the only code that completes, refunds or
// revokes. The other packages turn what happens into its operations:
//
//	pricing        what a purchase costs, and the buyer on its invoice
//	checkout       orders, quotes and the callback after a payment
//	provider       Razorpay's entities and errors in the words of the ledger; razorpay is the client
//	reconcile      webhooks, checks of open transactions, the daily sweep and the command
//	subscriptions  mandates, what supersedes them, and how consent ends
//	links          payment links
//	refunds        refunds by an admin, payments of a wrong amount, deadlines of disputes
//	orphans        payments without a transaction
//	offline        transfers, cheques and cash
//	companyseats   memberships that a company buys for others
//	complimentary  terms that an admin grants, changes and ends
//	renewals       reminders, and the payment for the next term
//	documents      the routes of issued documents; invoices issues them
//	overview       the pages that join them
//	emails         the emails and their texts
//	ledgercheck    the nightly check of the ledger
package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/payments/checkout"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/payments/documents"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/links"
	"boardcircle/pb_hooks/payments/offline"
	"boardcircle/pb_hooks/payments/orphans"
	"boardcircle/pb_hooks/payments/overview"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/payments/reconcile"
	"boardcircle/pb_hooks/payments/refunds"
	"boardcircle/pb_hooks/payments/renewals"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/settings"
)

// Provider is the part of Razorpay's API that the packages use. Its errors are *razorpay.Error.
type Provider interface {
	checkout.Provider
	links.Provider
	reconcile.Provider
	refunds.Provider
	subscriptions.Provider
}

// Approvals decides which grants need a second admin, and stores their requests.
type Approvals interface {
	refunds.Approvals
	offline.Approvals
}

// Options are the dependencies of the feature.
type Options struct {
	// Provider is nil if no key is configured. Nothing can be bought then.
	Provider Provider
	Config   config.Razorpay
	Jobs     *jobs.Runner
	Outbox   companyseats.Outbox
	Audit    *audit.Log
	// Key signs the tokens of emailed links.
	Key keys.Key
	// SiteURL is the start of the address to which the provider sends buyers back.
	SiteURL string
	Clock   clock.Clock
	// Approvals stores the requests that a second admin has to confirm.
	Approvals Approvals
	// FindConfirmers returns the addresses of all admins who may confirm offline payments, except the admin with
	// exceptID. If FindConfirmers is nil, no admin is emailed.
	FindConfirmers func(app core.App, exceptID string) ([]string, error)
	// IsApproved reports whether a buyer's nomination was approved. The settings may require that.
	IsApproved func(app core.App, buyer *core.Record) (bool, error)
	// FindNomination returns the id of the nomination with an email address, or "" if none exists.
	FindNomination func(app core.App, email string) (string, error)
	// NextSession returns the params of the next session in the emails that welcome a member.
	NextSession ledger.NextSession
	// RecordSettlement stores a settlement that the provider reports, in the transaction of its event.
	RecordSettlement func(tx core.App, settlement razorpay.Settlement) error
}

// Payments has the packages whose routes and operations the rest of the app uses.
type Payments struct {
	Checkout      *checkout.Orders
	Complimentary *complimentary.Complimentary
	Documents     *documents.Documents
	Offline       *offline.Offline
	Orphans       *orphans.Orphans
	Overview      *overview.Overview
	Reconciler    *reconcile.Reconciler
	Refunds       *refunds.Refunds
	Renewals      *renewals.Renewals
	Seats         *companyseats.Seats
	Subscriptions *subscriptions.Subscriptions
}

// New constructs the packages from the bottom up. Each registers its job types, emails and hooks.
func New(app core.App, o Options) *Payments {
	records := ledger.NewRecords(o.Jobs, o.Outbox, o.Clock)
	requests := refunds.NewRequests(o.Audit, o.Jobs, o.Clock)
	mandates := subscriptions.NewMandates(app, subscriptions.MandateDeps{
		Records: records, Refunds: requests, Jobs: o.Jobs, Outbox: o.Outbox, Clock: o.Clock,
	})
	proformas := offline.Proformas{Records: records, Outbox: o.Outbox, Audit: o.Audit}
	book := ledger.New(app, ledger.Deps{
		Records:        records,
		Audit:          o.Audit,
		Subscriptions:  mandates,
		Seats:          companyseats.Book{},
		Proformas:      proformas,
		IsLive:         o.Config.IsLive(),
		FindNomination: o.FindNomination,
		NextSession:    o.NextSession,
	})
	pages := links.New(app, links.Deps{Ledger: book, Provider: o.Provider, SiteURL: o.SiteURL, Clock: o.Clock})
	admission := admission{app, o.IsApproved}

	p := &Payments{}
	p.Refunds = refunds.New(app, refunds.Deps{
		Requests: requests, Ledger: book, Mandates: mandates, Provider: o.Provider, Approvals: o.Approvals,
		FindProcessedTime: reconcile.FindRefundProcessedTime,
	})
	p.Orphans = orphans.New(orphans.Deps{Ledger: book, Provider: o.Provider, Approvals: o.Approvals, Audit: o.Audit,
		Clock: o.Clock})
	p.Reconciler = reconcile.New(app, reconcile.Deps{
		Provider:         o.Provider,
		Config:           o.Config,
		Jobs:             o.Jobs,
		Ledger:           book,
		Mandates:         mandates,
		Links:            pages,
		Refunds:          p.Refunds,
		Orphans:          p.Orphans,
		RecordSettlement: o.RecordSettlement,
		Clock:            o.Clock,
	})
	p.Checkout = checkout.New(app, checkout.Deps{
		Provider: o.Provider, Config: o.Config, Ledger: book, Mandates: mandates, Links: pages, Syncer: p.Reconciler,
		CheckApproval: admission.check, Clock: o.Clock,
	})
	p.Subscriptions = subscriptions.New(app, subscriptions.Deps{
		Mandates: mandates,
		Provider: o.Provider,
		Syncer:   p.Reconciler,
		Audit:    o.Audit,
		KeyID:    o.Config.KeyID,
	})
	p.Seats = companyseats.New(app, companyseats.Deps{
		Ledger:        book,
		Mandates:      mandates,
		Outbox:        o.Outbox,
		Audit:         o.Audit,
		CheckApproval: admission.check,
		NextSession:   o.NextSession,
		Key:           o.Key,
		Clock:         o.Clock,
	})
	p.Overview = overview.New(app, overview.Deps{
		Seats: p.Seats, Subscriptions: p.Subscriptions, Audit: o.Audit, SiteURL: o.SiteURL, Clock: o.Clock,
	})
	p.Complimentary = complimentary.New(app, complimentary.Deps{
		Ledger: book, Mandates: mandates, Seats: p.Seats, Approvals: o.Approvals, Audit: o.Audit, Clock: o.Clock,
	})
	p.Offline = offline.New(app, offline.Deps{
		Ledger:         book,
		Approvals:      o.Approvals,
		Proformas:      proformas,
		Jobs:           o.Jobs,
		Audit:          o.Audit,
		FindConfirmers: o.FindConfirmers,
		Clock:          o.Clock,
	})
	p.Renewals = renewals.New(app, renewals.Deps{
		Ledger: book, Checkout: p.Checkout, Jobs: o.Jobs, Outbox: o.Outbox, Key: o.Key, Clock: o.Clock,
	})
	p.Documents = documents.New(app,
		documents.Deps{Ledger: book, Jobs: o.Jobs, Outbox: o.Outbox, Audit: o.Audit, Clock: o.Clock})
	return p
}

var errNotApproved = apperr.Forbidden("nomination-not-approved",
	"Memberships are by invitation. You can choose a plan as soon as your nomination has been approved. "+
		"If it has been, please open the link in the invitation that we have emailed to you.")

// admission decides who may become a member.
type admission struct {
	app        core.App
	isApproved func(app core.App, buyer *core.Record) (bool, error)
}

// check returns an error if the settings require an approved nomination and the buyer has none.
func (a admission) check(buyer *identity.User) error {
	site, err := settings.Read(a.app)
	if err != nil || !site.IsPurchaseRestricted {
		return err
	}
	approved, err := a.isApproved(a.app, buyer.ProxyRecord())
	if err == nil && !approved {
		return errNotApproved
	}
	return err
}
