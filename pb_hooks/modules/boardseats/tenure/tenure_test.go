package tenure_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/modules/boardseats/tenure"
)

const today = "2026-11-26"

func TestTheEndOfATerm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		appointed, second, last string
		status                  tenure.Status
		number                  int
		ends, latest, eligible  string
		isComputed              bool
	}{
		"a first term": {"2023-04-01", "", "", tenure.StatusRunning, 1, "2028-03-31", "2033-03-31", "", true},
		"a first term that an agreement ends earlier": {"2025-01-01", "", "2027-12-31", tenure.StatusRunning, 1,
			"2027-12-31", "2032-12-31", "", false},
		"a first term that an agreement cannot extend": {"2023-04-01", "", "2029-03-31", tenure.StatusRunning, 1,
			"2028-03-31", "2033-03-31", "", true},
		"a first term that ends today":      {"2021-11-27", "", "", tenure.StatusRunning, 1, today, "2031-11-26", "", true},
		"a first term that ended yesterday": {"2021-11-26", "", "", tenure.StatusOver, 1, "2026-11-25", "2031-11-25", "", true},
		"a first term that she has left":    {"2020-01-01", "", "2023-06-30", tenure.StatusLeft, 1, "2023-06-30", "", "", false},
		"a second term":                     {"2018-09-01", "2023-09-01", "", tenure.StatusRunning, 2, "2028-08-31", "", "2031-09-01", true},
		"a second term that is over": {"2014-08-01", "2019-08-01", "", tenure.StatusOver, 2, "2024-07-31", "", "2027-08-01",
			true},
		"a second term that she has left": {"2014-08-01", "2019-08-01", "2024-07-31", tenure.StatusLeft, 2, "2024-07-31",
			"", "2027-08-01", false},
		"from a leap day":         {"2024-02-29", "", "", tenure.StatusRunning, 1, "2029-02-28", "2034-02-28", "", true},
		"to a leap day":           {"2023-03-01", "", "", tenure.StatusRunning, 1, "2028-02-29", "2033-02-28", "", true},
		"from the end of a month": {"2022-08-31", "", "", tenure.StatusRunning, 1, "2027-08-30", "2032-08-30", "", true},
		"cooling-off from a leap day": {"2014-03-01", "2019-03-01", "2024-02-29", tenure.StatusLeft, 2, "2024-02-29", "",
			"2027-03-01", false},
		"time before the Act": {"2009-07-01", "", "", tenure.StatusOver, 1, "2019-03-31", "2024-03-31", "", true},
		"a second term that ran when the Act came counts as none": {"2005-07-01", "2010-07-01", "", tenure.StatusOver, 1,
			"2019-03-31", "2024-03-31", "", true},
		"a second term after a start before the Act": {"2009-07-01", "2019-04-01", "2024-03-31", tenure.StatusLeft, 2,
			"2024-03-31", "", "2027-04-01", false},
	} {
		board := identity.Board{Company: "Deccan Steel Ltd", Category: identity.BoardIndependent,
			AppointedOn: c.appointed, SecondTermOn: c.second, LastDay: c.last}
		got := tenure.Of([]identity.Board{board}, tenure.Day(today)).Terms[0]
		if got.Status != c.status || got.Number != c.number || got.EndsOn != c.ends || got.LatestOn != c.latest ||
			got.EligibleOn != c.eligible || got.IsComputed != c.isComputed {
			t.Errorf("%s: %+v", name, got)
		}
		for _, rule := range got.Rules {
			if rule.Section == "" || rule.Text == "" {
				t.Errorf("%s rests on %+v", name, rule)
			}
		}
		if len(got.Rules) == 0 {
			t.Errorf("%s rests on no rule", name)
		}
	}
}

func TestABoardWithoutALimitedTerm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		board identity.Board
		want  tenure.Status
		ends  string
	}{
		"executive":             {identity.Board{Category: identity.BoardExecutive, AppointedOn: "2001-01-01"}, tenure.StatusRunning, ""},
		"executive with an end": {identity.Board{Category: identity.BoardExecutive, LastDay: "2027-03-31"}, tenure.StatusRunning, "2027-03-31"},
		"left":                  {identity.Board{Category: identity.BoardNonExecutive, LastDay: "2020-03-31"}, tenure.StatusLeft, "2020-03-31"},
		"left, as anything":     {identity.Board{LastDay: "2020-03-31"}, tenure.StatusLeft, "2020-03-31"},
		"of unknown kind":       {identity.Board{AppointedOn: "2024-01-01"}, tenure.StatusIncomplete, ""},
		"without a start":       {identity.Board{Category: identity.BoardIndependent}, tenure.StatusIncomplete, ""},
		"with a day that does not exist": {identity.Board{Category: identity.BoardIndependent, AppointedOn: "2023-02-30"},
			tenure.StatusIncomplete, ""},
	} {
		got := tenure.Of([]identity.Board{c.board}, tenure.Day(today)).Terms[0]
		if got.Status != c.want || got.EndsOn != c.ends || got.Number != 0 || got.LatestOn+got.EligibleOn != "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTheTermsThatEndNextComeFirst(t *testing.T) {
	t.Parallel()
	var order []string
	for _, term := range tenure.Of([]identity.Board{
		{Company: "left", LastDay: "2020-01-01"},
		{Company: "no end", Category: identity.BoardExecutive},
		{Company: "later", Category: identity.BoardIndependent, AppointedOn: "2024-01-01"},
		{Company: "next", Category: identity.BoardIndependent, AppointedOn: "2022-01-01"},
	}, tenure.Day(today)).Terms {
		order = append(order, term.Company)
	}
	if !slices.Equal(order, []string{"next", "later", "no end", "left"}) {
		t.Error(order)
	}
}

func TestAReminderIsDueInTheLastSixMonths(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]string{
		"2027-03-31": "2026-09-30",
		"2027-08-31": "2027-02-28",
		"2028-08-29": "2028-02-29",
		"2027-06-15": "2026-12-15",
	} {
		if got := tenure.RemindOn(tenure.Day(end)).Format(time.DateOnly); got != want {
			t.Errorf("%s: on %s, want %s", end, got, want)
		}
		board := identity.Board{Category: identity.BoardExecutive, LastDay: end}
		for _, c := range []struct {
			day string
			due bool
		}{{dayAfter(want, -1), false}, {want, true}, {end, true}, {dayAfter(end, 1), false}} {
			term := tenure.Of([]identity.Board{board}, tenure.Day(c.day)).Terms[0]
			if term.IsEndingSoon != c.due {
				t.Errorf("%s: due on %s is %t", end, c.day, !c.due)
			}
		}
	}
}

func TestTheNumberOfBoards(t *testing.T) {
	t.Parallel()
	boards := func(n int, category identity.BoardCategory, kind identity.CompanyType) (list []identity.Board) {
		for i := range n {
			list = append(list, identity.Board{Company: string(kind) + strconv.Itoa(i), Category: category, CompanyType: kind})
		}
		return list
	}
	type counts struct{ independent, listed, public, companies, untyped int }
	for name, c := range map[string]struct {
		boards []identity.Board
		want   counts
		max    int
	}{
		"none":                          {nil, counts{}, 7},
		"eight as independent director": {boards(8, identity.BoardIndependent, identity.CompanyListed), counts{8, 8, 8, 8, 0}, 7},
		"a managing director": {append(boards(4, identity.BoardIndependent, identity.CompanyListed),
			identity.Board{Company: "own", Category: identity.BoardExecutive, CompanyType: identity.CompanyListed}), counts{4, 5, 5, 5, 0}, 3},
		"a managing director of a private company": {append(boards(4, identity.BoardIndependent, identity.CompanyListed),
			identity.Board{Company: "own", Category: identity.BoardExecutive, CompanyType: identity.CompanyPrivate}), counts{4, 4, 4, 5, 0}, 7},
		"charities":     {boards(3, identity.BoardNonExecutive, identity.CompanySection8), counts{}, 7},
		"unknown kinds": {boards(2, identity.BoardNonExecutive, ""), counts{0, 0, 0, 2, 2}, 7},
		"kinds from the CIN": {[]identity.Board{
			{Company: "a", CIN: "L17110MH1973PLC019786"}, {Company: "b", CIN: "u17110mh1973plc019787"},
			{Company: "c", CIN: "U17110MH1973PTC019788"}, {Company: "d", CIN: "U85110MH1973NPL019789"},
			{Company: "e", CIN: "U85110MH1973GOI019789"}, {Company: "f", CIN: "U85110"},
		}, counts{0, 1, 2, 5, 2}, 7},
		"the same company twice": {[]identity.Board{{Company: "Deccan", CompanyType: identity.CompanyPublic},
			{Company: " deccan", CompanyType: identity.CompanyPublic}}, counts{0, 0, 1, 1, 0}, 7},
		"a board that she has left": {[]identity.Board{{Company: "a", CompanyType: identity.CompanyListed, LastDay: "2020-01-01"}},
			counts{}, 7},
	} {
		got := tenure.Of(c.boards, tenure.Day(today))
		if found := (counts{got.Limits[0].Count, got.Limits[1].Count, got.Limits[2].Count, got.Limits[3].Count, got.Untyped}); found != c.want || got.Limits[0].Max != c.max {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func dayAfter(day string, days int) string {
	return tenure.Day(day).AddDate(0, 0, days).Format(time.DateOnly)
}

// TestTheComputationAlwaysHolds checks what is true of all profiles, also of those with impossible days.
func TestTheComputationAlwaysHolds(t *testing.T) {
	t.Parallel()
	first := tenure.Day("1990-01-01")
	day := rapid.OneOf(rapid.Just(""), rapid.Just("2023-02-30"), rapid.Map(rapid.IntRange(0, 20_000),
		func(days int) string { return first.AddDate(0, 0, days).Format(time.DateOnly) }))
	board := rapid.Custom(func(t *rapid.T) identity.Board {
		return identity.Board{
			Company:      rapid.SampledFrom([]string{"A Ltd", "B Ltd", "C Ltd"}).Draw(t, "company"),
			CIN:          rapid.SampledFrom([]string{"", "L17110MH1973PLC019786", "U17110MH1973PTC019788"}).Draw(t, "cin"),
			Category:     identity.BoardCategory(rapid.SampledFrom(append(identity.BoardCategory("").Values(), "")).Draw(t, "category")),
			CompanyType:  identity.CompanyType(rapid.SampledFrom(append(identity.CompanyType("").Values(), "")).Draw(t, "type")),
			AppointedOn:  day.Draw(t, "appointed"),
			SecondTermOn: day.Draw(t, "second"),
			LastDay:      day.Draw(t, "last"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		boards := rapid.SliceOfN(board, 0, 8).Draw(t, "boards")
		now := first.AddDate(0, 0, rapid.IntRange(0, 20_000).Draw(t, "today"))
		got := tenure.Of(boards, now)
		if len(got.Terms) != len(boards) {
			t.Fatalf("%d terms of %d boards", len(got.Terms), len(boards))
		}
		for _, term := range got.Terms {
			start, end := tenure.Day(term.StartsOn), tenure.Day(term.EndsOn)
			switch {
			case !slices.Contains(tenure.Status("").Values(), string(term.Status)):
				t.Fatalf("status %q", term.Status)
			case term.Status == tenure.StatusOver && !end.Before(now), term.Status == tenure.StatusLeft && !end.Before(now):
				t.Fatalf("it has not ended: %+v", term)
			case term.IsEndingSoon && (term.Status != tenure.StatusRunning || end.Sub(now) > 185*24*time.Hour):
				t.Fatalf("it is due too early: %+v", term)
			case term.Number > 0 && term.Category != identity.BoardIndependent:
				t.Fatalf("it has a number: %+v", term)
			case term.Number > 0 && term.IsComputed && !end.Equal(start.AddDate(5, 0, -1)):
				t.Fatalf("it has not five years: %+v", term)
			case term.Number > 0 && term.Status == tenure.StatusRunning && end.After(start.AddDate(5, 0, -1)):
				t.Fatalf("it has more than five years: %+v", term)
			case term.Number > 0 && start.Before(tenure.Day("2014-04-01")):
				t.Fatalf("it counts days before the Act: %+v", term)
			case (term.EligibleOn != "") != (term.Number == 2):
				t.Fatalf("cooling-off belongs to second terms: %+v", term)
			case term.EligibleOn != "" && tenure.Day(term.EligibleOn).Before(end.AddDate(3, 0, 0)):
				t.Fatalf("cooling-off is shorter than three years: %+v", term)
			case term.Number > 0 && len(term.Rules) == 0:
				t.Fatalf("it rests on nothing: %+v", term)
			}
		}
		listed, public, companies := got.Limits[1].Count, got.Limits[2].Count, got.Limits[3].Count
		if got.Limits[0].Count > listed || listed > public || public > companies || got.Untyped > companies ||
			companies > len(boards) {
			t.Fatalf("the counts do not include each other: %+v", got)
		}
	})
}
