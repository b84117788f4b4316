package checkout

import (
	"context"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/tiers"
)

// quoteForm is a request for a price.
type quoteForm struct {
	_          struct{}         `wire:"-"`
	TierID     string           `json:"membershipTierId"`
	CouponCode string           `json:"couponCode"`
	Seats      int              `json:"seats"`
	Billing    *pricing.Billing `json:"billing,omitempty"`
}

func (quoteForm) Rules() rules.Form { return quoteRules }

var quoteRules = rules.Form{
	{
		Name: "membershipTierId", Label: "Membership plan", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership plan"},
	},
	ledger.CouponField,
	ledger.SeatsField,
}

// Quote is the price of a membership before the buyer agrees to pay it. Amount is in minor units.
type Quote struct {
	MembershipTierID string             `json:"membershipTierId"`
	Amount           int64              `json:"amount"`
	Currency         string             `json:"currency"`
	Breakdown        pricing.Breakdown  `json:"breakdown"`
	Taxes            []pricing.QuoteTax `json:"taxes"`
	// PlaceOfSupply is for example "27 Maharashtra", or "" if it is not known.
	PlaceOfSupply string `json:"placeOfSupply"`
	// CouponCode is the code that gives the discount, or "" for none.
	CouponCode string `json:"couponCode"`
	// Seats is the number of memberships that a company buys. It is omitted if buyers buy one for themselves.
	Seats int `json:"seats,omitempty"`
	// IsAddressRequired is true if the invoice must show the buyer's address.
	IsAddressRequired bool `json:"isAddressRequired"`
	// Renews is true if the membership is charged repeatedly. Mandate is then the sentence that the buyer agrees to.
	Renews  bool   `json:"renews"`
	Mandate string `json:"mandate"`
	// FirstChargeAt is when the first charge is made, unless it is made immediately.
	FirstChargeAt *httpx.Time `json:"firstChargeAt,omitempty"`
}

// GetQuote is POST /api/payments/quote: the price of an order with the same input.
func (o *Orders) GetQuote() httpx.Endpoint {
	return httpx.JSON(o.getQuote, httpx.Doc{
		Tag: "payments", Summary: "Get the price of an order",
		Description: "Signed-in buyers who state no billing details are quoted for their billing profile.",
		Errors:      append(priceErrors(), errTierNotFound, errPlanMismatch),
		Example:     map[string]any{"billing": map[string]any{"kind": "individual", "state": "27", "pin": "400001"}},
	})
}

func (o *Orders) getQuote(e *core.RequestEvent, form quoteForm) (Quote, error) {
	ctx, cancel := context.WithTimeout(e.Request.Context(), provider.Timeout)
	defer cancel()
	userID := ""
	if user := httpx.CurrentUser(e); user != nil {
		userID = user.Id
	}
	req, err := o.priceTier(ctx, userID, orderInput{
		tierID:     form.TierID,
		billing:    form.Billing,
		couponCode: form.CouponCode,
		findPlan:   o.findKnownPlan,
		seats:      form.Seats,
	})
	if err == nil && o.provider == nil && req.Kind != ledger.KindLink {
		err = provider.ErrNotConfigured
	}
	if err == nil {
		err = o.deferFirstCharge(userID, &req)
	}
	if err != nil {
		return Quote{}, fmt.Errorf("quote: %w", provider.WithError(err))
	}
	quote := newQuote(req)
	quote.IsAddressRequired, err = pricing.NeedsAddress(o.app, req.Site, req.Billing, req.Price.Total, quote.Currency)
	if err != nil {
		return Quote{}, fmt.Errorf("quote: %w", provider.WithError(err))
	}
	quote.Mandate = httpx.Translate(e.Request, quote.Mandate)
	return quote, nil
}

func newQuote(req ledger.Order) Quote {
	q := Quote{
		MembershipTierID: req.Tier.ID,
		Amount:           int64(req.Price.Total),
		Currency:         req.Tier.Currency,
		Breakdown:        req.Price.Breakdown(),
		Taxes:            pricing.QuoteTaxes(req.Price),
		PlaceOfSupply:    req.Billing.Place().String(),
		CouponCode:       req.Coupon.Code,
		Renews:           req.Kind == ledger.KindSubscription,
		FirstChargeAt:    ledger.OptionalTime(req.StartAt),
		Seats:            req.Seats,
	}
	if q.Renews {
		q.Mandate = mandateText(req.Price.Total.Format(req.Tier.Currency), req.Tier.Duration, req.StartAt)
	}
	return q
}

// mandateText returns the sentence to which a buyer agrees with a subscription. The amounts and the days of a mandate
// are stored, and not the sentence.
func mandateText(amount string, duration tiers.Duration, startAt time.Time) string {
	first, every := "today", "month"
	if !startAt.IsZero() {
		first = "first on " + india.DayText(startAt)
	}
	if duration == tiers.Annual {
		every = "year"
	}
	return "By paying you set up a mandate: " + amount + " is charged " + first + ", and then every " + every +
		" until you cancel. You can cancel on your account page at any time. Your membership then runs until the end of " +
		"the paid period."
}

// findKnownPlan returns a plan from the cache, or fetches it once: a plan never changes, and anyone can request a
// quote.
func (o *Orders) findKnownPlan(ctx context.Context, id string) (tiers.Plan, error) {
	if plan, known := o.plans.Load(id); known {
		return plan.(tiers.Plan), nil
	}
	plan, err := o.FindPlan(ctx, id)
	if err == nil {
		o.plans.Store(id, plan)
	}
	return plan, err
}

// deferFirstCharge delays the first charge of a mandate until the buyer's present access ends.
func (o *Orders) deferFirstCharge(userID string, req *ledger.Order) error {
	if userID == "" || req.Kind != ledger.KindSubscription {
		return nil
	}
	now := o.now()
	held, err := ledger.EntitlementOf(o.app, userID, now)
	if err != nil {
		return err
	}
	if held.AccessUntil.After(now.Add(subscriptions.MinStartDelay)) {
		req.StartAt = held.AccessUntil.Truncate(time.Second)
	}
	return nil
}

// orderStatus returns the status in the answer to an order. It is empty unless the order was free and is completed
// already.
func orderStatus(t *ledger.Transaction) ledger.Status {
	if t.Amount() == 0 && t.Status().IsPaid() {
		return t.Status()
	}
	return ""
}
