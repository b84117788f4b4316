package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments/invoices"
)

// DownloadDocument is GET /api/documents/{id}: an issued document of any kind, for the buyer and for admins. For
// everybody else it does not exist.
func (p *Payments) DownloadDocument(e *core.RequestEvent) error {
	invoice, err := invoices.Find(e.App, e.Request.PathValue("id"))
	if err == nil {
		err = checkMaySee(e.App, e.Auth, invoice.TransactionID())
	}
	return sendDocument(e, invoice, err)
}

// DownloadInvoice is GET /api/transactions/{id}/invoice: the document of a completed transaction, for its
// buyer and for admins. For everybody else the transaction does not exist.
func (p *Payments) DownloadInvoice(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	err := checkMaySee(e.App, e.Auth, id)
	if err != nil {
		return sendDocument(e, nil, err)
	}
	invoice, err := invoices.FindByTransaction(e.App, id)
	return sendDocument(e, invoice, err)
}

// checkMaySee returns sql.ErrNoRows for a transaction that the caller may not see, as for one that is not there.
func checkMaySee(app core.App, caller *core.Record, transactionID string) error {
	t, err := findTransaction(app, transactionID)
	if err != nil {
		return err
	}
	isOwner := caller.Collection().Name == identity.Users && caller.Id == t.UserID()
	if !isOwner && !identity.IsAdmin(caller) {
		return sql.ErrNoRows
	}
	return nil
}

// sendDocument answers with a document's PDF; err is what finding it has brought.
func sendDocument(e *core.RequestEvent, invoice *invoices.Invoice, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errInvoiceNotFound
	}
	if err != nil {
		return apperr.Fail("The document could not be read.", err)
	}
	pdf, err := invoices.PDF(invoice)
	if err != nil {
		return apperr.Fail("The document could not be drawn.", fmt.Errorf("draw invoice %s: %w", invoice.Id, err))
	}
	e.Response.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", invoice.FileName()))
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}
