package invoices

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
)

// A month of the books is open until an owner closes it. Months are closed in their order, so all up to the last
// closed one are closed. No document gets a date in a closed month: what belongs there and is heard of later is dated
// to the beginning of the first open month, and tells its own date.

// Month is a month in Indian Standard Time: "2026-11". The zero Month is none.
type Month string

const monthLayout = "2006-01"

// MonthOf is the month of an instant.
func MonthOf(at time.Time) Month { return Month(at.In(india.Zone).Format(monthLayout)) }

// ParseMonth reads a month.
func ParseMonth(text string) (Month, error) {
	at, err := time.ParseInLocation(monthLayout, text, india.Zone)
	if err != nil {
		return "", fmt.Errorf("%q is not a month: %w", text, err)
	}
	return MonthOf(at), nil
}

// Start is the month's first instant.
func (m Month) Start() time.Time {
	at, err := time.ParseInLocation(monthLayout, string(m), india.Zone)
	if err != nil { // the zero month
		return time.Time{}
	}
	return at
}

// Next is the month after.
func (m Month) Next() Month { return MonthOf(m.Start().AddDate(0, 1, 0)) }

// Previous is the month before.
func (m Month) Previous() Month { return MonthOf(m.Start().AddDate(0, -1, 0)) }

// Title is the month in words: "November 2026".
func (m Month) Title() string { return m.Start().Format("January 2006") }

// Date is when something that happened at a time is booked: then, or at the beginning of the first open month.
func Date(app core.App, at time.Time) (time.Time, error) {
	closed, err := ClosedThrough(app)
	if err != nil || MonthOf(at) > closed {
		return at, err
	}
	return closed.Next().Start(), nil
}
