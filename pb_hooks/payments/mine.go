package payments

import (
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// GetMembershipOverview is what a member sees of her membership and her payments.
type MembershipOverview struct {
	Membership   *Membership         `json:"membership"`
	Transactions []MemberTransaction `json:"transactions"`
}

// Membership is the membership that a member holds, or held last. EndsAt is null for life; Status
// is active, ended or revoked.
type Membership struct {
	TierName string      `json:"tierName"`
	StartsAt httpx.Time  `json:"startsAt"`
	EndsAt   *httpx.Time `json:"endsAt"`
	Status   string      `json:"status"`
}

// MemberTransaction is one of a member's own transactions. HasInvoice tells that its document can be
// fetched.
type MemberTransaction struct {
	ID                string     `json:"id"`
	TierName          string     `json:"tierName"`
	Amount            string     `json:"amount"`
	RefundedAmount    string     `json:"refundedAmount"`
	Currency          string     `json:"currency"`
	Status            string     `json:"status"`
	PaymentMethod     string     `json:"paymentMethod"`
	RazorpayPaymentID string     `json:"razorpayPaymentId"`
	HasInvoice        bool       `json:"hasInvoice"`
	ProcessedAt       httpx.Time `json:"processedAt"`
	CreatedAt         httpx.Time `json:"createdAt"`
}

// GetMembershipOverview is GET /api/memberships/mine.
func (p *Payments) GetMembershipOverview(e *core.RequestEvent) error {
	user := httpx.CurrentUser(e)
	var granted, rows []*core.Record
	err := e.App.RecordQuery(membershipsCollection).AndWhere(dbx.HashExp{"userId": user.Id}).OrderBy("startsAt", "id").All(&granted)
	if err == nil {
		err = e.App.RecordQuery(transactionsCollection).AndWhere(dbx.HashExp{"userId": user.Id}).OrderBy("createdAt DESC", "id").All(&rows)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Your membership could not be read.", err)
	}
	overview := MembershipOverview{Membership: currentMembership(granted, p.now()), Transactions: []MemberTransaction{}}
	for _, t := range rows {
		overview.Transactions = append(overview.Transactions, newMemberTransaction(t))
	}
	return e.JSON(http.StatusOK, overview)
}

// currentMembership picks what to show of a member's memberships, which come in the order of their start:
// the one that lasts longest among those that were not revoked, with the terms before it that it
// continues; without any, the last revoked one.
func currentMembership(granted []*core.Record, now time.Time) *Membership {
	if len(granted) == 0 {
		return nil
	}
	valid := slices.DeleteFunc(slices.Clone(granted), func(m *core.Record) bool { return !m.GetDateTime("revokedAt").IsZero() })
	if len(valid) == 0 {
		return newMembership(granted[len(granted)-1], granted[len(granted)-1], "revoked")
	}
	last := slices.MaxFunc(valid, func(a, b *core.Record) int { return membershipEnd(a).Compare(membershipEnd(b)) })
	firstTerm := last
	for _, m := range slices.Backward(valid) {
		sameTier := m.GetString("membershipTierId") == last.GetString("membershipTierId")
		if sameTier && m.GetDateTime("endsAt").Equal(firstTerm.GetDateTime("startsAt")) {
			firstTerm = m
		}
	}
	if membershipEnd(last).After(now) {
		return newMembership(firstTerm, last, "active")
	}
	return newMembership(firstTerm, last, "ended")
}

func newMembership(firstTerm, last *core.Record, status string) *Membership {
	m := &Membership{TierName: last.GetString("tierName"), StartsAt: httpx.Time(firstTerm.GetDateTime("startsAt")), Status: status}
	if end := httpx.Time(last.GetDateTime("endsAt")); end != (httpx.Time{}) {
		m.EndsAt = &end
	}
	return m
}

// membershipEnd is when a membership ends; one for life ends after all others.
func membershipEnd(m *core.Record) time.Time {
	if end := m.GetDateTime("endsAt"); !end.IsZero() {
		return end.Time()
	}
	return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
}

func newMemberTransaction(t *core.Record) MemberTransaction {
	return MemberTransaction{
		ID: t.Id, TierName: t.GetString("tierName"), Amount: formatMajor(amountOf(t)),
		RefundedAmount: formatMajor(int64(t.GetInt("refundedAmount"))), Currency: t.GetString("currency"),
		Status: t.GetString("status"), PaymentMethod: t.GetString("paymentMethod"),
		RazorpayPaymentID: t.GetString("razorpayPaymentId"), HasInvoice: isPaid(t.GetString("status")),
		ProcessedAt: httpx.Time(t.GetDateTime("processedAt")), CreatedAt: httpx.Time(t.GetDateTime("createdAt")),
	}
}
