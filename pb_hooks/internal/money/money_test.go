package money_test

import (
	"encoding/json"
	"testing"

	"boardcircle/pb_hooks/internal/money"
)

func TestAmountIsWrittenInMajorUnits(t *testing.T) {
	t.Parallel()
	for minor, text := range map[money.Amount]string{
		0: "0", 5: "0.05", 50: "0.50", 100: "1", 117882: "1178.82", 2500000: "25000", 99999999999: "999999999.99", -150: "-1.50",
	} {
		if minor.String() != text {
			t.Errorf("Amount(%d).String() = %q, want %q", int64(minor), minor, text)
		}
		if minor < 0 {
			continue
		}
		if back, err := money.Parse(text); err != nil || back != minor {
			t.Errorf("Parse(%q) = %d, %v, want %d", text, int64(back), err, int64(minor))
		}
	}
	if body, err := json.Marshal(map[string]money.Amount{"price": 117882}); err != nil ||
		string(body) != `{"price":"1178.82"}` {
		t.Errorf("json.Marshal = %s, %v", body, err)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, minor := range map[string]money.Amount{"25000.0": 2500000, "25000.00": 2500000, "0007": 700, "1.5": 150, "0.01": 1} {
		if got, err := money.Parse(text); err != nil || got != minor {
			t.Errorf("Parse(%q) = %d, %v, want %d", text, int64(got), err, int64(minor))
		}
	}
	for _, text := range []string{"", "-1", "+1", "1.", ".5", "1.234", "1,000", "1e3", "25 000", "₹25", "0x10", "1000000000", "٣"} {
		if got, err := money.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %d, want an error", text, int64(got))
		}
	}
}

func TestGSTIsRoundedHalfUp(t *testing.T) {
	t.Parallel()
	for base, gst := range map[money.Amount]money.Amount{0: 0, 1: 0, 2: 0, 3: 1, 25: 5, 2500000: 450000, 99900: 17982, 99901: 17982} {
		if got := base.GST(18); got != gst {
			t.Errorf("GST of 18%% on %d = %d, want %d", base, got, gst)
		}
	}
}

func TestFormatGroupsRupeesAsInIndia(t *testing.T) {
	t.Parallel()
	for minor, text := range map[money.Amount]string{0: "₹0", 5: "₹0.05", 99900: "₹999", 117882: "₹1,178.82", 11800000: "₹1,18,000", 123456789012: "₹1,23,45,67,890.12"} {
		if got := minor.Format("INR"); got != text {
			t.Errorf("Amount(%d).Format(\"INR\") = %s, want %s", int64(minor), got, text)
		}
	}
	if got := money.Amount(3000050).Format("USD"); got != "USD 30,000.50" {
		t.Errorf("Format(\"USD\") = %s, want USD 30,000.50", got)
	}
}

func TestStringAndFormat(t *testing.T) {
	t.Parallel()
	for minor, want := range map[money.Amount][2]string{
		0: {"0", "₹0"}, 5: {"0.05", "₹0.05"}, 117882: {"1178.82", "₹1,178.82"}, 2500000: {"25000", "₹25,000"},
		11800000: {"118000", "₹1,18,000"}, 123456789010: {"1234567890.10", "₹1,23,45,67,890.10"},
	} {
		if got := minor.String(); got != want[0] {
			t.Errorf("Amount(%d).String() = %s, want %s", int64(minor), got, want[0])
		}
		if got := minor.Format("INR"); got != want[1] {
			t.Errorf("Amount(%d).Format(\"INR\") = %s, want %s", int64(minor), got, want[1])
		}
	}
}
