package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
)

// PastTransaction is a sale that the provider has no call to make for: a demo begins with some.
type PastTransaction struct {
	// ID is the ledger row's.
	ID             string
	Customer       *core.Record
	TierID         string
	OrderID        string
	SubscriptionID string
}

// CreatePastTransaction lays the pending row of a past sale into the ledger, at the room's present and at the
// tier's price of today.
func (p *Payments) CreatePastTransaction(tx core.App, past PastTransaction) (*core.Record, error) {
	tier, err := findTier(tx, past.TierID)
	if err != nil {
		return nil, err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return nil, err
	}
	req := orderRequest{buyer: past.Customer, tier: tier, kind: "order", amount: addGST(tier.price, site.GSTRate)}
	if past.SubscriptionID != "" {
		req.kind, req.amount = "subscription", extractGST(req.amount.total, site.GSTRate)
	}
	t, err := newTransaction(tx, req, p.now())
	if err != nil {
		return nil, err
	}
	t.Id = past.ID
	t.Load(map[string]any{
		"razorpayOrderId": past.OrderID, "razorpaySubscriptionId": past.SubscriptionID,
		"customerName": past.Customer.GetString("name"), "customerEmail": past.Customer.Email(), "customerPhone": past.Customer.GetString("phone"),
	})
	return t, tx.Save(t)
}

// ApplyPastPayments lays what became of a past sale into the ledger, as a resync does: its payments, what was
// given back of each, and when the sale is looked at next.
func (p *Payments) ApplyPastPayments(tx core.App, id string, payments []razorpay.Payment, refunds map[string][]razorpay.Refund) error {
	t, err := findTransaction(tx, id)
	if err != nil {
		return err
	}
	if err := p.applyProviderState(tx, t, providerState{payments: payments, refunds: refunds}); err != nil {
		return err
	}
	return p.scheduleNextCheck(tx, t)
}
