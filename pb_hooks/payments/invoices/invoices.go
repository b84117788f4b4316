// Package invoices issues the documents of the ledger: a tax invoice or a receipt for each completed transaction, and a
// credit note for each refund.
//
//	transaction completed ──> Issue ───────────> tax invoice (the supplier has a GSTIN) or receipt
//	refund processed ───────> IssueCreditNote ─> credit note against that document
//
// A document never changes after it is issued: its content is stored with it, and its PDF is drawn from that content.
// Its number is assigned in the caller's transaction, so that a series has no gaps and no duplicates. The package does
// not depend on the payment provider.
package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/settings"
)

var (
	errFrozen = httpx.NewError(
		http.StatusForbidden,
		"An issued document can be neither changed nor deleted. Refund the payment instead, which issues a "+
			"credit note.",
		nil,
	)
	errByHand = httpx.NewError(http.StatusForbidden,
		"Documents are issued by the ledger when a payment is completed or refunded.", nil)
	errNoRefundID = errors.New("a credit note needs the id of its refund")
)

// RegisterHooks prevents changes of issued documents, including changes by staff in the dashboard: a mistake is
// corrected by a refund and its credit note. It also prevents staff from inserting documents, because the ledger
// assigns the numbers.
func RegisterHooks(app core.App) {
	refuse := func(*core.RecordEvent) error { return errFrozen }
	app.OnRecordUpdate(collection).BindFunc(refuse)
	app.OnRecordDelete(collection).BindFunc(refuse)
	app.OnRecordCreateRequest(collection).BindFunc(func(*core.RecordRequestEvent) error { return errByHand })
	registerRegistrationHooks(app)
}

// Issue issues the document of a completed transaction in the caller's database transaction, or returns the existing
// one. It is a tax invoice if the supplier has a GSTIN, and otherwise a receipt.
func Issue(tx core.App, req IssueRequest, at time.Time) (*Invoice, error) {
	existing, err := FindByTransaction(tx, req.TransactionID)
	if !errors.Is(err, sql.ErrNoRows) {
		return existing, err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return nil, err
	}
	document, err := newDocument(req, site)
	if err != nil {
		return nil, err
	}
	return insert(tx, document, req.TransactionID, "", at)
}

// IssueCreditNote issues the credit note of a refund in the caller's database transaction, or returns the existing one.
// The credit notes of a transaction never exceed its invoice.
func IssueCreditNote(tx core.App, transactionID, refundID string, amountPaise int64, at time.Time) (*Invoice, error) {
	if refundID == "" {
		return nil, errNoRefundID
	}
	existing, err := FindByRefund(tx, refundID)
	if !errors.Is(err, sql.ErrNoRows) {
		return existing, err
	}
	invoice, err := FindByTransaction(tx, transactionID)
	if err != nil {
		return nil, err
	}
	original, err := invoice.Document()
	if err != nil {
		return nil, err
	}
	creditedBefore, err := creditedTotal(tx, transactionID)
	if err != nil {
		return nil, err
	}
	if remaining := original.Total - creditedBefore; amountPaise <= 0 || amountPaise > remaining {
		return nil, fmt.Errorf("issue credit note: refund %q of %d exceeds the %d that document %s leaves", refundID,
			amountPaise, remaining, original.Number)
	}
	note := original.creditNote(creditedBefore, amountPaise)
	note.Corrects = &CorrectedDocument{original.Kind, original.Number, original.IssuedAt, refundID}
	return insert(tx, note, transactionID, refundID, at)
}

// Attachments returns the PDF for an email whose params name a document by invoiceId. It returns no attachment while
// the document waits for its registration.
func Attachments(app core.App, params map[string]string) ([]outbox.Attachment, error) {
	invoice, err := Find(app, params["invoiceId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	pdf, err := PDF(app, invoice)
	if errors.Is(err, ErrWaits) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []outbox.Attachment{{Name: invoice.FileName(), Content: pdf}}, nil
}

// numberPrefixes are the prefixes of the numbers of each kind. The GST rules limit a number to 16 characters.
var numberPrefixes = map[Kind]string{TaxInvoice: "BC", Receipt: "BR", CreditNote: "BN"}

func formatNumber(kind Kind, financialYear string, sequence int) string {
	return fmt.Sprintf("%s/%s/%06d", numberPrefixes[kind], financialYear, sequence)
}
