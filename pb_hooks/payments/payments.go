// Package payments owns the ledger: orders and their verification, the provider's webhooks, and the
// memberships that payments grant.
//
// A row of the collection transactions is one order, subscription charge or payment link. Its status only
// moves on:
//
//	Pending ──> Failed ──> Authorized ──> Completed ──> Refunded
//	  │           │                          │             └ in full; the membership is revoked
//	  │           │                          └ in one database transaction: the status, the
//	  │           │                            membership, the invoice and its number, the e-mail
//	  │           └ not final: the buyer may try again in the same checkout, and a bank may
//	  │             authorize a payment days later
//	  └ stored before the provider gets the order
//
// Failed and Authorized may be skipped. store.go has the table of transitions.
//
// From the button to the receipt:
//
//	checkout.go     CreateOrder: price, checks, pending transaction, order at the provider
//	pricing.go      newPrice: the one function that prices; GetQuote: a price before anybody agrees to it
//	verify.go       VerifyPayment: the browser's callback after the payment
//	events.go       ReceiveWebhook: checks the signature, stores the event; the job payments.event: applies it
//	sync.go         SyncTransaction: asks the provider and applies its answer; the job payments.sync
//	ledger.go       applyPayment, applyRefund: with disputes.go the only code that moves a status
//	memberships.go  terms, and which payment grants which; EntitlementOf: who is a member
//	subscriptions.go  their states, what supersedes them, how they are cancelled
//	links.go        a page of the provider's for one buyer: made, paid, ended
//	renewals.go     how a member pays for the next term of a tier that no subscription renews
//	difference.go   payments of another amount: accepted or refunded by an admin
//	seats.go        memberships that a company buys for others
//	disputes.go     applyDispute: what a dispute changes, and what a lost one takes back
//	reversals.go    the daily pull of refunds and disputes
//	reconcile.go    the daily sweep and the command
//
// Nothing is lost and nothing is done twice, wherever the process dies, and however often and in whatever
// order the provider calls:
//
//   - The row is inserted first, and its id is the order's receipt. An order whose answer was lost is
//     found again by its receipt.
//   - The callback, the events, the scheduled checks and the command all do the same: they sync the
//     transaction with what the provider says now. Only while the provider's API is down is an event
//     itself applied, and then the transaction is checked again soon.
//   - The webhook may come before the callback, which is then the one with nothing left to do: the event's
//     job has completed the transaction, VerifyPayment finds the payment there and answers its status
//     without another call to the provider. The other way round the event's sync changes nothing.
//   - What a payment brings about is unique by the payment: the ledger row, the membership, the invoice
//     and the e-mail, all written in one transaction.
//   - An open transaction is checked after 2, 5, 15 and 60 minutes and then every 6 hours up to its sixth
//     day. Once a day the provider's payments are compared with the ledger.
//
// Money that fits no rule is not guessed about: an amount other than the order's does not complete it, a
// second payment grants nothing while the first one stands, a payment without a transaction becomes an
// orphan payment. Each is flagged for attention and an admin gets an e-mail.
package payments

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keymutex"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// Outbox takes the e-mails that a payment brings about, in its database transaction.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	// Throttle refuses another e-mail of a kind to an address that has had enough of them.
	Throttle(kind, email string) error
}

// Provider is what the ledger asks of Razorpay. Its errors are *razorpay.Error.
type Provider interface {
	CreateOrder(ctx context.Context, order razorpay.NewOrder) (razorpay.Order, error)
	OrdersByReceipt(ctx context.Context, receipt string) ([]razorpay.Order, error)
	Order(ctx context.Context, id string) (razorpay.Order, error)
	OrderPayments(ctx context.Context, id string) ([]razorpay.Payment, error)

	Plan(ctx context.Context, id string) (razorpay.Plan, error)
	CreateSubscription(ctx context.Context, subscription razorpay.NewSubscription) (razorpay.Subscription, error)
	Subscription(ctx context.Context, id string) (razorpay.Subscription, error)
	CancelSubscription(ctx context.Context, id string, atPeriodEnd bool) (razorpay.Subscription, error)
	PauseSubscription(ctx context.Context, id string) (razorpay.Subscription, error)
	ResumeSubscription(ctx context.Context, id string) (razorpay.Subscription, error)
	Subscriptions(ctx context.Context, plan string, from, to time.Time) ([]razorpay.Subscription, error)
	SubscriptionPayments(ctx context.Context, id string) (payments []razorpay.Payment, unpaid int64, err error)
	Invoice(ctx context.Context, id string) (razorpay.Invoice, error)

	Payment(ctx context.Context, id string) (razorpay.Payment, error)
	Payments(ctx context.Context, from, to time.Time) ([]razorpay.Payment, error)
	PaymentRefunds(ctx context.Context, id string) ([]razorpay.Refund, error)
	Refunds(ctx context.Context, from, to time.Time) ([]razorpay.Refund, error)
	Disputes(ctx context.Context, from, to time.Time) ([]razorpay.Dispute, error)
	Refund(ctx context.Context, paymentID string, amount int64, key string, notes map[string]string) (razorpay.Refund, error)

	CreatePaymentLink(ctx context.Context, link razorpay.NewPaymentLink) (razorpay.PaymentLink, error)
	CancelPaymentLink(ctx context.Context, id string) (razorpay.PaymentLink, error)
	PaymentLink(ctx context.Context, id string) (razorpay.PaymentLink, error)
	PaymentLinksByReference(ctx context.Context, reference string) ([]razorpay.PaymentLink, error)
	PaymentLinkByPayment(ctx context.Context, payment string) (razorpay.PaymentLink, error)
}

// Options are the dependencies of the feature.
type Options struct {
	// Provider is nil when no key is configured: then nothing can be bought.
	Provider Provider
	Config   config.Razorpay
	Jobs     *jobs.Runner
	Outbox   Outbox
	Audit    *audit.Log
	// AdminEmail is notified of what needs a person, unless the settings name another address; "" is nobody.
	AdminEmail string
	// Key makes the tokens of the links that are mailed.
	Key keys.Key
	// SiteURL begins the address to which the provider sends buyers back.
	SiteURL string
	Clock   clock.Clock
	// FindConfirmers returns the addresses of the admins who may confirm offline payments, but one account's; nil is nobody.
	FindConfirmers func(app core.App, exceptID string) ([]string, error)
	// IsApproved reports whether a buyer's nomination was approved, which the settings may require.
	IsApproved func(app core.App, buyer *core.Record) (bool, error)
	// FindNomination returns the id of the nomination of an e-mail address, "" if there is none.
	FindNomination func(app core.App, email string) (string, error)
	// RecordSettlement takes what the provider says of a settlement, in the transaction of its event.
	RecordSettlement func(tx core.App, settlement razorpay.Settlement) error
}

// Payments is the feature. Its methods are handlers of the route table; its background work runs as jobs
// of the types in this package. Safe for concurrent use.
type Payments struct {
	app              core.App
	provider         Provider
	cfg              config.Razorpay
	jobs             *jobs.Runner
	outbox           Outbox
	audit            *audit.Log
	adminEmail       string
	key              keys.Key
	siteURL          string
	now              clock.Clock
	findConfirmers   func(app core.App, exceptID string) ([]string, error)
	isApproved       func(app core.App, buyer *core.Record) (bool, error)
	findNomination   func(app core.App, email string) (string, error)
	recordSettlement func(tx core.App, settlement razorpay.Settlement) error

	// buyers makes a double click two requests one after the other, transactions does the same for the
	// events of one transaction.
	buyers, transactions keymutex.Mutex
	// plans are the provider's plans that quotes have asked for, by their ids.
	plans sync.Map
}

// New returns the feature and registers its job types.
func New(app core.App, o Options) *Payments {
	p := &Payments{
		app: app, provider: o.Provider, cfg: o.Config, jobs: o.Jobs, outbox: o.Outbox, audit: o.Audit, adminEmail: o.AdminEmail,
		recordSettlement: o.RecordSettlement,
		key:              o.Key, siteURL: o.SiteURL, now: o.Clock, findConfirmers: o.FindConfirmers, isApproved: o.IsApproved, findNomination: o.FindNomination,
	}
	p.outbox.Register(p.emailKinds()...)
	p.jobs.Register(p.eventJobType())
	p.jobs.Register(p.syncJobType())
	p.jobs.Register(p.termJobType())
	p.jobs.Register(p.disputeJobType())
	p.jobs.Register(p.subscriptionJobType())
	p.jobs.Register(p.cancelSubscriptionJobType())
	p.jobs.Register(p.refundJobType())
	p.jobs.Register(p.cancelLinkJobType())
	p.jobs.Register(p.releaseCouponJobType())
	return p
}

// FindPlan is the tiers' way to a plan at the provider.
func (p *Payments) FindPlan(ctx context.Context, id string) (tiers.Plan, error) {
	if p.provider == nil {
		return tiers.Plan{}, tiers.ErrNoProvider
	}
	plan, err := p.provider.Plan(ctx, id)
	if errors.Is(err, razorpay.ErrNotFound) {
		return tiers.Plan{}, errors.Join(tiers.ErrPlanNotFound, err)
	}
	return tiers.Plan{Period: plan.Period, Interval: plan.Interval, Amount: money.Amount(plan.Amount), Currency: plan.Currency}, err
}

// save stores a transaction and schedules its next check: every change of nextCheckAt goes through here.
func (p *Payments) save(tx core.App, t *Transaction) error {
	if err := saveTransaction(tx, t); err != nil {
		return err
	}
	if t.NextCheckAt().IsZero() {
		return p.jobs.Cancel(tx, SyncJob, t.Id)
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: SyncJob, Key: t.Id, RunAt: t.NextCheckAt().Time(), Replace: true})
}

// Ping makes a call that changes nothing, to see whether the provider answers: it lists the payments of
// the last moments.
func (p *Payments) Ping(ctx context.Context, back time.Duration) error {
	_, err := p.provider.Payments(ctx, p.now().Add(-back), p.now())
	return err
}
