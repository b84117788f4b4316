package members_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/members"
)

// charts is the response with the charts. Amounts are strings.
type charts struct {
	Weeks  []members.Week
	Months []struct{ Month, Revenue, RevenueUSD string }
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

// Each chart reads one row for each week or month, independent of the number of members.
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
		if statements != 3 {
			t.Errorf("%d statements read the counters, want 3", statements)
		}
	})
}
