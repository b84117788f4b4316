package payments

import (
	"database/sql"
	"errors"
	"net/http"
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/sheets"
)

// ClearAttention is DELETE /api/transactions/{id}/attention: an admin has reviewed the flag. The same problem with the
// same payment is not flagged again. The audit log records what was cleared.
func (p *Payments) ClearAttention(e *core.RequestEvent) error {
	return clearAttention(e, errTransactionNotFound, func(tx core.App, id string) error {
		t, err := findTransaction(tx, id)
		if err != nil {
			return err
		}
		if facts, err := t.facts(); err != nil {
			return err
		} else if facts.Difference != nil {
			return errDifferenceOpen
		}
		t.clearAttention()
		return p.audit.Save(tx, audit.RequestActor(e), "transaction.seen-to", t.Record)
	})
}

// ListOrphanPayments is GET /api/payments/unknown.
func (p *Payments) ListOrphanPayments(e *core.RequestEvent) error {
	return httpx.WriteList[OrphanPaymentRow](e, orphanPaymentList)
}

// ClearOrphanAttention is DELETE /api/payments/unknown/{id}/attention: an admin has reviewed the payment. It stays in
// the list as cleared. The audit log records who cleared it.
func (p *Payments) ClearOrphanAttention(e *core.RequestEvent) error {
	return clearAttention(e, errOrphanNotFound, func(tx core.App, id string) error {
		orphan, err := findUnattachedOrphan(tx, id)
		if err != nil || orphan.IsSeen() {
			return err
		}
		orphan.setSeen(p.now())
		return p.audit.Save(tx, audit.RequestActor(e), "unknown-payment.seen-to", orphan.Record)
	})
}

// clearAttention calls clear for the record in the request's path and answers 204.
func clearAttention(e *core.RequestEvent, notFound *apperr.Error, clear func(tx core.App, id string) error) error {
	err := e.App.RunInTransaction(func(tx core.App) error { return clear(tx, e.Request.PathValue("id")) })
	if errors.Is(err, sql.ErrNoRows) {
		return notFound
	}
	if err != nil {
		return apperr.Fail("This could not be stored. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// ListDiagnostics is GET /api/webhook-diagnostics.
func (p *Payments) ListDiagnostics(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[Diagnostic](e, diagnosticList)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Explanation = explainDiagnostic(rows[i])
	}
	return e.JSON(http.StatusOK, rows)
}

// explainDiagnostic describes the result of a webhook request for the console.
func explainDiagnostic(d Diagnostic) string {
	for _, problem := range webhookProblems {
		if d.ErrorMessage == problem.text {
			return problem.explanation
		}
	}
	switch {
	case d.ErrorMessage == "":
		return "Razorpay signed it, and it was stored to be worked on."
	case bool(d.SignatureVerified) && d.StatusCode < http.StatusMultipleChoices:
		return "Razorpay signed it and it was stored, but parts of it were not understood."
	case bool(d.SignatureVerified):
		return "Razorpay signed it, but it could not be stored. Razorpay sends it again by itself."
	}
	return "It could not be read to its end. If it was Razorpay's, it comes again by itself."
}

// LedgerRow is a transaction as the console lists it.
type LedgerRow struct {
	ID                     string       `json:"id" db:"id"`
	RegistrationID         string       `json:"registrationId" db:"registrationId"`
	MembershipTierID       string       `json:"membershipTierId" db:"membershipTierId"`
	TierName               string       `json:"tierName" db:"tierName"`
	RazorpayPaymentID      string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID        string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	RazorpaySubscriptionID string       `json:"razorpaySubscriptionId" db:"razorpaySubscriptionId"`
	Amount                 money.Amount `json:"amount" db:"amount"`
	RefundedAmount         money.Amount `json:"refundedAmount" db:"refundedAmount"`
	Currency               string       `json:"currency" db:"currency"`
	Status                 string       `json:"status" db:"status"`
	// Seats is the number of memberships that a company has bought for others, or 0 for a membership of the buyer.
	Seats         int    `json:"seats" db:"seats"`
	PaymentMethod string `json:"paymentMethod" db:"paymentMethod"`
	CustomerEmail string `json:"customerEmail" db:"customerEmail"`
	CustomerName  string `json:"customerName" db:"customerName"`
	CustomerPhone string `json:"customerPhone" db:"customerPhone"`
	Attention     string `json:"attention" db:"attention"`
	AttentionNote string `json:"attentionNote" db:"attentionNote"`
	DisputeStatus string `json:"disputeStatus" db:"disputeStatus"`
	// DisputeRespondBy is the deadline for answering an open dispute, or "" if there is none.
	DisputeRespondBy httpx.Time         `json:"disputeRespondBy" db:"disputeRespondBy"`
	WebhookData      types.JSONMap[any] `json:"webhookData" db:"webhookData"`
	ProcessedAt      httpx.Time         `json:"processedAt" db:"processedAt"`
	CreatedAt        httpx.Time         `json:"createdAt" db:"createdAt"`
}

// transactionSheet omits the provider's raw data, which is of no use in a spreadsheet.
var transactionSheet = exports.Sheet[LedgerRow]{
	File: "transactions", Title: "Transactions", Action: "transactions.exported",
	List: func() httpx.List {
		list := transactionList
		list.Columns = []string{"id", "tierName", "razorpayPaymentId", "razorpayOrderId", "razorpaySubscriptionId", "amount",
			"refundedAmount", "currency", "status", "seats", "paymentMethod", "customerEmail", "customerName", "customerPhone", "attention",
			"attentionNote", "disputeStatus", "disputeRespondBy", "processedAt", "createdAt"}
		return list
	}(),
	Headings: []string{"Payment ID", "Order ID", "Subscription ID", "Customer", "Email", "Phone", "Membership tier", "Seats", "Amount",
		"Refunded", "Currency", "Status", "Method", "Needs attention", "Note", "Dispute", "Answer the dispute by (IST)", "Begun at (IST)", "Processed at (IST)"},
	Cells: func(t LedgerRow) []any {
		return []any{t.RazorpayPaymentID, t.RazorpayOrderID, t.RazorpaySubscriptionID, t.CustomerName, t.CustomerEmail, t.CustomerPhone,
			t.TierName, sheets.Number(strconv.Itoa(t.Seats)), sheets.Number(t.Amount.String()), sheets.Number(t.RefundedAmount.String()), t.Currency, t.Status, t.PaymentMethod,
			t.Attention, t.AttentionNote, t.DisputeStatus, types.DateTime(t.DisputeRespondBy).Time(), types.DateTime(t.CreatedAt).Time(), types.DateTime(t.ProcessedAt).Time()}
	},
}

// ListTransactions is GET /api/transactions.
func (p *Payments) ListTransactions(e *core.RequestEvent) error {
	return httpx.WriteList[LedgerRow](e, transactionList)
}

// ExportTransactions is GET /api/transactions/export.
func (p *Payments) ExportTransactions(e *core.RequestEvent) error {
	return transactionSheet.WriteResponse(e, p.audit, p.now)
}
