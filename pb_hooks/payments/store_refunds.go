package payments

import (
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
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

// RefundMandate is what becomes of the mandate whose charge is refunded: it ends at once, or goes on. Not said, it
// ends when the running term was refunded in full.
type RefundMandate string

// The fates of a mandate.
const (
	MandateEnds  RefundMandate = "end"
	MandateStays RefundMandate = "keep"
)

// Refund is the record of a refund that an admin has asked for.
type Refund struct{ core.BaseRecordProxy }

func (r *Refund) State() RefundState     { return RefundState(r.GetString("state")) }
func (r *Refund) TransactionID() string  { return r.GetString("transactionId") }
func (r *Refund) PaymentID() string      { return r.GetString("razorpayPaymentId") }
func (r *Refund) Amount() money.Amount   { return money.Amount(r.GetInt("amount")) }
func (r *Refund) Currency() string       { return r.GetString("currency") }
func (r *Refund) Mandate() RefundMandate { return RefundMandate(r.GetString("mandate")) }

func (r *Refund) ProviderID() string        { return r.GetString("razorpayRefundId") }
func (r *Refund) Reason() string            { return r.GetString("reason") }
func (r *Refund) RequestedBy() string       { return r.GetString("requestedBy") }
func (r *Refund) Failure() string           { return r.GetString("failure") }
func (r *Refund) CreatedAt() types.DateTime { return r.GetDateTime("createdAt") }

func (r *Refund) setMade(refundID string) {
	r.Load(map[string]any{"state": string(RefundPending), "razorpayRefundId": refundID})
}

func (r *Refund) setProcessed(refundID string) {
	r.Load(map[string]any{"state": string(RefundProcessed), "razorpayRefundId": refundID})
}

func (r *Refund) setFailed(reason string) {
	r.Load(map[string]any{"state": string(RefundFailed), "failure": reason})
}

// refundValues is what an admin has asked for.
type refundValues struct {
	transactionID, paymentID string
	amount                   money.Amount
	currency, reason, by     string
	mandate                  RefundMandate
	createdAt                time.Time
}

// newRefund returns the refund of a payment, not saved yet.
func newRefund(tx core.App, v refundValues) (*Refund, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(refundsCollection)
	if err != nil {
		return nil, err
	}
	r := &Refund{}
	r.SetProxyRecord(core.NewRecord(collection))
	r.Load(map[string]any{
		"transactionId": v.transactionID, "razorpayPaymentId": v.paymentID, "amount": int64(v.amount), "currency": v.currency,
		"state": string(RefundRequested), "reason": v.reason, "requestedBy": v.by, "mandate": string(v.mandate),
	})
	r.SetRaw("createdAt", database.DateTime(v.createdAt))
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

// findRefundOf returns the record of a refund of the provider's that we have asked for: by its receipt, which is our
// id of it. It returns sql.ErrNoRows for any other.
func findRefundOf(app core.App, receipt, paymentID string) (*Refund, error) {
	if receipt == "" {
		return nil, sql.ErrNoRows
	}
	r, err := findRefund(app, receipt)
	if err == nil && r.PaymentID() != paymentID {
		return nil, sql.ErrNoRows
	}
	return r, err
}

// hasLaterRefund reports whether a refund that was asked for after r has been processed.
func hasLaterRefund(app core.App, r *Refund) (bool, error) {
	list, err := listRefunds(app, r.TransactionID())
	return slices.ContainsFunc(list, func(other *Refund) bool {
		return other.Id != r.Id && other.PaymentID() == r.PaymentID() && other.State() == RefundProcessed && other.CreatedAt().Time().After(r.CreatedAt().Time())
	}), err
}

// listRefunds returns the refunds that were asked for of a transaction, the oldest first.
func listRefunds(app core.App, transactionID string) ([]*Refund, error) {
	var list []*Refund
	err := app.RecordQuery(refundsCollection).AndWhere(dbx.HashExp{"transactionId": transactionID}).OrderBy("createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list refunds of transaction %s: %w", transactionID, err)
	}
	return list, nil
}
