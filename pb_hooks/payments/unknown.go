package payments

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

// ListOrphanPayments is a payment at the provider that no transaction knows.
type OrphanPayment struct {
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
	// SeenAt is when a person saw to it, "" before that.
	SeenAt httpx.Time `json:"seenAt" db:"seenAt"`
	// NeedsAttention tells whether a person should look at it: nobody has yet, and the money was not given back.
	NeedsAttention bool `json:"needsAttention" db:"needsAttention"`
}

var orphanPaymentList = httpx.List{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "currency", "status", "email", "contact",
		"description", "paidAt", "createdAt", "seenAt", "needsAttention"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		// as the conditions of the indexes read
		"attention": {"any": "seenAt = '' AND status != 'refunded'", "seen": "seenAt != ''"},
	},
	DefaultSort: "-createdAt",
}

// ListOrphanPayments is GET /api/payments/unknown.
func (p *Payments) ListOrphanPayments(e *core.RequestEvent) error {
	return httpx.WriteList[OrphanPayment](e, orphanPaymentList)
}

// ClearOrphanAttention is DELETE /api/payments/unknown/{id}/attention: a person has looked at the payment.
// It stays in the list as seen to; the audit log keeps who did it.
func (p *Payments) ClearOrphanAttention(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		row, err := tx.FindFirstRecordByFilter(orphansCollection, "id = {:id} && attachedTo = ''", dbx.Params{"id": e.Request.PathValue("id")})
		if err != nil || row.GetString("seenAt") != "" {
			return err
		}
		row.Set("seenAt", toDateTime(p.now()))
		return p.audit.Save(tx, audit.RequestActor(e), "unknown-payment.seen-to", row)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This payment was not found among the unknown ones.", nil)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "This could not be stored. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}
