package invoices

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
)

// A month of the books is open until an owner closes it. Months are closed in order, so all months up to the last
// closed one are closed. No document gets a date in a closed month. A document that belongs to a closed month but is
// reported later gets the start of the first open month as its date, and states its real date.

// Month is a month in Indian Standard Time, such as "2026-11". The zero Month means no month.
type Month string

const monthLayout = "2006-01"

// MonthOf returns the month of a time.
func MonthOf(at time.Time) Month { return Month(at.In(india.Zone).Format(monthLayout)) }

// ParseMonth parses a month.
func ParseMonth(text string) (Month, error) {
	at, err := time.ParseInLocation(monthLayout, text, india.Zone)
	if err != nil {
		return "", fmt.Errorf("%q is not a month: %w", text, err)
	}
	return MonthOf(at), nil
}

// Start returns the start of the month.
func (m Month) Start() time.Time {
	at, err := time.ParseInLocation(monthLayout, string(m), india.Zone)
	if err != nil { // the zero Month
		return time.Time{}
	}
	return at
}

// Next returns the following month.
func (m Month) Next() Month { return MonthOf(m.Start().AddDate(0, 1, 0)) }

// Previous returns the preceding month.
func (m Month) Previous() Month { return MonthOf(m.Start().AddDate(0, -1, 0)) }

// Title formats the month, such as "November 2026".
func (m Month) Title() string { return m.Start().Format("January 2006") }

// Date returns when an event at a time is booked: at that time, or at the start of the first open month.
func Date(app core.App, at time.Time) (time.Time, error) {
	closed, err := ClosedThrough(app)
	if err != nil || MonthOf(at) > closed {
		return at, err
	}
	return closed.Next().Start(), nil
}
