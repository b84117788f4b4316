package members_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/members"
)

// charts is the decoded JSON of the charts. Amounts are strings.
type charts struct {
	Weeks  []members.Week
	Months []struct{ Month, Revenue, RevenueUSD string }

	Industries, Cities members.Distribution
}

func (o *fixture) charts() charts {
	o.Helper()
	answer := o.staff.Get("/api/admin/charts")
	var c charts
	if err := json.Unmarshal([]byte(answer.Body), &c); answer.Status != http.StatusOK || err != nil {
		o.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	return c
}

// instant parses a time in India's time zone.
func (o *fixture) instant(text string) time.Time {
	o.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.000 -0700", text+" +0530")
	if err != nil {
		o.Fatal(err)
	}
	return at
}

func TestChartsWithoutRecordsAreEmpty(t *testing.T) {
	t.Parallel()
	c := open(t).charts() // on Monday, 3 Aug 2026
	if len(c.Weeks) != 26 || c.Weeks[0].Monday != "2026-02-09" || c.Weeks[25].Monday != "2026-08-03" {
		t.Errorf("weeks: %v", c.Weeks)
	}
	if len(c.Months) != 12 || c.Months[0].Month != "2025-09" || c.Months[11].Month != "2026-08" {
		t.Errorf("months: %v", c.Months)
	}
	for _, week := range c.Weeks {
		if week.Nominations != 0 {
			t.Errorf("%v", week)
		}
	}
	for _, month := range c.Months {
		if month.Revenue != "0" || month.RevenueUSD != "0" {
			t.Errorf("%v", month)
		}
	}
	for _, split := range []members.Distribution{c.Industries, c.Cities} {
		if split.Top == nil || len(split.Top) > 0 || split.Others+split.Unstated+split.Members != 0 {
			t.Errorf("%v", split)
		}
	}
}

func TestWeeksBeginOnMondayInIndia(t *testing.T) {
	t.Parallel()
	o := open(t)
	for i, at := range []string{
		"2026-02-08 23:59:59.999", // the Sunday before the first week
		"2026-02-09 00:00:00.000", "2026-02-15 23:59:59.999",
		"2026-08-02 23:59:59.999", // still Sunday
		"2026-08-03 00:00:00.000", "2026-08-03 11:59:00.000",
	} {
		o.nomination(fmt.Sprintf("n%d@example.com", i), o.instant(at), nil)
	}
	of := func(starts string) int64 {
		for _, week := range o.charts().Weeks {
			if week.Monday == starts {
				return week.Nominations
			}
		}
		return -1
	}
	for starts, want := range map[string]int64{"2026-02-02": -1, "2026-02-09": 2, "2026-02-16": 0, "2026-07-27": 1, "2026-08-03": 2} {
		if got := of(starts); got != want {
			t.Errorf("the week of %s has %d nominations, want %d", starts, got, want)
		}
	}
	t.Run("and the row moves on with the clock", func(t *testing.T) {
		o.Clock.Advance(o.instant("2026-08-09 23:59:59.999").Sub(testapp.StartTime))
		if of("2026-08-10") != -1 {
			t.Error("next week has begun on Sunday")
		}
		o.Clock.Advance(time.Millisecond)
		if of("2026-08-10") != 0 || of("2026-02-09") != -1 {
			t.Errorf("%v", o.charts().Weeks)
		}
	})
}

func TestMonthsAreCountedInIndiaAndDollarsSeparately(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.sale(o.instant("2025-08-31 23:59:59.999"), fields{"customerEmail": "a@example.com"}) // too long ago
	o.sale(o.instant("2025-09-01 00:00:00.000"), fields{"customerEmail": "a@example.com", "amount": 100})
	o.sale(o.instant("2026-07-31 23:59:59.999"), fields{"customerEmail": "b@example.com", "amount": 117882})
	o.sale(o.instant("2026-08-01 00:00:00.000"), fields{"customerEmail": "c@example.com", "amount": 2950000})
	o.sale(o.instant("2026-08-02 10:00:00.000"),
		fields{"customerEmail": "d@example.com", "amount": 30050, "currency": "USD"})
	o.sale(o.instant("2026-08-02 10:00:00.000"), fields{"customerEmail": "e@example.com", "refundedAmount": 2000000})
	back := o.sale(o.instant("2026-08-02 10:00:00.000"), fields{"customerEmail": "f@example.com"})
	o.sale(o.instant("2026-08-02 10:00:00.000"),
		fields{"customerEmail": "g@example.com", "status": "pending", "processedAt": ""})
	told := func() string {
		months := o.charts().Months
		return fmt.Sprint(months[0], months[1], months[10], months[11])
	}
	if got := told(); got != "{2025-09 1 0} {2025-10 0 0} {2026-07 1178.82 0} {2026-08 68500 300.50}" {
		t.Error(got)
	}
	o.change(back, fields{"status": "refunded", "refundedAmount": 2950000})
	if got := told(); got != "{2025-09 1 0} {2025-10 0 0} {2026-07 1178.82 0} {2026-08 39000 300.50}" {
		t.Error("after a refund", got)
	}
}

func TestMembersAreCountedByIndustryAndCity(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	member := func(name, city, industry string) *core.Record {
		r := o.nomination(name+"@example.com", now, fields{"city": city, "industry": industry})
		o.sale(now, fields{"registrationId": r.Id})
		return r
	}
	first := member("a", "Navi Mumbai", "technology")
	member("b", " navi mumbai", "technology")
	member("c", "", "energy")
	o.sale(now, fields{"customerEmail": "d@example.com"}) // has no registration
	o.nomination("lead@example.com", now, fields{"city": "Kochi", "industry": "healthcare"})
	told := func() string {
		c := o.charts()
		return fmt.Sprint(c.Industries, c.Cities)
	}
	if got := told(); got != "{[{technology 2} {energy 1}] 0 1 4} {[{Navi Mumbai 2}] 0 2 4}" {
		t.Error(got)
	}
	o.change(first, fields{"industry": "energy", "city": "Pune"})
	if got := told(); got != "{[{energy 2} {technology 1}] 0 1 4} {[{Navi Mumbai 1} {Pune 1}] 0 2 4}" {
		t.Error("after a correction", got)
	}
	t.Run("ten are named, the rest is one number", func(t *testing.T) {
		for i := range 12 {
			member(fmt.Sprintf("more%d", i), fmt.Sprintf("Town %02d", i), "energy")
			member(fmt.Sprintf("evenmore%d", i), fmt.Sprintf("Town %02d", i), "energy")
		}
		cities := o.charts().Cities
		if len(cities.Top) != 10 || cities.Top[0] != (members.Share{Value: "Town 00", Members: 2}) || cities.Top[9].Value != "Town 09" ||
			cities.Others != 6 || cities.Unstated != 2 || cities.Members != 28 {
			t.Errorf("%v", cities)
		}
	})
}

// Each chart reads eleven rows of a distribution, and one row for each week or month, however many members there are.
func TestTheChartsUseIndexes(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.fillDatabase()
	queryplan.WithAndWithoutStatistics(t, o.PB, func(statistics string) {
		asked := 0
		for _, statement := range queryplan.CaptureQueries(o.PB, func() { o.charts() }) {
			if strings.Contains(statement, "counters") {
				asked++
			}
			if faults := queryplan.SlowSteps(t, o.PB, statement); len(faults) > 0 {
				t.Errorf("with %s statistics: %v in\n%s", statistics, faults, statement)
			}
		}
		if asked != 5 {
			t.Errorf("%d statements read the counts", asked)
		}
	})
}
