package members

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
)

const week = 7 * 24 * time.Hour

// Stats are the numbers of the dashboard and of the simple panel.
//
// Revenue is the amount paid, at the time of payment, minus refunds (full or partial) and lost disputes, at the time
// of each. Rupees and dollars are totalled separately.
type Stats struct {
	TotalRegistrations    int64        `json:"totalRegistrations"`
	ThisWeekRegistrations int64        `json:"thisWeekRegistrations"`
	PaidMemberships       int64        `json:"paidMemberships"`
	ThisMonthRevenue      money.Amount `json:"thisMonthRevenue"`
	ThisMonthRevenueUSD   money.Amount `json:"thisMonthRevenueUSD"`
	TotalRevenue          money.Amount `json:"totalRevenue"`
	TotalRevenueUSD       money.Amount `json:"totalRevenueUSD"`
	EmailsSent            int64        `json:"emailsSent"`
	ActiveCampaigns       int64        `json:"activeCampaigns"`
	PendingTransactions   int64        `json:"pendingTransactions"`
	DraftRegistrations    int64        `json:"draftRegistrations"`
	IndependentDirectors  int64        `json:"independentDirectors"`
}

// ListStats are the totals above the lists of members and payments. Revenue is counted as in Stats.
type ListStats struct {
	RegisteredUsers int64 `json:"registeredUsers"`
	Leads           int64 `json:"leads"`
	PaidMembers     int64 `json:"paidMembers"`
	// ActiveMembers counts the current members, including those in their grace period.
	ActiveMembers     int64        `json:"activeMembers"`
	TotalRevenue      money.Amount `json:"totalRevenue"`
	TotalRevenueUSD   money.Amount `json:"totalRevenueUSD"`
	CompletedPayments int64        `json:"completedPayments"`
	PendingPayments   int64        `json:"pendingPayments"`
	// AttentionTransactions counts the transactions that need attention. OrphanPayments counts the payments that the
	// provider knows and the ledger does not.
	AttentionTransactions int64 `json:"needAttention"`
	OrphanPayments        int64 `json:"unknownPayments"`
}

// GetStats is GET /api/admin/stats.
func (m *Members) GetStats() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Stats, error) {
		stats, err := readStats(e.App, m.now())
		return stats, apperr.Fail("The figures could not be read.", err)
	}, httpx.Doc{Tag: "members", Summary: "Read the figures of the dashboard"})
}

// ListStats is GET /api/members/figures.
func (m *Members) ListStats() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (ListStats, error) {
		stats, err := readListStats(e.App, m.now())
		return stats, apperr.Fail("The figures could not be read.", err)
	}, httpx.Doc{Tag: "members", Summary: "Read the figures above the lists of members and payments"})
}

func readStats(app core.App, now time.Time) (stats Stats, err error) {
	counts, err := nominations.CountAll(app)
	if err != nil {
		return stats, fmt.Errorf("count nominations: %w", err)
	}
	stats.TotalRegistrations, stats.IndependentDirectors = counts.Nominations, counts.IndependentDirectors
	if stats.DraftRegistrations, err = drafts.CountAll(app); err != nil {
		return stats, fmt.Errorf("count drafts: %w", err)
	}
	if stats.ThisWeekRegistrations, err = nominations.CountSince(app, now.Add(-week)); err != nil {
		return stats, fmt.Errorf("count this week's nominations: %w", err)
	}
	if stats.PaidMemberships, err = readmodel.Get(app, people.PaidMembersCounter); err != nil {
		return stats, err
	}
	revenue, err := ledger.TotalRevenue(app)
	if err != nil {
		return stats, fmt.Errorf("read the revenue: %w", err)
	}
	stats.TotalRevenue, stats.TotalRevenueUSD, stats.PendingTransactions = revenue.INR, revenue.USD, revenue.Pending
	month := now.In(india.Zone).Format(monthLayout)
	for currency, amount := range map[string]*money.Amount{"INR": &stats.ThisMonthRevenue,
		"USD": &stats.ThisMonthRevenueUSD} {
		months, err := ledger.RevenueByMonth(app, currency, month)
		if err != nil {
			return stats, fmt.Errorf("read this month's revenue: %w", err)
		}
		*amount = money.Amount(months[month])
	}
	if stats.EmailsSent, err = outbox.CountSent(app); err != nil {
		return stats, err
	}
	if stats.ActiveCampaigns, err = campaigns.CountActive(app); err != nil {
		return stats, fmt.Errorf("count campaigns: %w", err)
	}
	return stats, nil
}

func readListStats(app core.App, now time.Time) (stats ListStats, err error) {
	if stats.RegisteredUsers, err = accounts.Count(app); err != nil {
		return stats, err
	}
	totals, err := readmodel.Totals(app, people.LeadsCounter, people.PaidMembersCounter)
	if err != nil {
		return stats, err
	}
	if stats.ActiveMembers, err = ledger.CountMembers(app, now); err != nil {
		return stats, err
	}
	stats.Leads, stats.PaidMembers = totals[people.LeadsCounter], totals[people.PaidMembersCounter]
	revenue, err := ledger.TotalRevenue(app)
	if err != nil {
		return stats, fmt.Errorf("read the revenue: %w", err)
	}
	stats.TotalRevenue, stats.TotalRevenueUSD = revenue.INR, revenue.USD
	stats.CompletedPayments, stats.PendingPayments = revenue.Completed, revenue.Pending
	if stats.AttentionTransactions, stats.OrphanPayments, err = ledger.CountAttention(app); err != nil {
		return stats, fmt.Errorf("count what needs attention: %w", err)
	}
	return stats, nil
}
