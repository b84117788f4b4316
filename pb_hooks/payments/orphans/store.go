package orphans

import (
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
)

// newOrphanRow returns an unattached payment as a row of the list.
func newOrphanRow(o *ledger.CapturedPayment) OrphanPaymentRow {
	status := o.GetString("status")
	return OrphanPaymentRow{
		ID:                o.Id,
		RazorpayPaymentID: o.PaymentID(),
		RazorpayOrderID:   o.GetString("razorpayOrderId"),
		Amount:            o.Amount(),
		Currency:          o.Currency(),
		Status:            status,
		Email:             o.GetString("email"),
		Contact:           o.Contact(),
		Description:       o.GetString("description"),
		PaidAt:            httpx.Time(o.GetDateTime("paidAt")),
		CreatedAt:         httpx.Time(o.GetDateTime("createdAt")),
		SeenAt:            httpx.Time(o.GetDateTime("seenAt")),
		TransactionID:     o.TransactionID(),
		RefundedAmount:    o.Refunded(),
		IsUnresolved:      !o.IsResolved() && status != "refunded" && o.Left() > 0,
	}
}

// OrphanPaymentRow is an unmatched payment in the console's list.
type OrphanPaymentRow struct {
	ID                string       `json:"id" db:"id"`
	RazorpayPaymentID string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID   string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	Amount            money.Amount `json:"amount" db:"amount"`
	RefundedAmount    money.Amount `json:"refundedAmount" db:"refundedAmount"`
	Currency          string       `json:"currency" db:"currency"`
	Status            string       `json:"status" db:"status"`
	Email             string       `json:"email" db:"email"`
	Contact           string       `json:"contact" db:"contact"`
	Description       string       `json:"description" db:"description"`
	// TransactionID is the transaction that the payment was made for but has not paid for, or "".
	TransactionID string     `json:"transactionId" db:"transactionId"`
	PaidAt        httpx.Time `json:"paidAt" db:"paidAt"`
	CreatedAt     httpx.Time `json:"createdAt" db:"createdAt"`
	// SeenAt is when an admin cleared the payment, or "".
	SeenAt httpx.Time `json:"seenAt" db:"seenAt"`
	// IsUnresolved reports whether the payment was neither cleared by an admin nor returned in full.
	IsUnresolved bool `json:"isUnresolved" db:"needsAttention"`
}

// orphanPaymentList is the list of the payments that are not sold, newest first. It needs no other sort, because it is
// short and can be searched by payment id and payer.
var orphanPaymentList = lists.List{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "refundedAmount", "currency", "status",
		"email", "contact", "description", "transactionId", "paidAt", "createdAt", "seenAt", "needsAttention"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Phone:  "replace(contact, ' ', '')",
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		// These conditions match those of the partial indexes.
		"attention": {"any": "seenAt = '' AND status != 'refunded' AND refundedAmount < amount", "seen": "seenAt != ''"},
	},
	DefaultSort: "-createdAt",
}
