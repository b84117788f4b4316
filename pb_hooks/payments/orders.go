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

// fresh is how long an unpaid order is offered again to the buyer who asks for the same.
const fresh = 30 * time.Minute

// reserve inserts the pending row of a purchase, or finds the fresh one that the buyer has for it
// already. The provider hears of an order only after its row is stored.
func (p *Payments) reserve(wanted purchase) (t *core.Record, isNew bool, err error) {
	now := p.now()
	err = p.app.RunInTransaction(func(tx core.App) error {
		t = &core.Record{}
		err := tx.RecordQuery(transactions).
			AndWhere(dbx.HashExp{
				"userId": wanted.buyer.Id, "membershipTierId": wanted.tier.id, "kind": wanted.kind,
				"amount": wanted.amount.total, "currency": wanted.tier.currency, "duration": wanted.tier.duration,
				"status": []any{pending, failed},
			}).
			AndWhere(dbx.NewExp("createdAt > {:since}", dbx.Params{"since": stamp(now.Add(-fresh))})).
			OrderBy("createdAt DESC", "id").Limit(1).One(t)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			isNew = true
			if t, err = newTransaction(tx, wanted, now); err != nil {
				return err
			}
		case err != nil:
			return err
		}
		for _, name := range []string{"customerName", "customerEmail", "customerPhone"} {
			t.Set(name, wanted.values.Text(name))
		}
		return tx.Save(t)
	})
	return t, isNew, err
}

func newTransaction(tx core.App, wanted purchase, now time.Time) (*core.Record, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(transactions)
	if err != nil {
		return nil, err
	}
	t := core.NewRecord(collection)
	registration, err := tx.FindFirstRecordByData("registrations", "email", wanted.buyer.Email())
	if ignoreMissing(err) != nil {
		return nil, err
	}
	if registration != nil {
		t.Set("registrationId", registration.Id)
	}
	t.Set("billingState", billingState(wanted.buyer, registration))
	t.Load(map[string]any{
		"userId": wanted.buyer.Id, "membershipTierId": wanted.tier.id, "kind": wanted.kind, "status": pending,
		"tierName": wanted.tier.name, "duration": wanted.tier.duration,
		"amount": wanted.amount.total, "currency": wanted.tier.currency,
		"baseAmount": wanted.amount.base, "gstRate": wanted.amount.rate, "gstAmount": wanted.amount.gst,
		"nextCheckAt": stamp(nextCheck(now, now)),
	})
	// The room goes by its own clock; Set would leave an automatic date alone.
	t.SetRaw("createdAt", stamp(now))
	return t, nil
}

// order makes the order of a transaction at the provider and stores its id. When the answer is
// lost, the order is looked up by its receipt; when that fails too, the row stays as it is, and
// the buyer's next try or the reconciler adopts the order.
func (p *Payments) order(ctx context.Context, t *core.Record, wanted purchase) (*core.Record, error) {
	if wanted.kind == "subscription" {
		subscription, err := p.provider.CreateSubscription(ctx, razorpay.NewSubscription{
			PlanID: wanted.tier.planID, TotalCount: charges(wanted.tier.duration), Notes: notesOf(t),
		})
		if err != nil {
			return nil, err
		}
		return p.adopt(t.Id, "razorpaySubscriptionId", subscription.ID)
	}
	made, err := p.provider.CreateOrder(ctx, razorpay.NewOrder{
		Amount: amountOf(t), Currency: t.GetString("currency"), Receipt: t.Id, Notes: notesOf(t),
	})
	if err == nil {
		return p.adopt(t.Id, "razorpayOrderId", made.ID)
	}
	found, lookup := p.orderByReceipt(ctx, t.Id)
	if lookup != nil || found == "" {
		return nil, err
	}
	return p.adopt(t.Id, "razorpayOrderId", found)
}

// adopt stores the id of a transaction's order or subscription, unless it has one by now.
func (p *Payments) adopt(id, column, value string) (t *core.Record, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = byID(tx, id); err != nil || isOrdered(t) {
			return err
		}
		t.Set(column, value)
		return tx.Save(t)
	})
	return t, err
}

// orderByReceipt finds the order whose receipt is a transaction's id: the paid one, else the
// first; "" when there is none.
func (p *Payments) orderByReceipt(ctx context.Context, id string) (string, error) {
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

// isOrdered tells whether the provider's order or subscription of a transaction is known.
func isOrdered(t *core.Record) bool {
	return t.GetString("razorpayOrderId") != "" || t.GetString("razorpaySubscriptionId") != ""
}

func notesOf(t *core.Record) map[string]string {
	return map[string]string{"transactionId": t.Id, "membershipTierId": t.GetString("membershipTierId")}
}

// charges is how often a subscription charges at most: ten years of it.
func charges(duration string) int {
	if duration == monthly {
		return 120
	}
	return 10
}
