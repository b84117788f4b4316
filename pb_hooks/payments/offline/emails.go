package offline

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

func (f *Offline) emailOffline(tx core.App, o *OfflinePayment, t *ledger.Transaction, e emails.OfflinePayment) error {
	customer, err := ledger.Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	e.TransactionID, e.Tier, e.Currency, e.Due, e.Received = t.Id, t.TierName(), t.Currency(), o.Due(), o.Received()
	e.Seats = t.Seats()
	e.Name, e.Email, e.HasEnded = customer.Name, customer.Email, t.Status() == ledger.Refunded
	return f.outbox.Enqueue(tx, e.Build())
}

// emailParams adds the bank details that are current when the email is sent.
func emailParams(app core.App, params map[string]string) (map[string]string, error) {
	if params["what"] != "proforma" {
		waits, _, err := ledger.RegistrationParams(app, params["invoiceId"])
		return map[string]string{"bank": "", "waits": waits}, err
	}
	site, err := settings.Read(app)
	return map[string]string{"bank": site.BankDetails, "waits": ""}, err
}

// attachments attaches the proforma, or the document that the email names.
func (f *Offline) attachments(app core.App, params map[string]string) ([]outbox.Attachment, error) {
	if params["what"] == "proforma" {
		pdf, err := f.ledger.ProformaPDF(app, params["transactionId"])
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
