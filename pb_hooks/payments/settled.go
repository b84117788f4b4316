package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/invoices"
)

// Booked is what the ledger has of something that the provider settles: the transaction, and the amount in its
// currency, or in rupees where the provider has told them.
type Booked struct {
	TransactionID string
	Amount        money.Amount
}

// FindBookedPayment returns what was booked of a payment, or sql.ErrNoRows.
func FindBookedPayment(app core.App, paymentID string) (Booked, error) {
	t, err := findTransactionByPayment(app, paymentID)
	if err != nil {
		return Booked{}, err
	}
	facts, err := t.facts()
	if err != nil {
		return Booked{}, err
	}
	booked := Booked{TransactionID: t.Id, Amount: t.Amount()}
	if facts.RupeeAmount > 0 {
		booked.Amount = money.Amount(facts.RupeeAmount)
	}
	if !t.Status().IsPaid() {
		booked.Amount = 0
	}
	return booked, nil
}

// FindBookedReturn returns what was booked of a refund or a lost dispute, by the provider's id of it, or sql.ErrNoRows.
func FindBookedReturn(app core.App, id string) (Booked, error) {
	note, err := invoices.FindByRefund(app, id)
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
