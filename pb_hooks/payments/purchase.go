package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// minAmount is the smallest amount that the provider takes: one rupee.
const minAmount = 100

// orderRequest is what a buyer asks for, at today's price.
type orderRequest struct {
	buyer  *core.Record
	tier   tier
	kind   string
	amount breakdown
	values rules.Values
}

// priceOrder finds the tier and what it costs now: its price and the GST on top, or what its plan
// charges.
func (p *Payments) priceOrder(ctx context.Context, buyer *core.Record, values rules.Values) (orderRequest, error) {
	tier, err := findTier(p.app, values.Text("membershipTierId"))
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !tier.active) {
		return orderRequest{}, errTierNotFound
	}
	if err != nil {
		return orderRequest{}, err
	}
	site, err := settings.Read(p.app)
	if err != nil {
		return orderRequest{}, err
	}
	req := orderRequest{buyer: buyer, tier: tier, kind: "order", amount: addGST(tier.price, site.GSTRate), values: values}
	if tier.isSubscription() {
		plan, err := p.provider.Plan(ctx, tier.planID)
		if err != nil {
			return orderRequest{}, err
		}
		req.kind, req.amount, req.tier.currency = "subscription", extractGST(plan.Amount, site.GSTRate), plan.Currency
	}
	if req.amount.total < minAmount {
		return orderRequest{}, errTierNotFound
	}
	return req, nil
}

// checkPurchaseAllowed refuses a buyer whose nomination was not approved, where the settings ask for that.
func (p *Payments) checkPurchaseAllowed(buyer *core.Record) error {
	site, err := settings.Read(p.app)
	if err != nil || !site.PurchaseNeedsApproval {
		return err
	}
	approved, err := p.approved(p.app, buyer)
	if err == nil && !approved {
		return errNotApproved
	}
	return err
}

// checkNotAlreadyPaid refuses what would be paid for twice: a membership for life, a subscription that renews
// by itself, or a payment that is still under way.
func (p *Payments) checkNotAlreadyPaid(ctx context.Context, req orderRequest) error {
	owned, err := hasLifetimeMembership(p.app, req.buyer.Id, req.tier.id)
	if err != nil {
		return err
	}
	if owned {
		return errAlreadyOwned
	}
	inProgress, err := p.app.CountRecords(transactionsCollection,
		dbx.HashExp{"userId": req.buyer.Id, "membershipTierId": req.tier.id, "status": statusAuthorized},
		dbx.NewExp("createdAt > {:since}", dbx.Params{"since": toDateTime(p.now().Add(-checkWindow))}))
	if err != nil {
		return err
	}
	if inProgress > 0 {
		return errPaymentInProgress
	}
	return p.checkNoActiveSubscription(ctx, req)
}

// checkNoActiveSubscription asks about the subscription that the buyer's latest payment for the tier belongs to.
func (p *Payments) checkNoActiveSubscription(ctx context.Context, req orderRequest) error {
	latest := &core.Record{}
	err := p.app.RecordQuery(transactionsCollection).
		AndWhere(dbx.HashExp{"userId": req.buyer.Id, "membershipTierId": req.tier.id, "kind": "subscription", "status": statusCompleted}).
		OrderBy("processedAt DESC").Limit(1).One(latest)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	subscription, err := p.provider.Subscription(ctx, latest.GetString("razorpaySubscriptionId"))
	if err != nil {
		return err
	}
	switch subscription.Status {
	case "authenticated", "active", "pending":
		return errSubscriptionActive
	}
	return nil
}
