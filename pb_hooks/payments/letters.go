package payments

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
)

// LetterParams completes the params of this room's letters when they are written: the outbox
// keeps ids only.
func (p *Payments) LetterParams(app core.App, params map[string]string) (map[string]string, error) {
	t, err := byID(app, params["transactionId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	document, err := app.FindRecordById("invoices", params["invoiceId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	d, err := readDossier(t)
	if err != nil {
		return nil, err
	}
	currency := t.GetString("currency")
	facts := map[string]string{
		"document": invoices.Title(document), "tier": t.GetString("tierName"),
		"amount": priced(amountOf(t), currency), "base": priced(int64(t.GetInt("baseAmount")), currency),
		"gst": priced(int64(t.GetInt("gstAmount")), currency), "rate": t.GetString("gstRate"),
		"paymentId": t.GetString("razorpayPaymentId"), "number": document.GetString("number"),
		"refund": priced(d.Refunds[document.GetString("refundId")], currency),
		"at":     t.GetDateTime("processedAt").Time().Format(time.RFC3339), "until": "",
	}
	return facts, p.addTerm(app, t, facts)
}

// addTerm says until when the membership of a payment lasts; a payment that granted none has none.
func (p *Payments) addTerm(app core.App, t *core.Record, facts map[string]string) error {
	membership, err := app.FindFirstRecordByData(memberships, "transactionId", t.Id)
	if err != nil {
		return ignoreMissing(err)
	}
	facts["until"] = "for life"
	if end := membership.GetDateTime("endsAt"); !end.IsZero() {
		facts["until"] = "until " + end.Time().In(india).Format("2 January 2006")
	}
	return nil
}

// priced writes minor units for people, in the Indian grouping: ₹1,18,000 or ₹1,178.82.
func priced(minor int64, currency string) string { return money.Amount(minor).In(currency) }
