package payments

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/tiers"
)

// QuoteForm is the body of POST /api/payments/quote, beside its optional billing.
var QuoteForm = rules.Form{
	{
		Name: "membershipTierId", Label: "Membership plan", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership plan"},
	},
	couponField,
	seatsField,
}

// Quote is what a membership costs, before anybody agrees to pay it. Amount is in minor units.
type Quote struct {
	MembershipTierID string     `json:"membershipTierId"`
	Amount           int64      `json:"amount"`
	Currency         string     `json:"currency"`
	Breakdown        Breakdown  `json:"breakdown"`
	Taxes            []QuoteTax `json:"taxes"`
	// PlaceOfSupply is "27 Maharashtra", "" while it is not known.
	PlaceOfSupply string `json:"placeOfSupply"`
	// CouponCode is the code that has taken the discount off, "" for none.
	CouponCode string `json:"couponCode"`
	// Seats is how many memberships a company buys; left out for one for the buyer.
	Seats int `json:"seats,omitempty"`
	// Renews tells that it is charged again and again, and Mandate what the buyer agrees to then, in words.
	Renews  bool   `json:"renews"`
	Mandate string `json:"mandate"`
	// FirstChargeAt is when the first charge is made, if not at once.
	FirstChargeAt *httpx.Time `json:"firstChargeAt,omitempty"`
}

// QuoteTax is one tax of a quote; the rate is in percent.
type QuoteTax struct {
	Name   string       `json:"name"`
	Rate   float64      `json:"rate"`
	Amount money.Amount `json:"amount"`
}

func newQuoteTaxes(price Price) []QuoteTax {
	taxes := []QuoteTax{}
	for _, tax := range price.Taxes() {
		rate, _ := strconv.ParseFloat(tax.Rate, 64)
		taxes = append(taxes, QuoteTax{tax.Name, rate, money.Amount(tax.Amount)})
	}
	return taxes
}

// GetQuote is POST /api/payments/quote: what an order of the same would cost now. Whoever is signed in and states no
// billing is quoted for their profile.
func (p *Payments) GetQuote(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := QuoteForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	stated, err := decodeBilling(body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), orderTimeout)
	defer cancel()
	userID := ""
	if user := httpx.CurrentUser(e); user != nil {
		userID = user.Id
	}
	req, err := p.priceTier(ctx, userID, orderInput{
		tierID: values.Text("membershipTierId"), billing: stated, couponCode: values.Text(coupons.Field), findPlan: p.findKnownPlan,
		seats: wholeNumber(values.Text(seatsField.Name)),
	})
	if err == nil && p.provider == nil && req.kind != KindLink {
		err = errNotConfigured
	}
	if err == nil {
		err = p.deferFirstCharge(userID, &req)
	}
	if err != nil {
		return fmt.Errorf("quote: %w", withProviderError(err))
	}
	return e.JSON(http.StatusOK, newQuote(req))
}

func newQuote(req orderRequest) Quote {
	q := Quote{
		MembershipTierID: req.tier.ID, Amount: int64(req.price.Total), Currency: req.tier.Currency, Breakdown: req.price.Breakdown(),
		Taxes: newQuoteTaxes(req.price), PlaceOfSupply: req.billing.Place().String(), CouponCode: req.coupon.Code, Renews: req.kind == KindSubscription,
		FirstChargeAt: optionalTime(req.startAt), Seats: req.seats,
	}
	if q.Renews {
		q.Mandate = mandateWords(req.price.Total.Format(req.tier.Currency), req.tier.Duration, req.startAt)
	}
	return q
}

// mandateWords is what a buyer agrees to with a mandate.
func mandateWords(amount, duration string, startAt time.Time) string {
	first, every := "today", "month"
	if !startAt.IsZero() {
		first = "first on " + startAt.In(indiaTime).Format("2 January 2006")
	}
	if duration == tiers.Annual {
		every = "year"
	}
	return fmt.Sprintf("By paying you give a mandate: %s is charged %s, and then every %s, until you cancel. "+
		"You can cancel on your account page at any time, and keep what you have paid for.", amount, first, every)
}

// findKnownPlan asks the provider for a plan once: a plan never changes, and anybody may ask for a quote.
func (p *Payments) findKnownPlan(ctx context.Context, id string) (tiers.Plan, error) {
	if plan, known := p.plans.Load(id); known {
		return plan.(tiers.Plan), nil
	}
	plan, err := p.FindPlan(ctx, id)
	if err == nil {
		p.plans.Store(id, plan)
	}
	return plan, err
}

// deferFirstCharge puts the first charge of a mandate off to the end of what its buyer has paid already.
func (p *Payments) deferFirstCharge(userID string, req *orderRequest) error {
	if userID == "" || req.kind != KindSubscription {
		return nil
	}
	now := p.now()
	held, err := EntitlementOf(p.app, userID, now)
	if err != nil {
		return err
	}
	if held.AccessUntil.After(now.Add(minStartDelay)) {
		req.startAt = held.AccessUntil.Truncate(time.Second)
	}
	return nil
}
