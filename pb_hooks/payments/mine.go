package payments

import (
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Mine is what a member sees of her membership and her payments.
type Mine struct {
	Membership   *Membership `json:"membership"`
	Transactions []Purchase  `json:"transactions"`
}

// Membership is the membership that a member holds, or held last. EndsAt is null for life; Status
// is active, ended or revoked.
type Membership struct {
	TierName string       `json:"tierName"`
	StartsAt httpx.Stamp  `json:"startsAt"`
	EndsAt   *httpx.Stamp `json:"endsAt"`
	Status   string       `json:"status"`
}

// Purchase is one of a member's own transactions. HasInvoice tells that its document can be
// fetched.
type Purchase struct {
	ID                string      `json:"id"`
	TierName          string      `json:"tierName"`
	Amount            string      `json:"amount"`
	RefundedAmount    string      `json:"refundedAmount"`
	Currency          string      `json:"currency"`
	Status            string      `json:"status"`
	PaymentMethod     string      `json:"paymentMethod"`
	RazorpayPaymentID string      `json:"razorpayPaymentId"`
	HasInvoice        bool        `json:"hasInvoice"`
	ProcessedAt       httpx.Stamp `json:"processedAt"`
	CreatedAt         httpx.Stamp `json:"createdAt"`
}

// Mine is GET /api/memberships/mine.
func (p *Payments) Mine(e *core.RequestEvent) error {
	user := httpx.User(e)
	var granted, sales []*core.Record
	err := e.App.RecordQuery(memberships).AndWhere(dbx.HashExp{"userId": user.Id}).OrderBy("startsAt", "id").All(&granted)
	if err == nil {
		err = e.App.RecordQuery(transactions).AndWhere(dbx.HashExp{"userId": user.Id}).OrderBy("createdAt DESC", "id").All(&sales)
	}
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "Your membership could not be read.", err)
	}
	mine := Mine{Membership: current(granted, p.now()), Transactions: []Purchase{}}
	for _, t := range sales {
		mine.Transactions = append(mine.Transactions, purchaseOf(t))
	}
	return e.JSON(http.StatusOK, mine)
}

// current picks what to show of a member's memberships, which come in the order of their start:
// the one that lasts longest among those that were not revoked, with the terms before it that it
// continues; without any, the last revoked one.
func current(granted []*core.Record, now time.Time) *Membership {
	if len(granted) == 0 {
		return nil
	}
	valid := slices.DeleteFunc(slices.Clone(granted), func(m *core.Record) bool { return !m.GetDateTime("revokedAt").IsZero() })
	if len(valid) == 0 {
		return shown(granted[len(granted)-1], granted[len(granted)-1], "revoked")
	}
	last := slices.MaxFunc(valid, func(a, b *core.Record) int { return endOf(a).Compare(endOf(b)) })
	firstTerm := last
	for _, m := range slices.Backward(valid) {
		sameTier := m.GetString("membershipTierId") == last.GetString("membershipTierId")
		if sameTier && m.GetDateTime("endsAt").Equal(firstTerm.GetDateTime("startsAt")) {
			firstTerm = m
		}
	}
	if endOf(last).After(now) {
		return shown(firstTerm, last, "active")
	}
	return shown(firstTerm, last, "ended")
}

func shown(firstTerm, last *core.Record, status string) *Membership {
	m := &Membership{TierName: last.GetString("tierName"), StartsAt: httpx.Stamp(firstTerm.GetDateTime("startsAt")), Status: status}
	if end := httpx.Stamp(last.GetDateTime("endsAt")); end != (httpx.Stamp{}) {
		m.EndsAt = &end
	}
	return m
}

// endOf is when a membership ends; one for life ends after all others.
func endOf(m *core.Record) time.Time {
	if end := m.GetDateTime("endsAt"); !end.IsZero() {
		return end.Time()
	}
	return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
}

func purchaseOf(t *core.Record) Purchase {
	return Purchase{
		ID: t.Id, TierName: t.GetString("tierName"), Amount: major(amountOf(t)),
		RefundedAmount: major(int64(t.GetInt("refundedAmount"))), Currency: t.GetString("currency"),
		Status: t.GetString("status"), PaymentMethod: t.GetString("paymentMethod"),
		RazorpayPaymentID: t.GetString("razorpayPaymentId"), HasInvoice: settled(t.GetString("status")),
		ProcessedAt: httpx.Stamp(t.GetDateTime("processedAt")), CreatedAt: httpx.Stamp(t.GetDateTime("createdAt")),
	}
}
