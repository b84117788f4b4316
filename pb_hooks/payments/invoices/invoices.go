// Package invoices issues the documents of the ledger: a tax invoice or a receipt for each completed transaction, a
// credit note for each refund, and a debit note for each lost dispute that was won after all.
//
//	transaction completed ──> Issue ───────────> tax invoice (the supplier has a GSTIN) or receipt
//	refund processed ───────> IssueCreditNote ─> credit note against that document
//	lost dispute restored ──> IssueDebitNote ──> debit note that reverses the credit note
//
// A document never changes after it is issued: its content is stored with it, and its PDF is drawn from that content.
// Its number is assigned in the caller's transaction, so that a series has no gaps and no duplicates. Each GSTIN of the
// supplier has its own series, and continues it if the supplier has the GSTIN again. The package does not depend on the
// payment provider.
package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
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

// The errors of a tax invoice that lacks details of the buyer. ErrPlaceUnknown refuses one without a place of supply,
// and ErrAddressUnknown one without an address that NeedsAddress requires.
var (
	ErrPlaceUnknown = apperr.Conflict("place-unknown",
		"The buyer’s state is not known, and the tax on the invoice depends on it. Please enter the billing details on "+
			"the transaction, or ask the member to enter them, and try again.")
	ErrAddressUnknown = apperr.Conflict("address-unknown",
		"The buyer’s address is not known, and an invoice of ₹50,000 or more must show it. Please enter the billing "+
			"details on the transaction, or ask the member to enter them, and try again.")
)

// AwaitsBuyer reports whether a tax invoice could not be issued because it lacks details of the buyer.
func AwaitsBuyer(err error) bool {
	return errors.Is(err, ErrPlaceUnknown) || errors.Is(err, ErrAddressUnknown)
}

// addressFrom is the total in paise from which a tax invoice must state the address of a buyer without a GSTIN. Rule 46
// of the CGST Rules requires name, address and state; the name and the state are always required.
const addressFrom = 50_000_00

// NeedsAddress reports whether a tax invoice over a total must state the address of a buyer. A total in a currency
// without a known rate counts as a large one.
func NeedsAddress(app core.App, gstin string, total int64, currency string) (bool, error) {
	if gstin != "" {
		return false, nil
	}
	rupees, isKnown, err := ToRupees(app, total, currency)
	return !isKnown || rupees >= addressFrom, err
}

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
// one. It is a tax invoice if the supplier has a GSTIN, and otherwise a receipt. It returns an error of AwaitsBuyer for
// a tax invoice without the place of supply, which is never guessed, or without a required address.
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
	document.IsDueOnInvoice = len(document.Taxes) > 0 && !req.PaidAt.IsZero() && site.RateAt(req.PaidAt) != req.GSTRate
	if err := checkBuyer(tx, document); err != nil {
		return nil, err
	}
	return insert(tx, document, req.TransactionID, "", at)
}

// checkBuyer returns an error if a tax invoice lacks details of the buyer.
func checkBuyer(app core.App, d Document) error {
	if d.Kind != TaxInvoice {
		return nil
	}
	if d.PlaceOfSupply.Code == "" {
		return ErrPlaceUnknown
	}
	needsAddress, err := NeedsAddress(app, d.Recipient.GSTIN, d.Total, d.Currency)
	if err == nil && needsAddress && d.Recipient.Address == "" {
		err = ErrAddressUnknown
	}
	return err
}

// IssueCreditNote issues the credit note of a refund in the caller's database transaction, or returns the existing one.
// The credit notes of a transaction never exceed its invoice. reason is printed on the note.
func IssueCreditNote(tx core.App, transactionID, refundID, reason string, amountPaise int64,
	at time.Time) (*Invoice, error) {
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
	before, err := sumCredited(tx, transactionID)
	if err != nil {
		return nil, err
	}
	if remaining := original.Total - before.Total; amountPaise <= 0 || amountPaise > remaining {
		return nil, fmt.Errorf("issue credit note: refund %q of %d exceeds the %d that document %s leaves", refundID,
			amountPaise, remaining, original.Number)
	}
	note := original.creditNote(before, amountPaise)
	note.Corrects = &CorrectedDocument{
		Kind: original.Kind, Number: original.Number, IssuedAt: original.IssuedAt, RefundID: refundID,
		Reason: reason, Total: original.Total, Before: before.Total,
	}
	issuedAt, err := Date(tx, at)
	if err != nil {
		return nil, err
	}
	if original.IsTaxReliefOver(issuedAt) {
		note.leaveTax(original)
	}
	return insert(tx, note, transactionID, refundID, at)
}

// IssueDebitNote issues the debit note that reverses the credit note of a lost dispute, because the money came back, or
// returns the existing one. Section 34(3) of the CGST Act requires it: the value of the supply is that of the invoice
// again. It has the amounts of the credit note. id identifies the reversal.
func IssueDebitNote(tx core.App, refundID, id string, at time.Time) (*Invoice, error) {
	existing, err := FindByRefund(tx, id)
	if !errors.Is(err, sql.ErrNoRows) {
		return existing, err
	}
	credit, err := FindByRefund(tx, refundID)
	if err != nil {
		return nil, err
	}
	note, err := credit.Document()
	if err != nil {
		return nil, err
	}
	note.Reverses = &CorrectedDocument{Kind: note.Kind, Number: note.Number, IssuedAt: note.IssuedAt, RefundID: refundID}
	if note.Corrects != nil {
		corrects := *note.Corrects
		corrects.Reason = "The payment has come back after the dispute"
		note.Corrects = &corrects
	}
	note.Kind, note.HappenedAt, note.Replaces = DebitNote, nil, nil
	if note.IsWithoutTax {
		note.Endorsement = "" // that of the credit note
	}
	return insert(tx, note, credit.TransactionID(), id, at)
}

// IsTaxReliefOver reports whether a refund of a transaction at a time is too late to lower the tax of its invoice. It
// is false for a transaction without a document.
func IsTaxReliefOver(app core.App, transactionID string, at time.Time) (bool, error) {
	invoice, err := FindByTransaction(app, transactionID)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	d, err := invoice.Document()
	return d.IsTaxReliefOver(at), err
}

// Attachments returns the PDF for an email whose params name a document by invoiceId. It returns no attachment while
// the document waits for its registration.
func Attachments(app core.App, params map[string]string) ([]outbox.Attachment, error) {
	if params["invoiceId"] == "" { // it waits for the place of supply
		return nil, nil
	}
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

// numberPrefixes are the prefixes of the numbers of each kind.
var numberPrefixes = map[Kind]string{TaxInvoice: "BC", Receipt: "BR", CreditNote: "BN", DebitNote: "BD"}

// maxNumber is the length to which the GST rules limit a number.
const maxNumber = len("BC2/26-27/000001")

// formatNumber returns a number such as "BC/26-27/000001", or "BC2/26-27/000001" in the second series.
func formatNumber(kind Kind, series int, financialYear string, sequence int) string {
	prefix := numberPrefixes[kind]
	if series > 1 {
		prefix += strconv.Itoa(series)
	}
	prefix += "/" + financialYear + "/"
	return fmt.Sprintf("%s%0*d", prefix, min(maxNumber-len(prefix), len("000001")), sequence)
}
