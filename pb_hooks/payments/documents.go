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

// Invoice is GET /api/transactions/{id}/invoice: the document of a completed transaction, for its
// buyer and for admins. For everybody else there is no such transaction.
func (p *Payments) Invoice(e *core.RequestEvent) error {
	document, err := documentFor(e.App, e.Auth, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Refuse(http.StatusNotFound, "This invoice was not found.", nil)
	}
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The invoice could not be read.", err)
	}
	pdf, err := invoices.PDF(document)
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The invoice could not be drawn.", err)
	}
	e.Response.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", invoices.FileName(document)))
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}

// documentFor returns sql.ErrNoRows for a transaction that is not the caller's to see, just as for
// one that has no document.
func documentFor(app core.App, caller *core.Record, transactionID string) (*core.Record, error) {
	t, err := byID(app, transactionID)
	if err != nil {
		return nil, err
	}
	hers := caller.Collection().Name == httpx.Users && caller.Id == t.GetString("userId")
	if !hers && !httpx.IsAdmin(caller) {
		return nil, sql.ErrNoRows
	}
	return invoices.FindByTransaction(app, t.Id)
}

// saleOf is what a completed transaction's document is issued for.
func saleOf(t *core.Record, d dossier) invoices.Sale {
	return invoices.Sale{
		TransactionID: t.Id, CustomerName: t.GetString("customerName"), CustomerEmail: t.GetString("customerEmail"),
		CustomerPhone: t.GetString("customerPhone"), BillingState: t.GetString("billingState"),
		Description: descriptionOf(t), Currency: t.GetString("currency"),
		Base: int64(t.GetInt("baseAmount")), GST: int64(t.GetInt("gstAmount")), Total: amountOf(t), GSTRate: t.GetInt("gstRate"),
		PaymentID: t.GetString("razorpayPaymentId"), Method: t.GetString("paymentMethod"), PaidAt: time.Unix(d.PaidAt, 0).UTC(),
	}
}

func descriptionOf(t *core.Record) string {
	words := map[string]string{lifetime: "lifetime membership", annual: "membership for one year", monthly: "membership for one month"}
	return t.GetString("tierName") + ", " + words[t.GetString("duration")]
}
