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

// EmailParams completes the params of this room's letters when they are written: the outbox
// keeps ids only.
func (p *Payments) EmailParams(app core.App, params map[string]string) (map[string]string, error) {
	t, err := findTransaction(app, params["transactionId"])
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
	d, err := readPaymentFacts(t)
	if err != nil {
		return nil, err
	}
	currency := t.GetString("currency")
	values := map[string]string{
		"document": invoices.Title(document), "tier": t.GetString("tierName"),
		"amount": formatAmount(amountOf(t), currency), "base": formatAmount(int64(t.GetInt("baseAmount")), currency),
		"gst": formatAmount(int64(t.GetInt("gstAmount")), currency), "rate": t.GetString("gstRate"),
		"paymentId": t.GetString("razorpayPaymentId"), "number": document.GetString("number"),
		"refund": formatAmount(d.Refunds[document.GetString("refundId")], currency),
		"at":     t.GetDateTime("processedAt").Time().Format(time.RFC3339), "until": "",
	}
	return values, p.addMembershipEnd(app, t, values)
}

// addMembershipEnd says until when the membership of a payment lasts; a payment that granted none has none.
func (p *Payments) addMembershipEnd(app core.App, t *core.Record, values map[string]string) error {
	membership, err := app.FindFirstRecordByData(membershipsCollection, "transactionId", t.Id)
	if err != nil {
		return ignoreMissing(err)
	}
	values["until"] = "for life"
	if end := membership.GetDateTime("endsAt"); !end.IsZero() {
		values["until"] = "until " + end.Time().In(indiaTime).Format("2 January 2006")
	}
	return nil
}

// formatAmount writes minor units for people, in the Indian grouping: ₹1,18,000 or ₹1,178.82.
func formatAmount(minor int64, currency string) string { return money.Amount(minor).Format(currency) }
