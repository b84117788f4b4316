package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// MemberTransaction is one of a member's own transactions. HasInvoice tells that its document can be
// downloaded.
type MemberTransaction struct {
	ID             string `json:"id"`
	TierName       string `json:"tierName"`
	Amount         string `json:"amount"`
	RefundedAmount string `json:"refundedAmount"`
	Currency       string `json:"currency"`
	Status         string `json:"status"`
	// Seats is how many memberships were bought for others, 0 for one for the buyer.
	Seats             int    `json:"seats"`
	PaymentMethod     string `json:"paymentMethod"`
	RazorpayPaymentID string `json:"razorpayPaymentId"`
	HasInvoice        bool   `json:"hasInvoice"`
	// IsUnderReview tells that money of another amount has arrived, and that we look at it.
	IsUnderReview bool `json:"isUnderReview"`
	// TermStartsAt is when the membership begins that it has paid for; null for none of the buyer's own.
	TermStartsAt *httpx.Time `json:"termStartsAt"`
	ProcessedAt  httpx.Time  `json:"processedAt"`
	CreatedAt    httpx.Time  `json:"createdAt"`
	// Documents are its receipt or invoice, then its credit notes.
	Documents []DocumentRow `json:"documents"`
}

func newMemberTransaction(app core.App, t *Transaction) (MemberTransaction, error) {
	facts, err := t.facts()
	if err != nil {
		return MemberTransaction{}, err
	}
	documents := []DocumentRow{}
	if t.Status().IsPaid() {
		if documents, err = documentsOf(app, t); err != nil {
			return MemberTransaction{}, err
		}
	}
	var startsAt *httpx.Time
	m, err := findTermByTransaction(app, t.Id)
	if ignoreMissing(err) != nil {
		return MemberTransaction{}, err
	}
	if err == nil {
		startsAt = optionalTime(m.StartsAt().Time())
	}
	return MemberTransaction{
		TermStartsAt:  startsAt,
		IsUnderReview: facts.Difference != nil,
		ID:            t.Id, TierName: t.TierName(), Amount: t.Amount().String(), RefundedAmount: t.RefundedAmount().String(),
		Currency: t.Currency(), Status: string(t.Status()), PaymentMethod: t.PaymentMethod(), RazorpayPaymentID: t.PaymentID(),
		HasInvoice: t.Status().IsPaid(), ProcessedAt: httpx.Time(t.ProcessedAt()), CreatedAt: httpx.Time(t.CreatedAt()),
		Documents: documents, Seats: t.Seats(),
	}, nil
}
