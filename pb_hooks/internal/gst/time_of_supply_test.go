package gst_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/gst"
)

func TestTwoOfServiceInvoiceAndPaymentDecideTheRate(t *testing.T) {
	t.Parallel()
	change := time.Date(2026, 9, 22, 0, 0, 0, 0, time.UTC)
	before, earlier, at, after, later := change.AddDate(0, 0, -1), change.AddDate(0, -2, 0), change, change.AddDate(0,
		0, 1), change.AddDate(0, 2, 0)
	const oldRate, newRate = 18, 12
	for _, c := range []struct {
		clause                    string
		service, invoice, payment time.Time
		rate                      int
	}{
		{"14(a)(i)", before, after, later, newRate},
		{"14(a)(i), the payment first", before, later, after, newRate},
		{"14(a)(ii)", before, earlier, after, oldRate},
		{"14(a)(iii)", before, after, earlier, oldRate},
		{"14(b)(i)", after, before, later, newRate},
		{"14(b)(ii)", after, earlier, before, oldRate},
		{"14(b)(iii)", after, later, before, newRate},
		{"all before", earlier, before, before, oldRate},
		{"all after", after, later, after, newRate},
		{"in the moment of the change", at, at, earlier, newRate},
	} {
		supply := gst.TimeOfSupply(c.service, c.invoice, c.payment)
		if got := gst.RateAt(supply, []gst.RateChange{{Rate: oldRate, Until: change}}, newRate); got != c.rate {
			t.Errorf("%s: %d %%, want %d", c.clause, got, c.rate)
		}
	}
}

func TestTheRateOfADayIsTheRateBeforeTheNextChange(t *testing.T) {
	t.Parallel()
	day := func(month time.Month) time.Time { return time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC) }
	changes := []gst.RateChange{{Rate: 18, Until: day(3)}, {Rate: 12, Until: day(6)}}
	for month, want := range map[time.Month]int{1: 18, 3: 12, 5: 12, 6: 5, 9: 5} {
		if got := gst.RateAt(day(month), changes, 5); got != want {
			t.Errorf("%s: %d %%, want %d", month, got, want)
		}
	}
}
