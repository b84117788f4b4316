package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// Refunds and disputes of old payments are found by their own dates: the sweep of the payments goes by the
// payments' dates, and would never look at one of last year again. Each list has a cursor, the time up to which
// all of it was read; it moves only when everything that was read is applied. What changes after its creation is
// read again: a refund is processed days later, and a dispute runs for months.

const (
	refundsCursor, disputesCursor = "refunds", "disputes"

	firstReversalWindow = 180 * 24 * time.Hour
	refundChangeWindow  = 21 * 24 * time.Hour
	disputeChangeWindow = 180 * 24 * time.Hour
	providerClockMargin = time.Hour
)

// SyncReversals applies the provider's refunds and disputes since the last time.
func (p *Payments) SyncReversals(ctx context.Context) error {
	if p.provider == nil {
		return nil
	}
	return errors.Join(
		p.readSince(refundsCursor, refundChangeWindow, func(from, to time.Time) error {
			refunds, err := p.provider.Refunds(ctx, from, to)
			if err != nil {
				return fmt.Errorf("list refunds: %w", err)
			}
			for _, refund := range refunds {
				err := p.applyToPayment(refund.PaymentID, func(tx core.App, t *Transaction) error {
					if t == nil {
						return p.returnOrphan(tx, refund)
					}
					return p.applyRefund(tx, t, refund)
				})
				if err != nil {
					return fmt.Errorf("apply refund %s: %w", refund.ID, err)
				}
			}
			return nil
		}),
		p.readSince(disputesCursor, disputeChangeWindow, func(from, to time.Time) error {
			disputes, err := p.provider.Disputes(ctx, from, to)
			if err != nil {
				return fmt.Errorf("list disputes: %w", err)
			}
			for _, dispute := range disputes {
				err := p.applyToPayment(dispute.PaymentID, func(tx core.App, t *Transaction) error {
					if t == nil {
						return p.loseOrphan(tx, dispute)
					}
					return p.applyDispute(tx, t, dispute)
				})
				if err != nil {
					return fmt.Errorf("apply dispute %s: %w", dispute.ID, err)
				}
			}
			return nil
		}),
	)
}

// readSince reads a list from its cursor on, and as far back as its entries may have changed since.
func (p *Payments) readSince(name string, changes time.Duration, read func(from, to time.Time) error) error {
	now := p.now()
	cursor, err := findCursor(p.app, name)
	if err != nil {
		return err
	}
	from := now.Add(-firstReversalWindow)
	if readTo := cursor.ReadTo(); !readTo.IsZero() {
		from = readTo.Add(-changes)
	}
	if err := read(from, now.Add(providerClockMargin)); err != nil {
		return err
	}
	return saveCursor(p.app, cursor, now)
}

// applyToPayment calls apply for the transaction of a payment, nil for a payment that none knows.
func (p *Payments) applyToPayment(paymentID string, apply func(tx core.App, t *Transaction) error) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransactionOfPayment(tx, paymentID)
		if ignoreMissing(err) != nil {
			return err
		}
		return apply(tx, t)
	})
}
