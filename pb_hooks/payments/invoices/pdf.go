package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/boombuler/barcode/qr"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/normal"
)

// The page's layout, in millimetres.
const (
	marginLeft, marginRight = 20.0, 190.0
	columnTwo               = 110.0
	contentWidth            = marginRight - marginLeft
	columnWidth             = marginRight - columnTwo
)

var (
	titleStyle  = textStyle{displayWeight, 22, inkColour}
	nameStyle   = textStyle{"B", 10.5, inkColour}
	bodyStyle   = textStyle{"", 9, inkColour}
	detailStyle = textStyle{"", 7.5, mutedColour}
	labelStyle  = textStyle{"", 7.5, mutedColour}
	amountStyle = textStyle{"", 10, inkColour}
	totalStyle  = textStyle{"B", 13, inkColour}
)

var kindTitles = map[Kind]string{
	TaxInvoice: "Tax invoice",
	Receipt:    "Receipt",
	CreditNote: "Credit note",
	DebitNote:  "Debit note",
	proforma:   "Proforma invoice",
}

// PDF draws an issued document on one A4 page from its stored content and its registration. The same records always
// give the same bytes. It returns ErrWaits while the document waits for its registration.
func PDF(app core.App, invoice *Invoice) ([]byte, error) {
	r, err := FindRegistration(app, invoice.Id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		r = nil
	case err != nil:
		return nil, err
	case r.State() == Waiting:
		return nil, ErrWaits
	case r.State() == Released:
		r = nil
	}
	return draw(invoice, r)
}

// draw draws a document, with its registration if r is not nil.
func draw(invoice *Invoice, r *Registration) ([]byte, error) {
	d, err := invoice.Document()
	if err != nil {
		return nil, err
	}
	s, err := newPDFPage(kindTitles[d.Kind]+" "+d.Number, d.Supplier.Name, d.IssuedAt)
	if err != nil {
		return nil, err
	}
	s.drawBackground()
	s.drawHeader(d)
	if r != nil && r.State() == Cancelled {
		s.drawText(marginLeft, 42, textStyle{"B", 11, inkColour}, r.cancelledText())
	}
	y := s.drawParties(46, d)
	y = s.drawDetails(y+6, d)
	y = s.drawAmounts(y+5, d)
	if r != nil {
		if err := s.drawRegistration(y+3, d, r); err != nil {
			return nil, err
		}
	}
	s.drawFooter(d)
	return s.output()
}

// The position of the registration, and the width of its QR code. With about 125 modules, each module is a third of a
// millimetre wide.
const registrationTop, qrWidth = 230.0, 40.0

// drawRegistration draws the portal's QR code with its details at the foot of the page, or on a new page if there is
// not enough room below y.
func (s *pdfPage) drawRegistration(y float64, d Document, r *Registration) error {
	code, err := qr.Encode(r.SignedQR(), qr.M, qr.Auto)
	if err != nil {
		return fmt.Errorf("draw QR code: %w", err)
	}
	top := registrationTop
	if y > top-2 {
		s.drawFooter(d)
		s.pdf.AddPage()
		s.drawHeader(d)
		top = 46
	}
	s.fillRect(marginLeft-2, top-2, qrWidth+4, qrWidth+4, whiteColour)
	size := code.Bounds().Dx()
	module := qrWidth / float64(size)
	isDark := func(x, y int) bool {
		red, _, _, _ := code.At(x, y).RGBA()
		return red == 0
	}
	for y := range size {
		for x := 0; x < size; x++ {
			from := x
			for x < size && isDark(x, y) {
				x++
			}
			if x > from {
				s.fillRect(marginLeft+float64(from)*module, top+float64(y)*module, float64(x-from)*module, module,
					colour{})
			}
		}
	}
	const left, width = marginLeft + qrWidth + 8, marginRight - marginLeft - qrWidth - 8
	y = top
	for _, field := range []detailField{
		{"Invoice reference number (IRN)", r.IRN()}, {"Acknowledgement number", r.AckNumber()},
		{"Acknowledged on", india.TimeText(r.AckAt())},
	} {
		s.drawText(left, y+4, labelStyle, field.label)
		y = s.drawTextBlock(left, y+5, width, 10, bodyStyle, field.value) + 3
	}
	return nil
}

// drawBackground draws the orange edge and a large, pale ring of dots behind the text.
func (s *pdfPage) drawBackground() {
	s.fillRect(0, 0, 210, 2.5, orangeColour)
	const dots = 60
	for i := range dots {
		angle := float64(i) / dots * 2 * math.Pi
		s.fillCircle(marginRight-34+33*math.Cos(angle), 229+33*math.Sin(angle), 0.9, paperColour)
	}
}

// drawLogo draws a ring of twelve dots, one of them larger and orange.
func (s *pdfPage) drawLogo(x, y, size float64) {
	unit := size / 32
	for dot := range 12 {
		angle := float64(dot)/12*2*math.Pi - math.Pi/2
		radius, c := 2.1, inkColour
		if dot == 1 {
			radius, c = 2.9, orangeColour
		}
		s.fillCircle(x+(16+12*math.Cos(angle))*unit, y+(16+12*math.Sin(angle))*unit, radius*unit, c)
	}
}

func (s *pdfPage) drawHeader(d Document) {
	const axis = 24.0
	s.drawLogo(marginLeft-1.5, axis-8, 16)
	f, lines := s.fitText(72, 16, textStyle{displayWeight, 14, inkColour}, d.Supplier.Name)
	s.drawTextBlock(38, axis-float64(len(lines))*f.lineHeight()/2, 72, 16, f, d.Supplier.Name)
	s.drawTextRight(marginRight, axis, titleStyle, kindTitles[d.Kind])
	s.drawTextRight(marginRight, axis+6.5, textStyle{"B", 10, inkColour}, d.Number)
	issued := india.DayText(d.IssuedAt)
	if d.Kind != proforma && india.Day(d.IssuedAt) != india.Day(d.Payment.PaidAt) {
		issued = "Issued on " + issued // the details have the date of the payment
	}
	s.drawTextRight(marginRight, axis+11.5, detailStyle, issued)
}

// drawParties draws the supplier and the recipient, and returns the lower edge.
func (s *pdfPage) drawParties(top float64, d Document) float64 {
	s.drawRule(marginLeft, top, contentWidth, ruleColour, 0.2)
	s.drawText(marginLeft, top+7, labelStyle, "From")
	from := s.drawTextBlock(marginLeft, top+8.5, columnWidth, 10, nameStyle, d.Supplier.Name)
	from = s.drawTextBlock(marginLeft, from, columnWidth, 28, bodyStyle, d.Supplier.Address)
	if d.Supplier.GSTIN != "" {
		from = s.drawTextBlock(marginLeft, from, columnWidth, 5, bodyStyle, "GSTIN "+d.Supplier.GSTIN)
		from = s.drawTextBlock(marginLeft, from, columnWidth, 5, bodyStyle, "State "+d.Supplier.State.String())
	}
	role := "Billed to"
	if d.Kind == CreditNote || d.Kind == DebitNote {
		role = "Issued to"
	}
	s.drawText(columnTwo, top+7, labelStyle, role)
	to := s.drawTextBlock(columnTwo, top+8.5, columnWidth, 14, nameStyle, d.Recipient.Name)
	for _, line := range d.Recipient.lines(d.Supplier.GSTIN != "") {
		to = s.drawTextBlock(columnTwo, to, columnWidth, line.height, bodyStyle, line.text)
	}
	return max(from, to)
}

// recipientLine is one text of the recipient's block, with its maximum height.
type recipientLine struct {
	text   string
	height float64
}

// lines returns the texts below the recipient's name. Only a tax invoice states the recipient's state and GSTIN.
func (r Recipient) lines(isTaxed bool) []recipientLine {
	emailHeight := 18.0
	if r.Address != "" {
		emailHeight = 9
	}
	lines := []recipientLine{{r.Contact, 5}, {r.Address, 14}, {r.PIN, 5}, {r.Country, 5}, {r.Email, emailHeight},
		{normal.PhoneText(r.Phone), 5}}
	if isTaxed && r.GSTIN != "" {
		lines = append(lines, recipientLine{"GSTIN " + r.GSTIN, 5})
	}
	if isTaxed && r.State.Code != "" && r.Country == "" {
		lines = append(lines, recipientLine{"State " + r.State.String(), 5})
	}
	return slices.DeleteFunc(lines, func(line recipientLine) bool { return line.text == "" })
}

type detailField struct{ label, value string }

// detailFields returns the details of the payment and the supply.
func (d Document) detailFields() []detailField {
	var fields []detailField
	if d.Kind == proforma {
		fields = append(fields, detailField{"Payment reference", d.Number})
		if d.Supplier.GSTIN != "" {
			fields = append(fields, detailField{"Place of supply", d.PlaceOfSupply.String()}, detailField{"SAC", d.SAC})
		}
		return fields
	}
	if r := d.Replaces; r != nil {
		fields = append(fields, detailField{"Replaces", r.Number + " (cancelled)"})
	}
	if c := d.Corrects; c != nil {
		fields = append(fields,
			detailField{"Original document", kindTitles[c.Kind] + " " + c.Number},
			detailField{"Dated", india.DayText(c.IssuedAt)}, detailField{"Refund ID", c.RefundID})
		if c.Reason != "" {
			fields = append(fields, detailField{"Reason", c.Reason})
		}
		if c.Total > 0 && d.Kind == CreditNote {
			fields = append(fields, detailField{"Credits", c.partText(d.Total, d.Currency)})
		}
	}
	if r := d.Reverses; r != nil {
		fields = append(fields, detailField{"Reverses", kindTitles[r.Kind] + " " + r.Number})
	}
	fields = append(fields,
		detailField{"Payment ID", d.Payment.ID}, detailField{"Payment method", MethodLabel(d.Payment.Method)},
		detailField{"Received on", india.TimeText(d.Payment.PaidAt)})
	if d.HappenedAt != nil && d.Kind == CreditNote {
		fields = append(fields, detailField{"Refunded on", india.DayText(*d.HappenedAt)})
	}
	if d.Term != nil {
		fields = append(fields, detailField{"Membership", d.Term.text()})
	}
	if d.RupeeTotal > 0 {
		fields = append(fields, detailField{"Value in rupees", formatAmount(d.RupeeTotal, "INR") + d.rupeeRate()})
	}
	if d.Supplier.GSTIN != "" {
		fields = append(fields,
			detailField{"Place of supply", d.PlaceOfSupply.String()},
			detailField{"Reverse charge", d.ReverseCharge}, detailField{"SAC", d.SAC})
	}
	return fields
}

// rupeeRate formats the exchange rate of the total in rupees.
func (d Document) rupeeRate() string {
	return fmt.Sprintf(" at %.4f for %s 1", float64(d.RupeeTotal)/float64(d.Total), d.Currency)
}

// drawDetails draws the details in rows of three, and returns the lower edge.
func (s *pdfPage) drawDetails(top float64, d Document) float64 {
	const perRow, height = 3, 13.0
	s.drawRule(marginLeft, top, contentWidth, ruleColour, 0.2)
	fields := d.detailFields()
	for i, field := range fields {
		x, y := marginLeft+float64(i%perRow)*contentWidth/perRow, top+float64(i/perRow)*height
		s.drawText(x, y+6, labelStyle, field.label)
		s.drawTextBlock(x, y+7, contentWidth/perRow-5, 6, bodyStyle, field.value)
	}
	return top + float64((len(fields)+perRow-1)/perRow)*height
}

// drawAmounts draws the description, the breakdown and the total, and returns the lower edge.
func (s *pdfPage) drawAmounts(y float64, d Document) float64 {
	s.drawRule(marginLeft, y, contentWidth, inkColour, 0.4)
	s.drawText(marginLeft, y+5, labelStyle, "Description")
	s.drawTextRight(marginRight, y+5, labelStyle, "Amount in "+d.Currency)
	s.drawRule(marginLeft, y+7, contentWidth, ruleColour, 0.2)

	s.drawTextRight(marginRight, y+13.1, amountStyle, formatIndian(d.TaxableValue+d.Discount))
	below := s.drawTextBlock(marginLeft, y+9.5, 120, 16, textStyle{"B", 10, inkColour}, d.Description)
	if text := d.quantityText(); text != "" {
		below = s.drawTextBlock(marginLeft, below+0.5, 120, 10, detailStyle, text)
	}
	if d.Supplier.GSTIN != "" {
		below = s.drawTextBlock(marginLeft, below+0.5, 120, 10, detailStyle, d.SACDescription)
	}
	if d.Endorsement != "" {
		below = s.drawTextBlock(marginLeft, below+0.5, 120, 10, detailStyle, d.Endorsement)
	}
	y = below + 4
	s.drawRule(marginLeft, y, contentWidth, ruleColour, 0.2)

	base := "Price"
	if d.Supplier.GSTIN != "" {
		base = "Taxable value"
	}
	if d.Discount > 0 {
		y = s.drawAmountLine(y, strings.TrimSpace("Discount "+d.CouponCode), -d.Discount)
		if d.Supplier.GSTIN == "" {
			base = "Price after discount"
		}
	}
	y = s.drawAmountLine(y, base, d.TaxableValue)
	for _, tax := range d.Taxes {
		y = s.drawAmountLine(y, tax.Name+" "+tax.Rate+"%", tax.Amount)
	}
	return s.drawTotal(y+4, d)
}

// quantityText formats the number of items and their price. It returns "" for one item and for a note.
func (d Document) quantityText() string {
	if d.Quantity < 2 || d.Kind == CreditNote || d.Kind == DebitNote {
		return ""
	}
	return fmt.Sprintf("Quantity %d, at %s each", d.Quantity,
		formatAmount((d.TaxableValue+d.Discount)/int64(d.Quantity), d.Currency))
}

func (s *pdfPage) drawAmountLine(y float64, text string, minor int64) float64 {
	y += 6.5
	s.drawText(columnTwo, y, bodyStyle, text)
	amount := formatIndian(max(minor, -minor))
	if minor < 0 {
		amount = "−" + amount
	}
	s.drawTextRight(marginRight, y, amountStyle, amount)
	return y
}

func (s *pdfPage) drawTotal(y float64, d Document) float64 {
	heading := "Total paid"
	switch {
	case d.Kind == CreditNote:
		heading = "Total credited"
	case d.Kind == DebitNote:
		heading = "Total debited"
	case d.Kind == proforma:
		heading = "Total due"
	case d.Part != nil:
		heading = "Total"
	}
	s.fillRect(marginLeft, y, contentWidth, 14, paperColour)
	s.fillRect(marginLeft, y, 1.2, 14, orangeColour)
	s.drawText(marginLeft+6, y+8.9, textStyle{"B", 10, inkColour}, heading)
	s.drawTextRight(marginRight-5, y+9.1, totalStyle, d.TotalInFigures)
	below := s.drawTextBlock(marginLeft, y+17, contentWidth, 10, bodyStyle, d.TotalInWords)
	if d.Part != nil {
		below = s.drawTextBlock(marginLeft, below+2, contentWidth, 10, bodyStyle, d.Part.text(d.Currency))
	}
	return below
}

func (s *pdfPage) drawFooter(d Document) {
	const y = 277.0
	s.drawRule(marginLeft, y-5, contentWidth, ruleColour, 0.2)
	s.drawTextBlock(marginLeft, y-4, contentWidth, 9, detailStyle,
		"Issued electronically by "+d.Supplier.Name+". No signature is required. All times are in IST.")
	s.drawTextRight(marginRight, y+8, labelStyle, d.Number)
}

var methods = map[string]string{
	"neft": "NEFT", "upi": "UPI", "emi": "EMI", "cardless_emi": "Cardless EMI", "netbanking": "Net banking",
	"paylater": "Pay later", "emandate": "E-mandate", "nach": "NACH",
}

// MethodLabel names a payment method, as methodLabel of the web app does.
func MethodLabel(method string) string {
	if label, isNamed := methods[method]; isNamed || method == "" {
		return label
	}
	return strings.ToUpper(method[:1]) + strings.ReplaceAll(method[1:], "_", " ")
}
