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
	// Place is the place of supply. The zero State means that of the supplier.
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
	// Endorsement is the statement that the law requires on an export.
	Endorsement string `json:"endorsement,omitempty"`

	Payment Payment `json:"payment"`
	// HappenedAt is the date of the payment or refund if the books of that month were already closed. It is nil if that
	// is the date of the document.
	HappenedAt *time.Time `json:"happenedAt,omitempty"`
	// RupeeTotal is the total of a document in another currency, in paise at the provider's rate. It is 0 if not known.
	RupeeTotal int64 `json:"rupeeTotal,omitempty"`
	// Part is what was received when the document was issued, or nil if the whole amount was received as money.
	Part *PartPayment `json:"part,omitempty"`
	// Corrects names the document that a credit note corrects.
	Corrects *CorrectedDocument `json:"corrects,omitempty"`
	// Replaces names the cancelled document that this one replaces, or nil.
	Replaces *ReplacedDocument `json:"replaces,omitempty"`
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
	Name    string    `json:"name"`
	Contact string    `json:"contact,omitempty"`
	Email   string    `json:"email"`
	Phone   string    `json:"phone"`
	GSTIN   string    `json:"gstin,omitempty"`
	Address string    `json:"address,omitempty"`
	PIN     string    `json:"pin,omitempty"`
	State   gst.State `json:"state"`
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
	d.CouponCode, d.Part = req.CouponCode, req.Part
	if req.Currency != "INR" {
		d.RupeeTotal = req.RupeeTotal
	}
	if req.Quantity > 1 {
		d.Quantity = req.Quantity
	}
	// Section 12(2) of the IGST Act: for a buyer without an address on record the place of supply is the supplier's.
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

// endorsement returns the statement that rule 46 requires on the invoice of an export.
func endorsement(tax int64, lut string) string {
	switch {
	case tax > 0:
		return "Supply meant for export on payment of integrated tax."
	case lut == "":
		return "Supply meant for export under a letter of undertaking without payment of integrated tax."
	}
	return "Supply meant for export under letter of undertaking " + lut + " without payment of integrated tax."
}

// setTotalTexts sets the total in figures and in words.
func (d *Document) setTotalTexts() {
	d.TotalInFigures, d.TotalInWords = formatAmount(d.Total, d.Currency), amountInWords(d.Total, d.Currency)
}

// Tax is one tax of a document, such as CGST.
type Tax = gst.Tax

// creditNote returns the credit note over amount of the document d, of which before was already refunded. Each line is
// the difference between its shares of the total refunded after and before. So no share is negative, and the last
// refund leaves no rest, whatever the amounts.
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
