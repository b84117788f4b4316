package members

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
)

const (
	chartWeeks  = 26
	chartMonths = 12
)

const monthLayout = "2006-01"

// Charts has the data of the dashboard's charts. The last week and the last month are the current ones.
type Charts struct {
	Weeks  []Week  `json:"weeks"`
	Months []Month `json:"months"`
}

// Week is the number of nominations in one week.
type Week struct {
	// Monday is the first day of the week, in India's time zone: "2026-08-03".
	Monday      string `json:"monday"`
	Nominations int64  `json:"nominations"`
}

// Month is the revenue of one calendar month in India, counted as in Stats.
type Month struct {
	// Month is the year and the month: "2026-08".
	Month      string       `json:"month"`
	Revenue    money.Amount `json:"revenue"`
	RevenueUSD money.Amount `json:"revenueUSD"`
}

// GetCharts is GET /api/admin/charts.
func (m *Members) GetCharts() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Charts, error) {
		charts, err := readCharts(e.App, m.now())
		return charts, apperr.Fail("The charts could not be read.", err)
	}, httpx.Doc{Tag: "members", Summary: "Read the charts of the dashboard"})
}

func readCharts(app core.App, now time.Time) (c Charts, err error) {
	if c.Weeks, err = weeklyNominations(app, now); err != nil {
		return c, err
	}
	c.Months, err = monthlyRevenue(app, now)
	return c, err
}

func weeklyNominations(app core.App, now time.Time) ([]Week, error) {
	today := now.In(india.Zone)
	sinceMonday := (int(today.Weekday()) + 6) % 7
	first := today.AddDate(0, 0, -sinceMonday-7*(chartWeeks-1))
	counts, err := nominations.CountByWeek(app, first.Format(time.DateOnly))
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
	year, month, _ := now.In(india.Zone).Date()
	first := time.Date(year, month+1-chartMonths, 1, 0, 0, 0, 0, india.Zone)
	rupees, err := ledger.RevenueByMonth(app, "INR", first.Format(monthLayout))
	if err != nil {
		return nil, err
	}
	dollars, err := ledger.RevenueByMonth(app, "USD", first.Format(monthLayout))
	if err != nil {
		return nil, err
	}
	months := make([]Month, chartMonths)
	for i := range months {
		name := first.AddDate(0, i, 0).Format(monthLayout)
		months[i] = Month{name, money.Amount(rupees[name]), money.Amount(dollars[name])}
	}
	return months, nil
}
