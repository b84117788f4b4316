package members

import (
	"time"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
)

const (
	chartWeeks  = 26
	chartMonths = 12
	// maxShares is the largest number of values that a distribution lists.
	maxShares = 10
)

const monthLayout = "2006-01"

// Charts has the data of the dashboard's charts. The last week and the last month are the current ones.
type Charts struct {
	Weeks      []Week       `json:"weeks"`
	Months     []Month      `json:"months"`
	Industries Distribution `json:"industries"`
	Cities     Distribution `json:"cities"`
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

// Distribution splits the paid members by a field of their nomination. Top lists the most common values, Others
// counts the members with other values, and Unstated those without one.
type Distribution struct {
	Top      []Share `json:"top"`
	Others   int64   `json:"others"`
	Unstated int64   `json:"unstated"`
	Members  int64   `json:"members"`
}

// Share is the number of members with one value.
type Share struct {
	Value   string `json:"value"`
	Members int64  `json:"members"`
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
	if c.Months, err = monthlyRevenue(app, now); err != nil {
		return c, err
	}
	if c.Industries, err = readDistribution(app, people.IndustryCounter, unchanged); err != nil {
		return c, err
	}
	c.Cities, err = readDistribution(app, people.CityCounter, titleCase)
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

// readDistribution reads the values that a counter has for the paid members. label converts a stored value for
// display.
func readDistribution(app core.App, counter string, label func(string) string) (Distribution, error) {
	d := Distribution{Top: []Share{}}
	counts, err := readmodel.Summary(
		app,
		counter,
		people.PaidMembersCounter,
		maxShares+1,
	) // one more, because "not stated" may be among them
	if err != nil {
		return d, err
	}
	d.Members, d.Unstated = counts.Total, counts.Unset
	d.Others = d.Members - d.Unstated
	for _, row := range counts.Largest {
		if row.Value != "" && len(d.Top) < maxShares {
			d.Top = append(d.Top, Share{label(row.Value), row.N})
			d.Others -= row.N
		}
	}
	return d, nil
}

// unchanged returns a stored option as it is. The web app has the labels of options.
func unchanged(value string) string { return value }

// titleCase capitalises a name that is stored in lower case: "navi mumbai" becomes "Navi Mumbai".
func titleCase(value string) string {
	letters, atWordStart := []rune(value), true
	for i, char := range letters {
		if atWordStart {
			letters[i] = unicode.ToTitle(char)
		}
		atWordStart = !unicode.IsLetter(char) && char != '\''
	}
	return string(letters)
}
