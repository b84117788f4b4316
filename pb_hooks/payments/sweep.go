package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// Sweep goes through the provider's payments of the last while, and brings in what no webhook and
// no look at an order has told: payments of other orders of ours, refunds, and orphans.
func (p *Payments) Sweep(ctx context.Context, back time.Duration) (Findings, error) {
	if p.provider == nil {
		return Findings{}, nil
	}
	now := p.now()
	// The provider's clock may be ahead of ours.
	payments, err := p.provider.Payments(ctx, now.Add(-back), now.Add(time.Hour))
	if err != nil {
		return Findings{}, err
	}
	found := Findings{Swept: len(payments)}
	var problems []error
	for _, payment := range payments {
		if !received(payment) {
			continue
		}
		if err := p.sweepOne(ctx, payment, &found); err != nil {
			problems = append(problems, fmt.Errorf("payment %s: %w", payment.ID, err))
			if isDown(err) || ctx.Err() != nil {
				break
			}
		}
	}
	return found, errors.Join(problems...)
}

func (p *Payments) sweepOne(ctx context.Context, payment razorpay.Payment, found *Findings) error {
	told := razorpay.Event{Payment: &payment}
	t, err := p.match(ctx, told)
	if err != nil {
		return err
	}
	if t == nil {
		found.Orphans++
		return p.app.RunInTransaction(func(tx core.App) error { return p.orphan(tx, payment) })
	}
	if inLedger(t, payment) {
		return nil
	}
	after, err := p.resync(ctx, t.Id)
	if err != nil {
		return err
	}
	if after.GetString("status") != t.GetString("status") {
		found.Moved++
	}
	return p.app.RunInTransaction(func(tx core.App) error { return p.lay(tx, t.Id, told, false) })
}

// inLedger tells whether a transaction already says all that a payment does.
func inLedger(t *core.Record, payment razorpay.Payment) bool {
	return t.GetString("razorpayPaymentId") == payment.ID && settled(t.GetString("status")) &&
		int64(t.GetInt("refundedAmount")) >= payment.AmountRefunded
}

// isDown tells whether the provider gives no usable answers at all.
func isDown(err error) bool {
	for _, kind := range []error{razorpay.ErrUnavailable, razorpay.ErrUnauthorised, razorpay.ErrRateLimited} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
