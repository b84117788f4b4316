package invoices

import "github.com/pocketbase/pocketbase/core"

// The tax on a service is due at its invoice or at an earlier receipt of the money (section 13(2) of the CGST Act). A bank
// transfer can arrive in one month and be confirmed, and so invoiced, in the next. Then what was received is an advance
// of the earlier month: its tax is due there, and the invoice's tax is lowered by it.
//
// An advance belongs to the month of the bank's date as long as the books of that month are open when the invoice is
// issued. If they are closed, its return has been filed without the advance; as with all else that is heard of after a
// month was closed, the tax is then reported with the invoice, in the first open month, and the registers say so. Whether
// the filed month is amended (table 11A has amendments of its own), and the interest for the delay, is the accountant's
// decision.

// advanceMonth is the month in which the tax on what a new document documents was due, "" where that is not before the
// document's own month.
func advanceMonth(tx core.App, d Document) (Month, error) {
	if d.Kind != TaxInvoice || d.Payment.PaidAt.IsZero() {
		return "", nil
	}
	closed, err := ClosedThrough(tx)
	if paid := MonthOf(d.Payment.PaidAt); err == nil && paid < MonthOf(d.IssuedAt) && paid > closed {
		return paid, nil
	}
	return "", err
}

// AdvanceReceived is what had been received by the time of the document, tax included, in minor units. Tax that the payer
// deducted counts as received.
func (d Document) AdvanceReceived() int64 {
	if d.Part != nil {
		return d.Part.Received + d.Part.TDS
	}
	return d.Total
}
