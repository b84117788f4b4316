package orphans

import (
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
)

// newOrphanRow returns an unattached payment as a row of the list.
func newOrphanRow(o *ledger.OrphanPayment) OrphanPaymentRow {
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
		IsUnresolved:      !o.IsResolved() && status != "refunded",
	}
}

// OrphanPaymentRow is an orphan payment in the console's list.
type OrphanPaymentRow struct {
	ID                string       `json:"id" db:"id"`
	RazorpayPaymentID string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID   string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	Amount            money.Amount `json:"amount" db:"amount"`
	Currency          string       `json:"currency" db:"currency"`
	Status            string       `json:"status" db:"status"`
	Email             string       `json:"email" db:"email"`
	Contact           string       `json:"contact" db:"contact"`
	Description       string       `json:"description" db:"description"`
	PaidAt            httpx.Time   `json:"paidAt" db:"paidAt"`
	CreatedAt         httpx.Time   `json:"createdAt" db:"createdAt"`
	// SeenAt is when an admin cleared the payment, or "".
	SeenAt httpx.Time `json:"seenAt" db:"seenAt"`
	// IsUnresolved reports whether the payment was neither cleared by an admin nor refunded.
	IsUnresolved bool `json:"isUnresolved" db:"needsAttention"`
}

// orphanPaymentList is the list of the orphan payments, newest first. It needs no other sort, because it is short and
// can be searched by payment id and payer.
var orphanPaymentList = lists.List{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "currency", "status", "email", "contact",
		"description", "paidAt", "createdAt", "seenAt", "needsAttention"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		// These conditions match those of the partial indexes.
		"attention": {"any": "seenAt = '' AND status != 'refunded'", "seen": "seenAt != ''"},
	},
	DefaultSort: "-createdAt",
}
