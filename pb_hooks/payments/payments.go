// Package payments implements the ledger: orders and their verification, the provider's webhooks, and the memberships
// that payments grant.
//
// A row of the collection transactions is one order, subscription charge or payment link:
//
//	(new)       -> pending, completed
//	pending     -> failed, authorized, completed
//	completed   -> refunded
//	failed      -> authorized, completed
//	authorized  -> completed, failed
//	refunded    is final
//
// A transaction is stored as pending before the provider gets the order. A failed one can still be paid: the buyer may
// try again in the same checkout, and a bank may authorize a payment days later. Completing it stores the status, the
// membership, the invoice with its number and the email in one database transaction. It becomes refunded when the whole
// amount has gone back. The membership is then revoked.
//
// From the button to the receipt:
//
//	checkout.go         CreateOrder: price, checks, pending transaction, order at the provider
//	pricing.go          New: the only function that computes a price; GetQuote: the price before the order
//	coupon.go           the use of a coupon by an order: reserved, claimed when the order is paid, released
//	billing_profile.go  the buyer on the invoice
//	events.go           ReceiveWebhook: checks the signature, stores the event; the job payments.event: applies it
//	sync.go             VerifyPayment: the browser's callback after the payment; SyncTransaction: asks the
//	                    provider and applies its answer; the job payments.sync
//	ledger.go           applyPayment, applyRefund: the only code that completes a transaction
//	reconcile.go        the daily sweep and the command
//
// Other ways to pay:
//
//	links.go          payment links, each for one buyer: created, paid, ended
//	renewals.go       payment for the next term of a tier that no subscription renews
//	offline.go        transfers, cheques and cash: received, cleared, bounced; offline_console.go answers the console,
//	                  offline_cash.go warns of large sums of cash, offline_refunds.go books partial refunds,
//	                  offline_receipts.go lists all receipts
//	seats.go          memberships that a company buys for others; seat_invitations.go: their invitations
//	complimentary.go  terms that an admin grants, extends and ends
//
// Memberships:
//
//	memberships.go    terms and the payments that grant them; EntitlementOf: whether a person is a member
//	subscriptions.go  the states of a subscription, and what supersedes it
//	cancellations.go  how consent ends, and what happens to a charge after that
//	reminders.go      emails before and after a term's end; triggers.go: the triggers of automations
//	accounts.go       what happens when an account is deactivated, deleted or merged
//
// Money that goes back, and payments that match no order:
//
//	refunds.go        refunds by an admin: requested, made, processed, failed
//	disputes.go       disputes and their reversals; the daily import of refunds and disputes
//	difference.go     payments of a wrong amount: accepted or refunded by an admin
//	orphans.go        payments without a transaction: an admin attaches them to a person
//	approvals.go      grants below the price, and when a second admin has to confirm them
//
// handlers.go has the members' routes, admin.go and admin_transaction.go those of the console. email_kinds.go has the
// emails, and registrations.go those that wait for an e-invoice. revenue.go has the figures for the books and the
// dashboard. irn.go cancels and corrects the registration of a document. open_sales.go counts the transactions that a
// change of tax concerns. person.go has the payments part of a person's page in the console, where the office can
// cancel a subscription. The tables are in store.go and store_*.go.
//
// Nothing is lost or done twice, wherever the process dies, and however often and in whatever order the provider calls:
//
//   - The row is inserted first, and its id is the order's receipt. If the answer to an order is lost, the order is
//     found by its receipt.
//   - The callback, the events, the scheduled checks and the command all do the same: they sync the transaction with
//     the provider. An event itself is applied only while the provider's API is down, and then the transaction is
//     checked again soon.
//   - If the webhook comes before the callback, the job of the event completes the transaction, and VerifyPayment
//     answers its status without another call to the provider. If the callback comes first, the event's sync changes
//     nothing.
//   - The ledger row, the membership, the invoice and the email are unique for each payment, and they are written in
//     one database transaction.
//   - An open transaction is checked after 2, 5, 15 and 60 minutes and then every 6 hours up to its sixth day. Once a
//     day the provider's payments are compared with the ledger.
//
// We never guess about money that matches no order: a wrong amount does not complete an order, a second payment grants
// nothing while the first one is valid, and a payment without a transaction becomes an orphan payment. Each of them
// is flagged for attention, and an admin gets an email.
package payments

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
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

// Outbox queues the emails about a payment in the payment's database transaction.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	// Throttle returns an error if an address has already received too many emails of a kind.
	Throttle(kind, email string) error
}

// Provider is the part of Razorpay's API that the ledger uses. Its errors are *razorpay.Error.
type Provider interface {
	CreateOrder(ctx context.Context, order razorpay.NewOrder) (razorpay.Order, error)
	OrdersByReceipt(ctx context.Context, receipt string) ([]razorpay.Order, error)
	Order(ctx context.Context, id string) (razorpay.Order, error)
	OrderPayments(ctx context.Context, id string) ([]razorpay.Payment, error)

	Plan(ctx context.Context, id string) (razorpay.Plan, error)
	CreatePlan(ctx context.Context, plan razorpay.NewPlan) (razorpay.Plan, error)
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
	// Provider is nil if no key is configured. Nothing can be bought then.
	Provider Provider
	Config   config.Razorpay
	Jobs     *jobs.Runner
	Outbox   Outbox
	Audit    *audit.Log
	// AdminEmail is notified of what needs attention, unless the settings name another address. "" turns these emails
	// off.
	AdminEmail string
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
	// FindNomination returns the id of the nomination with an email address, or "" if there is none.
	FindNomination func(app core.App, email string) (string, error)
	// RecordSettlement stores a settlement that the provider reports, in the transaction of its event.
	RecordSettlement func(tx core.App, settlement razorpay.Settlement) error
}

// Payments handles the routes and the background jobs of the feature. It is safe for concurrent use.
type Payments struct {
	app              core.App
	provider         Provider
	cfg              config.Razorpay
	jobs             *jobs.Runner
	outbox           Outbox
	audit            *audit.Log
	approvals        Approvals
	adminEmail       string
	key              keys.Key
	siteURL          string
	now              clock.Clock
	findConfirmers   func(app core.App, exceptID string) ([]string, error)
	isApproved       func(app core.App, buyer *core.Record) (bool, error)
	findNomination   func(app core.App, email string) (string, error)
	recordSettlement func(tx core.App, settlement razorpay.Settlement) error

	// buyers serializes the requests of one buyer, for example after a double click. transactions serializes the events
	// of one transaction.
	buyers, transactions keymutex.Mutex
	// plans caches the provider's plans for quotes, by their ids.
	plans sync.Map
}

// New returns the feature and registers its job types.
func New(app core.App, o Options) *Payments {
	p := &Payments{
		app: app, provider: o.Provider, cfg: o.Config, jobs: o.Jobs, outbox: o.Outbox, audit: o.Audit, approvals: o.Approvals, adminEmail: o.AdminEmail,
		recordSettlement: o.RecordSettlement,
		key:              o.Key, siteURL: o.SiteURL, now: o.Clock, findConfirmers: o.FindConfirmers, isApproved: o.IsApproved, findNomination: o.FindNomination,
	}
	p.outbox.Register(p.emailKinds()...)
	p.registerApprovals()
	p.jobs.Register(p.eventJobType())
	p.jobs.Register(p.syncJobType())
	p.jobs.Register(p.termJobType())
	p.jobs.Register(p.disputeJobType())
	p.jobs.Register(p.subscriptionJobType())
	p.jobs.Register(p.cancelSubscriptionJobType())
	p.jobs.Register(p.refundJobType())
	p.jobs.Register(p.cancelLinkJobType())
	p.jobs.Register(p.releaseCouponJobType())
	p.jobs.Register(p.releaseDocumentsJobType())
	p.bindRegistrationHooks()
	p.bindAccountHooks()
	p.bindMovedTermsHook()
	return p
}

// FindPlan fetches a plan from the provider for package tiers.
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

// CreatePlan creates a plan at the provider for package tiers and returns its id.
func (p *Payments) CreatePlan(ctx context.Context, plan tiers.NewPlan) (string, error) {
	if p.provider == nil {
		return "", tiers.ErrNoProvider
	}
	created, err := p.provider.CreatePlan(ctx, razorpay.NewPlan{
		Name: plan.Name, Period: plan.Period, Interval: plan.Interval, Amount: int64(plan.Amount), Currency: plan.Currency,
		Notes: map[string]string{"membershipTierId": plan.TierID},
	})
	return created.ID, err
}

// save stores a transaction and schedules its next check. Every change of nextCheckAt must be saved with it.
func (p *Payments) save(tx core.App, t *Transaction) error {
	if err := saveTransaction(tx, t); err != nil {
		return err
	}
	if t.NextCheckAt().IsZero() {
		return p.jobs.Cancel(tx, SyncJob, t.Id)
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: SyncJob, Key: t.Id, RunAt: t.NextCheckAt().Time(), Replace: true})
}

// Ping checks whether the provider answers. It lists the most recent payments, which changes nothing.
func (p *Payments) Ping(ctx context.Context, back time.Duration) error {
	_, err := p.provider.Payments(ctx, p.now().Add(-back), p.now())
	return err
}

// The errors of an order and its payment. None of them loses an order: its transaction stays, and the next attempt or a
// later sync continues with it.
var (
	errNotConfigured      = apperr.Unavailable("payments-not-configured", "Online payment is not set up yet. Please contact us to join.")
	errTaxUnsettled       = apperr.Unavailable("tax-not-settled", "Memberships cannot be bought yet: we are still settling how tax is charged. Please write to us.")
	errTierNotFound       = apperr.NotFound("tier-not-on-sale", "This membership plan is not available.")
	errPlanMismatch       = apperr.Unavailable("plan-mismatch", "This membership plan cannot be bought at the moment. Nothing was charged; please write to us.")
	errAlreadyOwned       = apperr.Conflict("already-owned", "You already hold this membership.")
	errSubscriptionActive = apperr.Conflict("subscription-active", "You already have this membership, and it renews automatically.")
	errMemberForLife      = apperr.Conflict("member-for-life", "You are a member for life: there is nothing to renew. If you would like another membership in its place, please write to us.")
	errChargePending      = apperr.Conflict("charge-pending", "Your bank has not let the last charge of this membership through yet, and it is being tried again. Please don't pay a second time: your access goes on meanwhile.")
	errNoSubscription     = apperr.NotFound("subscription-not-found", "You have no membership that renews automatically.")
	errCannotPause        = apperr.Conflict("cannot-pause", "Only a membership that renews, and whose last charge went through, can be paused.")
	errNotPaused          = apperr.Conflict("not-paused", "The renewal of your membership is not paused.")
	errPausedInApp        = apperr.Conflict("paused-in-app", "The payment service did not resume your mandate. If you paused it in your UPI app, please resume it there.")
	errCannotChangeCard   = apperr.Conflict("cannot-change-card", "A new card can be given while your membership renews or its last charge has failed.")
	errAlreadyPaid        = apperr.Conflict("already-paid", "This plan has already been paid for, and your membership is active.")
	errPaymentInProgress  = apperr.Conflict("payment-in-progress", "Your earlier payment is still being confirmed. Please don't pay again; we will write to you as soon as it is done.")
	errOrderNotFound      = apperr.NotFound("order-not-found", "This order was not found.")
	errNotApproved        = apperr.Forbidden("nomination-not-approved", "Memberships are by invitation: you can choose a plan as soon as your nomination has been approved. "+
		"If it has been, please open the link in the invitation that we have mailed to you.")
	errInvalidSignature = apperr.New("invalid-signature", http.StatusBadRequest, "The payment could not be verified. If you were charged, we will find the payment and write to you.")
	errOrderRefused     = apperr.New("provider-refused-order", http.StatusBadGateway, "The payment service did not take this order. Nothing was charged; please contact us.")
	errProviderDown     = apperr.New("provider-down", http.StatusBadGateway, "The payment service is not answering properly at the moment. Nothing was charged; please try again in a few minutes.")
)

const messageInternal = "Something went wrong on our side. If you were charged, we will find the payment and write to you."

// The errors of the console and of a member's documents.
var (
	errTransactionNotFound = apperr.NotFound("transaction-not-found", "This transaction was not found.")
	errNoDifference        = apperr.Conflict("no-difference", "This transaction has no payment of another amount that waits for a decision.")
	errRefundUnderWay      = apperr.Conflict("refund-under-way", "The refund of this payment is under way.")
	errNothingToRefund     = apperr.Conflict("not-captured", "This transaction has no captured payment at Razorpay that could be refunded.")
	errRefundedAlready     = apperr.Conflict("already-refunded", "This payment has been refunded in full.")
	errRefundDisputed      = apperr.Conflict("dispute-open", "The buyer's bank disputes this payment, so it cannot be refunded until the dispute has ended. To give the money back, accept the dispute in Razorpay's dashboard.")
	errRefundPartOfOther   = apperr.Invalid("refund-whole", "amount", "A payment of another amount goes back as a whole. Please leave the amount empty.")
	errRefundTooSmall      = apperr.Invalid("refund-too-small", "amount", "The smallest refund is of one rupee, or one dollar.")
	errDifferenceEnded     = apperr.Conflict("payment-refunded", "This payment was refunded meanwhile, or was never captured: it cannot be accepted.")
	errDifferenceOpen      = apperr.Conflict("difference-open", "Money of another amount has arrived. Please accept it or refund it.")
	errPaymentUnchecked    = apperr.New("payment-unchecked", http.StatusBadGateway, "Razorpay is not answering, so the payment could not be checked. Nothing was changed; please try again in a few minutes.")
	errOrphanNotFound      = apperr.NotFound("orphan-payment-not-found", "This payment was not found among the unknown ones.")
	errInvoiceNotFound     = apperr.NotFound("invoice-not-found", "This invoice was not found.")
)

// The errors of a webhook request.
var (
	errNoWebhookSecret   = apperr.Unavailable("webhook-not-configured", "The webhook is not set up yet.")
	errEventTooLarge     = apperr.New("webhook-too-large", http.StatusRequestEntityTooLarge, "The event is too large.")
	errSignatureMissing  = apperr.New("webhook-signature-missing", http.StatusBadRequest, "The event's signature is missing or wrong.")
	errSignatureMismatch = apperr.New("webhook-signature-wrong", http.StatusBadRequest, "The event's signature is missing or wrong.")
)

// webhookProblems map the webhook's errors to their codes in the diagnostics and their explanations in the console.
var webhookProblems = []struct {
	err               *apperr.Error
	text, explanation string
}{
	{errNoWebhookSecret, "no webhook secret is configured", "No webhook secret is set here, so nothing can be trusted. Set RAZORPAY_WEBHOOK_SECRET to the secret of the webhook in Razorpay's dashboard."},
	{errSignatureMissing, "the signature is missing", "It carried no signature: it did not come from Razorpay, or a proxy took the header away."},
	{errSignatureMismatch, "the signature is wrong", "Its signature fits no secret of ours: the secret here and the one in Razorpay's dashboard differ, or a stranger sent it."},
	{errEventTooLarge, "the body is larger than 1 MiB", "It was larger than any event of Razorpay's, and was not read."},
}

const messageEventNotStored = "The event could not be stored. Please send it again."

// withProviderError maps an error of the provider to the domain error.
func withProviderError(err error) error {
	var apiErr *razorpay.Error
	switch {
	case errors.Is(err, razorpay.ErrRefused):
		return errors.Join(errOrderRefused, err)
	case errors.As(err, &apiErr):
		return errors.Join(errProviderDown, err)
	}
	return apperr.Fail(messageInternal, err)
}

// isProviderDown reports whether the provider gives no usable answers.
func isProviderDown(err error) bool {
	return errors.Is(err, razorpay.ErrUnavailable) || errors.Is(err, razorpay.ErrUnauthorised) || errors.Is(err, razorpay.ErrRateLimited)
}

// isDomainError reports whether an error means that the request is not allowed, as opposed to a failure.
func isDomainError(err error) bool {
	var domain *apperr.Error
	return errors.As(err, &domain)
}

func ignoreNotFound(err error) error {
	if errors.Is(err, razorpay.ErrNotFound) {
		return nil
	}
	return err
}
