package payments

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// orderReuseWindow is how long an unpaid order is offered again to the buyer who asks for the same.
const orderReuseWindow = 30 * time.Minute

// findOrCreatePending inserts the pending row of a purchase, or finds the fresh one that the buyer has for it
// already. The provider hears of an order only after its row is stored.
func (p *Payments) findOrCreatePending(req orderRequest) (t *core.Record, isNew bool, err error) {
	now := p.now()
	err = p.app.RunInTransaction(func(tx core.App) error {
		t = &core.Record{}
		err := tx.RecordQuery(transactionsCollection).
			AndWhere(dbx.HashExp{
				"userId": req.buyer.Id, "membershipTierId": req.tier.id, "kind": req.kind,
				"amount": req.amount.total, "currency": req.tier.currency, "duration": req.tier.duration,
				"status": []any{statusPending, statusFailed},
			}).
			AndWhere(dbx.NewExp("createdAt > {:since}", dbx.Params{"since": toDateTime(now.Add(-orderReuseWindow))})).
			OrderBy("createdAt DESC", "id").Limit(1).One(t)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			isNew = true
			if t, err = newTransaction(tx, req, now); err != nil {
				return err
			}
		case err != nil:
			return err
		}
		for _, name := range []string{"customerName", "customerEmail", "customerPhone"} {
			t.Set(name, req.values.Text(name))
		}
		return tx.Save(t)
	})
	return t, isNew, err
}

func newTransaction(tx core.App, req orderRequest, now time.Time) (*core.Record, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(transactionsCollection)
	if err != nil {
		return nil, err
	}
	t := core.NewRecord(collection)
	nomination, err := tx.FindFirstRecordByData("registrations", "email", req.buyer.Email())
	if ignoreMissing(err) != nil {
		return nil, err
	}
	if nomination != nil {
		t.Set("registrationId", nomination.Id)
	}
	t.Set("billingState", billingState(req.buyer, nomination))
	t.Load(map[string]any{
		"userId": req.buyer.Id, "membershipTierId": req.tier.id, "kind": req.kind, "status": statusPending,
		"tierName": req.tier.name, "duration": req.tier.duration,
		"amount": req.amount.total, "currency": req.tier.currency,
		"baseAmount": req.amount.base, "gstRate": req.amount.rate, "gstAmount": req.amount.gst,
		"nextCheckAt": toDateTime(nextOrderCheck(now, now)),
	})
	// The room goes by its own clock; Set would leave an automatic date alone.
	t.SetRaw("createdAt", toDateTime(now))
	return t, nil
}

// createProviderOrder makes the order of a transaction at the provider and stores its id. When the answer is
// lost, the order is looked up by its receipt; when that fails too, the row stays as it is, and
// the buyer's next try or the reconciler adopts the order.
func (p *Payments) createProviderOrder(ctx context.Context, t *core.Record, req orderRequest) (*core.Record, error) {
	if req.kind == "subscription" {
		subscription, err := p.provider.CreateSubscription(ctx, razorpay.NewSubscription{
			PlanID: req.tier.planID, TotalCount: subscriptionCharges(req.tier.duration), Notes: orderNotes(t),
		})
		if err != nil {
			return nil, err
		}
		return p.storeProviderID(t.Id, "razorpaySubscriptionId", subscription.ID)
	}
	order, err := p.provider.CreateOrder(ctx, razorpay.NewOrder{
		Amount: amountOf(t), Currency: t.GetString("currency"), Receipt: t.Id, Notes: orderNotes(t),
	})
	if err == nil {
		return p.storeProviderID(t.Id, "razorpayOrderId", order.ID)
	}
	found, lookupErr := p.findOrderByReceipt(ctx, t.Id)
	if lookupErr != nil || found == "" {
		return nil, err
	}
	return p.storeProviderID(t.Id, "razorpayOrderId", found)
}

// storeProviderID stores the id of a transaction's order or subscription, unless it has one by now.
func (p *Payments) storeProviderID(id, column, value string) (t *core.Record, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil || hasProviderOrder(t) {
			return err
		}
		t.Set(column, value)
		return tx.Save(t)
	})
	return t, err
}

// findOrderByReceipt finds the order whose receipt is a transaction's id: the paid one, else the
// first; "" when there is none.
func (p *Payments) findOrderByReceipt(ctx context.Context, id string) (string, error) {
	orders, err := p.provider.OrdersByReceipt(ctx, id)
	if err != nil || len(orders) == 0 {
		return "", err
	}
	best := orders[0]
	for _, o := range orders[1:] {
		if (o.AmountPaid > 0) != (best.AmountPaid > 0) {
			if o.AmountPaid > 0 {
				best = o
			}
		} else if o.CreatedAt.Before(best.CreatedAt) {
			best = o
		}
	}
	return best.ID, nil
}

// hasProviderOrder tells whether the provider's order or subscription of a transaction is known.
func hasProviderOrder(t *core.Record) bool {
	return t.GetString("razorpayOrderId") != "" || t.GetString("razorpaySubscriptionId") != ""
}

func orderNotes(t *core.Record) map[string]string {
	return map[string]string{"transactionId": t.Id, "membershipTierId": t.GetString("membershipTierId")}
}

// subscriptionCharges is how often a subscription charges at most: ten years of it.
func subscriptionCharges(duration string) int {
	if duration == durationMonthly {
		return 120
	}
	return 10
}
