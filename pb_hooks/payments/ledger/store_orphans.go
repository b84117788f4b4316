package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
)

const orphansCollection = "orphan_payments"

// OrphanPayment is the record of a payment that completed no transaction when it arrived: it matched none, or its
// amount was wrong. attachedTo is the transaction that the payment was for, if its amount was wrong, or the transaction
// that it has completed since.
type OrphanPayment struct{ core.BaseRecordProxy }

// SaveOrphan stores a payment, or updates its status if it is stored already. attachedTo is the transaction that it was
// meant for, or "". It reports whether the payment is new.
func SaveOrphan(tx core.App, payment Payment, attachedTo string, now time.Time) (isNew bool, err error) {
	orphan, err := FindOrphan(tx, payment.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		isNew = true
		if orphan, err = database.New[OrphanPayment](tx, orphansCollection); err != nil {
			return false, err
		}
		orphan.Load(map[string]any{
			"razorpayPaymentId": payment.ID,
			"razorpayOrderId":   payment.OrderID,
			"amount":            int64(payment.Amount),
			"currency":          payment.Currency,
			"email":             Truncate(payment.Email, 254),
			"contact":           Truncate(payment.Contact, 40),
			"description":       Truncate(payment.Description, 300),
			"paidAt":            database.DateTime(payment.PaidAt),
			"rupeeAmount":       int64(payment.RupeeAmount),
		})
		orphan.SetRaw("createdAt", database.DateTime(now))
	case err != nil:
		return false, err
	}
	orphan.Set("status", Truncate(payment.Status, 40))
	if !orphan.IsAttached() {
		orphan.Set("attachedTo", attachedTo)
	}
	if err := tx.Save(orphan); err != nil {
		return false, fmt.Errorf("save orphan payment %s: %w", payment.ID, err)
	}
	return isNew, nil
}

// FindOrphan returns an orphan payment by the provider's id, or sql.ErrNoRows.
func FindOrphan(app core.App, paymentID string) (*OrphanPayment, error) {
	return database.First[OrphanPayment](app, orphansCollection, dbx.HashExp{"razorpayPaymentId": paymentID})
}

// FindTransactionOfPayment returns the transaction of a payment, or the transaction that a payment of a wrong amount
// was meant for. It returns nil and sql.ErrNoRows if none exists.
func FindTransactionOfPayment(app core.App, paymentID string) (*Transaction, error) {
	t, err := FindTransactionByPayment(app, paymentID)
	if !errors.Is(err, sql.ErrNoRows) {
		return t, err
	}
	orphan, err := FindOrphan(app, paymentID)
	if err != nil {
		return nil, err
	}
	return FindTransaction(app, orphan.attachedTo())
}

// FindUnattachedOrphan returns an orphan payment by its id. It returns sql.ErrNoRows if it does not exist or was
// attached to a transaction.
func FindUnattachedOrphan(app core.App, id string) (*OrphanPayment, error) {
	orphan, err := FindOrphanByID(app, id)
	if err == nil && orphan.IsAttached() {
		return nil, sql.ErrNoRows
	}
	return orphan, err
}

// FindOrphanByID returns an orphan payment by our id, attached or not, or sql.ErrNoRows.
func FindOrphanByID(app core.App, id string) (*OrphanPayment, error) {
	return database.Find[OrphanPayment](app, orphansCollection, id)
}

func (o *OrphanPayment) PaymentID() string { return o.GetString("razorpayPaymentId") }

func (o *OrphanPayment) Email() string { return o.GetString("email") }

func (o *OrphanPayment) Contact() string { return o.GetString("contact") }

func (o *OrphanPayment) Amount() money.Amount { return money.Amount(o.GetInt("amount")) }

func (o *OrphanPayment) Currency() string { return o.GetString("currency") }

func (o *OrphanPayment) attachedTo() string { return o.GetString("attachedTo") }

func (o *OrphanPayment) IsAttached() bool { return o.attachedTo() != "" }

// Returns returns the amounts of the processed refunds and the lost disputes, by id.
func (o *OrphanPayment) Returns() (map[string]int64, error) {
	returns := map[string]int64{}
	if o.GetString("returns") == "" {
		return returns, nil
	}
	if err := o.UnmarshalJSONField("returns", &returns); err != nil {
		return nil, fmt.Errorf("read the returns of orphan payment %s: %w", o.PaymentID(), err)
	}
	return returns, nil
}

// inRupees converts an amount of the payment to rupees, at the provider's conversion of the whole payment. Without a
// conversion it returns the amount unchanged.
func (o *OrphanPayment) inRupees(amount int64) money.Amount {
	if whole := int64(o.GetInt("rupeeAmount")); whole > 0 && o.Amount() > 0 {
		return money.Amount(amount * whole / int64(o.Amount()))
	}
	return money.Amount(amount)
}

// RecordReturn stores a refund or a lost dispute of a payment that has bought nothing, and returns the total amount
// that has been returned. It returns 0 for any other payment.
func RecordReturn(tx core.App, paymentID, id string, amount money.Amount) (returned int64, err error) {
	orphan, err := FindOrphan(tx, paymentID)
	if err != nil {
		return 0, database.IgnoreMissing(err)
	}
	returns, err := orphan.Returns()
	if err != nil {
		return 0, err
	}
	if _, known := returns[id]; !known {
		returns[id] = int64(amount)
		orphan.Set("returns", returns)
		if err := tx.Save(orphan); err != nil {
			return 0, fmt.Errorf("save orphan payment %s: %w", paymentID, err)
		}
	}
	return SumOf(returns), nil
}

// SumOf adds up the amounts of refunds or lost disputes.
func SumOf(amounts map[string]int64) (sum int64) {
	for _, amount := range amounts {
		sum += amount
	}
	return sum
}

// PaidAt returns when the payment was made, or else when it was reported to us.
func (o *OrphanPayment) PaidAt() time.Time {
	if paidAt := o.GetDateTime("paidAt"); !paidAt.IsZero() {
		return paidAt.Time()
	}
	return o.GetDateTime("createdAt").Time()
}

// attachOrphan stores that a payment was found to belong to a transaction.
func attachOrphan(tx core.App, t *Transaction) error {
	orphan, err := FindOrphan(tx, t.PaymentID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	orphan.Set("attachedTo", t.Id)
	if err := tx.Save(orphan); err != nil {
		return fmt.Errorf("attach orphan payment %s: %w", t.PaymentID(), err)
	}
	return nil
}

// IsResolved reports whether an admin has marked the payment as resolved.
func (o *OrphanPayment) IsResolved() bool { return o.GetString("seenAt") != "" }

func (o *OrphanPayment) MarkResolved(at time.Time) { o.Set("seenAt", database.DateTime(at)) }
