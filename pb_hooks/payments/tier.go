package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/tiers"
)

// tier is what the ledger needs to know of a membership tier.
type tier struct {
	id, name, currency, duration, planID string
	price                                int64
	active                               bool
}

// isSubscription tells whether the tier is bought as a subscription.
func (t tier) isSubscription() bool { return t.duration != durationLifetime && t.planID != "" }

// findTier returns sql.ErrNoRows for an unknown id.
func findTier(app core.App, id string) (tier, error) {
	found, err := tiers.Find(app, id)
	if err != nil {
		return tier{}, err
	}
	return tier{
		id: found.ID, name: found.Name, currency: found.Currency, duration: found.Duration,
		planID: found.RazorpayPlanID, price: int64(found.Price), active: bool(found.IsActive),
	}, nil
}
