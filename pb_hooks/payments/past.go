package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// PastTransaction is a transaction without calls to the provider: the demo begins with some.
type PastTransaction struct {
	ID             string
	Customer       *core.Record
	TierID         string
	OrderID        string
	SubscriptionID string
}

// CreatePastTransaction inserts a pending transaction at the feature's present and at today's price.
func (p *Payments) CreatePastTransaction(tx core.App, past PastTransaction) (*Transaction, error) {
	tier, err := tiers.Find(tx, past.TierID)
	if err != nil {
		return nil, err
	}
	buyer := identity.NewUser(past.Customer)
	req := orderRequest{
		buyer: buyer, tier: tier, kind: KindOrder, amount: tier.Breakdown,
		customer: Customer{buyer.Name(), buyer.Email(), buyer.Phone()},
	}
	if past.SubscriptionID != "" {
		req.kind, req.amount = KindSubscription, tiers.ExtractGST(req.amount.TotalAmount, tier.Breakdown.GSTRate)
	}
	t, err := p.newTransaction(tx, req, p.now())
	if err != nil {
		return nil, err
	}
	t.Id = past.ID
	t.setPast(past)
	return t, p.save(tx, t)
}

// ApplyPastPayments applies the payments and refunds of a past transaction as a sync does.
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
