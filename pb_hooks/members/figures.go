package members

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

// ListStats are the numbers over the members' and the payments' lists. Revenue counts as in Stats.
type ListStats struct {
	RegisteredUsers   int64        `json:"registeredUsers"`
	Leads             int64        `json:"leads"`
	PaidMembers       int64        `json:"paidMembers"`
	TotalRevenue      money.Amount `json:"totalRevenue"`
	TotalRevenueUSD   money.Amount `json:"totalRevenueUSD"`
	CompletedPayments int64        `json:"completedPayments"`
	PendingPayments   int64        `json:"pendingPayments"`
	// AttentionTransactions are the transactions that a person should look at, OrphanPayments those that
	// the provider knows and the ledger does not.
	AttentionTransactions int64 `json:"needAttention"`
	OrphanPayments        int64 `json:"unknownPayments"`
}

// ListStats is GET /api/members/figures.
func (m *Members) ListStats(e *core.RequestEvent) error {
	var stats ListStats
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
		Row(&stats.RegisteredUsers, &stats.Leads, &stats.PaidMembers, &stats.TotalRevenue, &stats.TotalRevenueUSD, &stats.CompletedPayments,
			&stats.PendingPayments, &stats.AttentionTransactions, &stats.OrphanPayments)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The figures could not be read.", err)
	}
	return e.JSON(http.StatusOK, stats)
}
