package invoices

import (
	"math/bits"
	"strconv"
)

// Tax is one tax of a document. Rate is in percent, such as "9" or "2.5".
type Tax struct {
	Name   string `json:"name"`
	Rate   string `json:"rate"`
	Amount int64  `json:"amount"`
}

// splitTaxes splits the GST of a document: CGST and SGST within the supplier's own state, IGST
// elsewhere. A receipt names none of them, because only a registered supplier may.
func (d Document) splitTaxes(gst int64, rate int) []Tax {
	rateText := strconv.Itoa(rate)
	switch {
	case gst == 0 && rate == 0:
		return []Tax{}
	case d.Supplier.GSTIN == "":
		return []Tax{{"GST", rateText, gst}}
	case d.PlaceOfSupply.Code != d.Supplier.State.Code:
		return []Tax{{"IGST", rateText, gst}}
	}
	central, state := splitHalf(gst)
	return []Tax{{"CGST", halfRate(rate), central}, {"SGST", halfRate(rate), state}}
}

// splitHalf are the rounded half and the rest: together always the whole.
func splitHalf(amount int64) (rounded, rest int64) {
	rounded = (amount + 1) / 2
	return rounded, amount - rounded
}

func halfRate(rate int) string { return strconv.FormatFloat(float64(rate)/2, 'f', -1, 64) }

// creditNote makes of a document the credit note of a further refund of it, when before was refunded
// already. Each amount is the difference between its shares of everything refunded after and
// before: whatever the parts, no share ever falls, and the last refund leaves nothing over.
func (d Document) creditNote(before, amount int64) Document {
	taxable, taxes := d.apportion(before + amount)
	taxableBefore, taxesBefore := d.apportion(before)
	note := d
	note.Kind, note.TaxableValue, note.Total = CreditNote, taxable-taxableBefore, amount
	note.Taxes = make([]Tax, len(d.Taxes))
	for i, tax := range d.Taxes {
		note.Taxes[i] = Tax{tax.Name, tax.Rate, taxes[i] - taxesBefore[i]}
	}
	note.setTotalTexts()
	return note
}

// apportion is how a part of the total falls on the taxable value and the taxes.
func (d Document) apportion(part int64) (taxable int64, taxes []int64) {
	taxable = proportion(d.TaxableValue, part, d.Total)
	gst := part - taxable
	switch len(d.Taxes) {
	case 1:
		return taxable, []int64{gst}
	case 2:
		central, state := splitHalf(gst)
		return taxable, []int64{central, state}
	}
	return taxable, nil
}

// proportion is value x part / whole, rounded half up. The product of two large amounts has more
// than 64 bits.
func proportion(value, part, whole int64) int64 {
	high, low := bits.Mul64(uint64(value), uint64(part))
	low, carry := bits.Add64(low, uint64(whole)/2, 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(whole))
	return int64(quotient)
}
