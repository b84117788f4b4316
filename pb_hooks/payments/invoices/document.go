package invoices

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/settings"
)

// IssueRequest is the completed transaction that a document is issued for. Amounts are in minor units.
type IssueRequest struct {
	TransactionID                              string
	CustomerName, CustomerEmail, CustomerPhone string
	// BillingState is the buyer's GST state code; "" when unknown.
	BillingState, Description, Currency, PaymentID, Method string
	Base, GST, Total                                       int64
	GSTRate                                                int
	// Discount is what a coupon has taken off the price before tax; Base is what is left.
	CouponCode string
	Discount   int64
	// Part is set where not the whole was received in money.
	Part   *PartPayment
	PaidAt time.Time
}

// Document is the content of a document. It is stored as it was issued, so that later changes of the
// settings, the tier or the member do not reach it. Amounts are in minor units; times are in
// Indian Standard Time.
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

	Currency       string `json:"currency"`
	TaxableValue   int64  `json:"taxableValue"`
	Taxes          []Tax  `json:"taxes"`
	Total          int64  `json:"total"`
	TotalInFigures string `json:"totalInFigures"`
	TotalInWords   string `json:"totalInWords"`

	// Discount is what a coupon has taken off: the taxable value is what is left. Nil for none.
	Discount *Discount `json:"discount,omitempty"`

	Payment Payment `json:"payment"`
	// Part is what was received when the document was issued, where that was not the whole in money. Nil for the whole.
	Part *PartPayment `json:"part,omitempty"`
	// Corrects names the document that a credit note corrects in whole or in part.
	Corrects *CorrectedDocument `json:"corrects,omitempty"`
}

// Supplier is the seller. Without a GSTIN the documents are receipts.
type Supplier struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	State   gst.State `json:"state"`
	GSTIN   string    `json:"gstin"`
}

// Recipient is the buyer.
type Recipient struct {
	Name  string    `json:"name"`
	Email string    `json:"email"`
	Phone string    `json:"phone"`
	State gst.State `json:"state"`
}

// Payment is the payment that the document acknowledges.
type Payment struct {
	ID     string    `json:"id"`
	Method string    `json:"method"`
	PaidAt time.Time `json:"paidAt"`
}

// PartPayment is what was received by the time of a document, the tax that the payer has held back from it, and what
// is still due. In minor units.
type PartPayment struct {
	Received int64 `json:"received"`
	TDS      int64 `json:"tds"`
	Left     int64 `json:"left"`
}

// Discount is a coupon's, in minor units.
type Discount struct {
	Code   string `json:"code"`
	Amount int64  `json:"amount"`
}

// CorrectedDocument is the document that a credit note corrects, and the refund that it is issued for.
type CorrectedDocument struct {
	Kind     Kind      `json:"kind"`
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
	RefundID string    `json:"refundId"`
}

// newDocument is the document of a transaction, without its number and date.
func newDocument(req IssueRequest, site settings.Settings) (Document, error) {
	if req.Base < 0 || req.GST < 0 || req.Base+req.GST != req.Total {
		return Document{}, fmt.Errorf("the amounts of transaction %s don't add up: %d and %d are not %d", req.TransactionID, req.Base, req.GST, req.Total)
	}
	d := Document{
		Kind:          Receipt,
		Supplier:      newSupplier(site),
		Recipient:     Recipient{req.CustomerName, req.CustomerEmail, req.CustomerPhone, gst.StateOf(req.BillingState)},
		ReverseCharge: "No",
		SAC:           site.SACCode, SACDescription: site.SACDescription, Description: req.Description,
		Currency: req.Currency, TaxableValue: req.Base, Total: req.Total,
		Payment: Payment{req.PaymentID, req.Method, req.PaidAt.In(indiaTime).Truncate(time.Second)},
	}
	if d.Supplier.GSTIN != "" {
		d.Kind = TaxInvoice
	}
	d.Part = req.Part
	if req.Discount > 0 {
		d.Discount = &Discount{req.CouponCode, req.Discount}
	}
	// Section 12(2) of the IGST Act: a buyer without an address on record is served where the
	// supplier is.
	d.PlaceOfSupply = d.Recipient.State
	if d.PlaceOfSupply.Code == "" {
		d.PlaceOfSupply = d.Supplier.State
	}
	d.Taxes = d.splitTaxes(req.GST, req.GSTRate)
	d.setTotalTexts()
	return d, nil
}

// setTotalTexts writes the total in figures and in words.
func (d *Document) setTotalTexts() {
	d.TotalInFigures, d.TotalInWords = formatAmount(d.Total, d.Currency), amountInWords(d.Total, d.Currency)
}

// newSupplier takes the state from the GSTIN, which begins with it, so that the two never differ.
func newSupplier(site settings.Settings) Supplier {
	code := site.SupplierState
	if len(site.SupplierGSTIN) > 2 {
		code = site.SupplierGSTIN[:2]
	}
	return Supplier{Name: site.SupplierName, Address: site.SupplierAddress, State: gst.StateOf(code), GSTIN: site.SupplierGSTIN}
}

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
	note.Discount, note.Part = nil, nil
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

// formatIndian writes minor units in the Indian grouping, always with paise: "1,18,000.00".
func formatIndian(minor int64) string {
	whole := strconv.FormatInt(minor/100, 10)
	grouped := whole[max(0, len(whole)-3):]
	for head := whole[:len(whole)-len(grouped)]; head != ""; {
		cut := max(0, len(head)-2)
		grouped, head = head[cut:]+","+grouped, head[:cut]
	}
	return fmt.Sprintf("%s.%02d", grouped, minor%100)
}

// currencyPrefix goes before an amount of a currency: "₹", or "USD ".
func currencyPrefix(currency string) string {
	if currency == "INR" {
		return "₹"
	}
	return currency + " "
}

func formatAmount(minor int64, currency string) string {
	return currencyPrefix(currency) + formatIndian(minor)
}

// amountInWords writes an amount as on an Indian cheque: "Rupees one lakh eighteen thousand and paise
// fifty only".
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

// numberInWords is a number in Indian English: its scales are the thousand, the lakh and the crore.
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
	onesWords = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
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
