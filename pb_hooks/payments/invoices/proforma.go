package invoices

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/settings"
)

// proforma is the kind of a document that asks for a payment. It has no number of a series and is not stored: it is
// drawn anew from what is due.
const proforma = "proforma"

// ProformaPDF draws what is to be paid for a transaction, and where. The transaction's id is the reference that the
// payer names.
func ProformaPDF(app core.App, req IssueRequest, at time.Time) ([]byte, error) {
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
	s.drawBankDetails(218, site.BankDetails)
	s.drawFooter(d)
	return s.output()
}

// drawBankDetails says where to pay, and what the paper is not.
func (s *pdfPage) drawBankDetails(y float64, details string) {
	s.drawRule(marginLeft, y, contentWidth, ruleColour, 0.2)
	s.drawText(marginLeft, y+6, labelFace, "How to pay")
	if details == "" {
		details = "Please ask us for our bank details."
	}
	y = s.drawTextBlock(marginLeft, y+7.5, contentWidth, 30, bodyFace, details)
	s.drawTextBlock(marginLeft, y+2, contentWidth, 10, detailFace, "This is a request for payment, not a tax invoice. The invoice follows when your payment has reached us.")
}

// text says what was received, what was held back and what is left.
func (p PartPayment) text(currency string) string {
	text := "Received " + formatAmount(p.Received, currency)
	if p.TDS > 0 {
		text += ", tax deducted at source " + formatAmount(p.TDS, currency)
	}
	if p.Left > 0 {
		text += ", still due " + formatAmount(p.Left, currency)
	}
	return text + "."
}
