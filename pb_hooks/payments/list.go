package payments

import (
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/sheets"
)

// LedgerRow is a transaction as an admin sees it.
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
	// Seats is how many memberships a company has bought for others, 0 for one for the buyer.
	Seats         int    `json:"seats" db:"seats"`
	PaymentMethod string `json:"paymentMethod" db:"paymentMethod"`
	CustomerEmail string `json:"customerEmail" db:"customerEmail"`
	CustomerName  string `json:"customerName" db:"customerName"`
	CustomerPhone string `json:"customerPhone" db:"customerPhone"`
	Attention     string `json:"attention" db:"attention"`
	AttentionNote string `json:"attentionNote" db:"attentionNote"`
	DisputeStatus string `json:"disputeStatus" db:"disputeStatus"`
	// DisputeRespondBy is until when an open dispute can be answered, "" for none.
	DisputeRespondBy httpx.Time         `json:"disputeRespondBy" db:"disputeRespondBy"`
	WebhookData      types.JSONMap[any] `json:"webhookData" db:"webhookData"`
	ProcessedAt      httpx.Time         `json:"processedAt" db:"processedAt"`
	CreatedAt        httpx.Time         `json:"createdAt" db:"createdAt"`
}

// transactionSheet leaves out the provider's raw data, which no spreadsheet has a use for.
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
