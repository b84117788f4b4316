package payments

import (
	"embed"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
)

// The e-mails of this package.
const (
	kindPaymentConfirmed = "payment-confirmed"
	kindRefundRecorded   = "refund-recorded"
	kindPaymentAttention = "payment-attention"
)

//go:embed emails
var emailFiles embed.FS

func (p *Payments) emailKinds() []mail.Kind {
	return []mail.Kind{
		{Name: kindPaymentConfirmed, Templates: emailFiles, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindRefundRecorded, Templates: emailFiles, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindPaymentAttention, Templates: emailFiles},
	}
}

// paymentConfirmedEmail thanks a buyer. The kind's Params reads what was bought, and the receipt or tax
// invoice is attached.
type paymentConfirmedEmail struct {
	TransactionID, InvoiceID, PaymentID string
	RegistrationID, Name, Email         string
}

func (e paymentConfirmedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindPaymentConfirmed, DedupeKey: "receipt:" + e.PaymentID,
		To:             mail.Address{Email: e.Email, Name: mail.GreetingName(e.Name)},
		Params:         invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name),
		RegistrationID: e.RegistrationID,
	}
}

// refundRecordedEmail confirms a refund. The kind's Params reads the amounts, and the credit note is
// attached.
type refundRecordedEmail struct {
	TransactionID, InvoiceID, RefundID string
	RegistrationID, Name, Email        string
}

func (e refundRecordedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindRefundRecorded, DedupeKey: "refund:" + e.RefundID,
		To:             mail.Address{Email: e.Email, Name: mail.GreetingName(e.Name)},
		Params:         invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name),
		RegistrationID: e.RegistrationID,
	}
}

func invoiceEmailParams(transactionID, invoiceID, name string) map[string]string {
	return map[string]string{"transactionId": transactionID, "invoiceId": invoiceID, "name": mail.GreetingName(name)}
}

// paymentAttentionEmail asks the admins to look at a payment for a reason such as "second-payment". An
// orphan payment has no TransactionID. The sender sets the recipient.
type paymentAttentionEmail struct {
	PaymentID, Reason, Note, TransactionID string
}

func (e paymentAttentionEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindPaymentAttention, DedupeKey: "attention:" + e.PaymentID + ":" + e.Reason,
		Params: map[string]string{"paymentId": e.PaymentID, "what": e.Reason, "note": e.Note, "transactionId": e.TransactionID},
	}
}
