package settings

import (
	"strconv"
	"time"
)

// launch is the event's built-in day; its year is never shown.
const launch = "2026-09-16"

// EventDay says the launch event's day as the site and the letters do: "September 16th".
func (s Settings) EventDay() string {
	day, err := time.Parse(time.DateOnly, s.EventDate)
	if err != nil { // no date is set
		day, _ = time.Parse(time.DateOnly, launch)
	}
	return day.Month().String() + " " + ordinal(day.Day())
}

func ordinal(n int) string {
	ending := "th"
	if n < 11 || n > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}
