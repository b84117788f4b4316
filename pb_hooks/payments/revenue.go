package payments

import (
	"maps"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/readmodel"
)

// Revenue is booked on dates that stay: a payment when it was made, a refund, also one in part, and a lost dispute
// when they were. So a month that is over keeps its sum, whatever is refunded later.

// bookingTime is when something of the provider's is booked that happened at a time: then, unless the month of that
// is over by now; then it is booked when we hear of it.
func (p *Payments) bookingTime(at time.Time) time.Time {
	now := p.now()
	if at.IsZero() || at.After(now) || monthOf(at) != monthOf(now) {
		return now
	}
	return at
}

func monthOf(at time.Time) string { return at.In(india.Zone).Format(monthLayout) }

// revenueOf are the bookings of a transaction: what was paid, and negative what went back. A refund whose date was
// not kept is booked with its payment.
func revenueOf(t *core.Record) []readmodel.Count {
	transaction := newTransactionRecord(t)
	if !transaction.Status().IsPaid() {
		return nil
	}
	paidAt := transaction.ProcessedAt().Time()
	if paidAt.IsZero() {
		paidAt = transaction.CreatedAt().Time()
	}
	facts, err := transaction.facts()
	if err != nil { // written by hand: its refunds have no dates
		facts = paymentFacts{}
	}
	if facts.BookedAt != 0 {
		paidAt = time.Unix(facts.BookedAt, 0)
	}
	counter := revenueCounter + transaction.Currency()
	var counts []readmodel.Count
	book := func(at time.Time, amount int64) {
		counts = append(counts, readmodel.Count{Name: counter, N: amount},
			readmodel.Count{Name: counter + revenueMonthSuffix, Value: monthOf(at), N: amount})
	}
	amount, returned := int64(transaction.Amount()), int64(transaction.RefundedAmount())
	if transaction.Status() == Refunded {
		returned = amount
	}
	if returned > 0 {
		for _, id := range slices.Sorted(maps.Keys(facts.RefundedAt)) {
			back := min(facts.Refunds[id], returned)
			book(time.Unix(facts.RefundedAt[id], 0), -back)
			returned -= back
		}
	}
	book(paidAt, amount-returned)
	return counts
}
