package money_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/money"
)

func FuzzParsedAmountIsUnchangedByItsText(f *testing.F) {
	for _, seed := range []string{"25000", "1178.82", "0.5", "-1", "1e3", "999999999.99", "1000000000", "٣", " 1", "1."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := money.Parse(text)
		if err != nil {
			return
		}
		if again, err := money.Parse(amount.String()); amount < 0 || err != nil || again != amount {
			t.Errorf("Parse(%q) = %d, and Parse of its text = %d, %v", text, amount, again, err)
		}
	})
}
