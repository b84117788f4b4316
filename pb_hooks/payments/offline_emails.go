package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// offlineEmail tells a member of a payment past the provider: proforma, part, bounced or cancelled. That all of it
// has come, the e-mail of every completed payment tells.
type offlineEmail struct {
	What string
	// TransactionID is the reference, InvoiceID the document that is attached; "" is none.
	TransactionID, InvoiceID string
	// ReceiptID and Receipt are what it is about, Amount how much that was; ToReturn is what goes back.
	ReceiptID, Receipt string
	Amount, ToReturn   money.Amount
	// Due and Received are those of the whole; HasEnded tells that a membership has.
	Tier, Currency string
	Due, Received  money.Amount
	HasEnded       bool
	Name, Email    string
}

func (e offlineEmail) Build() mail.Email {
	params := map[string]string{
		"what": e.What, "transactionId": e.TransactionID, "invoiceId": e.InvoiceID, "receipt": e.Receipt, "tier": e.Tier,
		"due": e.Due.Format(e.Currency), "received": e.Received.Format(e.Currency), "left": (e.Due - e.Received).Format(e.Currency),
		"amount": e.Amount.Format(e.Currency), "return": "", "ended": "", "name": mail.GreetingName(e.Name),
	}
	if e.ToReturn > 0 {
		params["return"] = e.ToReturn.Format(e.Currency)
	}
	if e.HasEnded {
		params["ended"] = "yes"
	}
	return mail.Email{
		Kind: kindOfflinePayment, DedupeKey: "offline:" + e.TransactionID + ":" + e.What + ":" + e.ReceiptID,
		To: mail.Address{Email: e.Email, Name: mail.GreetingName(e.Name)}, Params: params,
	}
}

func (p *Payments) emailOffline(tx core.App, o *OfflinePayment, t *Transaction, e offlineEmail) error {
	customer := t.Customer()
	if customer.Email == "" {
		return nil
	}
	e.TransactionID, e.Tier, e.Currency, e.Due, e.Received = t.Id, t.TierName(), t.Currency(), o.Due(), o.Received()
	e.Name, e.Email, e.HasEnded = customer.Name, customer.Email, t.Status() == Refunded
	return p.outbox.Enqueue(tx, e.Build())
}

// OfflineEmailParams adds the bank details as they are when the e-mail is sent.
func (p *Payments) OfflineEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	if params["what"] != "proforma" {
		return map[string]string{"bank": ""}, nil
	}
	site, err := settings.Read(app)
	return map[string]string{"bank": site.BankDetails}, err
}

// offlineAttachments attaches the proforma, or the document that the e-mail names.
func (p *Payments) offlineAttachments(app core.App, params map[string]string) ([]mail.Attachment, error) {
	if params["what"] == "proforma" {
		pdf, err := p.proformaPDF(app, params["transactionId"])
		if isMissing(err) {
			return nil, mail.ErrObsolete
		}
		return []mail.Attachment{{Name: proformaFile(params["transactionId"]), Content: pdf}}, err
	}
	if params["invoiceId"] == "" {
		return nil, nil
	}
	return invoices.Attachments(app, params)
}

// offlineConfirmationEmail asks an admin to confirm a receipt that another one has entered.
type offlineConfirmationEmail struct {
	ReceiptID, Receipt, Amount, Customer, Tier, EnteredBy, Email string
}

func (e offlineConfirmationEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindOfflineConfirmation, DedupeKey: "offline-confirm:" + e.ReceiptID + ":" + e.Email, To: mail.Address{Email: e.Email},
		Params: map[string]string{"receipt": e.Receipt, "amount": e.Amount, "customer": e.Customer, "tier": e.Tier, "by": e.EnteredBy},
	}
}
