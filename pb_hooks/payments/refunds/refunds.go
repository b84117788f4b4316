// Package refunds gives money back: the refunds that admins request, payments of a wrong amount (differences.go), and
// the deadlines of disputes.
//
// An admin requests a refund:
//
//	requested ──> pending ──> processed: the ledger, the credit note and the buyer's email (Refund)
//	        ╰────────┴─────> failed: the transaction asks for attention
//
// The record is stored first. Its id is the idempotency key and the receipt, so the provider makes the refund once. A
// payment has at most one refund in progress, and none while a dispute is open, because a lost dispute would pay the
// buyer twice.
package refunds

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
)

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error),
		apply func(tx core.App) error) (*approvals.View, error)
}

// Provider makes refunds.
type Provider interface {
	provider.PaymentFinder
	Refund(ctx context.Context, paymentID string, amount int64, key string, notes map[string]string) (razorpay.Refund,
		error)
}

// Mandates cancels subscriptions.
type Mandates interface {
	// CancelRefunded cancels the subscription of a transaction immediately, because an admin refunds its charge.
	CancelRefunded(tx core.App, t *ledger.Transaction) error
}

// Requests stores the requests for refunds.
type Requests struct {
	audit *audit.Log
	jobs  *jobs.Runner
	now   clock.Clock
}

// NewRequests returns the requests.
func NewRequests(log *audit.Log, runner *jobs.Runner, now clock.Clock) *Requests {
	return &Requests{audit: log, jobs: runner, now: now}
}

// Deps are the dependencies of the feature.
type Deps struct {
	Requests *Requests
	Ledger   *ledger.Ledger
	Mandates Mandates
	// Provider is nil if no key is configured.
	Provider  Provider
	Approvals Approvals
	// FindProcessedTime returns when the provider reported a refund as processed, or sql.ErrNoRows.
	FindProcessedTime func(app core.App, paymentID, refundID string) (time.Time, error)
}

// Refunds handles the routes and the jobs of the feature.
type Refunds struct {
	*Requests
	app               core.App
	ledger            *ledger.Ledger
	mandates          Mandates
	provider          Provider
	approvals         Approvals
	findProcessedTime func(app core.App, paymentID, refundID string) (time.Time, error)
}

// New returns the feature. It registers its job types and what a second admin confirms.
func New(app core.App, d Deps) *Refunds {
	rs := &Refunds{
		Requests:          d.Requests,
		app:               app,
		ledger:            d.Ledger,
		mandates:          d.Mandates,
		provider:          d.Provider,
		approvals:         d.Approvals,
		findProcessedTime: d.FindProcessedTime,
	}
	rs.jobs.Register(rs.refundJobType())
	rs.jobs.Register(rs.disputeJobType())
	rs.approvals.Register(approvals.Kind{Name: kindAcceptDifference, Confirm: rs.confirmDifference})
	return rs
}

// errRefundOffline is the answer for a payment that did not come through Razorpay.
var errRefundOffline = apperr.Conflict("refund-offline",
	"This payment did not come through Razorpay. Cancel it on the page of the offline payments, and return the "+
		"money yourself.")

// The errors of a refund and of a payment of a wrong amount.
var (
	errNoDifference = apperr.Conflict("no-difference",
		"This transaction has no payment of a different amount that is waiting for a decision.")
	errRefundUnderWay  = apperr.Conflict("refund-under-way", "A refund of this payment is in progress.")
	errNothingToRefund = apperr.Conflict("not-captured",
		"This transaction has no captured payment at Razorpay that could be refunded.")
	errRefundedAlready = apperr.Conflict("already-refunded", "This payment has been refunded in full.")
	errRefundDisputed  = apperr.Conflict(
		"dispute-open",
		"The buyer's bank disputes this payment, so it cannot be refunded until the dispute has ended. To give the "+
			"money back, accept the dispute in Razorpay's dashboard.",
	)
	errRefundPartOfOther = apperr.Invalid("refund-whole", "amount",
		"A payment of a different amount can only be refunded in full. Please leave the amount empty.")
	errDifferenceEnded = apperr.Conflict("payment-refunded",
		"This payment was refunded in the meantime or never captured, so it cannot be accepted.")
)

// RefundJob is the type of the jobs that make a refund at the provider. The key is its record's id.
const RefundJob = "payments.refund"

// maxRefund, in major units, is far above any payment.
const maxRefund = 100_000_000

// RefundForm is the refund that an admin asks for. Without an amount, the whole rest of the payment is refunded.
type RefundForm struct {
	_       struct{}      `wire:"refund,password"`
	Amount  *money.Amount `json:"amount"`
	Reason  string        `json:"reason"`
	Mandate Mandate       `json:"mandate"`
}

// Rules returns the rules of the form.
func (RefundForm) Rules() rules.Form { return refundRules }

var refundRules = rules.Form{
	{
		Name: "amount", Label: "Amount", Kind: rules.Amount, Max: maxRefund,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 500 or 1178.50"},
	},
	ledger.ReasonField,
	{
		Name:    "mandate",
		Label:   "Mandate",
		Kind:    rules.Choice,
		Options: []string{string(MandateEnds), string(MandateStays)},
	},
}

// RequestRefund is POST /api/transactions/{id}/refund: it refunds a captured payment in full or in part. A payment of a
// wrong amount can only be refunded in full.
func (rs *Refunds) RequestRefund() httpx.Endpoint {
	return httpx.JSON(rs.requestRefund, httpx.Doc{
		Tag: "payments", Summary: "Refund a payment in full or in part", Status: http.StatusAccepted,
		Description: "Without an amount, everything that is left is refunded; a payment of another amount can only " +
			"be refunded in full. mandate says whether the subscription of the charge ends. If it is empty, the " +
			"subscription ends with a full refund of a running term.",
		Errors: []*apperr.Error{
			ledger.ErrTransactionNotFound, errRefundedAlready, errRefundOffline, errNothingToRefund, errRefundDisputed,
			errRefundUnderWay, errRefundPartOfOther, ledger.ErrRefundTooSmall, provider.ErrNotConfigured,
		},
		Example: map[string]any{"reason": "An offer"},
	})
}

func (rs *Refunds) requestRefund(e *core.RequestEvent, form RefundForm) (row RefundRow, err error) {
	if rs.provider == nil {
		return row, provider.ErrNotConfigured
	}
	id, by := e.Request.PathValue("id"), audit.RequestActor(e)
	defer rs.ledger.LockTransaction(id)()
	err = rs.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, id)
		if err != nil {
			return database.IfMissing(err, ledger.ErrTransactionNotFound)
		}
		request, err := NewRequest(tx, t, form)
		if err != nil {
			return err
		}
		request.by, request.createdAt = by.Name, rs.now()
		r, err := newRefund(tx, request)
		if err != nil {
			return err
		}
		if err := saveRefund(tx, r); err != nil {
			return err
		}
		row = NewRow(r)
		if r.Mandate() == MandateEnds {
			if err := rs.mandates.CancelRefunded(tx, t); err != nil {
				return err
			}
		}
		return rs.startRefund(tx, t, r, by)
	})
	return row, apperr.Fail("The refund could not be requested. Please try again.", err)
}

// NewRequest returns the requested refund, or an error if the payment cannot be refunded.
func NewRequest(tx core.App, t *ledger.Transaction, form RefundForm) (refundValues, error) {
	r := refundValues{
		transactionID: t.Id, paymentID: t.PaymentID(), currency: t.Currency(), reason: form.Reason,
		mandate: form.Mandate,
	}
	isWhole, asked := form.Amount == nil, money.Amount(0)
	if !isWhole {
		asked = *form.Amount
	}
	facts, err := t.Facts()
	if err != nil {
		return r, err
	}
	left := t.Amount() - t.RefundedAmount()
	switch {
	case facts.Difference != nil && !isWhole && int64(asked) != facts.Difference.Amount:
		return r, errRefundPartOfOther
	case facts.Difference != nil:
		r.paymentID, r.currency, r.Amount = facts.Difference.PaymentID, facts.Difference.Currency, money.Amount(
			facts.Difference.Amount)
		r.mandate = ""
	case t.Status() == ledger.Refunded || t.Status() == ledger.Completed && t.Amount() > 0 && left <= 0:
		return r, errRefundedAlready
	case t.Kind() == ledger.KindOffline:
		return r, errRefundOffline
	case t.Status() != ledger.Completed || t.PaymentID() == "":
		return r, errNothingToRefund
	case facts.IsDisputed():
		return r, errRefundDisputed
	case asked > left:
		return r, apperr.Invalid("refund-too-large", "amount",
			"At most "+left.Format(t.Currency())+" is left to refund.")
	case !isWhole && asked < pricing.MinAmount:
		return r, ledger.ErrRefundTooSmall
	case !isWhole:
		r.Amount = asked
	default:
		r.Amount = left
	}
	switch _, err := FindOpen(tx, r.paymentID); {
	case err == nil:
		return r, errRefundUnderWay
	case !errors.Is(err, sql.ErrNoRows):
		return r, err
	}
	return r, nil
}

// startRefund records which admin has requested a refund, and enqueues the job that makes it.
func (q *Requests) startRefund(tx core.App, t *ledger.Transaction, r *Refund, by audit.Actor) error {
	details := map[string]any{"reason": r.Reason(), "amount": r.Amount().Format(r.Currency()), "payment": r.PaymentID()}
	if r.Mandate() != "" {
		details["mandate"] = string(r.Mandate())
	}
	if err := q.audit.Record(tx, by, "transaction.refund-requested", audit.SubjectOf(t.Record), details); err != nil {
		return err
	}
	return q.jobs.Enqueue(tx, jobs.Job{Type: RefundJob, Key: r.Id})
}

// RefundAutomatically requests the refund of a whole payment without an admin.
func (q *Requests) RefundAutomatically(tx core.App, t *ledger.Transaction, reason string) error {
	r, err := newRefund(tx, refundValues{
		transactionID: t.Id,
		paymentID:     t.PaymentID(),
		currency:      t.Currency(),
		Amount:        t.Amount(),
		createdAt:     q.now(),
		reason:        reason,
		by:            "automatic refund",
	})
	if err != nil {
		return err
	}
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	return q.startRefund(tx, t, r, audit.Actor{Kind: audit.ActorNone})
}

func (rs *Refunds) refundJobType() jobs.Type {
	t := jobs.Type{Name: RefundJob, Timeout: time.Minute}
	if rs.provider != nil {
		t.Handle = rs.handleRefundJob
	}
	return t
}

// handleRefundJob makes a refund at the provider. It is idempotent.
func (rs *Refunds) handleRefundJob(ctx context.Context, job jobs.Job) error {
	r, err := find(rs.app, job.Key)
	if err != nil || r.State() != Requested {
		return database.IgnoreMissing(err)
	}
	refund, err := rs.provider.Refund(ctx, r.PaymentID(), int64(r.Amount()), r.Id,
		map[string]string{"transactionId": r.TransactionID()})
	refused := errors.Is(err, razorpay.ErrRefused) || errors.Is(err, razorpay.ErrNotFound)
	if err != nil && !refused {
		return fmt.Errorf("refund payment %s: %w", r.PaymentID(), err)
	}
	refusal := err
	return rs.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, r.TransactionID())
		if err != nil {
			return err
		}
		if refused {
			return rs.failRefund(tx, t, r, refusal.Error())
		}
		refund.Receipt = r.Id
		return rs.Apply(tx, t, refund)
	})
}

// Apply applies the provider's state of a refund to the record of the request, if an admin has requested it here,
// and to the ledger once it is processed. A pending refund can still fail, and the ledger never goes back.
func (rs *Refunds) Apply(tx core.App, t *ledger.Transaction, refund razorpay.Refund) error {
	requested, err := rs.applyToRequestedRefund(tx, t, refund)
	if err != nil || refund.Status != string(Processed) {
		return err
	}
	at, err := rs.refundProcessedAt(tx, refund)
	if err != nil {
		return err
	}
	hasSettled, err := rs.ledger.Refund(tx, t, ledger.Return{
		ID: refund.ID, PaymentID: refund.PaymentID, Amount: money.Amount(refund.Amount), At: at,
		KeepsMandate: requested != nil && requested.Mandate() == MandateStays,
	})
	if err != nil || !hasSettled {
		return err
	}
	r, err := FindOpen(tx, refund.PaymentID)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	r.setProcessed(refund.ID)
	return saveRefund(tx, r)
}

// refundProcessedAt returns when Razorpay processed a refund: the time of its refund.processed event. If that event has
// not arrived, it is the time at which the refund was created, because the refund itself states no other.
func (rs *Refunds) refundProcessedAt(tx core.App, refund razorpay.Refund) (time.Time, error) {
	at, err := rs.findProcessedTime(tx, refund.PaymentID, refund.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return refund.CreatedAt, nil
	}
	return at, err
}

// applyToRequestedRefund applies the provider's state of a refund to the record of the requested refund, and returns
// that record. It returns nil for a refund that was made in the provider's dashboard.
func (rs *Refunds) applyToRequestedRefund(tx core.App, t *ledger.Transaction, refund razorpay.Refund) (*Refund, error) {
	r, err := findRefundOf(tx, refund.Receipt, refund.PaymentID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	if r.State() == Processed || r.State() == Failed {
		return r, nil
	}
	switch refund.Status {
	case string(Processed):
		r.setProcessed(refund.ID)
	case string(Failed):
		return r, rs.failRefund(tx, t, r, "The provider's refund has failed.")
	default:
		r.setMade(refund.ID)
	}
	return r, saveRefund(tx, r)
}

// failRefund stores that the provider has refused a refund, and flags the transaction for the admin.
func (rs *Refunds) failRefund(tx core.App, t *ledger.Transaction, r *Refund, reason string) error {
	r.setFailed(ledger.Truncate(reason, 500))
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	later, err := hasLaterRefund(tx, r)
	if err != nil || later {
		return err // the admin has requested it again since, and that refund was made
	}
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	if facts.Difference != nil {
		return rs.ledger.Flag(tx, t, ledger.AttentionWrongAmount, r.Id, fmt.Sprintf("The refund of payment %s has "+
			"failed. Please check it in Razorpay's dashboard, and refund it again or accept it.", r.PaymentID()))
	}
	return rs.ledger.Flag(tx, t, ledger.AttentionRefundFailed, r.Id, fmt.Sprintf("The refund of %s has failed, and "+
		"nothing was refunded. Please check payment %s in Razorpay's dashboard, and request the refund again.",
		r.Amount().Format(r.Currency()), r.PaymentID()))
}

// RefundRow is a refund that an admin has requested.
type RefundRow struct {
	ID               string       `json:"id"`
	RazorpayRefundID string       `json:"razorpayRefundId"`
	Amount           money.Amount `json:"amount"`
	Currency         string       `json:"currency"`
	State            State        `json:"state"`
	Mandate          Mandate      `json:"mandate" wire:"orEmpty"`
	Reason           string       `json:"reason"`
	RequestedBy      string       `json:"requestedBy"`
	Failure          string       `json:"failure"`
	CreatedAt        httpx.Time   `json:"createdAt"`
}

// NewRow returns a requested refund as the console shows it.
func NewRow(r *Refund) RefundRow {
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
	}
}
