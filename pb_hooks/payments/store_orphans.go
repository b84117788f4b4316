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

// OrphanPayment is the record of a payment that has bought nothing when we heard of it: no transaction knows it, or its
// amount is not the one of its transaction, to which it is attached then.
type OrphanPayment struct{ core.BaseRecordProxy }

// saveOrphan stores a payment, or its new status if it is stored already. attachedTo is the transaction that it was
// meant for, "" if none is known. It reports whether it is new.
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

// findTransactionOfPayment returns the transaction that a payment stands for, or that it was meant for where its amount
// was another; nil and sql.ErrNoRows if there is none.
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

// findUnattachedOrphan returns an orphan payment by its id, or sql.ErrNoRows, also if a transaction was found
// for it since.
func findUnattachedOrphan(app core.App, id string) (*OrphanPayment, error) {
	orphan, err := findOrphanByID(app, id)
	if err == nil && orphan.isAttached() {
		return nil, sql.ErrNoRows
	}
	return orphan, err
}

// findOrphanByID returns an orphan payment by our id, attached or not; sql.ErrNoRows if it is none.
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

// returns are the amounts of the processed refunds and of the lost disputes, by their ids.
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

// inRupees is an amount of the payment's in rupees, by the provider's reckoning of the whole where it is in another
// currency and the provider has told it.
func (o *OrphanPayment) inRupees(amount int64) money.Amount {
	if whole := int64(o.GetInt("rupeeAmount")); whole > 0 && o.Amount() > 0 {
		return money.Amount(amount * whole / int64(o.Amount()))
	}
	return money.Amount(amount)
}

// recordReturn stores that some of a payment that has bought nothing went back, by a refund or a lost dispute, and
// returns how much went back by now. It returns 0 for any other payment.
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

// PaidAt is when it was paid, else when we have heard of it.
func (o *OrphanPayment) PaidAt() time.Time {
	if paidAt := o.GetDateTime("paidAt"); !paidAt.IsZero() {
		return paidAt.Time()
	}
	return o.GetDateTime("createdAt").Time()
}

// payerEmail is a payment's address, "" for the provider's placeholder.
func payerEmail(address string) string {
	if strings.EqualFold(address, "void@razorpay.com") {
		return ""
	}
	return address
}

// newOrphanRow is an unattached payment as the list has it.
func newOrphanRow(o *OrphanPayment) OrphanPaymentRow {
	status := o.GetString("status")
	return OrphanPaymentRow{
		ID: o.Id, RazorpayPaymentID: o.PaymentID(), RazorpayOrderID: o.GetString("razorpayOrderId"), Amount: o.Amount(), Currency: o.Currency(),
		Status: status, Email: o.GetString("email"), Contact: o.Contact(), Description: o.GetString("description"),
		PaidAt: httpx.Time(o.GetDateTime("paidAt")), CreatedAt: httpx.Time(o.GetDateTime("createdAt")), SeenAt: httpx.Time(o.GetDateTime("seenAt")),
		NeedsAttention: !o.IsSeen() && status != "refunded",
	}
}

// attachOrphan stores that a payment turned out to belong to a transaction.
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
	// SeenAt is when an admin cleared it, "" before that.
	SeenAt httpx.Time `json:"seenAt" db:"seenAt"`
	// NeedsAttention tells that no admin has cleared it yet and the money was not refunded.
	NeedsAttention bool `json:"needsAttention" db:"needsAttention"`
}

// orphanPaymentList is the list of the orphan payments, the newest first. It has no other sort: there are few,
// and the search finds one by its id or its payer.
var orphanPaymentList = httpx.List{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "currency", "status", "email", "contact",
		"description", "paidAt", "createdAt", "seenAt", "needsAttention"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		// These are the conditions of the partial indexes.
		"attention": {"any": "seenAt = '' AND status != 'refunded'", "seen": "seenAt != ''"},
	},
	DefaultSort: "-createdAt",
}
