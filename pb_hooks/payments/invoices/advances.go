package invoices

import "github.com/pocketbase/pocketbase/core"

// The tax on a service is due at its invoice or at an earlier receipt of the money (section 13(2) of the CGST Act). A
// bank transfer can arrive in one month and be confirmed, and so invoiced, in the next. The received amount is then an
// advance of the earlier month: its tax is due in that month, and the tax of the invoice's month is reduced by it.
//
// If the rate has changed between the money and the invoice, and the new one applies, the time of supply is the date of
// the invoice (section 14). The money is then no advance (Document.IsDueOnInvoice).
//
// An advance belongs to the month of the bank's date if the books of that month are open when the invoice is issued. If
// they are closed, the return of that month was filed without the advance. The tax is then reported with the invoice in
// the first open month, and the registers say so. The accountant decides whether to amend the filed month (table 11A
// has its own amendments) and about the interest for the delay.

// advanceMonth returns the month in which the tax on a new document was due, or "" if that is not before the document's
// own month.
func advanceMonth(tx core.App, d Document) (Month, error) {
	if d.Kind != TaxInvoice || d.IsDueOnInvoice || d.Payment.PaidAt.IsZero() {
		return "", nil
	}
	closed, err := ClosedThrough(tx)
	if paid := MonthOf(d.Payment.PaidAt); err == nil && paid < MonthOf(d.IssuedAt) && paid > closed {
		return paid, nil
	}
	return "", err
}

// AdvanceReceived returns the amount received by the time of the document, tax included, in minor units. TDS counts as
// received.
func (d Document) AdvanceReceived() int64 {
	if d.Part != nil {
		return d.Part.Received + d.Part.TDS
	}
	return d.Total
}
