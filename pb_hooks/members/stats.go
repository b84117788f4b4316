package members

import (
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

const week = 7 * 24 * time.Hour

// india is where the office's months begin. India has no summer time.
var india = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// GetStats are the figures of the dashboard and of the simple panel.
//
// Revenue is the amount of the transactions in the state completed, at the instant at which they
// were completed. A sale that was refunded in full has left that state and counts no more; one
// that was refunded in part has not, and counts whole. Rupees and dollars are summed apart.
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

// GetStats is GET /api/admin/stats.
func (m *Members) GetStats(e *core.RequestEvent) error {
	stats, err := readStats(e.App, m.now())
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The figures could not be read.", err)
	}
	return e.JSON(http.StatusOK, stats)
}

// readStats takes all figures in one statement, so that they are of one instant.
func readStats(app core.App, now time.Time) (Stats, error) {
	start, end := monthRange(now)
	var stats Stats
	err := app.DB().NewQuery(`
		SELECT
			(SELECT number FROM tallies WHERE name = 'registrations') AS totalRegistrations,
			(SELECT count(*) FROM members_nominations WHERE createdAt >= {:week}) AS thisWeekRegistrations,
			(SELECT number FROM tallies WHERE name = 'paid_members') AS paidMemberships,
			(SELECT coalesce(sum(amount), 0) FROM members_sales
				WHERE currency = 'INR' AND paidAt >= {:start} AND paidAt < {:end}) AS thisMonthRevenue,
			(SELECT coalesce(sum(amount), 0) FROM members_sales
				WHERE currency = 'USD' AND paidAt >= {:start} AND paidAt < {:end}) AS thisMonthRevenueUSD,
			(SELECT number FROM tallies WHERE name = 'revenue_INR') AS totalRevenue,
			(SELECT number FROM tallies WHERE name = 'revenue_USD') AS totalRevenueUSD,
			(SELECT number FROM tallies WHERE name = 'emails_sent') AS emailsSent,
			(SELECT number FROM tallies WHERE name = 'active_campaigns') AS activeCampaigns,
			(SELECT number FROM tallies WHERE name = 'pending_transactions') AS pendingTransactions,
			(SELECT number FROM tallies WHERE name = 'draft_registrations') AS draftRegistrations,
			coalesce((SELECT number FROM members_counts
				WHERE name = 'nominations_directorType' AND value = 'independent'), 0) AS independentDirectors`).
		Bind(dbx.Params{"week": formatDBTime(now.Add(-week)), "start": formatDBTime(start), "end": formatDBTime(end)}).
		Row(&stats.TotalRegistrations, &stats.ThisWeekRegistrations, &stats.PaidMemberships, &stats.ThisMonthRevenue,
			&stats.ThisMonthRevenueUSD, &stats.TotalRevenue, &stats.TotalRevenueUSD, &stats.EmailsSent,
			&stats.ActiveCampaigns, &stats.PendingTransactions, &stats.DraftRegistrations, &stats.IndependentDirectors)
	return stats, err
}

// monthRange is the calendar month in India that an instant falls into, its end excluded.
func monthRange(now time.Time) (start, end time.Time) {
	year, month, _ := now.In(india).Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, india), time.Date(year, month+1, 1, 0, 0, 0, 0, india)
}

// formatDBTime is an instant as the database writes it, where the order of texts is that of time.
func formatDBTime(at time.Time) string { return at.UTC().Format(types.DefaultDateLayout) }
