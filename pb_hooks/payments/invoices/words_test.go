package invoices

import (
	"strings"
	"testing"
)

func TestAmountsAreSaidAsAnIndianChequeSaysThem(t *testing.T) {
	t.Parallel()
	for minor, want := range map[int64][2]string{
		0:                  {"₹0.00", "Rupees zero only"},
		1:                  {"₹0.01", "Rupees zero and paise one only"},
		1_00:               {"₹1.00", "Rupees one only"},
		19_19:              {"₹19.19", "Rupees nineteen and paise nineteen only"},
		40_40:              {"₹40.40", "Rupees forty and paise forty only"},
		999_99:             {"₹999.99", "Rupees nine hundred ninety-nine and paise ninety-nine only"},
		1178_82:            {"₹1,178.82", "Rupees one thousand one hundred seventy-eight and paise eighty-two only"},
		1_00_000_00:        {"₹1,00,000.00", "Rupees one lakh only"},
		1_18_000_50:        {"₹1,18,000.50", "Rupees one lakh eighteen thousand and paise fifty only"},
		1_00_00_000_00:     {"₹1,00,00,000.00", "Rupees one crore only"},
		123_45_67_890_10:   {"₹1,23,45,67,890.10", "Rupees one hundred twenty-three crore forty-five lakh sixty-seven thousand eight hundred ninety and paise ten only"},
		1_000_00_00_000_00: {"₹10,00,00,00,000.00", "Rupees one thousand crore only"},
	} {
		if got := formatAmount(minor, "INR"); got != want[0] {
			t.Errorf("%d is written %s, not %s", minor, got, want[0])
		}
		if got := amountInWords(minor, "INR"); got != want[1] {
			t.Errorf("%d is said %q, not %q", minor, got, want[1])
		}
	}
	if got := formatAmount(15050, "USD") + ", " + amountInWords(15050, "USD"); got != "USD 150.50, USD one hundred fifty and cents fifty only" {
		t.Error(got)
	}
}

func FuzzWordsNameEachAmountOnce(f *testing.F) {
	f.Add(int64(2950000), int64(2950001))
	f.Fuzz(func(t *testing.T, a, b int64) {
		a, b = max(0, a)%(1<<53), max(0, b)%(1<<53)
		if (amountInWords(a, "INR") == amountInWords(b, "INR")) != (a == b) {
			t.Fatalf("%d and %d: %s", a, b, amountInWords(a, "INR"))
		}
		if strings.Contains(amountInWords(a, "INR"), "  ") || strings.Contains(amountInWords(a, "INR"), "- ") {
			t.Fatalf("%q", amountInWords(a, "INR"))
		}
	})
}
