package ledger

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/tiers"
)

func TestATermEndsOnTheSameDayOfTheMonthInIndia(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		duration   tiers.Duration
		start, end string
	}{
		{tiers.Annual, "2026-08-03T06:30:00Z", "2027-08-03T18:29:59Z"},
		{tiers.Annual, "2028-02-29T06:30:00Z", "2029-02-28T18:29:59Z"},
		{tiers.Monthly, "2026-01-31T06:30:00Z", "2026-02-28T18:29:59Z"},
		{tiers.Monthly, "2026-12-31T06:30:00Z", "2027-01-31T18:29:59Z"},
		// In India this time is already on 1 February.
		{tiers.Monthly, "2026-01-31T20:00:00Z", "2026-03-01T18:29:59Z"},
		{tiers.Monthly, "2026-08-30T19:00:00Z", "2026-09-30T18:29:59Z"},
	} {
		start, err := time.Parse(time.RFC3339, c.start)
		if err != nil {
			t.Fatal(err)
		}
		if got := TermEnd(c.duration, start, start.In(india.Zone).Day()).Format(time.RFC3339); got != c.end {
			t.Errorf("TermEnd of %s from %s = %s, want %s", c.duration, c.start, got, c.end)
		}
	}
	if end := TermEnd(tiers.Lifetime, time.Now(), 1); !end.IsZero() {
		t.Errorf("TermEnd of a lifetime tier = %s, want the zero time", end)
	}
}

func TestAnOpenOrderIsCheckedAtIncreasingIntervals(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	var ages []time.Duration
	for at := nextOrderCheck(created, created, CheckWindow); !at.IsZero(); at = nextOrderCheck(created, at,
		CheckWindow) {
		ages = append(ages, at.Sub(created))
	}
	want := []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 6 * time.Hour,
		12 * time.Hour}
	for i, age := range want {
		if ages[i] != age {
			t.Errorf("check %d is after %s, want %s", i+1, ages[i], age)
		}
	}
	if last := ages[len(ages)-1]; last != 6*24*time.Hour || len(ages) != 4+24 {
		t.Errorf("%d checks, the last after %s; want 28, the last after 144h", len(ages), last)
	}
}

func TestAStatusNeverMovesBackwards(t *testing.T) {
	t.Parallel()
	order := []Status{Pending, Failed, Authorized, Completed, Refunded}
	for i, from := range order {
		for j, to := range order {
			// Only a completed transaction can be refunded. The refund of a payment of a wrong amount moves the
			// transaction from authorized to failed. Restore completes a transaction again after a dispute was won.
			want := j > i && (to != Refunded || from == Completed) || from == Authorized && to == Failed ||
				from == Refunded && to == Completed
			if from.CanMoveTo(to) != want {
				t.Errorf("%s.CanMoveTo(%s) = %t, want %t", from, to, !want, want)
			}
		}
		if !Status("").CanMoveTo(order[0]) {
			t.Error("a new transaction cannot become pending")
		}
	}
	transaction := database.As[Transaction](core.NewRecord(core.NewBaseCollection("transactions")))
	for range 2 {
		if err := transaction.setStatus(Completed); err != nil {
			t.Error(err)
		}
	}
	if transaction.setStatus(Pending) == nil {
		t.Error("a completed transaction became pending")
	}
}
