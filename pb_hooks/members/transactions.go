package members

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

// Transaction is a row of the ledger as the office sees it.
type Transaction struct {
	ID                     string             `json:"id" db:"id"`
	RegistrationID         string             `json:"registrationId" db:"registrationId"`
	MembershipTierID       string             `json:"membershipTierId" db:"membershipTierId"`
	TierName               string             `json:"tierName" db:"tierName"`
	RazorpayPaymentID      string             `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID        string             `json:"razorpayOrderId" db:"razorpayOrderId"`
	RazorpaySubscriptionID string             `json:"razorpaySubscriptionId" db:"razorpaySubscriptionId"`
	Amount                 money.Amount       `json:"amount" db:"amount"`
	RefundedAmount         money.Amount       `json:"refundedAmount" db:"refundedAmount"`
	Currency               string             `json:"currency" db:"currency"`
	Status                 string             `json:"status" db:"status"`
	PaymentMethod          string             `json:"paymentMethod" db:"paymentMethod"`
	CustomerEmail          string             `json:"customerEmail" db:"customerEmail"`
	CustomerName           string             `json:"customerName" db:"customerName"`
	CustomerPhone          string             `json:"customerPhone" db:"customerPhone"`
	Attention              string             `json:"attention" db:"attention"`
	AttentionNote          string             `json:"attentionNote" db:"attentionNote"`
	DisputeStatus          string             `json:"disputeStatus" db:"disputeStatus"`
	WebhookData            types.JSONMap[any] `json:"webhookData" db:"webhookData"`
	ProcessedAt            httpx.Time         `json:"processedAt" db:"processedAt"`
	CreatedAt              httpx.Time         `json:"createdAt" db:"createdAt"`
}

// attentionFilter begins the condition of one kind of attention, so that SQLite sees that the index of the
// few rows that need any holds them.
const attentionFilter = "attention != '' AND attention = "

var transactionList = httpx.List{
	From: "members_transactions",
	Columns: []string{"id", "registrationId", "membershipTierId", "tierName", "razorpayPaymentId", "razorpayOrderId",
		"razorpaySubscriptionId", "amount", "refundedAmount", "currency", "status", "paymentMethod", "customerEmail",
		"customerName", "customerPhone", "attention", "attentionNote", "disputeStatus", "webhookData", "processedAt", "createdAt"},
	Search: []string{"customerName", "customerEmail", "razorpayPaymentId", "razorpayOrderId", "tierName"},
	Sort: map[string]string{
		"customerName": "[[customerName]] COLLATE NOCASE", "customerEmail": "[[customerEmail]] COLLATE NOCASE",
		"razorpayPaymentId": "razorpayPaymentId", "amount": "amount", "status": "status", "paymentMethod": "paymentMethod",
		"createdAt": "createdAt",
	},
	Filters: map[string]map[string]string{
		"status": {
			"completed": "status = 'completed'", "pending": "status = 'pending'", "failed": "status = 'failed'",
			"authorized": "status = 'authorized'", "refunded": "status = 'refunded'",
		},
		"attention": {
			"any": "attention != ''", "second-payment": attentionFilter + "'second-payment'", "wrong-amount": attentionFilter + "'wrong-amount'",
			"orphan": attentionFilter + "'orphan'", "dispute": attentionFilter + "'dispute'",
		},
	},
	DefaultSort: "-createdAt",
	Counter:     "transactions",
}

// ListTransactions is GET /api/transactions.
func (m *Members) ListTransactions(e *core.RequestEvent) error {
	return httpx.WriteList[Transaction](e, transactionList)
}
