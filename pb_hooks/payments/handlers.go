package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments/invoices"
)

// MemberTransaction is one of a member's own transactions. HasInvoice tells that its document can be
// downloaded.
type MemberTransaction struct {
	ID                string `json:"id"`
	TierName          string `json:"tierName"`
	Amount            string `json:"amount"`
	RefundedAmount    string `json:"refundedAmount"`
	Currency          string `json:"currency"`
	Status            string `json:"status"`
	PaymentMethod     string `json:"paymentMethod"`
	RazorpayPaymentID string `json:"razorpayPaymentId"`
	HasInvoice        bool   `json:"hasInvoice"`
	// IsUnderReview tells that money of another amount has arrived, and that we look at it.
	IsUnderReview bool       `json:"isUnderReview"`
	ProcessedAt   httpx.Time `json:"processedAt"`
	CreatedAt     httpx.Time `json:"createdAt"`
}

func newMemberTransaction(t *Transaction) (MemberTransaction, error) {
	facts, err := t.facts()
	return MemberTransaction{
		IsUnderReview: facts.Difference != nil,
		ID:            t.Id, TierName: t.TierName(), Amount: t.Amount().String(), RefundedAmount: t.RefundedAmount().String(),
		Currency: t.Currency(), Status: string(t.Status()), PaymentMethod: t.PaymentMethod(), RazorpayPaymentID: t.PaymentID(),
		HasInvoice: t.Status().IsPaid(), ProcessedAt: httpx.Time(t.ProcessedAt()), CreatedAt: httpx.Time(t.CreatedAt()),
	}, err
}

// DownloadInvoice is GET /api/transactions/{id}/invoice: the document of a completed transaction, for its
// buyer and for admins. For everybody else the transaction does not exist.
func (p *Payments) DownloadInvoice(e *core.RequestEvent) error {
	invoice, err := findInvoiceForCaller(e.App, e.Auth, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return errInvoiceNotFound
	}
	if err != nil {
		return apperr.Fail("The invoice could not be read.", err)
	}
	pdf, err := invoices.PDF(invoice)
	if err != nil {
		return apperr.Fail("The invoice could not be drawn.", fmt.Errorf("draw invoice %s: %w", invoice.Id, err))
	}
	e.Response.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", invoice.FileName()))
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}

// findInvoiceForCaller returns sql.ErrNoRows for a transaction that the caller may not see, as for one
// that has no document.
func findInvoiceForCaller(app core.App, caller *core.Record, transactionID string) (*invoices.Invoice, error) {
	t, err := findTransaction(app, transactionID)
	if err != nil {
		return nil, err
	}
	isOwner := caller.Collection().Name == identity.Users && caller.Id == t.UserID()
	if !isOwner && !identity.IsAdmin(caller) {
		return nil, sql.ErrNoRows
	}
	return invoices.FindByTransaction(app, t.Id)
}
