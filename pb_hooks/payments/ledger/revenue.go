package ledger

import (
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/payments/invoices"
)

// Revenue is booked on dates that do not change: a payment on the day on which it was made, a refund on the day on
// which the provider processed it, a lost dispute on the day of the decision. A refund therefore never lowers the sum
// of an earlier month. An entry that is reported after the books of its month were closed is booked in the first open
// month.

func monthOf(at time.Time) string { return at.In(india.Zone).Format(monthLayout) }

// revenueOf returns the bookings of a transaction: the paid amount, and the returned amounts as negative numbers. A
// refund without a stored date is booked with its payment. A second payment has sold nothing.
func revenueOf(t *core.Record) []readmodel.Count {
	transaction := database.As[Transaction](t)
	if !transaction.Status().IsPaid() || transaction.IsSecondPayment() {
		return nil
	}
	paidAt := transaction.ProcessedAt().Time()
	if paidAt.IsZero() {
		paidAt = transaction.CreatedAt().Time()
	}
	facts, err := transaction.Facts()
	if err != nil { // imported or edited by hand, so its refunds have no dates
		facts = Facts{}
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
	if facts.refundedTotal() == returned { // money that came back is booked on its own date
		for id, at := range facts.RefundedAt {
			book(time.Unix(at, 0), -facts.Refunds[id])
		}
		returned = 0
	} else if returned > 0 {
		for _, id := range slices.Sorted(maps.Keys(facts.RefundedAt)) {
			back := min(facts.Refunds[id], returned)
			book(time.Unix(facts.RefundedAt[id], 0), -back)
			returned -= back
		}
	}
	book(paidAt, amount-returned)
	return counts
}

// Booked is the booking of a payment, refund or dispute that the provider settles. The amount is in the currency of the
// transaction, or in rupees if the provider has reported the conversion.
type Booked struct {
	TransactionID string
	Amount        money.Amount
	// IsUndecided reports whether the money has bought nothing and was not fully returned.
	IsUndecided bool
}

// FindBookedPayment returns the booking of a payment, or what is known of a payment that has bought nothing: an orphan
// payment or a payment of a wrong amount. It returns sql.ErrNoRows for an unknown payment.
func FindBookedPayment(app core.App, paymentID string) (Booked, error) {
	p, err := FindCaptured(app, paymentID)
	if err == nil {
		return Booked{
			TransactionID: p.TransactionID(), Amount: p.inRupees(int64(p.Amount())),
			IsUndecided: !p.IsSold() && p.Left() > 0,
		}, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return Booked{}, err
	}
	t, err := FindTransactionByPayment(app, paymentID)
	if err != nil {
		return Booked{}, err
	}
	facts, err := t.Facts()
	if err != nil {
		return Booked{}, err
	}
	booked := Booked{TransactionID: t.Id}
	if t.Status().IsPaid() {
		booked.Amount = t.Amount()
	}
	if t.Status().IsPaid() && facts.RupeeAmount > 0 {
		booked.Amount = money.Amount(facts.RupeeAmount)
	}
	return booked, nil
}

// FindBookedReturn returns the booking of a refund or a lost dispute of a payment by its id at the provider, or
// sql.ErrNoRows.
func FindBookedReturn(app core.App, paymentID, id string) (Booked, error) {
	note, err := invoices.FindByRefund(app, id)
	if errors.Is(err, sql.ErrNoRows) {
		return findUnsoldReturn(app, paymentID, id)
	}
	if err != nil {
		return Booked{}, err
	}
	d, err := note.Document()
	if err != nil {
		return Booked{}, err
	}
	booked := Booked{TransactionID: note.TransactionID(), Amount: money.Amount(d.Total)}
	if d.RupeeTotal > 0 {
		booked.Amount = money.Amount(d.RupeeTotal)
	}
	return booked, nil
}

// FindBookedWin returns the money of a lost dispute that was won later, which a debit note has. It returns sql.ErrNoRows
// until an admin has restored the purchase.
func FindBookedWin(app core.App, paymentID, disputeID string) (Booked, error) {
	return FindBookedReturn(app, paymentID, disputeID+restored)
}

// findUnsoldReturn returns the refund or lost dispute of a payment that has bought nothing, which has no credit note.
func findUnsoldReturn(app core.App, paymentID, id string) (Booked, error) {
	p, err := FindCaptured(app, paymentID)
	if err != nil {
		return Booked{}, err
	}
	returns, err := p.returns()
	if err != nil {
		return Booked{}, err
	}
	amount, known := returns[id]
	if !known {
		return Booked{}, sql.ErrNoRows
	}
	// Money that came back is stored as a negative amount.
	return Booked{TransactionID: p.TransactionID(), Amount: p.inRupees(max(amount, -amount))}, nil
}
