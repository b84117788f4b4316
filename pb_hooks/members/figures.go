package members

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

// Figures are the numbers over the members' and the payments' lists. Revenue counts as in Stats.
type Figures struct {
	RegisteredUsers   int64        `json:"registeredUsers"`
	Leads             int64        `json:"leads"`
	PaidMembers       int64        `json:"paidMembers"`
	TotalRevenue      money.Amount `json:"totalRevenue"`
	TotalRevenueUSD   money.Amount `json:"totalRevenueUSD"`
	CompletedPayments int64        `json:"completedPayments"`
	PendingPayments   int64        `json:"pendingPayments"`
	// NeedAttention are the transactions that a person should look at, UnknownPayments those that
	// the provider knows and the ledger does not.
	NeedAttention   int64 `json:"needAttention"`
	UnknownPayments int64 `json:"unknownPayments"`
}

// Figures is GET /api/members/figures.
func (m *Members) Figures(e *core.RequestEvent) error {
	var f Figures
	// one statement, so that the figures are of one instant
	err := e.App.DB().NewQuery(`
		SELECT
			(SELECT number FROM tallies WHERE name = 'users'),
			(SELECT number FROM tallies WHERE name = 'leads'),
			(SELECT number FROM tallies WHERE name = 'paid_members'),
			(SELECT number FROM tallies WHERE name = 'revenue_INR'),
			(SELECT number FROM tallies WHERE name = 'revenue_USD'),
			(SELECT number FROM tallies WHERE name = 'completed_transactions'),
			(SELECT number FROM tallies WHERE name = 'pending_transactions'),
			(SELECT number FROM tallies WHERE name = 'attention_transactions'),
			(SELECT number FROM tallies WHERE name = 'unknown_payments')`).
		Row(&f.RegisteredUsers, &f.Leads, &f.PaidMembers, &f.TotalRevenue, &f.TotalRevenueUSD, &f.CompletedPayments,
			&f.PendingPayments, &f.NeedAttention, &f.UnknownPayments)
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The figures could not be read.", err)
	}
	return e.JSON(http.StatusOK, f)
}
