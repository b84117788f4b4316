package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// SyncRecentPayments goes through the provider's payments of the last while, and brings in what no webhook and
// no look at an order has told: payments of other orders of ours, refunds, and orphans.
func (p *Payments) SyncRecentPayments(ctx context.Context, back time.Duration) (ReconcileStats, error) {
	if p.provider == nil {
		return ReconcileStats{}, nil
	}
	now := p.now()
	// The provider's clock may be ahead of ours.
	payments, err := p.provider.Payments(ctx, now.Add(-back), now.Add(time.Hour))
	if err != nil {
		return ReconcileStats{}, err
	}
	stats := ReconcileStats{Scanned: len(payments)}
	var errs []error
	for _, payment := range payments {
		if !isCaptured(payment) {
			continue
		}
		if err := p.syncPayment(ctx, payment, &stats); err != nil {
			errs = append(errs, fmt.Errorf("payment %s: %w", payment.ID, err))
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
		return p.app.RunInTransaction(func(tx core.App) error { return p.saveOrphanPayment(tx, payment) })
	}
	if inLedger(t, payment) {
		return nil
	}
	synced, err := p.SyncTransaction(ctx, t.Id)
	if err != nil {
		return err
	}
	if synced.GetString("status") != t.GetString("status") {
		stats.Updated++
	}
	return p.app.RunInTransaction(func(tx core.App) error { return p.applyEvent(tx, t.Id, event, false) })
}

// inLedger tells whether a transaction already says all that a payment does.
func inLedger(t *core.Record, payment razorpay.Payment) bool {
	return t.GetString("razorpayPaymentId") == payment.ID && isPaid(t.GetString("status")) &&
		int64(t.GetInt("refundedAmount")) >= payment.AmountRefunded
}

// isProviderDown tells whether the provider gives no usable answers at all.
func isProviderDown(err error) bool {
	for _, kind := range []error{razorpay.ErrUnavailable, razorpay.ErrUnauthorised, razorpay.ErrRateLimited} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
