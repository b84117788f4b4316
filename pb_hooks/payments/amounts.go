package payments

import "boardcircle/pb_hooks/internal/money"

// breakdown is what a sale is made of, in minor units.
type breakdown struct {
	base, gst, total int64
	rate             int
}

// addGST adds the GST to a tier's price. It is rounded once, half up, on the whole.
func addGST(base int64, rate int) breakdown {
	gst := int64(money.Amount(base).GST(rate))
	return breakdown{base: base, gst: gst, total: base + gst, rate: rate}
}

// extractGST takes the GST out of an amount that includes it, as a subscription's plan does.
func extractGST(total int64, rate int) breakdown {
	divisor := int64(100 + rate)
	base := (total*100 + divisor/2) / divisor
	return breakdown{base: base, gst: total - base, total: total, rate: rate}
}

// formatMajor writes minor units as a numeric text in major units.
func formatMajor(minor int64) string { return money.Amount(minor).String() }
