package payments

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// linkRequest returns the order behind a payment link or page: one term of a tier at today's price for the member's
// billing profile.
func (p *Payments) linkRequest(app core.App, member *identity.User, tier tiers.Tier) (orderRequest, error) {
	site, err := settings.Read(app)
	if err != nil {
		return orderRequest{}, err
	}
	billing, err := pricing.FindBilling(app, member.Id)
	return orderRequest{
		buyer: member, tier: tier, kind: KindLink, site: site, billing: billing,
		price:    pricing.New(pricing.Request{Price: tier.Price, Billing: billing, Site: site, At: p.now()}),
		customer: pricing.Customer{Name: member.Name(), Email: member.Email(), Contact: member.Phone()},
	}, err
}

// checkTaxSettled returns an error if the provider's live keys are used before the tax settings are complete.
func (p *Payments) checkTaxSettled(site settings.Settings) error {
	if !site.MaySell(p.cfg.IsLive()) {
		return errTaxUnsettled
	}
	return nil
}

// priceSupply fixes the price of a transaction at its time of supply, just before its document is issued. So the
// transaction and the document agree even if the rate, the registration, the letter of undertaking or the place of
// supply has changed since the quote. The total stays what the buyer agreed to, and the tax is the part of it that the
// new rate gives. A transaction that has a document keeps its price.
//
// The place of supply is that of the billing details that the buyer stated with the order. Renewals, and orders without
// billing details, use the member's present billing profile.
func (p *Payments) priceSupply(tx core.App, t *Transaction, at time.Time) error {
	if t.Amount() == 0 {
		return nil
	}
	switch _, err := invoices.FindByTransaction(tx, t.Id); {
	case err == nil:
		return nil
	case !database.IsMissing(err):
		return err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	isRenewal, err := isRenewal(tx, t)
	if err != nil {
		return err
	}
	if isRenewal || billing == (pricing.Billing{}) {
		profile, err := pricing.FindBilling(tx, t.UserID())
		if err != nil {
			return err
		}
		if profile != (pricing.Billing{}) {
			billing = profile
		}
	}
	t.setPrice(pricing.New(pricing.Request{Charge: t.Amount(), Discount: t.DiscountAmount(), Billing: billing, Site: site, At: at}), billing)
	return nil
}

// priceDifference makes the amount of a payment the price of its transaction, after an admin has accepted the
// difference. The coupon did not lower that amount, so its use is released.
func (p *Payments) priceDifference(tx core.App, t *Transaction, payment razorpay.Payment) error {
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	t.setPrice(pricing.New(pricing.Request{Charge: money.Amount(payment.Amount), Billing: billing, Site: site, At: payment.CreatedAt}), billing)
	t.setCurrency(payment.Currency)
	return coupons.Release(tx, t.Id)
}

// isRenewal reports whether a transaction is a subscription charge that was not made in the checkout: a later charge,
// or a first charge that was deferred.
func isRenewal(tx core.App, t *Transaction) (bool, error) {
	if t.Kind() != KindSubscription {
		return false, nil
	}
	if t.IsNew() {
		return true, nil
	}
	s, err := findSubscriptionOfTransaction(tx, t.Id)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return !s.StartAt().IsZero(), nil
}

// QuoteForm is the body of POST /api/payments/quote, in addition to its optional billing.
var QuoteForm = rules.Form{
	{
		Name: "membershipTierId", Label: "Membership plan", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership plan"},
	},
	couponField,
	seatsField,
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
	// NeedsAddress is true if the invoice must show the buyer's address.
	NeedsAddress bool `json:"needsAddress"`
	// Renews is true if the membership is charged repeatedly. Mandate is then the sentence that the buyer agrees to.
	Renews  bool   `json:"renews"`
	Mandate string `json:"mandate"`
	// FirstChargeAt is when the first charge is made, unless it is made immediately.
	FirstChargeAt *httpx.Time `json:"firstChargeAt,omitempty"`
}

// GetQuote is POST /api/payments/quote: the price of an order with the same input. Signed-in buyers who state no
// billing details are quoted for their billing profile.
func (p *Payments) GetQuote(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := QuoteForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	stated, err := pricing.DecodeBilling(body)
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
		Taxes: pricing.QuoteTaxes(req.price), PlaceOfSupply: req.billing.Place().String(), CouponCode: req.coupon.Code, Renews: req.kind == KindSubscription,
		FirstChargeAt: optionalTime(req.startAt), Seats: req.seats,
		NeedsAddress: pricing.NeedsAddress(req.site, req.billing, req.price.Total, req.tier.Currency),
	}
	if q.Renews {
		q.Mandate = mandateText(req.price.Total.Format(req.tier.Currency), req.tier.Duration, req.startAt)
	}
	return q
}

// mandateText returns the sentence to which a buyer agrees with a subscription.
func mandateText(amount, duration string, startAt time.Time) string {
	first, every := "today", "month"
	if !startAt.IsZero() {
		first = "first on " + india.DayText(startAt)
	}
	if duration == tiers.Annual {
		every = "year"
	}
	return fmt.Sprintf("By paying you give a mandate: %s is charged %s, and then every %s until you cancel. You can cancel "+
		"on your account page at any time. Your membership then runs until the end of the paid period.", amount, first, every)
}

// findKnownPlan returns a plan from the cache, or fetches it once: a plan never changes, and anyone can request a
// quote.
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

// deferFirstCharge delays the first charge of a mandate until the buyer's present access ends.
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

// completeFree completes a transaction that costs nothing.
func (p *Payments) completeFree(id string) (t *Transaction, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil || t.Status().IsPaid() {
			return err
		}
		if err := p.claimCoupon(tx, t, p.now()); err != nil {
			return err
		}
		return p.completeTransaction(tx, t, razorpay.Payment{Method: methodCoupon, CreatedAt: p.now()})
	})
	return t, err
}

// methodCoupon is the payment method of a transaction with a total of 0.
const methodCoupon = "coupon"

// emailFree tells a buyer that their free membership has started, or that their free seats are ready. No document is
// attached.
func (p *Payments) emailFree(tx core.App, t *Transaction) error {
	customer, err := addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	if t.Seats() > 0 {
		return p.outbox.Enqueue(tx, membershipNoticeEmail{
			What: seatsFree, ID: t.Id, Tier: t.TierName(), Code: t.CouponCode(), Seats: seatsText(t.Seats()),
			Name: customer.Name, Email: customer.Email, At: p.now(),
		}.Build())
	}
	m, err := findTermByTransaction(tx, t.Id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return p.outbox.Enqueue(tx, membershipNoticeEmail{
		What: termFree, ID: m.Id, Tier: m.TierName(), From: india.DayText(m.StartsAt().Time()), Until: termUntil(m),
		IsForLife: m.EndsAt().IsZero(), Code: t.CouponCode(), Name: customer.Name, Email: customer.Email, At: p.now(),
	}.Build())
}

// orderStatus returns the status in the answer to an order. It is empty unless the order was free and is completed
// already.
func orderStatus(t *Transaction) string {
	if t.Amount() == 0 && t.Status().IsPaid() {
		return string(t.Status())
	}
	return ""
}
