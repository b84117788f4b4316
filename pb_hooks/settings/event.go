package settings

import (
	"strconv"
	"time"
)

// defaultEventDate is the event's built-in day; its year is never shown.
const defaultEventDate = "2026-09-16"

// EventDay says the launch event's day as the site and the letters do: "September 16th".
func (s Settings) EventDay() string {
	day, err := time.Parse(time.DateOnly, s.EventDate)
	if err != nil { // no date is set
		day, _ = time.Parse(time.DateOnly, defaultEventDate)
	}
	return day.Month().String() + " " + ordinal(day.Day())
}

func ordinal(n int) string {
	suffix := "th"
	if n < 11 || n > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
