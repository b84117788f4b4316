package offline

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

func (p Proformas) emailOffline(tx core.App, o *OfflinePayment, t *ledger.Transaction, e emails.OfflinePayment) error {
	customer, err := ledger.Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	e.TransactionID, e.Tier, e.Currency, e.Due, e.Received = t.Id, t.TierName(), t.Currency(), o.Due(), o.Received()
	e.Seats = t.Seats()
	if end := o.validUntil(); !end.IsZero() {
		e.ValidUntil = india.DayText(end)
	}
	e.Name, e.Email, e.HasEnded = customer.Name, customer.Email, t.Status() == ledger.Refunded
	return p.Outbox.Enqueue(tx, e.Build())
}

// emailParams adds the bank details that are current when the email is sent.
func emailParams(app core.App, params map[string]string) (map[string]string, error) {
	if !hasProforma(params) {
		waits, _, err := ledger.RegistrationParams(app, params["invoiceId"])
		return map[string]string{"bank": "", "waits": waits}, err
	}
	site, err := settings.Read(app)
	return map[string]string{"bank": site.BankDetails, "waits": ""}, err
}

// hasProforma reports whether an email asks for the payment of a proforma.
func hasProforma(params map[string]string) bool {
	return params["what"] == "proforma" || params["what"] == "reminder"
}

// proformaPDF draws the proforma of a transaction. It returns sql.ErrNoRows if the transaction does not exist.
func (f *Offline) proformaPDF(app core.App, transactionID string) ([]byte, error) {
	o, err := findOfflineOf(app, transactionID)
	if err != nil {
		return nil, err
	}
	return f.ledger.ProformaPDF(app, transactionID, o.validUntil())
}

// attachments attaches the proforma, or the document that the email names.
func (f *Offline) attachments(app core.App, params map[string]string) ([]outbox.Attachment, error) {
	if hasProforma(params) {
		pdf, err := f.proformaPDF(app, params["transactionId"])
		if errors.Is(err, sql.ErrNoRows) {
			return nil, outbox.ErrObsolete
		}
		return []outbox.Attachment{{Name: proformaFile(params["transactionId"]), Content: pdf}}, err
	}
	if params["invoiceId"] == "" {
		return nil, nil
	}
	return invoices.Attachments(app, params)
}
