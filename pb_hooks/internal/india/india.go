// Package india implements the calendar of the site (India's time zone, days as people read and type them, and the
// financial year), and knows which states a PIN code may belong to.
package india

import (
	"errors"
	"fmt"
	"time"
)

// Zone is India's time zone. It has no daylight saving time, so every day has 24 hours.
var Zone = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// DayOrTimePattern is the pattern (see rules.Field) of a day or a time as people type it. NoSuchDay is the message for
// an invalid day.
const (
	DayOrTimePattern = `^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}))?$`

	NoSuchDay = "Please enter a day that exists, such as 2027-03-31"
)

// Day returns the day of a time in the format that people type: "2027-03-31".
func Day(at time.Time) string { return at.In(Zone).Format(time.DateOnly) }

// DayText returns the day of a time as people read it: "31 Mar 2027".
func DayText(at time.Time) string { return at.In(Zone).Format("2 Jan 2006") }

// TimeText returns a time as people read it: "31 Mar 2027, 15:04 IST".
func TimeText(at time.Time) string { return at.In(Zone).Format("2 Jan 2006, 15:04 IST") }

// ParseDay returns the start of a typed day.
func ParseDay(text string) (time.Time, error) {
	return time.ParseInLocation(time.DateOnly, text, Zone)
}

// ParseStart parses a day, which means its start, or an RFC 3339 time. "" is the zero time.
func ParseStart(text string) (time.Time, error) {
	return parse(text, func(day time.Time) time.Time { return day })
}

// ParseEnd parses a day, which means its last second, or an RFC 3339 time. "" is the zero time.
func ParseEnd(text string) (time.Time, error) { return parse(text, EndOfDay) }

func parse(text string, of func(day time.Time) time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, dayErr := ParseDay(text)
	if dayErr == nil {
		return of(day).UTC(), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, errors.Join(dayErr, err)
	}
	return at.UTC(), nil
}

// StartOfDay returns the first moment of a time's day.
func StartOfDay(at time.Time) time.Time {
	year, month, day := at.In(Zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, Zone)
}

// EndOfDay returns the last second of a time's day.
func EndOfDay(at time.Time) time.Time { return StartOfDay(at).AddDate(0, 0, 1).Add(-time.Second) }

// FinancialYear returns the financial year of a time, from April to March: "2026-27".
func FinancialYear(at time.Time) string {
	year, month, _ := at.In(Zone).Date()
	if month < time.April {
		year--
	}
	return fmt.Sprintf("%d-%02d", year, (year+1)%100)
}
