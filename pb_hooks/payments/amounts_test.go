package payments

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

func TestGSTIsRoundedOnceHalfUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base      int64
		rate      int
		gst, sold int64
	}{
		{2500000, 18, 450000, 2950000},
		{99900, 18, 17982, 117882},
		{25, 18, 5, 30},    // 4.5 paise
		{75, 18, 14, 89},   // 13.5 paise
		{275, 18, 50, 325}, // 49.5 paise
		{24, 18, 4, 28},    // 4.32 paise
		{100, 0, 0, 100},
		{1, 28, 0, 1},
	} {
		if got := addGST(c.base, c.rate); got.gst != c.gst || got.total != c.sold {
			t.Errorf("%d at %d %%: %+v", c.base, c.rate, got)
		}
	}
}

func TestGSTIsTakenOutOfAPlansAmount(t *testing.T) {
	t.Parallel()
	for total := int64(100); total < 200_000; total += 7 {
		got := extractGST(total, 18)
		if got.base+got.gst != total {
			t.Fatalf("%d does not add up: %+v", total, got)
		}
		if exact := addGST(got.base, 18).gst; exact-got.gst > 1 || got.gst-exact > 1 {
			t.Fatalf("%d: %+v, where 18 %% is %d", total, got, exact)
		}
	}
	if got := extractGST(2950000, 18); got.base != 2500000 {
		t.Errorf("%+v", got)
	}
}

func TestMoneyIsWrittenForMachinesAndForPeople(t *testing.T) {
	t.Parallel()
	for minor, want := range map[int64][2]string{
		0: {"0", "₹0"}, 5: {"0.05", "₹0.05"}, 117882: {"1178.82", "₹1,178.82"}, 2500000: {"25000", "₹25,000"},
		11800000: {"118000", "₹1,18,000"}, 123456789010: {"1234567890.10", "₹1,23,45,67,890.10"},
	} {
		if got := formatMajor(minor); got != want[0] {
			t.Errorf("%d travels as %s", minor, got)
		}
		if got := formatAmount(minor, "INR"); got != want[1] {
			t.Errorf("%d reads %s", minor, got)
		}
	}
}

func TestATermEndsByTheCivilCalendarInIndia(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ duration, start, end string }{
		{durationAnnual, "2026-08-03T06:30:00Z", "2027-08-03T06:30:00Z"},
		{durationAnnual, "2028-02-29T06:30:00Z", "2029-02-28T06:30:00Z"},
		{durationMonthly, "2026-01-31T06:30:00Z", "2026-02-28T06:30:00Z"},
		{durationMonthly, "2026-12-31T06:30:00Z", "2027-01-31T06:30:00Z"},
		// in India it is the 1st of February already
		{durationMonthly, "2026-01-31T20:00:00Z", "2026-02-28T20:00:00Z"},
		{durationMonthly, "2026-08-30T19:00:00Z", "2026-09-29T19:00:00Z"},
	} {
		start, err := time.Parse(time.RFC3339, c.start)
		if err != nil {
			t.Fatal(err)
		}
		if got := termEnd(c.duration, start).Format(time.RFC3339); got != c.end {
			t.Errorf("%s from %s ends %s, not %s", c.duration, c.start, got, c.end)
		}
	}
	if end := termEnd(durationLifetime, time.Now()); !end.IsZero() {
		t.Errorf("a lifetime ends on %s", end)
	}
}

func TestAnOpenOrderIsLookedAtLessAndLess(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	var ages []time.Duration
	for at := nextOrderCheck(made, made); !at.IsZero(); at = nextOrderCheck(made, at) {
		ages = append(ages, at.Sub(made))
	}
	want := []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 6 * time.Hour, 12 * time.Hour}
	for i, age := range want {
		if ages[i] != age {
			t.Errorf("look %d is at %s, not %s", i+1, ages[i], age)
		}
	}
	if last := ages[len(ages)-1]; last != 6*24*time.Hour || len(ages) != 4+24 {
		t.Errorf("%d looks, the last after %s", len(ages), last)
	}
}

func TestATransactionOnlyClimbs(t *testing.T) {
	t.Parallel()
	order := []string{statusPending, statusFailed, statusAuthorized, statusCompleted, statusRefunded}
	for i, from := range order {
		for j, to := range order {
			if advances(from, to) != (j > i) {
				t.Errorf("%s -> %s", from, to)
			}
		}
	}
}

func TestTheBuyersStateComesFromHerNominationOrHerLocation(t *testing.T) {
	t.Parallel()
	record := func(values map[string]any) *core.Record {
		r := core.NewRecord(core.NewBaseCollection("people"))
		r.Load(values)
		return r
	}
	pune := record(map[string]any{"location": "Pune, Maharashtra"})
	for want, nomination := range map[string]*core.Record{
		"27": nil, "33": record(map[string]any{"state": " tamil  Nadu "}), "01": record(map[string]any{"state": "Jammu & Kashmir"}),
	} {
		if got := billingState(pune, nomination); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got := billingState(record(map[string]any{"location": "London"}), record(map[string]any{"state": "Kent"})); got != "" {
		t.Errorf("Kent is %q", got)
	}
}
