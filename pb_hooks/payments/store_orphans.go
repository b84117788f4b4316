package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/razorpay"
)

const orphansCollection = "orphan_payments"

// OrphanPayment is the record of a payment that has bought nothing so far. Either it has no transaction, or its amount
// differs from that of its transaction, to which it is attached then.
type OrphanPayment struct{ core.BaseRecordProxy }

// saveOrphan stores a payment, or updates its status if it is stored already. attachedTo is the transaction that it was
// meant for, or "". It reports whether the payment is new.
func saveOrphan(tx core.App, payment razorpay.Payment, attachedTo string, now time.Time) (isNew bool, err error) {
	orphan, err := findOrphan(tx, payment.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		isNew = true
		collection, err := tx.FindCachedCollectionByNameOrId(orphansCollection)
		if err != nil {
			return false, err
		}
		orphan = &OrphanPayment{}
		orphan.SetProxyRecord(core.NewRecord(collection))
		orphan.Load(map[string]any{
			"razorpayPaymentId": payment.ID, "razorpayOrderId": payment.OrderID, "amount": payment.Amount,
			"currency": payment.Currency, "email": truncate(payment.Email, 254), "contact": truncate(payment.Contact, 40),
			"description": truncate(payment.Description, 300), "paidAt": database.DateTime(payment.CreatedAt),
			"rupeeAmount": payment.RupeeAmount(),
		})
		orphan.SetRaw("createdAt", database.DateTime(now))
	case err != nil:
		return false, err
	}
	orphan.Set("status", truncate(payment.Status, 40))
	if !orphan.isAttached() {
		orphan.Set("attachedTo", attachedTo)
	}
	if err := tx.Save(orphan); err != nil {
		return false, fmt.Errorf("save orphan payment %s: %w", payment.ID, err)
	}
	return isNew, nil
}

// findOrphan returns an orphan payment by the provider's id, or sql.ErrNoRows.
func findOrphan(app core.App, paymentID string) (*OrphanPayment, error) {
	orphan := &OrphanPayment{}
	err := app.RecordQuery(orphansCollection).AndWhere(dbx.HashExp{"razorpayPaymentId": paymentID}).Limit(1).One(orphan)
	if err != nil {
		return nil, fmt.Errorf("find orphan payment %s: %w", paymentID, err)
	}
	return orphan, nil
}

// findTransactionOfPayment returns the transaction of a payment, or the one that a payment of a wrong amount was meant
// for. It returns nil and sql.ErrNoRows if there is none.
func findTransactionOfPayment(app core.App, paymentID string) (*Transaction, error) {
	t, err := findTransactionByPayment(app, paymentID)
	if !database.IsMissing(err) {
		return t, err
	}
	orphan, err := findOrphan(app, paymentID)
	if err != nil {
		return nil, err
	}
	return findTransaction(app, orphan.AttachedTo())
}

// findUnattachedOrphan returns an orphan payment by its id. It returns sql.ErrNoRows if it does not exist or was
// attached to a transaction.
func findUnattachedOrphan(app core.App, id string) (*OrphanPayment, error) {
	orphan, err := findOrphanByID(app, id)
	if err == nil && orphan.isAttached() {
		return nil, sql.ErrNoRows
	}
	return orphan, err
}

// findOrphanByID returns an orphan payment by our id, attached or not, or sql.ErrNoRows.
func findOrphanByID(app core.App, id string) (*OrphanPayment, error) {
	record, err := app.FindRecordById(orphansCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find orphan payment %q: %w", id, err)
	}
	orphan := &OrphanPayment{}
	orphan.SetProxyRecord(record)
	return orphan, nil
}

func (o *OrphanPayment) PaymentID() string    { return o.GetString("razorpayPaymentId") }
func (o *OrphanPayment) Email() string        { return payerEmail(o.GetString("email")) }
func (o *OrphanPayment) Contact() string      { return o.GetString("contact") }
func (o *OrphanPayment) Amount() money.Amount { return money.Amount(o.GetInt("amount")) }
func (o *OrphanPayment) Currency() string     { return o.GetString("currency") }
func (o *OrphanPayment) AttachedTo() string   { return o.GetString("attachedTo") }
func (o *OrphanPayment) isAttached() bool     { return o.AttachedTo() != "" }

// returns are the amounts of the processed refunds and the lost disputes, by id.
func (o *OrphanPayment) returns() (map[string]int64, error) {
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

// recordReturn stores a refund or a lost dispute of a payment that has bought nothing, and returns the total amount
// that has been returned. It returns 0 for any other payment.
func recordReturn(tx core.App, paymentID, id string, amount int64) (returned int64, err error) {
	orphan, err := findOrphan(tx, paymentID)
	if err != nil {
		return 0, database.IgnoreMissing(err)
	}
	returns, err := orphan.returns()
	if err != nil {
		return 0, err
	}
	if _, known := returns[id]; !known {
		returns[id] = amount
		orphan.Set("returns", returns)
		if err := tx.Save(orphan); err != nil {
			return 0, fmt.Errorf("save orphan payment %s: %w", paymentID, err)
		}
	}
	return sumOf(returns), nil
}

func sumOf(amounts map[string]int64) (sum int64) {
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

// payerEmail returns the email address of a payment, or "" for the provider's placeholder.
func payerEmail(address string) string {
	if strings.EqualFold(address, "void@razorpay.com") {
		return ""
	}
	return address
}

// newOrphanRow returns an unattached payment as a row of the list.
func newOrphanRow(o *OrphanPayment) OrphanPaymentRow {
	status := o.GetString("status")
	return OrphanPaymentRow{
		ID: o.Id, RazorpayPaymentID: o.PaymentID(), RazorpayOrderID: o.GetString("razorpayOrderId"), Amount: o.Amount(), Currency: o.Currency(),
		Status: status, Email: o.GetString("email"), Contact: o.Contact(), Description: o.GetString("description"),
		PaidAt: httpx.Time(o.GetDateTime("paidAt")), CreatedAt: httpx.Time(o.GetDateTime("createdAt")), SeenAt: httpx.Time(o.GetDateTime("seenAt")),
		NeedsAttention: !o.IsSeen() && status != "refunded",
	}
}

// attachOrphan stores that a payment was found to belong to a transaction.
func attachOrphan(tx core.App, t *Transaction) error {
	orphan, err := findOrphan(tx, t.PaymentID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	orphan.Set("attachedTo", t.Id)
	if err := tx.Save(orphan); err != nil {
		return fmt.Errorf("attach orphan payment %s: %w", t.PaymentID(), err)
	}
	return nil
}

// IsSeen reports whether an admin has cleared the payment.
func (o *OrphanPayment) IsSeen() bool { return o.GetString("seenAt") != "" }

func (o *OrphanPayment) setSeen(at time.Time) { o.Set("seenAt", database.DateTime(at)) }

// OrphanPaymentRow is an orphan payment in the console's list.
type OrphanPaymentRow struct {
	ID                string       `json:"id" db:"id"`
	RazorpayPaymentID string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID   string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	Amount            money.Amount `json:"amount" db:"amount"`
	Currency          string       `json:"currency" db:"currency"`
	Status            string       `json:"status" db:"status"`
	Email             string       `json:"email" db:"email"`
	Contact           string       `json:"contact" db:"contact"`
	Description       string       `json:"description" db:"description"`
	PaidAt            httpx.Time   `json:"paidAt" db:"paidAt"`
	CreatedAt         httpx.Time   `json:"createdAt" db:"createdAt"`
	// SeenAt is when an admin cleared the payment, or "".
	SeenAt httpx.Time `json:"seenAt" db:"seenAt"`
	// NeedsAttention reports whether the payment was neither cleared by an admin nor refunded.
	NeedsAttention bool `json:"needsAttention" db:"needsAttention"`
}

// orphanPaymentList is the list of the orphan payments, newest first. It needs no other sort, because it is short and
// can be searched by payment id and payer.
var orphanPaymentList = httpx.List{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "currency", "status", "email", "contact",
		"description", "paidAt", "createdAt", "seenAt", "needsAttention"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		// These conditions match those of the partial indexes.
		"attention": {"any": "seenAt = '' AND status != 'refunded'", "seen": "seenAt != ''"},
	},
	DefaultSort: "-createdAt",
}
