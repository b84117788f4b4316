package refunds

import (
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// Collection is the collection of the requested refunds.
const Collection = "refunds"

// State is the state of a refund that an admin has requested.
type State string

// The states of a refund. It is requested until the provider has accepted it, and pending until the bank has processed
// it.
const (
	Requested State = "requested"
	Pending   State = "pending"
	Processed State = "processed"
	Failed    State = "failed"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Requested, Pending, Processed, Failed) }

// Mandate says what happens to the subscription whose charge is refunded: it ends immediately or continues. If it
// is empty, the subscription ends if the running term was refunded in full.
type Mandate string

const (
	MandateEnds  Mandate = "end"
	MandateStays Mandate = "keep"
)

// Values returns all choices.
func (Mandate) Values() []string { return rules.Options(MandateEnds, MandateStays) }

// Refund is the record of a refund that an admin has requested.
type Refund struct{ core.BaseRecordProxy }

func (r *Refund) State() State          { return State(r.GetString("state")) }
func (r *Refund) TransactionID() string { return r.GetString("transactionId") }
func (r *Refund) PaymentID() string     { return r.GetString("razorpayPaymentId") }
func (r *Refund) Amount() money.Amount  { return money.Amount(r.GetInt("amount")) }
func (r *Refund) Currency() string      { return r.GetString("currency") }
func (r *Refund) Mandate() Mandate      { return Mandate(r.GetString("mandate")) }

func (r *Refund) ProviderID() string        { return r.GetString("razorpayRefundId") }
func (r *Refund) Reason() string            { return r.GetString("reason") }
func (r *Refund) requestedBy() string       { return r.GetString("requestedBy") }
func (r *Refund) Failure() string           { return r.GetString("failure") }
func (r *Refund) CreatedAt() types.DateTime { return r.GetDateTime("createdAt") }

func (r *Refund) setMade(refundID string) {
	r.Load(map[string]any{"state": string(Pending), "razorpayRefundId": refundID})
}

func (r *Refund) setProcessed(refundID string) {
	r.Load(map[string]any{"state": string(Processed), "razorpayRefundId": refundID})
}

// setTransferred stores the bank transfer that has replaced a refund that the provider refused.
func (r *Refund) setTransferred(reference string, at time.Time, by string) {
	r.Load(map[string]any{
		"state": string(Processed), "transferReference": reference, "transferredAt": database.DateTime(at),
		"transferredBy": by,
	})
}

func (r *Refund) setFailed(reason string) {
	r.Load(map[string]any{"state": string(Failed), "failure": reason})
}

// refundValues is the request of an admin.
type refundValues struct {
	transactionID, paymentID string
	Amount                   money.Amount
	currency, reason, by     string
	mandate                  Mandate
	createdAt                time.Time
	// keepsTerm reports whether the buyer keeps what the payment has bought.
	keepsTerm bool
}

// newRefund returns the refund of a payment without saving it.
func newRefund(tx core.App, v refundValues) (*Refund, error) {
	r, err := database.New[Refund](tx, Collection)
	if err != nil {
		return nil, err
	}
	r.Load(map[string]any{
		"transactionId":     v.transactionID,
		"razorpayPaymentId": v.paymentID,
		"amount":            int64(v.Amount),
		"currency":          v.currency,
		"state":             string(Requested),
		"reason":            v.reason,
		"requestedBy":       v.by,
		"mandate":           string(v.mandate),
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

// find returns sql.ErrNoRows for an unknown id.
func find(app core.App, id string) (*Refund, error) {
	return database.Find[Refund](app, Collection, id)
}

// FindOpen returns the refund of a payment that is in progress, or sql.ErrNoRows.
func FindOpen(app core.App, paymentID string) (*Refund, error) {
	return database.First[Refund](app, Collection,
		dbx.NewExp("razorpayPaymentId = {:id} AND state != 'processed' AND state != 'failed'",
			dbx.Params{"id": paymentID}))
}

// findRefundOf returns the record of a refund that we have requested, by its receipt, which is our id. It returns
// sql.ErrNoRows for any other refund.
func findRefundOf(app core.App, receipt, paymentID string) (*Refund, error) {
	if receipt == "" {
		return nil, sql.ErrNoRows
	}
	r, err := find(app, receipt)
	if err == nil && r.PaymentID() != paymentID {
		return nil, sql.ErrNoRows
	}
	return r, err
}

// hasLaterRefund reports whether a refund that was requested after r has been processed.
func hasLaterRefund(app core.App, r *Refund) (bool, error) {
	list, err := List(app, r.TransactionID())
	return slices.ContainsFunc(list, func(other *Refund) bool {
		return other.Id != r.Id && other.PaymentID() == r.PaymentID() && other.State() == Processed &&
			other.CreatedAt().Time().After(r.CreatedAt().Time())
	}), err
}

// List returns the requested refunds of a transaction, oldest first.
func List(app core.App, transactionID string) ([]*Refund, error) {
	var list []*Refund
	err := app.RecordQuery(Collection).AndWhere(dbx.HashExp{"transactionId": transactionID}).OrderBy("createdAt",
		"rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list refunds of transaction %s: %w", transactionID, err)
	}
	return list, nil
}

// newRow returns a requested refund as the console shows it.
func newRow(r *Refund) RefundRow {
	return RefundRow{
		ID:               r.Id,
		RazorpayRefundID: r.ProviderID(),
		Amount:           r.Amount(),
		Currency:         r.Currency(),
		State:            r.State(),
		Mandate:          r.Mandate(),
		Reason:           r.Reason(),
		RequestedBy:      r.requestedBy(),
		Failure:          r.Failure(),
		CreatedAt:        httpx.Time(r.CreatedAt()),

		TransferReference: r.GetString("transferReference"),
		TransferredAt:     httpx.Time(r.GetDateTime("transferredAt")),
		TransferredBy:     r.GetString("transferredBy"),
	}
}
