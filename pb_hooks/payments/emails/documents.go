package emails

import (
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails of this package.
const (
	// KindDocumentReady sends a document whose registration was pending.
	KindDocumentReady = "document-ready"
	// KindDocumentReplaced tells a buyer that a document was cancelled, and sends its replacement.
	KindDocumentReplaced = "document-replaced"
)

// DocumentReplaced tells a buyer that a document was cancelled and which document replaces it. The PDF is attached
// unless its registration is pending.
type DocumentReplaced struct {
	TransactionID, InvoiceID    string
	Document, Number, Cancelled string
	RegistrationID, Name, Email string
}

func (e DocumentReplaced) Build() outbox.Email {
	params := invoiceParams(e.TransactionID, e.InvoiceID, e.Name)
	params["document"], params["number"], params["cancelled"] = e.Document, e.Number, e.Cancelled
	return outbox.Email{
		Kind: KindDocumentReplaced, DedupeKey: "document-replaced:" + e.InvoiceID,
		To:             outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}

// DocumentReady sends a document whose registration was pending. The kind's Params adds the purchase, and the PDF
// is attached.
type DocumentReady struct {
	TransactionID, InvoiceID    string
	Again                       string
	Document, Number            string
	RegistrationID, Name, Email string
}

func (e DocumentReady) Build() outbox.Email {
	params := invoiceParams(e.TransactionID, e.InvoiceID, e.Name)
	params["document"], params["number"] = e.Document, e.Number
	return outbox.Email{
		Kind: KindDocumentReady, DedupeKey: "document-ready:" + e.InvoiceID + e.Again,
		To:             outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}
