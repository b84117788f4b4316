package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/invoices"
)

// DownloadInvoice is GET /api/transactions/{id}/invoice: the document of a completed transaction, for its
// buyer and for admins. For everybody else there is no such transaction.
func (p *Payments) DownloadInvoice(e *core.RequestEvent) error {
	document, err := findInvoiceForCaller(e.App, e.Auth, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This invoice was not found.", nil)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The invoice could not be read.", err)
	}
	pdf, err := invoices.PDF(document)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The invoice could not be drawn.", err)
	}
	e.Response.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", invoices.FileName(document)))
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}

// findInvoiceForCaller returns sql.ErrNoRows for a transaction that is not the caller's to see, just as for
// one that has no document.
func findInvoiceForCaller(app core.App, caller *core.Record, transactionID string) (*core.Record, error) {
	t, err := findTransaction(app, transactionID)
	if err != nil {
		return nil, err
	}
	isOwner := caller.Collection().Name == httpx.Users && caller.Id == t.GetString("userId")
	if !isOwner && !httpx.IsAdmin(caller) {
		return nil, sql.ErrNoRows
	}
	return invoices.FindByTransaction(app, t.Id)
}

// invoiceRequest is what a completed transaction's document is issued for.
func invoiceRequest(t *core.Record, d paymentFacts) invoices.IssueRequest {
	return invoices.IssueRequest{
		TransactionID: t.Id, CustomerName: t.GetString("customerName"), CustomerEmail: t.GetString("customerEmail"),
		CustomerPhone: t.GetString("customerPhone"), BillingState: t.GetString("billingState"),
		Description: invoiceDescription(t), Currency: t.GetString("currency"),
		Base: int64(t.GetInt("baseAmount")), GST: int64(t.GetInt("gstAmount")), Total: amountOf(t), GSTRate: t.GetInt("gstRate"),
		PaymentID: t.GetString("razorpayPaymentId"), Method: t.GetString("paymentMethod"), PaidAt: time.Unix(d.PaidAt, 0).UTC(),
	}
}

func invoiceDescription(t *core.Record) string {
	labels := map[string]string{durationLifetime: "lifetime membership", durationAnnual: "membership for one year", durationMonthly: "membership for one month"}
	return t.GetString("tierName") + ", " + labels[t.GetString("duration")]
}
