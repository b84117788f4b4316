package payments

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
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
		return false, ignoreMissing(err)
	}
	return !s.StartAt().IsZero(), nil
}
