package members

import (
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

const (
	chartWeeks  = 26
	chartMonths = 12
)

// GetCharts are what the dashboard draws. The last week and the last month are those that run.
type Charts struct {
	Weeks      []Week       `json:"weeks"`
	Months     []Month      `json:"months"`
	Industries Distribution `json:"industries"`
	Cities     Distribution `json:"cities"`
}

// Week is a week's nominations.
type Week struct {
	// Starts is the Monday in India with which the week begins: "2026-08-03".
	Starts      string `json:"starts"`
	Nominations int64  `json:"nominations"`
}

// Month is what a calendar month in India was paid; revenue counts as in Stats.
type Month struct {
	// Month is "2026-08".
	Month      string       `json:"month"`
	Revenue    money.Amount `json:"revenue"`
	RevenueUSD money.Amount `json:"revenueUSD"`
}

// GetCharts is GET /api/admin/charts.
func (m *Members) GetCharts(e *core.RequestEvent) error {
	charts, err := readCharts(e.App, m.now())
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The charts could not be read.", err)
	}
	return e.JSON(http.StatusOK, charts)
}

func readCharts(app core.App, now time.Time) (c Charts, err error) {
	if c.Weeks, err = weeklyNominations(app, now); err != nil {
		return c, err
	}
	if c.Months, err = monthlyRevenue(app, now); err != nil {
		return c, err
	}
	if c.Industries, err = readDistribution(app, "members_industry", identity); err != nil {
		return c, err
	}
	c.Cities, err = readDistribution(app, "members_city", titleCase)
	return c, err
}

func weeklyNominations(app core.App, now time.Time) ([]Week, error) {
	today := now.In(india)
	sinceMonday := (int(today.Weekday()) + 6) % 7
	first := today.AddDate(0, 0, -sinceMonday-7*(chartWeeks-1))
	counts, err := countsSince(app, "nominations_week", first.Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	weeks := make([]Week, chartWeeks)
	for i := range weeks {
		starts := first.AddDate(0, 0, 7*i).Format(time.DateOnly)
		weeks[i] = Week{starts, counts[starts]}
	}
	return weeks, nil
}

func monthlyRevenue(app core.App, now time.Time) ([]Month, error) {
	const layout = "2006-01"
	currentMonth, _ := monthRange(now)
	first := currentMonth.AddDate(0, 1-chartMonths, 0)
	rupees, err := countsSince(app, "revenue_INR_month", first.Format(layout))
	if err != nil {
		return nil, err
	}
	dollars, err := countsSince(app, "revenue_USD_month", first.Format(layout))
	if err != nil {
		return nil, err
	}
	months := make([]Month, chartMonths)
	for i := range months {
		name := first.AddDate(0, i, 0).Format(layout)
		months[i] = Month{name, money.Amount(rupees[name]), money.Amount(dollars[name])}
	}
	return months, nil
}

// countsSince are the numbers that the database keeps under a name, from a value on.
func countsSince(app core.App, name, first string) (map[string]int64, error) {
	var rows []struct {
		Value  string `db:"value"`
		Number int64  `db:"number"`
	}
	err := app.DB().Select("value", "number").From("members_counts").
		Where(dbx.NewExp("name = {:name} AND value >= {:first}", dbx.Params{"name": name, "first": first})).All(&rows)
	counts := make(map[string]int64, len(rows))
	for _, row := range rows {
		counts[row.Value] = row.Number
	}
	return counts, err
}
