package tiers_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/tiers"
)

func TestGSTIsRoundedOnceHalfUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base       money.Amount
		rate       int
		gst, total money.Amount
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
		if got := tiers.AddGST(c.base, c.rate); got.GSTAmount != c.gst || got.TotalAmount != c.total {
			t.Errorf("AddGST(%d, %d) = %+v, want GST %d and total %d", c.base, c.rate, got, c.gst, c.total)
		}
	}
}

func TestGSTIsExtractedFromATotal(t *testing.T) {
	t.Parallel()
	for total := money.Amount(100); total < 200_000; total += 7 {
		got := tiers.ExtractGST(total, 18)
		if got.BaseAmount+got.GSTAmount != total {
			t.Fatalf("ExtractGST(%d, 18) = %+v, which does not add up", total, got)
		}
		if exact := tiers.AddGST(got.BaseAmount, 18).GSTAmount; exact-got.GSTAmount > 1 || got.GSTAmount-exact > 1 {
			t.Fatalf("ExtractGST(%d, 18) = %+v, want GST within a paisa of %d", total, got, exact)
		}
	}
	if got := tiers.ExtractGST(2950000, 18); got.BaseAmount != 2500000 {
		t.Errorf("ExtractGST(2950000, 18) = %+v, want the base 2500000", got)
	}
}
