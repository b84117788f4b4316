package overview

import (
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
)

// ClearAttention is DELETE /api/transactions/{id}/attention: an admin has reviewed the flag. The same problem with the
// same payment is not flagged again. The audit log records what was cleared.
func (o *Overview) ClearAttention() httpx.Endpoint {
	return httpx.Do(o.clearAttention, httpx.Doc{
		Tag: "payments", Summary: "Mark a transaction as resolved",
		Errors: []*apperr.Error{ledger.ErrTransactionNotFound, errDifferenceOpen, errPlaceUnknown},
	})
}

func (o *Overview) clearAttention(e *core.RequestEvent) error {
	return ledger.ClearAttention(e, ledger.ErrTransactionNotFound, func(tx core.App, id string) error {
		t, err := ledger.FindTransaction(tx, id)
		if err != nil {
			return err
		}
		if unmatched, err := ledger.ListUnmatched(tx, t); err != nil {
			return err
		} else if len(unmatched) > 0 {
			return errDifferenceOpen
		}
		if !canClear(t) {
			return errPlaceUnknown
		}
		t.ClearAttention()
		return o.audit.Save(tx, audit.RequestActor(e), "transaction.seen-to", t.Record)
	})
}

// transactionSheet omits the provider's raw data, which is of no use in a spreadsheet.
var transactionSheet = exports.Sheet[ledger.LedgerRow]{
	File:   "transactions",
	Title:  "Transactions",
	Action: "transactions.exported",
	List: func() lists.List {
		list := ledger.TransactionList
		list.Columns = []string{"id", "tierName", "razorpayPaymentId", "razorpayOrderId", "razorpaySubscriptionId",
			"amount", "refundedAmount", "currency", "status", "seats", "paymentMethod", "customerEmail", "customerName",
			"customerPhone", "attention", "attentionNote", "disputeStatus", "disputeRespondBy", "processedAt",
			"createdAt"}
		return list
	}(),
	Headings: []string{"Payment ID", "Order ID", "Subscription ID", "Customer", "Email", "Phone", "Membership tier",
		"Seats", "Amount", "Refunded", "Currency", "Status", "Method", "Needs attention", "Note", "Dispute",
		"Answer the dispute by (IST)", "Started at (IST)", "Processed at (IST)"},
	Cells: func(t ledger.LedgerRow) []any {
		return []any{t.RazorpayPaymentID, t.RazorpayOrderID, t.RazorpaySubscriptionID, t.CustomerName, t.CustomerEmail,
			t.CustomerPhone, t.TierName, sheets.Number(strconv.Itoa(t.Seats)), sheets.Number(t.Amount.String()),
			sheets.Number(t.RefundedAmount.String()), t.Currency, string(t.Status),
			invoices.MethodLabel(t.PaymentMethod), string(t.Attention), t.AttentionNote, string(t.DisputeStatus), types.DateTime(t.DisputeRespondBy).Time(),
			types.DateTime(t.CreatedAt).Time(), types.DateTime(t.ProcessedAt).Time()}
	},
}

// transactionFilters describes the filters of the list.
var transactionFilters = []httpx.Parameter{
	{Name: "status", Description: "Lists the transactions with this status."},
	{Name: "attention", Description: "Lists the transactions that need attention, for this reason or any."},
}

// ListTransactions is GET /api/transactions.
func (o *Overview) ListTransactions() httpx.Endpoint {
	return lists.Rows[ledger.LedgerRow](ledger.TransactionList, httpx.Doc{
		Tag: "payments", Summary: "List the transactions", Query: transactionFilters,
	})
}

// ExportTransactions is GET /api/transactions/export.
func (o *Overview) ExportTransactions() httpx.Endpoint {
	return transactionSheet.Endpoint(func(e *core.RequestEvent) error {
		return transactionSheet.WriteResponse(e, o.audit, o.now)
	}, httpx.Doc{Tag: "payments", Summary: "Export the transactions", Query: transactionFilters})
}
