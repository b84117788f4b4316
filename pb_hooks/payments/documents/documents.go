// Package documents has the routes of issued documents: their PDFs, the correction of their registration with the tax
// portal, and the emails of documents that waited for it. Package invoices issues them.
package documents

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
)

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger *ledger.Ledger
	Jobs   *jobs.Runner
	Outbox ledger.Outbox
	Audit  *audit.Log
	Clock  clock.Clock
}

// Documents handles the routes of the feature.
type Documents struct {
	app    core.App
	ledger *ledger.Ledger
	jobs   *jobs.Runner
	outbox ledger.Outbox
	audit  *audit.Log
	now    clock.Clock
}

// New returns the feature. It registers its emails, its job type, and the hooks that release documents.
func New(app core.App, dp Deps) *Documents {
	d := &Documents{app: app, ledger: dp.Ledger, jobs: dp.Jobs, outbox: dp.Outbox, audit: dp.Audit, now: dp.Clock}
	d.outbox.Register(
		outbox.Kind{
			Name:        emails.KindDocumentReady,
			Texts:       emails.Texts,
			Params:      ledger.EmailParams,
			Attachments: invoices.Attachments,
		},
		outbox.Kind{
			Name:        emails.KindDocumentReplaced,
			Texts:       emails.Texts,
			Params:      ledger.EmailParams,
			Attachments: invoices.Attachments,
		},
	)
	d.jobs.Register(d.releaseDocumentsJobType())
	d.bindRegistrationHooks()
	return d
}

// DocumentRow is an issued document. Its kind is receipt, tax-invoice or credit-note. RefundID is the refund of a
// credit note.
type DocumentRow struct {
	ID       string        `json:"id"`
	Number   string        `json:"number"`
	Kind     invoices.Kind `json:"kind"`
	Title    string        `json:"title"`
	Total    money.Amount  `json:"total"`
	Currency string        `json:"currency"`
	RefundID string        `json:"refundId"`
	IssuedAt httpx.Time    `json:"issuedAt"`
	// IsAwaitingIRN reports whether the document waits for its registration with the tax portal. It has no PDF until
	// then.
	IsAwaitingIRN bool `json:"isAwaitingIRN"`
	// IRN is the document's registration number, followed by the number and the date of the acknowledgement; "" if it
	// is not registered. CancelledAt is when the IRN was cancelled, which means that another document has replaced this
	// one.
	IRN         string     `json:"irn"`
	AckNumber   string     `json:"ackNumber"`
	AckAt       httpx.Time `json:"ackAt"`
	CancelledAt httpx.Time `json:"cancelledAt"`
}

// ListDocuments is GET /api/transactions/{id}/documents.
func (d *Documents) ListDocuments() httpx.Endpoint {
	return httpx.Get(listDocuments, httpx.Doc{
		Tag: "payments", Summary: "List the documents of a transaction",
		Errors: []*apperr.Error{ledger.ErrTransactionNotFound},
	})
}

func listDocuments(e *core.RequestEvent) (rows []DocumentRow, err error) {
	t, err := ledger.FindTransaction(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ledger.ErrTransactionNotFound
	}
	if err == nil {
		rows, err = List(e.App, t)
	}
	return rows, apperr.Fail("The documents could not be read.", err)
}

// List returns the documents of a transaction, in the order of their issue.
func List(app core.App, t *ledger.Transaction) ([]DocumentRow, error) {
	list, err := invoices.ListByTransaction(app, t.Id)
	if err != nil {
		return nil, err
	}
	rows := []DocumentRow{}
	for _, i := range list {
		document, err := i.Document()
		if err != nil {
			return nil, err
		}
		row := DocumentRow{
			ID:       i.Id,
			Number:   i.Number(),
			Kind:     i.Kind(),
			Title:    i.Title(),
			Total:    money.Amount(document.Total),
			Currency: document.Currency,
			RefundID: i.RefundID(),
			IssuedAt: httpx.Time(i.IssuedAt()),
		}
		switch r, err := invoices.FindRegistration(app, i.Id); {
		case err == nil:
			row.IsAwaitingIRN, row.IRN, row.AckNumber = r.State() == invoices.Waiting, r.IRN(), r.AckNumber()
			row.AckAt, row.CancelledAt = httpx.TimeOf(r.AckAt()), httpx.TimeOf(r.CancelledAt())
		case !errors.Is(err, sql.ErrNoRows):
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// DownloadDocument is GET /api/documents/{id}: an issued document of any kind, for the buyer and for admins. Other
// callers get a 404.
func (d *Documents) DownloadDocument() httpx.Endpoint {
	return httpx.File(downloadDocument, []string{"application/pdf"}, httpx.Doc{
		Tag: "payments", Summary: "Download an invoice, a receipt or a credit note",
		Errors: []*apperr.Error{errInvoiceNotFound},
	})
}

func downloadDocument(e *core.RequestEvent) error {
	invoice, err := invoices.Find(e.App, e.Request.PathValue("id"))
	if err == nil {
		err = checkMaySee(e, invoice.TransactionID())
	}
	return sendDocument(e, invoice, err)
}

// DownloadInvoice is GET /api/transactions/{id}/invoice: the document of a completed transaction, for its buyer and for
// admins. Other callers get a 404.
func (d *Documents) DownloadInvoice() httpx.Endpoint {
	return httpx.File(downloadInvoice, []string{"application/pdf"}, httpx.Doc{
		Tag: "payments", Summary: "Download the invoice of a completed transaction",
		Errors: []*apperr.Error{errInvoiceNotFound},
	})
}

func downloadInvoice(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	err := checkMaySee(e, id)
	if err != nil {
		return sendDocument(e, nil, err)
	}
	invoice, err := invoices.FindByTransaction(e.App, id)
	return sendDocument(e, invoice, err)
}

// checkMaySee returns sql.ErrNoRows for a transaction that the caller may not see, so that it looks like a missing one.
func checkMaySee(e *core.RequestEvent, transactionID string) error {
	t, err := ledger.FindTransaction(e.App, transactionID)
	if err != nil {
		return err
	}
	user := httpx.CurrentUser(e)
	isOwner := user != nil && user.Id == t.UserID()
	if !isOwner && !httpx.IsAdmin(e) {
		return sql.ErrNoRows
	}
	return nil
}

// sendDocument sends a document's PDF. err is the error of the lookup that returned the invoice.
func sendDocument(e *core.RequestEvent, invoice *invoices.Invoice, err error) error {
	if err != nil {
		return apperr.Fail("The document could not be read.", database.IfMissing(err, errInvoiceNotFound))
	}
	pdf, err := invoices.PDF(e.App, invoice)
	if err != nil {
		return apperr.Fail("The document could not be created.", fmt.Errorf("draw invoice %s: %w", invoice.Id, err))
	}
	e.Response.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", invoice.FileName()))
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}

// errInvoiceNotFound is the answer for a document that does not exist or that the caller may not see.
var errInvoiceNotFound = apperr.NotFound("invoice-not-found", "This invoice was not found.")
