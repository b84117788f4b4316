package payments

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// providerState is what the provider tells of a sale now.
type providerState struct {
	// column and id name the order or subscription that the sale turned out to have.
	column, id string
	payments   []razorpay.Payment
	refunds    map[string][]razorpay.Refund
}

// SyncTransaction asks the provider about a transaction and brings the ledger up to it. Every way in which
// we hear of a payment ends here; doing it twice, or late, or at the same time is harmless.
func (p *Payments) SyncTransaction(ctx context.Context, id string) (*core.Record, error) {
	t, err := findTransaction(p.app, id)
	if err != nil {
		return nil, err
	}
	if p.provider == nil {
		return nil, errNotConfigured
	}
	state, err := p.fetchProviderState(ctx, t)
	if err != nil {
		return nil, err
	}
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil {
			return err
		}
		if state.column != "" && t.GetString(state.column) == "" {
			t.Set(state.column, state.id)
			if err := tx.Save(t); err != nil {
				return err
			}
		}
		if err := p.applyProviderState(tx, t, state); err != nil {
			return err
		}
		return p.scheduleNextCheck(tx, t)
	})
	return t, err
}

// fetchProviderState makes the calls; it changes nothing.
func (p *Payments) fetchProviderState(ctx context.Context, t *core.Record) (providerState, error) {
	var state providerState
	var err error
	switch t.GetString("kind") {
	case "subscription":
		if state.id = t.GetString("razorpaySubscriptionId"); state.id == "" {
			state.column = "razorpaySubscriptionId"
			state.id, err = p.findSubscriptionByNotes(ctx, t)
		}
		if err == nil && state.id != "" {
			state.payments, err = p.provider.SubscriptionPayments(ctx, state.id)
		}
	case "link":
		var payment razorpay.Payment
		payment, err = p.provider.Payment(ctx, t.GetString("razorpayPaymentId"))
		state.payments = []razorpay.Payment{payment}
	default:
		if state.id = t.GetString("razorpayOrderId"); state.id == "" {
			state.column = "razorpayOrderId"
			state.id, err = p.findOrderByReceipt(ctx, t.Id)
		}
		if err == nil && state.id != "" {
			state.payments, err = p.provider.OrderPayments(ctx, state.id)
		}
	}
	if err != nil {
		return providerState{}, err
	}
	state.refunds = map[string][]razorpay.Refund{}
	for _, payment := range state.payments {
		if payment.AmountRefunded == 0 || !isCaptured(payment) {
			continue
		}
		if state.refunds[payment.ID], err = p.provider.PaymentRefunds(ctx, payment.ID); err != nil {
			return providerState{}, err
		}
	}
	return state, nil
}

// findSubscriptionByNotes finds the subscription of a transaction that died before it stored its id.
func (p *Payments) findSubscriptionByNotes(ctx context.Context, t *core.Record) (string, error) {
	tier, err := findTier(p.app, t.GetString("membershipTierId"))
	if err != nil {
		return "", err
	}
	createdAt := t.GetDateTime("createdAt").Time()
	subscriptions, err := p.provider.Subscriptions(ctx, tier.planID, createdAt.Add(-time.Hour), createdAt.Add(time.Hour))
	for _, s := range subscriptions {
		if s.Notes["transactionId"] == t.Id {
			return s.ID, nil
		}
	}
	return "", err
}

// applyProviderState settles a sale's payments, the earliest first, and then what was given back of each.
func (p *Payments) applyProviderState(tx core.App, t *core.Record, state providerState) error {
	payments := slices.SortedFunc(slices.Values(state.payments), func(a, b razorpay.Payment) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	for _, payment := range payments {
		row, err := p.applyPayment(tx, t, payment)
		if err != nil {
			return err
		}
		for _, refund := range state.refunds[payment.ID] {
			if err := p.applyRefund(tx, row, refund); err != nil {
				return err
			}
		}
	}
	return nil
}

// scheduleNextCheck sets when a transaction is looked at next. One that nobody has paid in all its time is
// given up; a payment that comes even later still lifts it.
func (p *Payments) scheduleNextCheck(tx core.App, t *core.Record) error {
	now := p.now()
	next, err := p.nextCheckTime(tx, t, now)
	if err != nil {
		return err
	}
	if next.IsZero() && t.GetString("status") == statusPending && t.GetString("attention") == "" {
		t.Set("status", statusFailed)
	}
	t.Set("nextCheckAt", toDateTime(next))
	t.Set("checks", t.GetInt("checks")+1)
	return tx.Save(t)
}

func (p *Payments) nextCheckTime(app core.App, t *core.Record, now time.Time) (time.Time, error) {
	switch {
	case !isPaid(t.GetString("status")):
		return nextOrderCheck(t.GetDateTime("createdAt").Time(), now), nil
	case t.GetString("kind") == "subscription":
		return nextChargeCheck(app, t, now)
	}
	return time.Time{}, nil
}

// nextChargeCheck is when a subscription should have charged again: at the end of the term that its
// newest payment has granted, and for a week after it while the bank may still be trying.
func nextChargeCheck(app core.App, t *core.Record, now time.Time) (time.Time, error) {
	newer, err := app.CountRecords(transactionsCollection,
		dbx.HashExp{"razorpaySubscriptionId": t.GetString("razorpaySubscriptionId")},
		dbx.NewExp("processedAt > {:at}", dbx.Params{"at": t.GetDateTime("processedAt")}))
	if err != nil || newer > 0 {
		return time.Time{}, err
	}
	membership, err := app.FindFirstRecordByData(membershipsCollection, "transactionId", t.Id)
	if err != nil {
		return time.Time{}, ignoreMissing(err)
	}
	due := membership.GetDateTime("endsAt").Time()
	switch {
	case now.Before(due):
		return due, nil
	case now.Before(due.Add(renewalGracePeriod)):
		return now.Add(laterCheckInterval), nil
	}
	return time.Time{}, nil
}
