package reconcile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
)

// A dispute is a buyer's complaint at their bank. It goes through phases, and in each of them it is
//
//	open ──> under_review ──> won, lost or closed
//
// An admin decides whether to answer, and answers in the provider's dashboard. The admins are reminded of the deadline
// while the dispute is open, because a dispute without an answer is lost. After a lost dispute the money is gone: the
// reversal is booked with a credit note. If it is the rest of the payment, the term is revoked and its subscription is
// cancelled. After a loss, the next phase of the same dispute can still be won (ledger.Dispute).

// Refunds and disputes are read by their own dates. The sweep of the payments reads by the dates of the payments, so it
// would miss a refund of a payment of last year. Each list has a cursor, the time up to which all entries were read,
// which moves only after all of them were applied. Entries that can still change are read again: a refund is processed
// days after its creation, and a dispute takes months.

const (
	paymentsCursor, refundsCursor, disputesCursor = "payments", "refunds", "disputes"

	firstReversalWindow = 180 * 24 * time.Hour
	refundChangeWindow  = 21 * 24 * time.Hour
	disputeChangeWindow = 180 * 24 * time.Hour
	providerClockMargin = time.Hour
)

// SyncReversals applies the provider's refunds and disputes since the last run.
func (r *Reconciler) SyncReversals(ctx context.Context) error {
	if r.provider == nil {
		return nil
	}
	return errors.Join(
		r.readSince(refundsCursor, refundChangeWindow, func(from, to time.Time) error {
			refunds, err := r.provider.Refunds(ctx, from, to)
			if err != nil {
				return fmt.Errorf("list refunds: %w", err)
			}
			for _, refund := range refunds {
				err := r.applyToPayment(refund.PaymentID, func(tx core.App, t *ledger.Transaction) error {
					if t == nil {
						return r.orphans.RecordRefund(tx, refund)
					}
					return r.refunds.Apply(tx, t, refund)
				})
				if err != nil {
					return fmt.Errorf("apply refund %s: %w", refund.ID, err)
				}
			}
			return nil
		}),
		r.readSince(disputesCursor, disputeChangeWindow, func(from, to time.Time) error {
			disputes, err := r.provider.Disputes(ctx, from, to)
			if err != nil {
				return fmt.Errorf("list disputes: %w", err)
			}
			for _, dispute := range disputes {
				err := r.applyToPayment(dispute.PaymentID, func(tx core.App, t *ledger.Transaction) error {
					if t == nil {
						return r.orphans.RecordLoss(tx, dispute)
					}
					return r.ledger.Dispute(tx, t, provider.Dispute(dispute, time.Time{}))
				})
				if err != nil {
					return fmt.Errorf("apply dispute %s: %w", dispute.ID, err)
				}
			}
			return nil
		}),
	)
}

// readSince reads a list from its cursor, extended backwards by the time in which its entries can change.
func (r *Reconciler) readSince(name string, changes time.Duration, read func(from, to time.Time) error) error {
	now := r.now()
	cursor, err := findCursor(r.app, name)
	if err != nil {
		return err
	}
	from := now.Add(-firstReversalWindow)
	if readTo := cursor.readTo(); !readTo.IsZero() {
		from = readTo.Add(-changes)
	}
	if err := read(from, now.Add(providerClockMargin)); err != nil {
		return err
	}
	return saveCursor(r.app, cursor, now)
}

// applyToPayment calls apply with the transaction of a payment, or with nil if none exists.
func (r *Reconciler) applyToPayment(paymentID string, apply func(tx core.App, t *ledger.Transaction) error) error {
	return r.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransactionByPayment(tx, paymentID)
		if database.IgnoreMissing(err) != nil {
			return err
		}
		return apply(tx, t)
	})
}
