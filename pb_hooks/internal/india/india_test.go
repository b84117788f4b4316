package india

import (
	"testing"
	"time"
)

func TestFinancialYearStartsOn1AprilInIndia(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"2027-03-31T18:29:59Z": "2026-27", // one second before midnight in India
		"2027-03-31T18:30:00Z": "2027-28",
		"2027-01-01T00:00:00Z": "2026-27",
		"2099-12-31T00:00:00Z": "2099-00",
	} {
		if got := FinancialYear(moment(t, at)); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

func TestParseStartAndParseEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, start, end string
	}{
		{"2027-03-31", "2027-03-30T18:30:00Z", "2027-03-31T18:29:59Z"},
		{"2028-02-29", "2028-02-28T18:30:00Z", "2028-02-29T18:29:59Z"},
		{"2027-03-31T10:00:00+05:30", "2027-03-31T04:30:00Z", "2027-03-31T04:30:00Z"},
	} {
		start, startErr := ParseStart(c.text)
		end, endErr := ParseEnd(c.text)
		if startErr != nil || endErr != nil {
			t.Errorf("%s: %v, %v", c.text, startErr, endErr)
			continue
		}
		if start.Format(time.RFC3339) != c.start || end.Format(time.RFC3339) != c.end {
			t.Errorf("%s: %s to %s, want %s to %s", c.text, start.Format(time.RFC3339), end.Format(time.RFC3339),
				c.start, c.end)
		}
	}
	for _, text := range []string{"2027-02-29", "2027-13-01", "31 Mar 2027", "2027-03-31T25:00:00Z"} {
		if at, err := ParseEnd(text); err == nil {
			t.Errorf("ParseEnd(%q) = %s, want an error", text, at)
		}
	}
	if at, err := ParseEnd(""); err != nil || !at.IsZero() {
		t.Errorf("ParseEnd of an empty text = %v, %v, want the zero time", at, err)
	}
}

func TestDaysAndTimesAreWrittenInIndianTime(t *testing.T) {
	t.Parallel()
	at := moment(t, "2027-03-31T20:00:00Z")
	if got := Day(at) + " " + DayText(at) + " " + TimeText(at); got != "2027-04-01 1 Apr 2027 1 Apr 2027, 01:30 IST" {
		t.Errorf("got %q", got)
	}
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
