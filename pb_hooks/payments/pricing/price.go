// Package pricing computes what a purchase costs and knows the buyer on its invoice, because the tax depends on both.
// New is the only function that computes a price. A buyer states their billing; it is never guessed from free text.
// The billing of an order becomes the member's profile (store.go), which a renewal uses again.
package pricing

import (
	"strconv"
	"time"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// Price is a price with its parts: Taxable is Base minus Discount, and Total is Taxable plus Tax. Rate is in percent.
type Price struct {
	Base, Discount, Taxable money.Amount
	Rate                    int
	Tax, Total              money.Amount
	Supply                  gst.Supply
}

// Taxes splits Tax into the taxes that are levied, such as CGST and SGST.
func (p Price) Taxes() []gst.Tax { return p.Supply.SplitTax(int64(p.Tax), p.Rate) }

// Breakdown returns the price as the API sends it.
func (p Price) Breakdown() Breakdown {
	return Breakdown{
		BaseAmount: p.Base, DiscountAmount: p.Discount, TaxableAmount: p.Taxable,
		GSTRate: p.Rate, GSTAmount: p.Tax, TotalAmount: p.Total,
	}
}

// Breakdown splits a total: the price, the discount of a coupon, and the GST on the difference. The rate is in percent.
type Breakdown struct {
	BaseAmount     money.Amount `json:"baseAmount"`
	DiscountAmount money.Amount `json:"discountAmount"`
	TaxableAmount  money.Amount `json:"taxableAmount"`
	GSTRate        int          `json:"gstRate"`
	GSTAmount      money.Amount `json:"gstAmount"`
	TotalAmount    money.Amount `json:"totalAmount"`
}

// Request is the input of New. Set either Price, to which the tax is added, or Charge, which includes it, as
// the amount of a plan or of a received payment does. Discount always applies before tax. At is the time of supply.
type Request struct {
	Price, Charge, Discount money.Amount
	Billing                 Billing
	Site                    settings.Settings
	At                      time.Time
}

// New is the only function that computes a price. Orders, quotes, renewals and payments of a wrong amount use it.
// Documents and credit notes split its result.
func New(r Request) Price {
	rate := RateOf(r.Site, r.Billing, r.At)
	p := Price{Rate: rate, Supply: r.Site.Supplier().Supply(r.Billing.Place(), r.Billing.IsSEZ)}
	var amount tiers.Breakdown
	if r.Charge > 0 {
		p.Discount = max(0, r.Discount)
		amount = tiers.ExtractGST(r.Charge, rate)
	} else {
		p.Discount = min(max(0, r.Discount), r.Price)
		amount = tiers.AddGST(r.Price-p.Discount, rate)
	}
	p.Taxable, p.Tax, p.Total = amount.BaseAmount, amount.GSTAmount, amount.TotalAmount
	p.Base = p.Taxable + p.Discount
	return p
}

// RateOf returns the GST rate in percent at the time of supply. It is 0 for an export, and for a supply to a special
// economic zone, under a letter of undertaking.
func RateOf(site settings.Settings, billing Billing, at time.Time) int {
	if (billing.Place() == gst.Abroad || billing.IsSEZ) && site.LUT(at) != "" {
		return 0
	}
	return site.RateAt(at)
}

// QuoteTax is one tax of a quote; the rate is in percent.
type QuoteTax struct {
	Name   string       `json:"name"`
	Rate   float64      `json:"rate"`
	Amount money.Amount `json:"amount"`
}

// QuoteTaxes returns the taxes in a price.
func QuoteTaxes(price Price) []QuoteTax {
	taxes := []QuoteTax{}
	for _, tax := range price.Taxes() {
		rate, _ := strconv.ParseFloat(tax.Rate, 64)
		taxes = append(taxes, QuoteTax{tax.Name, rate, money.Amount(tax.Amount)})
	}
	return taxes
}
