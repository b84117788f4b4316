package payments

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/money"
)

// Unknown is a payment at the provider that no transaction knows.
type Unknown struct {
	ID                string       `json:"id" db:"id"`
	RazorpayPaymentID string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID   string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	Amount            money.Amount `json:"amount" db:"amount"`
	Currency          string       `json:"currency" db:"currency"`
	Status            string       `json:"status" db:"status"`
	Email             string       `json:"email" db:"email"`
	Contact           string       `json:"contact" db:"contact"`
	Description       string       `json:"description" db:"description"`
	PaidAt            edge.Stamp   `json:"paidAt" db:"paidAt"`
	CreatedAt         edge.Stamp   `json:"createdAt" db:"createdAt"`
}

var unknownList = edge.Listing{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "currency", "status", "email", "contact",
		"description", "paidAt", "createdAt"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Usual:  "-createdAt",
}

// Unknown is GET /api/payments/unknown.
func (p *Payments) Unknown(e *core.RequestEvent) error {
	rows, err := edge.Rows[Unknown](e, unknownList)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, rows)
}
