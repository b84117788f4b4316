package invoices

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/settings"
)

// proforma is the kind of a document that asks for a payment. It has no number and is not stored: it is drawn on each
// request from the amount that is due.
const proforma = "proforma"

// ProformaPDF draws the amount that is due for a transaction and the bank details. The transaction's id is the payment
// reference. validUntil is zero if the proforma has no end.
func ProformaPDF(app core.App, req IssueRequest, at, validUntil time.Time) ([]byte, error) {
	site, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	d, err := newDocument(req, site)
	if err != nil {
		return nil, err
	}
	d.Kind, d.Number, d.IssuedAt = proforma, req.TransactionID, at.In(india.Zone).Truncate(time.Second)
	s, err := newPDFPage(kindTitles[d.Kind]+" "+d.Number, d.Supplier.Name, d.IssuedAt)
	if err != nil {
		return nil, err
	}
	s.drawBackground()
	s.drawHeader(d)
	y := s.drawParties(46, d)
	y = s.drawDetails(y+6, d)
	s.drawAmounts(y+5, d)
	s.drawBankDetails(218, site.BankDetails, validUntil)
	s.drawFooter(d)
	return s.output()
}

// drawBankDetails draws the bank details, and the notice that a proforma is not an invoice.
func (s *pdfPage) drawBankDetails(y float64, details string, validUntil time.Time) {
	s.drawRule(marginLeft, y, contentWidth, ruleColour, 0.2)
	s.drawText(marginLeft, y+6, labelStyle, "How to pay")
	if details == "" {
		details = "Please contact us for our bank details."
	}
	y = s.drawTextBlock(marginLeft, y+7.5, contentWidth, 30, bodyStyle, details)
	notice := "This is a request for payment, not a tax invoice. We will send the invoice when we receive your payment."
	if !validUntil.IsZero() {
		notice += " It is valid until " + india.DayText(validUntil) + "."
	}
	s.drawTextBlock(marginLeft, y+2, contentWidth, 10, detailStyle, notice)
}

// text describes the received, the deducted and the due amount.
func (p PartPayment) text(currency string) string {
	text := "Received " + formatAmount(p.Received, currency)
	if p.TDS > 0 {
		text += ", tax deducted at source " + formatAmount(p.TDS, currency)
	}
	if p.Left > 0 {
		text += ", balance due " + formatAmount(p.Left, currency)
	}
	return text + "."
}
