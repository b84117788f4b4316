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

// charts is the response with the charts. Amounts are strings.
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
		o.Fatalf("status = %d, body = %s, error = %v", answer.Status, answer.Body, err)
	}
	return c
}

// instant parses a time in the time zone of India.
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
	c := open(t).charts() // It is Monday, 3 August 2026.
	if len(c.Weeks) != 26 || c.Weeks[0].Monday != "2026-02-09" || c.Weeks[25].Monday != "2026-08-03" {
		t.Errorf("weeks = %v, want 26 until 2026-08-03", c.Weeks)
	}
	if len(c.Months) != 12 || c.Months[0].Month != "2025-09" || c.Months[11].Month != "2026-08" {
		t.Errorf("months = %v, want 12 until 2026-08", c.Months)
	}
	for _, week := range c.Weeks {
		if week.Nominations != 0 {
			t.Errorf("week = %v, want no nominations", week)
		}
	}
	for _, month := range c.Months {
		if month.Revenue != "0" || month.RevenueUSD != "0" {
			t.Errorf("month = %v, want no revenue", month)
		}
	}
	for _, distribution := range []members.Distribution{c.Industries, c.Cities} {
		if distribution.Top == nil || len(distribution.Top) > 0 || distribution.Others+distribution.Unstated+distribution.Members != 0 {
			t.Errorf("distribution = %v, want an empty one", distribution)
		}
	}
}

func TestWeeksStartOnMondayInIndia(t *testing.T) {
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
	nominationsOf := func(monday string) int64 {
		for _, week := range o.charts().Weeks {
			if week.Monday == monday {
				return week.Nominations
			}
		}
		return -1
	}
	for monday, want := range map[string]int64{"2026-02-02": -1, "2026-02-09": 2, "2026-02-16": 0, "2026-07-27": 1, "2026-08-03": 2} {
		if got := nominationsOf(monday); got != want {
			t.Errorf("the week of %s has %d nominations, want %d", monday, got, want)
		}
	}
	t.Run("a new week starts", func(t *testing.T) {
		o.Clock.Advance(o.instant("2026-08-09 23:59:59.999").Sub(testapp.StartTime))
		if nominationsOf("2026-08-10") != -1 {
			t.Error("the next week started before Monday")
		}
		o.Clock.Advance(time.Millisecond)
		if nominationsOf("2026-08-10") != 0 || nominationsOf("2026-02-09") != -1 {
			t.Errorf("weeks = %v, want 26 until 2026-08-10", o.charts().Weeks)
		}
	})
}

func TestMonthsAreCountedInIndiaAndDollarsSeparately(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.sale(o.instant("2025-08-31 23:59:59.999"), fields{"customerEmail": "a@example.com"}) // more than twelve months ago
	o.sale(o.instant("2025-09-01 00:00:00.000"), fields{"customerEmail": "a@example.com", "amount": 100})
	o.sale(o.instant("2026-07-31 23:59:59.999"), fields{"customerEmail": "b@example.com", "amount": 117882})
	o.sale(o.instant("2026-08-01 00:00:00.000"), fields{"customerEmail": "c@example.com", "amount": 2950000})
	o.sale(o.instant("2026-08-02 10:00:00.000"),
		fields{"customerEmail": "d@example.com", "amount": 30050, "currency": "USD"})
	o.sale(o.instant("2026-08-02 10:00:00.000"), fields{"customerEmail": "e@example.com", "refundedAmount": 2000000})
	refunded := o.sale(o.instant("2026-08-02 10:00:00.000"), fields{"customerEmail": "f@example.com"})
	o.sale(o.instant("2026-08-02 10:00:00.000"),
		fields{"customerEmail": "g@example.com", "status": "pending", "processedAt": ""})
	summary := func() string {
		months := o.charts().Months
		return fmt.Sprint(months[0], months[1], months[10], months[11])
	}
	if got := summary(); got != "{2025-09 1 0} {2025-10 0 0} {2026-07 1178.82 0} {2026-08 68500 300.50}" {
		t.Errorf("months = %s", got)
	}
	o.change(refunded, fields{"status": "refunded", "refundedAmount": 2950000})
	if got := summary(); got != "{2025-09 1 0} {2025-10 0 0} {2026-07 1178.82 0} {2026-08 39000 300.50}" {
		t.Errorf("months after a refund = %s", got)
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
	o.sale(now, fields{"customerEmail": "d@example.com"}) // This member has no nomination.
	o.nomination("lead@example.com", now, fields{"city": "Kochi", "industry": "healthcare"})
	summary := func() string {
		c := o.charts()
		return fmt.Sprint(c.Industries, c.Cities)
	}
	if got := summary(); got != "{[{technology 2} {energy 1}] 0 1 4} {[{Navi Mumbai 2}] 0 2 4}" {
		t.Errorf("distributions = %s", got)
	}
	o.change(first, fields{"industry": "energy", "city": "Pune"})
	if got := summary(); got != "{[{energy 2} {technology 1}] 0 1 4} {[{Navi Mumbai 1} {Pune 1}] 0 2 4}" {
		t.Errorf("distributions after a correction = %s", got)
	}
	t.Run("only the ten largest cities are listed", func(t *testing.T) {
		for i := range 12 {
			member(fmt.Sprintf("more%d", i), fmt.Sprintf("Town %02d", i), "energy")
			member(fmt.Sprintf("evenmore%d", i), fmt.Sprintf("Town %02d", i), "energy")
		}
		cities := o.charts().Cities
		if len(cities.Top) != 10 || cities.Top[0] != (members.Share{Value: "Town 00", Members: 2}) || cities.Top[9].Value != "Town 09" ||
			cities.Others != 6 || cities.Unstated != 2 || cities.Members != 28 {
			t.Errorf("cities = %v, want the ten largest and six other members", cities)
		}
	})
}

// Each chart reads eleven rows of a distribution, and one row for each week or month, independent of the number of
// members.
func TestChartsUseIndexes(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.fillDatabase()
	queryplan.WithAndWithoutStatistics(t, o.PB, func(statistics string) {
		statements := 0
		for _, statement := range queryplan.CaptureQueries(o.PB, func() { o.charts() }) {
			if strings.Contains(statement, "counters") {
				statements++
			}
			if faults := queryplan.SlowSteps(t, o.PB, statement); len(faults) > 0 {
				t.Errorf("with %s statistics: %v in\n%s", statistics, faults, statement)
			}
		}
		if statements != 5 {
			t.Errorf("%d statements read the counters, want 5", statements)
		}
	})
}
