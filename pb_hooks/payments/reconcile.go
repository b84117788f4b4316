package payments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/payments/razorpay"
)

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
func (p *Payments) Reconcile(ctx context.Context, days int) (ReconcileStats, error) {
	if p.provider == nil {
		return ReconcileStats{}, errNotConfigured
	}
	eventsErr := p.processWaitingEvents(ctx)
	stats, syncErr := p.syncOpenTransactions(ctx)
	recent, err := p.SyncRecentPayments(ctx, time.Duration(days)*24*time.Hour)
	stats.Scanned, stats.Orphans = recent.Scanned, recent.Orphans
	stats.Updated += recent.Updated
	return stats, errors.Join(eventsErr, syncErr, err, p.SyncReversals(ctx))
}

// processWaitingEvents processes all waiting events, even while their jobs run, because processing an event twice
// changes nothing.
func (p *Payments) processWaitingEvents(ctx context.Context) error {
	waiting, err := listWaitingEvents(p.app)
	if err != nil {
		return err
	}
	for _, event := range waiting {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.processEvent(ctx, event); err != nil {
			p.app.Logger().Warn("A payment event could not be processed; its job retries it", "event", event.Id, "error", err)
		}
	}
	return nil
}

// syncOpenTransactions syncs all open transactions and those of the subscriptions that have not ended. If a sync fails,
// its next check is postponed.
func (p *Payments) syncOpenTransactions(ctx context.Context) (ReconcileStats, error) {
	open, err := listOpenTransactions(p.app)
	if err != nil {
		return ReconcileStats{}, err
	}
	subscriptions, err := listUnfinishedSubscriptions(p.app)
	if err != nil {
		return ReconcileStats{}, err
	}
	for _, s := range subscriptions {
		if slices.ContainsFunc(open, func(t *Transaction) bool { return t.Id == s.TransactionID() }) {
			continue
		}
		t, err := findTransaction(p.app, s.TransactionID())
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
		synced, err := p.SyncTransaction(ctx, t.Id)
		if err != nil {
			stats.Failed++
			_, postponeErr := p.postponeCheck(t.Id, err)
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
const paymentChangeWindow = checkWindow + day

// SyncRecentDaily is the daily cron job. It reads the provider's payments, refunds and disputes since the last complete
// run, so it catches up on days on which it did not run.
func (p *Payments) SyncRecentDaily(ctx context.Context) {
	if err := p.syncNewPayments(ctx); err != nil && ctx.Err() == nil {
		p.app.Logger().Warn("The provider's recent payments could not be compared with the ledger", "error", err)
	}
	if err := p.SyncReversals(ctx); err != nil && ctx.Err() == nil {
		p.app.Logger().Warn("The provider's refunds and disputes could not be read to the end; the next run continues from the same place", "error", err)
	}
}

// syncNewPayments compares the provider's payments since the cursor with the ledger.
func (p *Payments) syncNewPayments(ctx context.Context) error {
	if p.provider == nil {
		return nil
	}
	return p.readSince(paymentsCursor, paymentChangeWindow, func(from, to time.Time) error {
		_, err := p.syncPayments(ctx, from, to)
		return err
	})
}

// SyncRecentPayments compares the provider's payments of the given period before now with the ledger. It adds the
// payments, refunds and orphan payments that no webhook and no check has reported.
func (p *Payments) SyncRecentPayments(ctx context.Context, back time.Duration) (ReconcileStats, error) {
	if p.provider == nil {
		return ReconcileStats{}, nil
	}
	now := p.now()
	return p.syncPayments(ctx, now.Add(-back), now.Add(providerClockMargin))
}

// syncPayments compares the provider's payments between two times with the ledger.
func (p *Payments) syncPayments(ctx context.Context, from, to time.Time) (ReconcileStats, error) {
	payments, err := p.provider.Payments(ctx, from, to)
	if err != nil {
		return ReconcileStats{}, fmt.Errorf("list recent payments: %w", err)
	}
	stats := ReconcileStats{Scanned: len(payments)}
	var errs []error
	for _, payment := range payments {
		if !isCaptured(payment) {
			continue
		}
		if err := p.syncPayment(ctx, payment, &stats); err != nil {
			errs = append(errs, fmt.Errorf("sync payment %s: %w", payment.ID, err))
			if isProviderDown(err) || ctx.Err() != nil {
				break
			}
		}
	}
	return stats, errors.Join(errs...)
}

func (p *Payments) syncPayment(ctx context.Context, payment razorpay.Payment, stats *ReconcileStats) error {
	event := razorpay.Event{Payment: &payment}
	t, err := p.findTransactionForEvent(ctx, event)
	if err != nil {
		return err
	}
	if t == nil {
		stats.Orphans++
		return p.app.RunInTransaction(func(tx core.App) error { return p.recordOrphan(tx, payment) })
	}
	if isRecorded(t, payment) {
		return nil
	}
	synced, err := p.SyncTransaction(ctx, t.Id)
	if err != nil {
		return err
	}
	if synced.Status() != t.Status() {
		stats.Updated++
	}
	return p.app.RunInTransaction(func(tx core.App) error { return p.applyEvent(tx, t.Id, event, false) })
}

// isRecorded reports whether a transaction already contains the state of a payment.
func isRecorded(t *Transaction, payment razorpay.Payment) bool {
	return t.PaymentID() == payment.ID && t.Status().IsPaid() && int64(t.RefundedAmount()) >= payment.AmountRefunded
}

// Command returns the command `boardcircle payments`. open returns the feature once the database is ready.
func Command(open func() (*Payments, error)) *cobra.Command {
	var days int
	reconcile := &cobra.Command{
		Use:   "reconcile",
		Short: "Brings the ledger up to date with the payment provider",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := open()
			if err != nil {
				return err
			}
			stats, err := p.Reconcile(c.Context(), days)
			if errors.Is(err, errNotConfigured) {
				return errors.New("there is no payment provider to ask: RAZORPAY_KEY_ID is not set")
			}
			if stats == (ReconcileStats{}) && err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%d transactions checked, %d moved, %d not answered; %d payments swept, %d orphans\n",
				stats.Checked, stats.Updated, stats.Failed, stats.Scanned, stats.Orphans)
			return err
		},
	}
	reconcile.Flags().IntVar(&days, "days", 7, "how many days back the provider's payments are compared")
	command := &cobra.Command{Use: "payments", Short: "Looks after the ledger"}
	command.AddCommand(reconcile)
	return command
}
