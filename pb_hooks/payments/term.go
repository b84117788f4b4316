package payments

import "time"

// The durations of a tier.
const (
	durationLifetime = "lifetime"
	durationAnnual   = "annual"
	durationMonthly  = "monthly"
)

// indiaTime is where the calendar of the memberships hangs. India has no summer time.
var indiaTime = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// termEnd is when a term that starts at start ends, by the civil calendar in India; zero is never.
// The last day of a month that has no such day is its end: 29 February 2028 + 1 year is
// 28 February 2029.
func termEnd(duration string, start time.Time) time.Time {
	switch duration {
	case durationAnnual:
		return addMonths(start, 12)
	case durationMonthly:
		return addMonths(start, 1)
	}
	return time.Time{}
}

func addMonths(start time.Time, months int) time.Time {
	local := start.In(indiaTime)
	year, month, day := local.Date()
	hour, minute, second := local.Clock()
	lastDay := time.Date(year, month+time.Month(months)+1, 0, 0, 0, 0, 0, indiaTime).Day()
	return time.Date(year, month+time.Month(months), min(day, lastDay), hour, minute, second, local.Nanosecond(), indiaTime).UTC()
}
