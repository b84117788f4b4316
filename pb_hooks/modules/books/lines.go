package books

import (
	"fmt"
	"math/big"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/invoices"
)

// amounts are the amounts of a document in paise.
type amounts struct {
	taxable, igst, cgst, sgst, other, total int64
}

func (a amounts) tax() int64 { return a.igst + a.cgst + a.sgst + a.other }

func (a *amounts) add(b amounts, sign int64) {
	a.taxable += sign * b.taxable
	a.igst += sign * b.igst
	a.cgst += sign * b.cgst
	a.sgst += sign * b.sgst
	a.other += sign * b.other
	a.total += sign * b.total
}

// line is a document of a month.
type line struct {
	invoices.Entry
	// rate is the sum of the rates of its taxes, in hundredths of a percent.
	rate money.Amount
	// own are the amounts in the document's currency, and rupees those in rupees. isRated reports whether the rupee
	// amounts are known.
	own, rupees amounts
	isRated     bool
}

// counts reports whether the document is in effect, which means that its IRN was not cancelled.
func (l line) counts() bool { return !l.IsCancelled() }

func (l line) isCreditNote() bool { return l.Kind == invoices.CreditNote }

// isNote reports whether the document is a credit note, or a debit note that reverses one.
func (l line) isNote() bool { return l.isCreditNote() || l.Kind == invoices.DebitNote }

// noteType is the type of a note in the returns.
func (l line) noteType() string {
	if l.isCreditNote() {
		return "C"
	}
	return "D"
}

// isTaxed reports whether the document was issued under a GSTIN: a tax invoice, or a note that corrects one.
func (l line) isTaxed() bool {
	return l.Kind == invoices.TaxInvoice ||
		l.isNote() && l.Document.Corrects != nil && l.Document.Corrects.Kind == invoices.TaxInvoice
}

// sezType returns the type of a supply to a special economic zone, with or without payment of tax, in the returns and
// at the registration portal.
func (l line) sezType() string {
	if l.rate > 0 {
		return "SEZWP"
	}
	return "SEZWOP"
}

// givesNoRelief reports whether a credit note came too late to lower the tax, or a debit note reverses such a credit
// note. Those that were issued before Document.IsWithoutTax existed show a tax.
func (l line) givesNoRelief() bool {
	if !l.isNote() || l.Document.Corrects == nil {
		return false
	}
	credited := l.Document.IssuedAt
	if l.Document.Reverses != nil {
		credited = l.Document.Reverses.IssuedAt
	}
	corrected := invoices.Document{Kind: l.Document.Corrects.Kind, IssuedAt: l.Document.Corrects.IssuedAt}
	return corrected.IsTaxReliefOver(credited)
}

// advance returns the amount received before the document's month, without tax, in paise. This part of the document's
// taxable value is in the return of an earlier month.
func (l line) advance() int64 {
	if l.AdvanceMonth == "" || !l.isTaxed() || !l.counts() || l.rate == 0 || l.Document.Total == 0 {
		return 0
	}
	return proportion(l.rupees.taxable, l.Document.AdvanceReceived(), l.Document.Total)
}

// isPaidInClosedMonth reports whether the payment of an invoice arrived in an earlier month whose books were closed
// when the invoice was issued.
func (l line) isPaidInClosedMonth() bool {
	paidAt := l.Document.Payment.PaidAt
	return l.Kind == invoices.TaxInvoice && l.counts() && l.AdvanceMonth == "" && !l.Document.IsDueOnInvoice &&
		!paidAt.IsZero() && invoices.MonthOf(paidAt) < invoices.MonthOf(l.Document.IssuedAt)
}

// sign returns -1 for a credit note and 1 for other documents.
func (l line) sign() int64 {
	if l.isCreditNote() {
		return -1
	}
	return 1
}

// place formats the place of supply for the returns, such as "27-Maharashtra".
func (l line) place() string {
	place := l.Document.PlaceOfSupply
	if place.Code == "" {
		return ""
	}
	return place.Code + "-" + place.Name
}

// rates are the entered rupee rates in ten-thousandths, by month and currency.
type rates map[string]int64

func rateKey(month invoices.Month, currency string) string { return string(month) + currency }

// newLine computes the amounts of a document.
func newLine(entry invoices.Entry, known rates) line {
	d := entry.Document
	l := line{Entry: entry}
	for _, tax := range d.Taxes {
		rate, err := money.Parse(tax.Rate)
		if err == nil { // always succeeds
			l.rate += rate
		}
	}
	l.own = splitTax(d, d.TaxableValue, d.Total)
	if d.Currency == "INR" {
		l.rupees, l.isRated = l.own, true
		return l
	}
	total := d.RupeeTotal
	if total == 0 {
		// A credit note uses the rate of the document that it corrects.
		at := d.IssuedAt
		if d.Corrects != nil {
			at = d.Corrects.IssuedAt
		}
		total = proportion(d.Total, known[rateKey(invoices.MonthOf(at), d.Currency)], 100_00)
	}
	if l.isRated = total > 0; l.isRated && d.Total > 0 {
		l.rupees = splitTax(d, proportion(d.TaxableValue, total, d.Total), total)
	}
	return l
}

// splitTax splits the tax of a document with the given taxable value and total.
func splitTax(d invoices.Document, taxable, total int64) amounts {
	a := amounts{taxable: taxable, total: total}
	tax := total - taxable
	if len(d.Taxes) == 2 {
		a.cgst, a.sgst = gst.SplitHalf(tax)
		if taxable == d.TaxableValue { // as stated on the document
			a.cgst, a.sgst = d.Taxes[0].Amount, d.Taxes[1].Amount
		}
		return a
	}
	if len(d.Taxes) == 1 && d.Taxes[0].Name == "IGST" {
		a.igst = tax
		return a
	}
	a.other = tax
	return a
}

// proportion returns value x part / whole, rounded half up.
func proportion(value, part, whole int64) int64 {
	product := new(big.Int).Mul(big.NewInt(value), big.NewInt(part))
	product.Add(product, big.NewInt(whole/2))
	return product.Div(product, big.NewInt(whole)).Int64()
}

// decimals formats minor units with two decimals, such as "1178.80".
func decimals(minor int64) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	return fmt.Sprintf("%s%d.%02d", sign, minor/100, minor%100)
}
