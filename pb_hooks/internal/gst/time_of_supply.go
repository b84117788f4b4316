package gst

import (
	"slices"
	"time"
)

// RateChange is a rate in percent that applied until a time.
type RateChange struct {
	Rate  int       `json:"rate"`
	Until time.Time `json:"until"`
}

// TimeOfSupply returns the date whose rate applies, by section 14 of the CGST Act. A rate change separates the dates of
// service, invoice and payment; the side with two of the three decides:
//
//	service before the change   invoice and payment after        new rate   14(a)(i)
//	                            invoice before, payment after    old rate   14(a)(ii)
//	                            payment before, invoice after    old rate   14(a)(iii)
//	service after the change    invoice before, payment after    new rate   14(b)(i)
//	                            invoice and payment before       old rate   14(b)(ii)
//	                            payment before, invoice after    new rate   14(b)(iii)
//
// So the decisive date is always the middle one of the three. If all three dates are on one side of the change, the
// rate of that side applies.
func TimeOfSupply(service, invoice, payment time.Time) time.Time {
	dates := []time.Time{service, invoice, payment}
	slices.SortFunc(dates, time.Time.Compare)
	return dates[1]
}

// RateAt returns the rate at a time: the rate of the first change after it, or else the current rate. changes must be
// sorted by time.
func RateAt(at time.Time, changes []RateChange, current int) int {
	for _, change := range changes {
		if at.Before(change.Until) {
			return change.Rate
		}
	}
	return current
}
