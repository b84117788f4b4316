package payments

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
)

const refundsCollection = "refunds"

// RefundState is where a refund that an admin has asked for stands.
type RefundState string

// The states of a refund: requested until the provider has it, pending until the bank has it.
const (
	RefundRequested RefundState = "requested"
	RefundPending   RefundState = "pending"
	RefundProcessed RefundState = "processed"
	RefundFailed    RefundState = "failed"
)

// Refund is the record of a refund that an admin has asked for.
type Refund struct{ core.BaseRecordProxy }

func (r *Refund) State() RefundState    { return RefundState(r.GetString("state")) }
func (r *Refund) TransactionID() string { return r.GetString("transactionId") }
func (r *Refund) PaymentID() string     { return r.GetString("razorpayPaymentId") }
func (r *Refund) Amount() money.Amount  { return money.Amount(r.GetInt("amount")) }

func (r *Refund) setMade(refundID string) {
	r.Load(map[string]any{"state": string(RefundPending), "razorpayRefundId": refundID})
}

func (r *Refund) setProcessed(refundID string) {
	r.Load(map[string]any{"state": string(RefundProcessed), "razorpayRefundId": refundID})
}

func (r *Refund) setFailed(reason string) {
	r.Load(map[string]any{"state": string(RefundFailed), "failure": reason})
}

// newRefund returns the refund of a payment, not saved yet.
func newRefund(tx core.App, t *Transaction, payment differenceFacts, reason, by string) (*Refund, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(refundsCollection)
	if err != nil {
		return nil, err
	}
	r := &Refund{}
	r.SetProxyRecord(core.NewRecord(collection))
	r.Load(map[string]any{
		"transactionId": t.Id, "razorpayPaymentId": payment.PaymentID, "amount": payment.Amount, "currency": payment.Currency,
		"state": string(RefundRequested), "reason": reason, "requestedBy": by,
	})
	return r, nil
}

func saveRefund(tx core.App, r *Refund) error {
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("save refund of payment %s: %w", r.PaymentID(), err)
	}
	return nil
}

// findRefund returns sql.ErrNoRows for an unknown id.
func findRefund(app core.App, id string) (*Refund, error) {
	record, err := app.FindRecordById(refundsCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find refund %q: %w", id, err)
	}
	r := &Refund{}
	r.SetProxyRecord(record)
	return r, nil
}

// findOpenRefund returns the refund of a payment that is under way, or sql.ErrNoRows.
func findOpenRefund(app core.App, paymentID string) (*Refund, error) {
	r := &Refund{}
	err := app.RecordQuery(refundsCollection).
		AndWhere(dbx.NewExp("razorpayPaymentId = {:id} AND state != 'processed' AND state != 'failed'", dbx.Params{"id": paymentID})).
		Limit(1).One(r)
	if err != nil {
		return nil, fmt.Errorf("find refund of payment %s: %w", paymentID, err)
	}
	return r, nil
}
