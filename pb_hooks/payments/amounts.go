package payments

import "boardcircle/pb_hooks/internal/money"

// breakdown is what a sale is made of, in minor units.
type breakdown struct {
	base, gst, total int64
	rate             int
}

// onTop adds the GST to a tier's price. It is rounded once, half up, on the whole.
func onTop(base int64, rate int) breakdown {
	gst := int64(money.Amount(base).GST(rate))
	return breakdown{base: base, gst: gst, total: base + gst, rate: rate}
}

// within takes the GST out of an amount that includes it, as a subscription's plan does.
func within(total int64, rate int) breakdown {
	parts := int64(100 + rate)
	base := (total*100 + parts/2) / parts
	return breakdown{base: base, gst: total - base, total: total, rate: rate}
}

// major writes minor units as a numeric text in major units.
func major(minor int64) string { return money.Amount(minor).String() }
