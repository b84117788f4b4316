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

// truth is what the provider tells of a sale now.
type truth struct {
	// column and id name the order or subscription that the sale turned out to have.
	column, id string
	payments   []razorpay.Payment
	refunds    map[string][]razorpay.Refund
}

// resync asks the provider about a transaction and brings the ledger up to it. Every way in which
// we hear of a payment ends here; doing it twice, or late, or at the same time is harmless.
func (p *Payments) resync(ctx context.Context, id string) (*core.Record, error) {
	t, err := byID(p.app, id)
	if err != nil {
		return nil, err
	}
	if p.provider == nil {
		return nil, errNotConfigured
	}
	told, err := p.ask(ctx, t)
	if err != nil {
		return nil, err
	}
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = byID(tx, id); err != nil {
			return err
		}
		if told.column != "" && t.GetString(told.column) == "" {
			t.Set(told.column, told.id)
			if err := tx.Save(t); err != nil {
				return err
			}
		}
		if err := p.take(tx, t, told); err != nil {
			return err
		}
		return p.schedule(tx, t)
	})
	return t, err
}

// ask makes the calls; it changes nothing.
func (p *Payments) ask(ctx context.Context, t *core.Record) (truth, error) {
	var told truth
	var err error
	switch t.GetString("kind") {
	case "subscription":
		if told.id = t.GetString("razorpaySubscriptionId"); told.id == "" {
			told.column = "razorpaySubscriptionId"
			told.id, err = p.subscriptionByNotes(ctx, t)
		}
		if err == nil && told.id != "" {
			told.payments, err = p.provider.SubscriptionPayments(ctx, told.id)
		}
	case "link":
		var payment razorpay.Payment
		payment, err = p.provider.Payment(ctx, t.GetString("razorpayPaymentId"))
		told.payments = []razorpay.Payment{payment}
	default:
		if told.id = t.GetString("razorpayOrderId"); told.id == "" {
			told.column = "razorpayOrderId"
			told.id, err = p.orderByReceipt(ctx, t.Id)
		}
		if err == nil && told.id != "" {
			told.payments, err = p.provider.OrderPayments(ctx, told.id)
		}
	}
	if err != nil {
		return truth{}, err
	}
	told.refunds = map[string][]razorpay.Refund{}
	for _, payment := range told.payments {
		if payment.AmountRefunded == 0 || !received(payment) {
			continue
		}
		if told.refunds[payment.ID], err = p.provider.PaymentRefunds(ctx, payment.ID); err != nil {
			return truth{}, err
		}
	}
	return told, nil
}

// subscriptionByNotes finds the subscription of a transaction that died before it stored its id.
func (p *Payments) subscriptionByNotes(ctx context.Context, t *core.Record) (string, error) {
	tier, err := findTier(p.app, t.GetString("membershipTierId"))
	if err != nil {
		return "", err
	}
	made := t.GetDateTime("createdAt").Time()
	subscriptions, err := p.provider.Subscriptions(ctx, tier.planID, made.Add(-time.Hour), made.Add(time.Hour))
	for _, s := range subscriptions {
		if s.Notes["transactionId"] == t.Id {
			return s.ID, nil
		}
	}
	return "", err
}

// take settles a sale's payments, the earliest first, and then what was given back of each.
func (p *Payments) take(tx core.App, t *core.Record, told truth) error {
	payments := slices.SortedFunc(slices.Values(told.payments), func(a, b razorpay.Payment) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	for _, payment := range payments {
		row, err := p.settle(tx, t, payment)
		if err != nil {
			return err
		}
		for _, refund := range told.refunds[payment.ID] {
			if err := p.giveBack(tx, row, refund); err != nil {
				return err
			}
		}
	}
	return nil
}

// schedule sets when a transaction is looked at next. One that nobody has paid in all its time is
// given up; a payment that comes even later still lifts it.
func (p *Payments) schedule(tx core.App, t *core.Record) error {
	now := p.now()
	next, err := p.nextLook(tx, t, now)
	if err != nil {
		return err
	}
	if next.IsZero() && t.GetString("status") == pending && t.GetString("attention") == "" {
		t.Set("status", failed)
	}
	t.Set("nextCheckAt", stamp(next))
	t.Set("checks", t.GetInt("checks")+1)
	return tx.Save(t)
}

func (p *Payments) nextLook(app core.App, t *core.Record, now time.Time) (time.Time, error) {
	switch {
	case !settled(t.GetString("status")):
		return nextCheck(t.GetDateTime("createdAt").Time(), now), nil
	case t.GetString("kind") == "subscription":
		return nextCharge(app, t, now)
	}
	return time.Time{}, nil
}

// nextCharge is when a subscription should have charged again: at the end of the term that its
// newest payment has granted, and for a week after it while the bank may still be trying.
func nextCharge(app core.App, t *core.Record, now time.Time) (time.Time, error) {
	newer, err := app.CountRecords(transactions,
		dbx.HashExp{"razorpaySubscriptionId": t.GetString("razorpaySubscriptionId")},
		dbx.NewExp("processedAt > {:at}", dbx.Params{"at": t.GetDateTime("processedAt")}))
	if err != nil || newer > 0 {
		return time.Time{}, err
	}
	membership, err := app.FindFirstRecordByData(memberships, "transactionId", t.Id)
	if err != nil {
		return time.Time{}, ignoreMissing(err)
	}
	due := membership.GetDateTime("endsAt").Time()
	switch {
	case now.Before(due):
		return due, nil
	case now.Before(due.Add(week)):
		return now.Add(seldom), nil
	}
	return time.Time{}, nil
}
