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

// IssueRequest is the completed transaction that a document is issued for. Amounts are in minor units.
type IssueRequest struct {
	TransactionID string
	Recipient     Recipient
	// Place is the place of supply; the zero State is the supplier's own.
	Place                                    gst.State
	Description, Currency, PaymentID, Method string
	// Quantity is how many of it were bought; 0 is one.
	Quantity int
	// Base is the taxable value, Discount what was taken off the price before.
	Base, Discount, GST, Total int64
	GSTRate                    int
	// CouponCode is the code that has taken the discount off.
	CouponCode string
	// RupeeTotal is the total in paise, where the provider tells it for another currency.
	RupeeTotal int64
	// Part is set where not the whole was received in money.
	Part   *PartPayment
	PaidAt time.Time
	// SuppliedAt is the time of supply: the tax of that time was charged.
	SuppliedAt time.Time
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
	// Quantity is how many of it were bought, where it is not one.
	Quantity int `json:"quantity,omitempty"`

	Currency string `json:"currency"`
	// Discount is what was taken off the price; what is left is the taxable value.
	Discount       int64  `json:"discount,omitempty"`
	TaxableValue   int64  `json:"taxableValue"`
	Taxes          []Tax  `json:"taxes"`
	Total          int64  `json:"total"`
	TotalInFigures string `json:"totalInFigures"`
	TotalInWords   string `json:"totalInWords"`

	// CouponCode is the code that has taken the discount off, "" for none.
	CouponCode string `json:"couponCode,omitempty"`
	// Endorsement is what an export must say.
	Endorsement string `json:"endorsement,omitempty"`

	Payment Payment `json:"payment"`
	// HappenedAt is when it happened that is documented, where the books of that month were closed already. Nil where
	// that is the date of the document.
	HappenedAt *time.Time `json:"happenedAt,omitempty"`
	// RupeeTotal is the total in paise at the payment provider's rate, where the currency is another one; 0 if not known.
	RupeeTotal int64 `json:"rupeeTotal,omitempty"`
	// Part is what was received when the document was issued, where that was not the whole in money. Nil for the whole.
	Part *PartPayment `json:"part,omitempty"`
	// Corrects names the document that a credit note corrects in whole or in part.
	Corrects *CorrectedDocument `json:"corrects,omitempty"`
	// Replaces names the cancelled document whose place this one takes. Nil for none.
	Replaces *ReplacedDocument `json:"replaces,omitempty"`
}

// Supplier is the seller. Without a GSTIN the documents are receipts.
type Supplier struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	State   gst.State `json:"state"`
	GSTIN   string    `json:"gstin"`
}

// Recipient is the buyer: a person, or the company for which Contact has bought.
type Recipient struct {
	Name    string    `json:"name"`
	Contact string    `json:"contact,omitempty"`
	Email   string    `json:"email"`
	Phone   string    `json:"phone"`
	GSTIN   string    `json:"gstin,omitempty"`
	Address string    `json:"address,omitempty"`
	PIN     string    `json:"pin,omitempty"`
	State   gst.State `json:"state"`
	// Country is its name where it is not India.
	Country string `json:"country,omitempty"`
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

// CorrectedDocument is the document that a credit note corrects, and the refund that it is issued for.
type CorrectedDocument struct {
	Kind     Kind      `json:"kind"`
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
	RefundID string    `json:"refundId"`
}

// ReplacedDocument is a document whose IRN was cancelled.
type ReplacedDocument struct {
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
}

// newDocument is the document of a transaction, without its number and date.
func newDocument(req IssueRequest, site settings.Settings) (Document, error) {
	if req.Base < 0 || req.GST < 0 || req.Base+req.GST != req.Total {
		return Document{}, fmt.Errorf("the amounts of transaction %s don't add up: %d and %d are not %d", req.TransactionID, req.Base, req.GST, req.Total)
	}
	supplier := site.Supplier()
	d := Document{
		Kind:          Receipt,
		Supplier:      Supplier{Name: site.SupplierName, Address: site.SupplierAddress, State: supplier.State, GSTIN: site.SupplierGSTIN},
		Recipient:     req.Recipient,
		ReverseCharge: "No",
		SAC:           site.SACCode, SACDescription: site.SACDescription, Description: req.Description,
		Currency: req.Currency, Discount: req.Discount, TaxableValue: req.Base, Total: req.Total,
		Payment: Payment{req.PaymentID, req.Method, req.PaidAt.In(india.Zone).Truncate(time.Second)},
	}
	d.CouponCode, d.Part = req.CouponCode, req.Part
	if req.Currency != "INR" {
		d.RupeeTotal = req.RupeeTotal
	}
	if req.Quantity > 1 {
		d.Quantity = req.Quantity
	}
	// Section 12(2) of the IGST Act: a buyer without an address on record is served where the
	// supplier is.
	place := req.Place
	if place.Code == "" {
		place = supplier.State
	}
	supply := supplier.Supply(place)
	d.PlaceOfSupply, d.Taxes = place, supply.SplitTax(req.GST, req.GSTRate)
	if supplier.IsRegistered {
		d.Kind = TaxInvoice
	}
	if supply.Kind == gst.Export {
		d.Endorsement = endorsement(req.GST, site.LUT(req.SuppliedAt))
	}
	d.setTotalTexts()
	return d, nil
}

// endorsement is what rule 46 wants on the invoice of an export.
func endorsement(tax int64, lut string) string {
	switch {
	case tax > 0:
		return "Supply meant for export on payment of integrated tax."
	case lut == "":
		return "Supply meant for export under a letter of undertaking without payment of integrated tax."
	}
	return "Supply meant for export under letter of undertaking " + lut + " without payment of integrated tax."
}

// setTotalTexts writes the total in figures and in words.
func (d *Document) setTotalTexts() {
	d.TotalInFigures, d.TotalInWords = formatAmount(d.Total, d.Currency), amountInWords(d.Total, d.Currency)
}

// Tax is one tax of a document.
type Tax = gst.Tax

// creditNote makes of a document the credit note of a further refund of it, when before was refunded
// already. Each amount is the difference between its shares of everything refunded after and
// before: whatever the parts, no share ever falls, and the last refund leaves nothing over.
func (d Document) creditNote(before, amount int64) Document {
	taxable, taxes := d.apportion(before + amount)
	taxableBefore, taxesBefore := d.apportion(before)
	note := d
	note.CouponCode, note.Part, note.HappenedAt, note.Replaces = "", nil, nil, nil
	if d.RupeeTotal > 0 {
		note.RupeeTotal = proportion(d.RupeeTotal, before+amount, d.Total) - proportion(d.RupeeTotal, before, d.Total)
	}
	note.Kind, note.Discount, note.TaxableValue, note.Total = CreditNote, 0, taxable-taxableBefore, amount
	note.Taxes = make([]Tax, len(d.Taxes))
	for i, tax := range d.Taxes {
		note.Taxes[i] = Tax{Name: tax.Name, Rate: tax.Rate, Amount: taxes[i] - taxesBefore[i]}
	}
	note.setTotalTexts()
	return note
}

// apportion is how a part of the total falls on the taxable value and the taxes.
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
