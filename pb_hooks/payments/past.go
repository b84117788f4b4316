package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
)

// Past is a sale that the provider has no call to make for: a demo begins with some.
type Past struct {
	// ID is the ledger row's.
	ID             string
	Buyer          *core.Record
	TierID         string
	OrderID        string
	SubscriptionID string
}

// BeginPast lays the pending row of a past sale into the ledger, at the room's present and at the
// tier's price of today.
func (p *Payments) BeginPast(tx core.App, sale Past) (*core.Record, error) {
	tier, err := findTier(tx, sale.TierID)
	if err != nil {
		return nil, err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return nil, err
	}
	wanted := purchase{buyer: sale.Buyer, tier: tier, kind: "order", amount: onTop(tier.price, site.GSTRate)}
	if sale.SubscriptionID != "" {
		wanted.kind, wanted.amount = "subscription", within(wanted.amount.total, site.GSTRate)
	}
	t, err := newTransaction(tx, wanted, p.now())
	if err != nil {
		return nil, err
	}
	t.Id = sale.ID
	t.Load(map[string]any{
		"razorpayOrderId": sale.OrderID, "razorpaySubscriptionId": sale.SubscriptionID,
		"customerName": sale.Buyer.GetString("name"), "customerEmail": sale.Buyer.Email(), "customerPhone": sale.Buyer.GetString("phone"),
	})
	return t, tx.Save(t)
}

// EndPast lays what became of a past sale into the ledger, as a resync does: its payments, what was
// given back of each, and when the sale is looked at next.
func (p *Payments) EndPast(tx core.App, id string, payments []razorpay.Payment, refunds map[string][]razorpay.Refund) error {
	t, err := byID(tx, id)
	if err != nil {
		return err
	}
	if err := p.take(tx, t, truth{payments: payments, refunds: refunds}); err != nil {
		return err
	}
	return p.schedule(tx, t)
}
