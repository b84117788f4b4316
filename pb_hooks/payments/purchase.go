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

// leastAmount is the smallest amount that the provider takes: one rupee.
const leastAmount = 100

// purchase is what a buyer asks for, at today's price.
type purchase struct {
	buyer  *core.Record
	tier   tier
	kind   string
	amount breakdown
	values rules.Values
}

// price finds the tier and what it costs now: its price and the GST on top, or what its plan
// charges.
func (p *Payments) price(ctx context.Context, buyer *core.Record, values rules.Values) (purchase, error) {
	tier, err := findTier(p.app, values.Text("membershipTierId"))
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !tier.active) {
		return purchase{}, errNoTier
	}
	if err != nil {
		return purchase{}, err
	}
	site, err := settings.Read(p.app)
	if err != nil {
		return purchase{}, err
	}
	wanted := purchase{buyer: buyer, tier: tier, kind: "order", amount: onTop(tier.price, site.GSTRate), values: values}
	if tier.renews() {
		plan, err := p.provider.Plan(ctx, tier.planID)
		if err != nil {
			return purchase{}, err
		}
		wanted.kind, wanted.amount, wanted.tier.currency = "subscription", within(plan.Amount, site.GSTRate), plan.Currency
	}
	if wanted.amount.total < leastAmount {
		return purchase{}, errNoTier
	}
	return wanted, nil
}

// letIn refuses a buyer whose nomination was not approved, where the settings ask for that.
func (p *Payments) letIn(buyer *core.Record) error {
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

// mayBuy refuses what would be paid for twice: a membership for life, a subscription that renews
// by itself, or a payment that is still under way.
func (p *Payments) mayBuy(ctx context.Context, wanted purchase) error {
	owned, err := ownsForLife(p.app, wanted.buyer.Id, wanted.tier.id)
	if err != nil {
		return err
	}
	if owned {
		return errOwned
	}
	underWay, err := p.app.CountRecords(transactions,
		dbx.HashExp{"userId": wanted.buyer.Id, "membershipTierId": wanted.tier.id, "status": authorized},
		dbx.NewExp("createdAt > {:since}", dbx.Params{"since": stamp(p.now().Add(-lateness))}))
	if err != nil {
		return err
	}
	if underWay > 0 {
		return errUnderWay
	}
	return p.notRenewing(ctx, wanted)
}

// notRenewing asks about the subscription that the buyer's latest payment for the tier belongs to.
func (p *Payments) notRenewing(ctx context.Context, wanted purchase) error {
	latest := &core.Record{}
	err := p.app.RecordQuery(transactions).
		AndWhere(dbx.HashExp{"userId": wanted.buyer.Id, "membershipTierId": wanted.tier.id, "kind": "subscription", "status": completed}).
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
		return errRenews
	}
	return nil
}
