package ledger

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
)

const capturedCollection = "captured_payments"

// CapturedPayment is the record of money that has arrived through the provider. Each captured payment has one. What has
// arrived is always the sum of three amounts:
//
//	sold       of the payments that have paid for their transaction, what was not returned
//	returned   by refunds and lost disputes
//	unmatched  of all other payments, what was not returned
//
// An unmatched payment belongs to no transaction (an orphan payment), or to a transaction that it does not pay for: its
// amount is wrong, or the order was paid before. The console lists it as an unknown payment until it is sold or
// returned.
type CapturedPayment struct{ core.BaseRecordProxy }

// SaveCaptured stores a payment, or updates its status if it is stored already. transactionID is the transaction that
// it was made for, or "". What the payer has typed is stored only without a transaction, because only then does it help
// to find the payer. It reports whether the payment is new.
func SaveCaptured(tx core.App, payment Payment, transactionID string, now time.Time) (p *CapturedPayment, isNew bool,
	err error) {
	p, err = FindCaptured(tx, payment.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		isNew = true
		if p, err = database.New[CapturedPayment](tx, capturedCollection); err != nil {
			return nil, false, err
		}
		p.Load(map[string]any{
			"razorpayPaymentId": payment.ID,
			"razorpayOrderId":   payment.OrderID,
			"amount":            int64(payment.Amount),
			"currency":          payment.Currency,
			"method":            Truncate(payment.Method, 40),
			"paidAt":            database.DateTime(payment.PaidAt),
			"rupeeAmount":       int64(payment.RupeeAmount),
		})
		if transactionID == "" {
			p.Load(map[string]any{
				"email":       Truncate(payment.Email, 254),
				"contact":     Truncate(payment.Contact, 40),
				"description": Truncate(payment.Description, 300),
			})
		}
		p.SetRaw("createdAt", database.DateTime(now))
	case err != nil:
		return nil, false, err
	}
	status := Truncate(payment.Status, 40)
	if !isNew && p.GetString("status") == status && (p.HasTransaction() || transactionID == "") {
		return p, false, nil
	}
	p.Set("status", status)
	if !p.HasTransaction() {
		p.setTransaction(transactionID)
	}
	return p, isNew, saveCaptured(tx, p)
}

func saveCaptured(tx core.App, p *CapturedPayment) error {
	if err := tx.Save(p); err != nil {
		return fmt.Errorf("save captured payment %s: %w", p.PaymentID(), err)
	}
	return nil
}

// FindCaptured returns a captured payment by the provider's id, or sql.ErrNoRows.
func FindCaptured(app core.App, paymentID string) (*CapturedPayment, error) {
	return database.First[CapturedPayment](app, capturedCollection, dbx.HashExp{"razorpayPaymentId": paymentID})
}

// FindCapturedByID returns a captured payment by our id, or sql.ErrNoRows.
func FindCapturedByID(app core.App, id string) (*CapturedPayment, error) {
	return database.Find[CapturedPayment](app, capturedCollection, id)
}

// FindOrphan returns a captured payment without a transaction by our id. It returns sql.ErrNoRows if it does not exist
// or has a transaction.
func FindOrphan(app core.App, id string) (*CapturedPayment, error) {
	p, err := FindCapturedByID(app, id)
	if err == nil && p.HasTransaction() {
		return nil, sql.ErrNoRows
	}
	return p, err
}

// ListCaptured returns the captured payments of a transaction in the order in which they were made.
func ListCaptured(app core.App, transactionID string) ([]*CapturedPayment, error) {
	var list []*CapturedPayment
	err := app.RecordQuery(capturedCollection).AndWhere(dbx.NewExp("transactionId = {:id} AND transactionId != ''",
		dbx.Params{"id": transactionID})).OrderBy("paidAt", "razorpayPaymentId").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list payments of transaction %s: %w", transactionID, err)
	}
	return list, nil
}

// ListUnmatched returns the payments of a wrong amount that an admin has to accept or refund: those that are neither sold
// nor returned. A second payment of an order is refunded without a decision.
func ListUnmatched(app core.App, t *Transaction) ([]*CapturedPayment, error) {
	if t.IsSecondPayment() {
		return nil, nil
	}
	list, err := ListCaptured(app, t.Id)
	return slices.DeleteFunc(list, func(p *CapturedPayment) bool { return p.IsSold() || p.Left() == 0 }), err
}

func (p *CapturedPayment) PaymentID() string { return p.GetString("razorpayPaymentId") }

// Email and Contact are what the payer has typed.
func (p *CapturedPayment) Email() string   { return p.GetString("email") }
func (p *CapturedPayment) Contact() string { return p.GetString("contact") }

func (p *CapturedPayment) Method() string { return p.GetString("method") }

func (p *CapturedPayment) Amount() money.Amount { return money.Amount(p.GetInt("amount")) }

func (p *CapturedPayment) Currency() string { return p.GetString("currency") }

// Refunded is what was returned by refunds and lost disputes. Left is the rest.
func (p *CapturedPayment) Refunded() money.Amount { return money.Amount(p.GetInt("refundedAmount")) }
func (p *CapturedPayment) Left() money.Amount     { return p.Amount() - p.Refunded() }

// TransactionID is the transaction that the payment was made for, or "".
func (p *CapturedPayment) TransactionID() string { return p.GetString("transactionId") }

func (p *CapturedPayment) HasTransaction() bool { return p.TransactionID() != "" }

func (p *CapturedPayment) setTransaction(id string) { p.Set("transactionId", id) }

// IsSold reports whether the payment has paid for its transaction.
func (p *CapturedPayment) IsSold() bool { return p.GetBool("isSold") }

// PaidAt returns when the payment was made, or else when it was reported to us.
func (p *CapturedPayment) PaidAt() time.Time {
	if paidAt := p.GetDateTime("paidAt"); !paidAt.IsZero() {
		return paidAt.Time()
	}
	return p.GetDateTime("createdAt").Time()
}

// wasWholeAt reports whether nothing had been returned at a time. It does not depend on when we heard of a return.
func (p *CapturedPayment) wasWholeAt(at time.Time) bool {
	return p.Refunded() == 0 || p.GetDateTime("returnedAt").Time().After(at)
}

// returns returns the amounts of the processed refunds and the lost disputes, by id.
func (p *CapturedPayment) returns() (map[string]int64, error) {
	returns := map[string]int64{}
	if p.GetString("returns") == "" {
		return returns, nil
	}
	if err := p.UnmarshalJSONField("returns", &returns); err != nil {
		return nil, fmt.Errorf("read the returns of captured payment %s: %w", p.PaymentID(), err)
	}
	if returns == nil {
		returns = map[string]int64{}
	}
	return returns, nil
}

// payment returns the payment as the ledger applies it.
func (p *CapturedPayment) payment() Payment {
	return Payment{
		ID: p.PaymentID(), OrderID: p.GetString("razorpayOrderId"), Amount: p.Amount(), Currency: p.Currency(),
		Method: p.Method(), PaidAt: p.PaidAt(), RupeeAmount: money.Amount(p.GetInt("rupeeAmount")), IsCaptured: true,
		Status: p.GetString("status"),
	}
}

// inRupees converts an amount of the payment to rupees, at the provider's conversion of the whole payment. Without a
// conversion it returns the amount unchanged.
func (p *CapturedPayment) inRupees(amount int64) money.Amount {
	if whole := int64(p.GetInt("rupeeAmount")); whole > 0 && p.Amount() > 0 {
		return money.Amount(amount * whole / int64(p.Amount()))
	}
	return money.Amount(amount)
}

// returned returns what a refund or a lost dispute has returned, by its id.
func (p *CapturedPayment) returned(id string) (money.Amount, error) {
	returns, err := p.returns()
	return money.Amount(returns[id]), err
}

// RecordReturn stores a refund or a lost dispute of a captured payment, up to what is left of it. madeAt is when the
// provider created it. It reports whether the return is new. The payment is nil if it is not known.
func RecordReturn(tx core.App, paymentID, id string, amount money.Amount, madeAt time.Time) (p *CapturedPayment,
	isNew bool, err error) {
	if p, err = FindCaptured(tx, paymentID); err != nil {
		return nil, false, database.IgnoreMissing(err)
	}
	returns, err := p.returns()
	if err != nil {
		return nil, false, err
	}
	if _, known := returns[id]; known {
		return p, false, nil
	}
	if first := p.GetDateTime("returnedAt").Time(); p.Refunded() == 0 || madeAt.Before(first) {
		p.Set("returnedAt", database.DateTime(madeAt))
	}
	returns[id] = int64(min(amount, p.Left()))
	p.Set("returns", returns)
	p.Set("refundedAmount", SumOf(returns))
	return p, true, saveCaptured(tx, p)
}

// takeReturnBack records that the money of a lost dispute of a transaction's payment came back.
func takeReturnBack(tx core.App, t *Transaction, lossID string) error {
	payments, err := ListCaptured(tx, t.Id)
	if err != nil {
		return err
	}
	for _, p := range payments {
		returns, err := p.returns()
		if err != nil {
			return err
		}
		amount, known := returns[lossID]
		if !known {
			continue
		}
		returns[lossID+restored] = -amount
		p.Set("returns", returns)
		p.Set("refundedAmount", SumOf(returns))
		if err := saveCaptured(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// SumOf adds up the amounts of refunds or lost disputes.
func SumOf(amounts map[string]int64) (sum int64) {
	for _, amount := range amounts {
		sum += amount
	}
	return sum
}

// Together returns several payments of one order as one payment: their sum, paid when the last one was made.
func Together(payments []Payment) Payment {
	payments = slices.SortedFunc(slices.Values(payments), func(a, b Payment) int {
		return cmp.Or(a.PaidAt.Compare(b.PaidAt), cmp.Compare(a.ID, b.ID))
	})
	last := len(payments) - 1
	whole := payments[last]
	for _, other := range payments[:last] {
		whole.Others = append(whole.Others, other.ID)
		whole.Amount += other.Amount
		whole.RupeeAmount += other.RupeeAmount
	}
	return whole
}

// findWholePayment returns the unmatched payments of a transaction that together are its price, as one payment: the
// first ones that were made, up to the price. It returns nil if no first ones are the price. A payment counts only if
// nothing of it had been returned when the last one was made.
func findWholePayment(tx core.App, t *Transaction) (*Payment, error) {
	list, err := ListCaptured(tx, t.Id)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(p *CapturedPayment) bool { return p.IsSold() || p.Currency() != t.Currency() })
	for last := range list {
		var parts []Payment
		var sum money.Amount
		for _, p := range list[:last+1] {
			if p.wasWholeAt(list[last].PaidAt()) {
				parts = append(parts, p.payment())
				sum += p.Amount()
			}
		}
		if len(parts) > 1 && sum == t.Amount() {
			whole := Together(parts)
			return &whole, nil
		}
	}
	return nil, nil
}

// markSold stores that a payment has paid for a transaction. A payment that the provider does not know has no record.
func markSold(tx core.App, t *Transaction, payment Payment) error {
	for _, id := range append(slices.Clone(payment.Others), payment.ID) {
		p, err := FindCaptured(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		p.setTransaction(t.Id)
		p.Set("isSold", true)
		if err := saveCaptured(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// moveCaptured stores that a payment belongs to another transaction of the same order.
func moveCaptured(tx core.App, paymentID string, t *Transaction) error {
	p, err := FindCaptured(tx, paymentID)
	if err != nil {
		return err
	}
	p.setTransaction(t.Id)
	return saveCaptured(tx, p)
}

// IsResolved reports whether an admin has marked the payment as resolved.
func (p *CapturedPayment) IsResolved() bool { return p.GetString("seenAt") != "" }

func (p *CapturedPayment) MarkResolved(at time.Time) { p.Set("seenAt", database.DateTime(at)) }
