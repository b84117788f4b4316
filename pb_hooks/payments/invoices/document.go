package invoices

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/settings"
)

// IssueRequest describes the completed transaction for which a document is issued. Amounts are in minor units.
type IssueRequest struct {
	TransactionID string
	Recipient     Recipient
	// Place is the place of supply. The zero State means that it is not known.
	Place                                    gst.State
	Description, Currency, PaymentID, Method string
	// Quantity is the number of items. 0 means one.
	Quantity int
	// Base is the taxable value, after Discount was subtracted from the price.
	Base, Discount, GST, Total int64
	GSTRate                    int
	// CouponCode is the code that gave the discount.
	CouponCode string
	// RupeeTotal is the total in paise of a payment in another currency, if the provider reports it.
	RupeeTotal int64
	// Part is set if the amount was not received in full as money.
	Part   *PartPayment
	PaidAt time.Time
	// Term is the membership that was bought, or nil if the payment has granted none.
	Term *Term
	// SuppliedAt is the time of supply, which determines the tax rate.
	SuppliedAt time.Time
}

// Document is the content of a document. It is stored when the document is issued, so that later changes of the
// settings, the tier or the member do not change it. Amounts are in minor units; times are in Indian Standard Time.
type Document struct {
	Kind     Kind      `json:"kind"`
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`

	Supplier      Supplier  `json:"supplier"`
	Recipient     Recipient `json:"recipient"`
	PlaceOfSupply gst.State `json:"placeOfSupply"`
	ReverseCharge string    `json:"reverseCharge"`

	SAC            string `json:"sac"`
	SACDescription string `json:"sacDescription"`
	Description    string `json:"description"`
	// Quantity is the number of items, or 0 for one.
	Quantity int `json:"quantity,omitempty"`
	// Term is the membership that was bought, or nil if the payment has granted none.
	Term *Term `json:"term,omitempty"`

	Currency string `json:"currency"`
	// Discount was subtracted from the price. The difference is the taxable value.
	Discount       int64  `json:"discount,omitempty"`
	TaxableValue   int64  `json:"taxableValue"`
	Taxes          []Tax  `json:"taxes"`
	Total          int64  `json:"total"`
	TotalInFigures string `json:"totalInFigures"`
	TotalInWords   string `json:"totalInWords"`

	// CouponCode is the code that gave the discount, or "".
	CouponCode string `json:"couponCode,omitempty"`
	// Endorsement is the statement that the law requires on an export and on a supply to a special economic zone.
	Endorsement string `json:"endorsement,omitempty"`

	Payment Payment `json:"payment"`
	// HappenedAt is the date of the payment or refund if the books of that month were already closed. It is nil if that
	// is the date of the document.
	HappenedAt *time.Time `json:"happenedAt,omitempty"`
	// RupeeTotal is the total of a document in another currency, in paise at the provider's rate. It is 0 if not known.
	RupeeTotal int64 `json:"rupeeTotal,omitempty"`
	// Part is what was received when the document was issued, or nil if the whole amount was received as money.
	Part *PartPayment `json:"part,omitempty"`
	// IsDueOnInvoice reports whether the tax of an invoice is due with it although the money had arrived before: the rate
	// has changed in between (section 14 of the CGST Act), so the money was no advance.
	IsDueOnInvoice bool `json:"isDueOnInvoice,omitempty"`
	// IsWithoutTax reports whether a credit note came too late to lower the tax of its invoice. It is not in the
	// returns.
	IsWithoutTax bool `json:"isWithoutTax,omitempty"`
	// Corrects names the document that a credit or debit note corrects.
	Corrects *CorrectedDocument `json:"corrects,omitempty"`
	// Reverses names the credit note that a debit note reverses, or nil.
	Reverses *CorrectedDocument `json:"reverses,omitempty"`
	// Replaces names the cancelled document that this one replaces, or nil.
	Replaces *ReplacedDocument `json:"replaces,omitempty"`
}

// Term is the time of a membership. Until is nil for a lifetime membership.
type Term struct {
	From  time.Time  `json:"from"`
	Until *time.Time `json:"until,omitempty"`
}

func (t Term) text() string {
	if t.Until == nil {
		return "From " + india.DayText(t.From) + ", for life"
	}
	return india.DayText(t.From) + " to " + india.DayText(*t.Until)
}

// Supplier is the seller. A supplier without a GSTIN issues receipts.
type Supplier struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	State   gst.State `json:"state"`
	GSTIN   string    `json:"gstin"`
}

// Recipient is the buyer: a person, or a company whose buyer is Contact.
type Recipient struct {
	Name    string `json:"name"`
	Contact string `json:"contact,omitempty"`
	Email   string `json:"email"`
	Phone   string `json:"phone"`
	GSTIN   string `json:"gstin,omitempty"`
	Address string `json:"address,omitempty"`
	// IsSEZ reports whether the company is a unit or a developer in a special economic zone.
	IsSEZ bool      `json:"isSEZ,omitempty"`
	PIN   string    `json:"pin,omitempty"`
	State gst.State `json:"state"`
	// Country is the name of the country, or "" for India.
	Country string `json:"country,omitempty"`
}

// Payment is the payment that the document acknowledges.
type Payment struct {
	ID     string    `json:"id"`
	Method string    `json:"method"`
	PaidAt time.Time `json:"paidAt"`
}

// PartPayment is the amount received by the time of a document, the TDS that the payer has deducted, and the amount
// that is still due, in minor units.
type PartPayment struct {
	Received int64 `json:"received"`
	TDS      int64 `json:"tds"`
	Left     int64 `json:"left"`
}

// CorrectedDocument is the document that a credit note corrects, and its refund.
type CorrectedDocument struct {
	Kind     Kind      `json:"kind"`
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
	RefundID string    `json:"refundId"`
	// Reason says why the amount is corrected. It is "" on notes of earlier versions.
	Reason string `json:"reason,omitempty"`
	// Total is the total of the corrected document, and Before the part of it that earlier notes have credited. Total is
	// 0 on notes of earlier versions.
	Total  int64 `json:"total,omitempty"`
	Before int64 `json:"before,omitempty"`
}

// partText says which part of the corrected document a credit note over an amount credits.
func (c CorrectedDocument) partText(amount int64, currency string) string {
	switch {
	case amount == c.Total:
		return "The whole amount"
	case amount+c.Before == c.Total:
		return "The rest of " + formatAmount(c.Total, currency)
	}
	return "A part of " + formatAmount(c.Total, currency)
}

// ReplacedDocument is a document whose IRN was cancelled.
type ReplacedDocument struct {
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
}

// newDocument returns the document of a transaction, without its number and date.
func newDocument(req IssueRequest, site settings.Settings) (Document, error) {
	if req.Base < 0 || req.GST < 0 || req.Base+req.GST != req.Total {
		return Document{}, fmt.Errorf("the amounts of transaction %s don't add up: %d and %d are not %d",
			req.TransactionID, req.Base, req.GST, req.Total)
	}
	supplier := site.Supplier()
	d := Document{
		Kind: Receipt,
		Supplier: Supplier{
			Name:    site.SupplierName,
			Address: site.SupplierAddress,
			State:   supplier.State,
			GSTIN:   site.SupplierGSTIN,
		},
		Recipient:      req.Recipient,
		ReverseCharge:  "No",
		SAC:            site.SACCode,
		SACDescription: site.SACDescription,
		Description:    req.Description,
		Currency:       req.Currency,
		Discount:       req.Discount,
		TaxableValue:   req.Base,
		Total:          req.Total,
		Payment:        Payment{req.PaymentID, req.Method, req.PaidAt.In(india.Zone).Truncate(time.Second)},
	}
	d.CouponCode, d.Part, d.Term = req.CouponCode, req.Part, req.Term
	if req.Currency != "INR" {
		d.RupeeTotal = req.RupeeTotal
	}
	if req.Quantity > 1 {
		d.Quantity = req.Quantity
	}
	supply := supplier.Supply(req.Place, req.Recipient.IsSEZ)
	d.PlaceOfSupply, d.Taxes = req.Place, supply.SplitTax(req.GST, req.GSTRate)
	if supplier.IsRegistered {
		d.Kind = TaxInvoice
	}
	switch supply.Kind {
	case gst.Export:
		d.Endorsement = endorsement("Supply meant for export", req.GST, site.LUT(req.SuppliedAt))
	case gst.SEZ:
		d.Endorsement = endorsement("Supply to SEZ unit or SEZ developer for authorised operations", req.GST,
			site.LUT(req.SuppliedAt))
	}
	d.setTotalTexts()
	return d, nil
}

// endorsement returns the statement that rule 46 requires on the invoice of a zero-rated supply.
func endorsement(supply string, tax int64, lut string) string {
	switch {
	case tax > 0:
		return supply + " on payment of integrated tax."
	case lut == "":
		return supply + " under a letter of undertaking without payment of integrated tax."
	}
	return supply + " under letter of undertaking " + lut + " without payment of integrated tax."
}

// setTotalTexts sets the total in figures and in words.
func (d *Document) setTotalTexts() {
	d.TotalInFigures, d.TotalInWords = formatAmount(d.Total, d.Currency), amountInWords(d.Total, d.Currency)
}

// Tax is one tax of a document, such as CGST.
type Tax = gst.Tax

// credited are the sums of the credit notes of a document, less its debit notes. The notes without tax are only in Total
// and Rupees.
type credited struct {
	Total    int64 `db:"total"`
	Taxed    int64 `db:"taxed"`
	Taxable  int64 `db:"taxable"`
	FirstTax int64 `db:"firstTax"`
	Rupees   int64 `db:"rupees"`
}

// creditNote returns the credit note over amount of the document d, of which before was already credited. Each line is
// what its share of everything that is credited exceeds the lines of the earlier notes by. So the last refund leaves no
// rest, whatever the amounts, even if a debit note in between was rounded the other way. No line is negative.
func (d Document) creditNote(before credited, amount int64) Document {
	taxable, taxes := d.apportion(before.Taxed + amount)
	note := d
	note.CouponCode, note.Part, note.Term, note.HappenedAt, note.Replaces = "", nil, nil, nil, nil
	note.IsDueOnInvoice = false
	if d.RupeeTotal > 0 {
		note.RupeeTotal = max(0, proportion(d.RupeeTotal, before.Total+amount, d.Total)-before.Rupees)
	}
	note.Kind, note.Discount, note.Total = CreditNote, 0, amount
	note.TaxableValue = min(max(0, taxable-before.Taxable), amount)
	note.Taxes = make([]Tax, len(d.Taxes))
	rest := amount - note.TaxableValue
	for i, tax := range d.Taxes {
		part := rest
		if i < len(d.Taxes)-1 {
			part = min(max(0, taxes[i]-before.FirstTax), rest)
		}
		note.Taxes[i] = Tax{Name: tax.Name, Rate: tax.Rate, Amount: part}
		rest -= part
	}
	note.setTotalTexts()
	return note
}

// reliefEnd returns the end of 30 November after the financial year of a document. A later credit note does not lower
// the tax (section 34(2) of the CGST Act).
func (d Document) reliefEnd() time.Time {
	year, month, _ := d.IssuedAt.In(india.Zone).Date()
	if month >= time.April {
		year++
	}
	return time.Date(year, time.December, 1, 0, 0, 0, 0, india.Zone)
}

// IsTaxReliefOver reports whether a credit note of a time comes too late to lower the tax of a tax invoice.
func (d Document) IsTaxReliefOver(at time.Time) bool {
	return d.Kind == TaxInvoice && !at.Before(d.reliefEnd())
}

// leaveTax makes a credit note one without tax: the money goes back, and the tax of the original stays due.
func (d *Document) leaveTax(original Document) {
	d.TaxableValue, d.Taxes = d.Total, []Tax{}
	d.Endorsement = "This credit note does not reduce the tax of the original document, because it was issued after " +
		india.DayText(original.reliefEnd().Add(-time.Second)) + " (section 34 of the CGST Act)."
	d.IsWithoutTax = true
}

// apportion splits a part of the total into the taxable value and the taxes.
func (d Document) apportion(part int64) (taxable int64, taxes []int64) {
	taxable = proportion(d.TaxableValue, part, d.Total)
	tax := part - taxable
	switch len(d.Taxes) {
	case 1:
		return taxable, []int64{tax}
	case 2:
		central, state := gst.SplitHalf(tax)
		return taxable, []int64{central, state}
	}
	return taxable, nil
}

// proportion returns value x part / whole, rounded half up. The product of two large amounts has more than 64 bits.
func proportion(value, part, whole int64) int64 {
	high, low := bits.Mul64(uint64(value), uint64(part))
	low, carry := bits.Add64(low, uint64(whole)/2, 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(whole))
	return int64(quotient)
}

// formatIndian formats minor units with Indian grouping and with paise: "1,18,000.00".
func formatIndian(minor int64) string {
	whole := strconv.FormatInt(minor/100, 10)
	grouped := whole[max(0, len(whole)-3):]
	for head := whole[:len(whole)-len(grouped)]; head != ""; {
		cut := max(0, len(head)-2)
		grouped, head = head[cut:]+","+grouped, head[:cut]
	}
	return fmt.Sprintf("%s.%02d", grouped, minor%100)
}

// currencyPrefix returns the prefix of an amount in a currency: "₹", or "USD ".
func currencyPrefix(currency string) string {
	if currency == "INR" {
		return "₹"
	}
	return currency + " "
}

func formatAmount(minor int64, currency string) string {
	return currencyPrefix(currency) + formatIndian(minor)
}

// amountInWords spells out an amount as on an Indian cheque: "Rupees one lakh eighteen thousand and paise fifty only".
func amountInWords(minor int64, currency string) string {
	unit, part := "Rupees", "paise"
	if currency != "INR" {
		unit, part = currency, "cents"
	}
	text := unit + " " + numberInWords(minor/100)
	if rest := minor % 100; rest > 0 {
		text += " and " + part + " " + numberInWords(rest)
	}
	return text + " only"
}

var numberScales = []struct {
	size int64
	name string
}{{1_00_00_000, "crore"}, {1_00_000, "lakh"}, {1_000, "thousand"}, {100, "hundred"}}

// numberInWords spells out a number in Indian English, with thousands, lakhs and crores.
func numberInWords(n int64) string {
	if n == 0 {
		return "zero"
	}
	var parts []string
	for _, scale := range numberScales {
		if n >= scale.size {
			parts = append(parts, numberInWords(n/scale.size), scale.name)
			n %= scale.size
		}
	}
	if n > 0 {
		parts = append(parts, belowHundredInWords(n))
	}
	return strings.Join(parts, " ")
}

var (
	onesWords = strings.Fields(
		"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
			"seventeen eighteen nineteen",
	)
	tensWords = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

func belowHundredInWords(n int64) string {
	switch {
	case n < 20:
		return onesWords[n]
	case n%10 == 0:
		return tensWords[n/10]
	}
	return tensWords[n/10] + "-" + onesWords[n%10]
}
