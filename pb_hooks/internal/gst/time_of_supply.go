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

// TimeOfSupply is the date whose rate applies, by section 14 of the CGST Act. Of the service, the invoice and the
// payment, the side of the change on which two of them are decides:
//
//	service before the change   invoice and payment after        new rate   14(a)(i)
//	                            invoice before, payment after    old rate   14(a)(ii)
//	                            payment before, invoice after    old rate   14(a)(iii)
//	service after the change    invoice before, payment after    new rate   14(b)(i)
//	                            invoice and payment before       old rate   14(b)(ii)
//	                            payment before, invoice after    new rate   14(b)(iii)
//
// So for any change it is the middle one of the three dates. What is served, invoiced and paid after the change has
// the new rate, and all before it the old one.
func TimeOfSupply(service, invoice, payment time.Time) time.Time {
	dates := []time.Time{service, invoice, payment}
	slices.SortFunc(dates, time.Time.Compare)
	return dates[1]
}

// RateAt is the rate at a time: that of the first change after it, else the current one. The changes are in the order
// of their times.
func RateAt(at time.Time, changes []RateChange, current int) int {
	for _, change := range changes {
		if at.Before(change.Until) {
			return change.Rate
		}
	}
	return current
}
