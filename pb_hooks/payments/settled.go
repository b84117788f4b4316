package payments

import (
	"database/sql"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/invoices"
)

// Booked is what is known of something that the provider settles: the transaction, and the amount in its currency, or
// in rupees where the provider has told them.
type Booked struct {
	TransactionID string
	Amount        money.Amount
	// IsUndecided tells that the money has bought nothing, and has not all gone back.
	IsUndecided bool
}

// FindBookedPayment returns what was booked of a payment, or is known of one that has bought nothing: an orphan, or
// one of another amount than its order's. It returns sql.ErrNoRows if nobody has heard of it.
func FindBookedPayment(app core.App, paymentID string) (Booked, error) {
	t, err := findTransactionByPayment(app, paymentID)
	if isMissing(err) {
		return findUnsoldPayment(app, paymentID)
	}
	if err != nil {
		return Booked{}, err
	}
	facts, err := t.facts()
	if err != nil {
		return Booked{}, err
	}
	if !t.Status().IsPaid() {
		unsold, err := findUnsoldPayment(app, paymentID)
		if isMissing(err) {
			return Booked{TransactionID: t.Id}, nil
		}
		return unsold, err
	}
	booked := Booked{TransactionID: t.Id, Amount: t.Amount()}
	if facts.RupeeAmount > 0 {
		booked.Amount = money.Amount(facts.RupeeAmount)
	}
	return booked, nil
}

func findUnsoldPayment(app core.App, paymentID string) (Booked, error) {
	orphan, err := findOrphan(app, paymentID)
	if err != nil {
		return Booked{}, err
	}
	returns, err := orphan.returns()
	whole := int64(orphan.Amount())
	return Booked{TransactionID: orphan.AttachedTo(), Amount: orphan.inRupees(whole), IsUndecided: sumOf(returns) < whole}, err
}

// FindBookedReturn returns what was booked of a refund or a lost dispute of a payment, by the provider's id of it, or
// sql.ErrNoRows.
func FindBookedReturn(app core.App, paymentID, id string) (Booked, error) {
	note, err := invoices.FindByRefund(app, id)
	if isMissing(err) {
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

// findUnsoldReturn finds what went back of a payment that has bought nothing, so that no credit note tells of it.
func findUnsoldReturn(app core.App, paymentID, id string) (Booked, error) {
	orphan, err := findOrphan(app, paymentID)
	if err != nil {
		return Booked{}, err
	}
	returns, err := orphan.returns()
	if err != nil {
		return Booked{}, err
	}
	amount, known := returns[id]
	if !known {
		return Booked{}, sql.ErrNoRows
	}
	return Booked{TransactionID: orphan.AttachedTo(), Amount: orphan.inRupees(amount)}, nil
}
