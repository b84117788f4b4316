package payments

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// Price is what something costs, and why: Base less Discount is Taxable, and Taxable with Tax is Total. Rate is in
// percent.
type Price struct {
	Base, Discount, Taxable money.Amount
	Rate                    int
	Tax, Total              money.Amount
	Supply                  gst.Supply
}

// Taxes are the taxes that are levied, together Tax.
func (p Price) Taxes() []gst.Tax { return p.Supply.SplitTax(int64(p.Tax), p.Rate) }

// Breakdown is the price as it is sent.
func (p Price) Breakdown() Breakdown {
	return Breakdown{
		BaseAmount: p.Base, DiscountAmount: p.Discount, TaxableAmount: p.Taxable,
		GSTRate: p.Rate, GSTAmount: p.Tax, TotalAmount: p.Total,
	}
}

// Breakdown splits an amount to pay: the price, what a coupon takes off it, the GST on the rest; the rate is in
// percent.
type Breakdown struct {
	BaseAmount     money.Amount `json:"baseAmount"`
	DiscountAmount money.Amount `json:"discountAmount"`
	TaxableAmount  money.Amount `json:"taxableAmount"`
	GSTRate        int          `json:"gstRate"`
	GSTAmount      money.Amount `json:"gstAmount"`
	TotalAmount    money.Amount `json:"totalAmount"`
}

// priceRequest is what is priced: Price with the tax on top, or Charge, which includes it, as the amount of a plan
// and of a payment that has come do. A Charge has no Discount.
type priceRequest struct {
	Price, Charge, Discount money.Amount
	Billing                 Billing
	Site                    settings.Settings
	At                      time.Time
}

// newPrice is the one function that prices: orders, quotes, renewals and payments of another amount go through it,
// and documents and credit notes split what it has found.
func newPrice(r priceRequest) Price {
	rate := rateOf(r.Site, r.Billing, r.At)
	p := Price{Rate: rate, Supply: r.Site.Supplier().Supply(r.Billing.Place())}
	var amount tiers.Breakdown
	if r.Charge > 0 {
		amount = tiers.ExtractGST(r.Charge, rate)
	} else {
		p.Discount = min(max(0, r.Discount), r.Price)
		amount = tiers.AddGST(r.Price-p.Discount, rate)
	}
	p.Taxable, p.Tax, p.Total = amount.BaseAmount, amount.GSTAmount, amount.TotalAmount
	p.Base = p.Taxable + p.Discount
	return p
}

// rateOf is the rate for a buyer at a time: exports under a letter of undertaking bear no tax.
func rateOf(site settings.Settings, billing Billing, at time.Time) int {
	if billing.Place() == gst.Abroad && site.LUT(at) != "" {
		return 0
	}
	return site.GSTRate
}

// linkRequest is what a member is sold by a link or a page: a tier, once, at today's price for their billing profile.
func (p *Payments) linkRequest(app core.App, member *identity.User, tier tiers.Tier) (orderRequest, error) {
	site, err := settings.Read(app)
	if err != nil {
		return orderRequest{}, err
	}
	billing, err := findBilling(app, member.Id)
	return orderRequest{
		buyer: member, tier: tier, kind: KindLink, site: site, billing: billing,
		price:    newPrice(priceRequest{Price: tier.Price, Billing: billing, Site: site, At: p.now()}),
		customer: Customer{Name: member.Name(), Email: member.Email(), Contact: member.Phone()},
	}, err
}

// checkTaxSettled refuses to sell with live keys before tax is settled.
func (p *Payments) checkTaxSettled(site settings.Settings) error {
	if !site.MaySell(p.cfg.IsLive()) {
		return errTaxUnsettled
	}
	return nil
}

// priceCharge prices a payment that has come by what is right now: a charge of a subscription by the member's profile
// and the rate of the day, and an order that is paid after the supplier's registration has changed. Any other keeps
// the price that its buyer was told.
func (p *Payments) priceCharge(tx core.App, t *Transaction, facts paymentFacts) error {
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
	if isRenewal {
		profile, err := findBilling(tx, t.UserID())
		if err != nil {
			return err
		}
		if profile != (Billing{}) {
			billing = profile
		}
	}
	price := newPrice(priceRequest{Charge: t.Amount(), Billing: billing, Site: site, At: facts.paidTime()})
	if isTaxed := t.Breakdown().GSTRate > 0; isRenewal || isTaxed != (price.Rate > 0) {
		t.setPrice(price, billing)
	}
	return nil
}

// priceDifference prices a payment of another amount than its order's, which an admin takes as the price.
func (p *Payments) priceDifference(tx core.App, t *Transaction, payment razorpay.Payment) error {
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	t.setPrice(newPrice(priceRequest{Charge: money.Amount(payment.Amount), Billing: billing, Site: site, At: payment.CreatedAt}), billing)
	t.setCurrency(payment.Currency)
	return nil
}

// isRenewal reports whether a transaction is a charge of a subscription that its buyer was not told of just now: a later
// one, or a first one that was put off.
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
		first = "first on " + india.DayText(startAt)
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

// A coupon lowers the amount of an order, never by an offer of the provider's. Its use lives with the order:
// package coupons has the states. An order that costs nothing is completed at once, without the provider and
// without a document.

// couponField is the code in the body of an order.
var couponField = rules.Field{Name: coupons.Field, Label: "Code", Kind: rules.Line, Max: coupons.MaxCodeLength}

// ReleaseCouponJob is the type of the jobs that give back the use of a code whose order was not paid. The key is
// the transaction's id.
const ReleaseCouponJob = "payments.release-coupon"

// couponHold is how long a use is kept for an order: longer than the order is offered again.
const couponHold = time.Hour

func (p *Payments) releaseCouponJobType() jobs.Type {
	return jobs.Type{Name: ReleaseCouponJob, Handle: p.handleReleaseCouponJob}
}

// handleReleaseCouponJob gives back a use, unless the bank is still at work on the payment.
func (p *Payments) handleReleaseCouponJob(_ context.Context, job jobs.Job) error {
	wait := false
	err := p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if wait = t.Status() == Authorized; wait {
			return nil
		}
		return coupons.Release(tx, t.Id)
	})
	if err == nil && wait {
		return jobs.RetryAt(p.now().Add(couponHold), "the payment is authorized, not captured yet")
	}
	return err
}

// findCoupon returns what a code takes off a price for a user, which is the tier's price as often as it is bought; ""
// is no code, and takes nothing off.
func (p *Payments) findCoupon(code string, tier tiers.Tier, userID string) (coupons.Quote, error) {
	if coupons.Normalize(code) == "" {
		return coupons.Quote{}, nil
	}
	return coupons.Find(p.app, code, tier, userID, p.now())
}

// reserveCoupon counts the use of a request's code for its transaction.
func (p *Payments) reserveCoupon(tx core.App, req orderRequest, t *Transaction) error {
	if req.coupon.ID == "" {
		return nil
	}
	if err := coupons.Reserve(tx, req.coupon, req.buyer.Id, t.Id); err != nil {
		return err
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: ReleaseCouponJob, Key: t.Id, RunAt: p.now().Add(couponHold), Replace: true})
}

// completeFree completes a transaction that costs nothing.
func (p *Payments) completeFree(id string) (t *Transaction, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil || t.Status().IsPaid() {
			return err
		}
		return p.completeTransaction(tx, t, razorpay.Payment{Method: methodNone, CreatedAt: p.now()})
	})
	return t, err
}

// methodNone is the payment method of what cost nothing.
const methodNone = "coupon"

// emailFree tells a buyer that a membership has begun, or that there are seats, that cost nothing: there is no document to
// send.
func (p *Payments) emailFree(tx core.App, t *Transaction) error {
	customer := t.Customer()
	if customer.Email == "" {
		return nil
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

// orderStatus is the status that an answer about an order names: only one that is done already has any.
func orderStatus(t *Transaction) string {
	if t.Amount() == 0 && t.Status().IsPaid() {
		return string(t.Status())
	}
	return ""
}
