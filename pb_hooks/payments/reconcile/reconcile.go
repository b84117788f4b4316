// Package reconcile brings the ledger up to date with the provider. A webhook (events.go) or a browser's callback only
// says that something happened. The transaction is then synced: the provider is asked for its present state, which is
// applied by rank, never backwards (sync.go). Jobs ask again while a transaction is open, and a daily sweep finds the
// payments, refunds and disputes that no event has reported (reversals.go).
//
// Nothing is lost or done twice, wherever the process dies, and however often and in whatever order the provider calls:
//
//   - The callback, the events, the scheduled checks and the command all sync the transaction. An event itself is
//     applied only while the provider's API is down, and then the transaction is checked again soon.
//   - If the webhook comes before the callback, the job of the event completes the transaction, and the callback
//     answers its status without another call to the provider. If the callback comes first, the event's sync changes
//     nothing.
//   - An open transaction is checked after 2, 5, 15 and 60 minutes and then every 6 hours up to its sixth day. Once a
//     day the provider's payments are compared with the ledger.
package reconcile

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/payments/subscriptions"
)

// Provider reads the state of the provider.
type Provider interface {
	provider.OrderFinder
	Order(ctx context.Context, id string) (razorpay.Order, error)
	OrderPayments(ctx context.Context, id string) ([]razorpay.Payment, error)
	Subscription(ctx context.Context, id string) (razorpay.Subscription, error)
	Subscriptions(ctx context.Context, plan string, from, to time.Time) ([]razorpay.Subscription, error)
	SubscriptionPayments(ctx context.Context, id string) (payments []razorpay.Payment, unpaid int64, err error)
	Invoice(ctx context.Context, id string) (razorpay.Invoice, error)
	Payments(ctx context.Context, from, to time.Time) ([]razorpay.Payment, error)
	PaymentRefunds(ctx context.Context, id string) ([]razorpay.Refund, error)
	Refunds(ctx context.Context, from, to time.Time) ([]razorpay.Refund, error)
	Disputes(ctx context.Context, from, to time.Time) ([]razorpay.Dispute, error)
	PaymentLinkByPayment(ctx context.Context, payment string) (razorpay.PaymentLink, error)
	CancelPaymentLink(ctx context.Context, id string) (razorpay.PaymentLink, error)
}

// Refunds applies refunds.
type Refunds interface {
	Apply(tx core.App, t *ledger.Transaction, refund razorpay.Refund) error
}

// Orphans stores payments without a transaction.
type Orphans interface {
	Record(tx core.App, payment razorpay.Payment) error
	RecordRefund(tx core.App, refund razorpay.Refund) error
	RecordLoss(tx core.App, dispute razorpay.Dispute) error
}

// Links reads the state of payment links.
type Links interface {
	Fetch(ctx context.Context, t *ledger.Transaction) (*razorpay.PaymentLink, []razorpay.Payment, error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	// Provider is nil if no key is configured.
	Provider Provider
	Config   config.Razorpay
	Jobs     *jobs.Runner
	Ledger   *ledger.Ledger
	Mandates *subscriptions.Mandates
	Links    Links
	Refunds  Refunds
	Orphans  Orphans
	// RecordSettlement stores a settlement that the provider reports, in the transaction of its event.
	RecordSettlement func(tx core.App, settlement razorpay.Settlement) error
	Clock            clock.Clock
}

// Reconciler applies the state of the provider to the ledger. It is safe for concurrent use.
type Reconciler struct {
	app              core.App
	provider         Provider
	cfg              config.Razorpay
	jobs             *jobs.Runner
	ledger           *ledger.Ledger
	mandates         *subscriptions.Mandates
	links            Links
	refunds          Refunds
	orphans          Orphans
	recordSettlement func(tx core.App, settlement razorpay.Settlement) error
	now              clock.Clock
}

// New returns the reconciler and registers its job types.
func New(app core.App, d Deps) *Reconciler {
	r := &Reconciler{
		app:              app,
		provider:         d.Provider,
		cfg:              d.Config,
		jobs:             d.Jobs,
		ledger:           d.Ledger,
		mandates:         d.Mandates,
		links:            d.Links,
		refunds:          d.Refunds,
		orphans:          d.Orphans,
		recordSettlement: d.RecordSettlement,
		now:              d.Clock,
	}
	r.jobs.Register(r.eventJobType())
	r.jobs.Register(r.syncJobType())
	r.jobs.Register(r.subscriptionJobType())
	r.jobs.Register(r.cancelLinkJobType())
	return r
}

// Ping checks whether the provider answers. It lists the most recent payments, which changes nothing.
func (r *Reconciler) Ping(ctx context.Context, back time.Duration) error {
	_, err := r.provider.Payments(ctx, r.now().Add(-back), r.now())
	return err
}

// maxFailures is how many transactions may fail before a reconciliation stops, because the provider must be down.
const maxFailures = 5

// ReconcileStats is the result of a reconciliation.
type ReconcileStats struct {
	// Checked counts the transactions that were checked with the provider, Updated those whose status changed, and
	// Failed those that could not be checked.
	Checked, Updated, Failed int
	// Scanned counts the provider's payments that were compared, and Orphans those without a transaction.
	Scanned, Orphans int
}

// Reconcile updates the ledger from the provider: it processes the waiting events, syncs every open transaction and
// every subscription that has not ended, and compares the payments of the last days. It does not need the job runner.
func (r *Reconciler) Reconcile(ctx context.Context, days int) (ReconcileStats, error) {
	if r.provider == nil {
		return ReconcileStats{}, provider.ErrNotConfigured
	}
	eventsErr := r.processWaitingEvents(ctx)
	stats, syncErr := r.syncOpenTransactions(ctx)
	recent, err := r.SyncRecentPayments(ctx, time.Duration(days)*24*time.Hour)
	stats.Scanned, stats.Orphans = recent.Scanned, recent.Orphans
	stats.Updated += recent.Updated
	return stats, errors.Join(eventsErr, syncErr, err, r.SyncReversals(ctx))
}

// processWaitingEvents processes all waiting events, even while their jobs run, because processing an event twice
// changes nothing.
func (r *Reconciler) processWaitingEvents(ctx context.Context) error {
	waiting, err := listWaitingEvents(r.app)
	if err != nil {
		return err
	}
	for _, event := range waiting {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.processEvent(ctx, event); err != nil {
			r.app.Logger().
				Warn("A payment event could not be processed; its job retries it", "event", event.Id, "error", err)
		}
	}
	return nil
}

// syncOpenTransactions syncs all open transactions and those of the subscriptions that have not ended. If a sync fails,
// its next check is postponed.
func (r *Reconciler) syncOpenTransactions(ctx context.Context) (ReconcileStats, error) {
	open, err := ledger.ListOpenTransactions(r.app)
	if err != nil {
		return ReconcileStats{}, err
	}
	mandates, err := subscriptions.ListUnfinished(r.app)
	if err != nil {
		return ReconcileStats{}, err
	}
	for _, s := range mandates {
		if slices.ContainsFunc(open, func(t *ledger.Transaction) bool { return t.Id == s.TransactionID() }) {
			continue
		}
		t, err := ledger.FindTransaction(r.app, s.TransactionID())
		if err != nil {
			return ReconcileStats{}, err
		}
		open = append(open, t)
	}
	var stats ReconcileStats
	var errs []error
	for _, t := range open {
		if ctx.Err() != nil || stats.Failed >= maxFailures {
			break
		}
		stats.Checked++
		synced, err := r.SyncTransaction(ctx, t.Id)
		if err != nil {
			stats.Failed++
			_, postponeErr := r.PostponeCheck(t.Id, err)
			errs = append(errs, err, postponeErr)
			continue
		}
		if synced.Status() != t.Status() {
			stats.Updated++
		}
	}
	return stats, errors.Join(append(errs, ctx.Err())...)
}

// paymentChangeWindow is how long after its creation a payment may still be captured.
const paymentChangeWindow = ledger.CheckWindow + ledger.Day

// SyncRecentDaily is the daily cron job. It reads the provider's payments, refunds and disputes since the last complete
// run, so it catches up on days on which it did not run.
func (r *Reconciler) SyncRecentDaily(ctx context.Context) {
	if err := r.syncNewPayments(ctx); err != nil && ctx.Err() == nil {
		r.app.Logger().Warn("The provider's recent payments could not be compared with the ledger", "error", err)
	}
	if err := r.SyncReversals(ctx); err != nil && ctx.Err() == nil {
		r.app.Logger().
			Warn("The provider's refunds and disputes could not be read completely; the next run starts at the same "+
				"point", "error", err)
	}
}

// syncNewPayments compares the provider's payments since the cursor with the ledger.
func (r *Reconciler) syncNewPayments(ctx context.Context) error {
	if r.provider == nil {
		return nil
	}
	return r.readSince(paymentsCursor, paymentChangeWindow, func(from, to time.Time) error {
		_, err := r.syncPayments(ctx, from, to)
		return err
	})
}

// SyncRecentPayments compares the provider's payments of the given period before now with the ledger. It adds the
// payments, refunds and orphan payments that no webhook and no check has reported.
func (r *Reconciler) SyncRecentPayments(ctx context.Context, back time.Duration) (ReconcileStats, error) {
	if r.provider == nil {
		return ReconcileStats{}, nil
	}
	now := r.now()
	return r.syncPayments(ctx, now.Add(-back), now.Add(providerClockMargin))
}

// syncPayments compares the provider's payments between two times with the ledger.
func (r *Reconciler) syncPayments(ctx context.Context, from, to time.Time) (ReconcileStats, error) {
	payments, err := r.provider.Payments(ctx, from, to)
	if err != nil {
		return ReconcileStats{}, fmt.Errorf("list recent payments: %w", err)
	}
	stats := ReconcileStats{Scanned: len(payments)}
	var errs []error
	for _, payment := range payments {
		if !provider.IsCaptured(payment) {
			continue
		}
		if err := r.syncPayment(ctx, payment, &stats); err != nil {
			errs = append(errs, fmt.Errorf("sync payment %s: %w", payment.ID, err))
			if provider.IsDown(err) || ctx.Err() != nil {
				break
			}
		}
	}
	return stats, errors.Join(errs...)
}

func (r *Reconciler) syncPayment(ctx context.Context, payment razorpay.Payment, stats *ReconcileStats) error {
	event := razorpay.Event{Payment: &payment}
	t, err := r.findTransactionForEvent(ctx, event)
	if err != nil {
		return err
	}
	if t == nil {
		stats.Orphans++
		return r.app.RunInTransaction(func(tx core.App) error { return r.orphans.Record(tx, payment) })
	}
	if isRecorded, err := isRecorded(r.app, payment); err != nil || isRecorded {
		return err
	}
	synced, err := r.SyncTransaction(ctx, t.Id)
	if err != nil {
		return err
	}
	if synced.Status() != t.Status() {
		stats.Updated++
	}
	return r.app.RunInTransaction(func(tx core.App) error { return r.applyEvent(tx, t.Id, event, false) })
}

// isRecorded reports whether the ledger already contains the state of a payment that has paid for a transaction.
func isRecorded(app core.App, payment razorpay.Payment) (bool, error) {
	p, err := ledger.FindCaptured(app, payment.ID)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return p.IsSold() && int64(p.Refunded()) >= payment.AmountRefunded, nil
}

// Command returns the command `boardcircle payments`. open returns the feature once the database is ready.
func Command(open func() (*Reconciler, error)) *cobra.Command {
	var days int
	reconcile := &cobra.Command{
		Use:   "reconcile",
		Short: "Updates the ledger from the payment provider",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := open()
			if err != nil {
				return err
			}
			stats, err := p.Reconcile(c.Context(), days)
			if errors.Is(err, provider.ErrNotConfigured) {
				return errors.New("no payment provider is configured: RAZORPAY_KEY_ID is not set")
			}
			if stats == (ReconcileStats{}) && err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(),
				"%d transactions checked, %d updated, %d failed; %d payments compared, %d orphan payments\n",
				stats.Checked, stats.Updated, stats.Failed, stats.Scanned, stats.Orphans)
			return err
		},
	}
	reconcile.Flags().IntVar(&days, "days", 7, "how many days back the provider's payments are compared")
	command := &cobra.Command{Use: "payments", Short: "Maintains the ledger"}
	command.AddCommand(reconcile)
	return command
}
