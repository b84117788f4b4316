package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
)

// An admin requests a refund:
//
//	requested ──> pending ──> processed: the ledger, the credit note and the buyer's email (applyRefund)
//	        ╰────────┴─────> failed: the transaction asks for attention
//
// The record is stored first. Its id is the idempotency key and the receipt, so the provider makes the refund once. A
// payment has at most one refund in progress, and none while a dispute is open, because a lost dispute would pay the
// buyer twice.

// RefundJob is the type of the jobs that make a refund at the provider. The key is its record's id.
const RefundJob = "payments.refund"

// maxRefund, in major units, is far above any payment.
const maxRefund = 100_000_000

// RefundForm is the body of POST /api/transactions/{id}/refund, in addition to the password. Without an amount, the
// whole rest of the payment is refunded.
var RefundForm = rules.Form{
	{
		Name: "amount", Label: "Amount", Kind: rules.Amount, Max: maxRefund,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 500 or 1178.50"},
	},
	reasonField,
	{Name: "mandate", Label: "The mandate", Kind: rules.Choice, Options: []string{string(MandateEnds), string(MandateStays)}},
}

// RequestRefund is POST /api/transactions/{id}/refund: it refunds a captured payment in full or in part. A payment of a
// wrong amount can only be refunded in full.
func (p *Payments) RequestRefund(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, RefundForm)
	if err != nil {
		return err
	}
	if p.provider == nil {
		return errNotConfigured
	}
	id, by := e.Request.PathValue("id"), audit.RequestActor(e)
	defer p.transactions.Lock(id)()
	var row RefundRow
	err = p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, id)
		if database.IsMissing(err) {
			return errTransactionNotFound
		}
		if err != nil {
			return err
		}
		request, err := refundRequest(tx, t, values)
		if err != nil {
			return err
		}
		request.by, request.createdAt = by.Name, p.now()
		r, err := newRefund(tx, request)
		if err != nil {
			return err
		}
		if err := saveRefund(tx, r); err != nil {
			return err
		}
		row = newRefundRow(r)
		return p.startRefund(tx, t, r, by)
	})
	if err != nil {
		return apperr.Fail("The refund could not be requested. Please try again.", err)
	}
	return e.JSON(http.StatusAccepted, row)
}

// refundRequest returns the requested refund, or an error if the payment cannot be refunded.
func refundRequest(tx core.App, t *Transaction, values rules.Values) (refundValues, error) {
	r := refundValues{
		transactionID: t.Id, paymentID: t.PaymentID(), currency: t.Currency(), reason: values.Text("reason"),
		mandate: RefundMandate(values.Text("mandate")),
	}
	asked, err := money.Parse(values.Text("amount"))
	isWhole := values.Text("amount") == ""
	if isWhole {
		asked, err = 0, nil
	}
	if err != nil {
		return r, err
	}
	facts, err := t.facts()
	if err != nil {
		return r, err
	}
	left := t.Amount() - t.RefundedAmount()
	switch {
	case facts.Difference != nil && !isWhole && int64(asked) != facts.Difference.Amount:
		return r, errRefundPartOfOther
	case facts.Difference != nil:
		r.paymentID, r.currency, r.amount = facts.Difference.PaymentID, facts.Difference.Currency, money.Amount(facts.Difference.Amount)
		r.mandate = ""
	case t.Status() == Refunded || t.Status() == Completed && left <= 0:
		return r, errRefundedAlready
	case t.Kind() == KindOffline:
		return r, errRefundOffline
	case t.Status() != Completed || t.PaymentID() == "":
		return r, errNothingToRefund
	case facts.isDisputed():
		return r, errRefundDisputed
	case asked > left:
		return r, apperr.Invalid("refund-too-large", "amount", "At most "+left.Format(t.Currency())+" is left to refund.")
	case !isWhole && asked < pricing.MinAmount:
		return r, errRefundTooSmall
	case !isWhole:
		r.amount = asked
	default:
		r.amount = left
	}
	switch _, err := findOpenRefund(tx, r.paymentID); {
	case err == nil:
		return r, errRefundUnderWay
	case !database.IsMissing(err):
		return r, err
	}
	return r, nil
}

// isDisputed reports whether a dispute of the payment is still open.
func (f paymentFacts) isDisputed() bool {
	for _, d := range f.Disputes {
		if d.Status == "open" || d.Status == "under_review" {
			return true
		}
	}
	return false
}

// startRefund records which admin has requested a refund, ends the subscription if they ask for it, and enqueues the
// job that makes the refund.
func (p *Payments) startRefund(tx core.App, t *Transaction, r *Refund, by audit.Actor) error {
	details := map[string]any{"reason": r.Reason(), "amount": r.Amount().Format(r.Currency()), "payment": r.PaymentID()}
	if r.Mandate() != "" {
		details["mandate"] = string(r.Mandate())
	}
	if err := p.audit.Record(tx, by, "transaction.refund-requested", audit.SubjectOf(t.Record), details); err != nil {
		return err
	}
	if r.Mandate() == MandateEnds {
		s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
		if err == nil {
			err = p.cancelSubscription(tx, s, CancelledByRefund, false)
		}
		if database.IgnoreMissing(err) != nil {
			return err
		}
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: RefundJob, Key: r.Id})
}

func (p *Payments) refundJobType() jobs.Type {
	t := jobs.Type{Name: RefundJob, Timeout: time.Minute}
	if p.provider != nil {
		t.Handle = p.handleRefundJob
	}
	return t
}

// handleRefundJob makes a refund at the provider. It is idempotent.
func (p *Payments) handleRefundJob(ctx context.Context, job jobs.Job) error {
	r, err := findRefund(p.app, job.Key)
	if err != nil || r.State() != RefundRequested {
		return database.IgnoreMissing(err)
	}
	refund, err := p.provider.Refund(ctx, r.PaymentID(), int64(r.Amount()), r.Id, map[string]string{"transactionId": r.TransactionID()})
	refused := errors.Is(err, razorpay.ErrRefused) || errors.Is(err, razorpay.ErrNotFound)
	if err != nil && !refused {
		return fmt.Errorf("refund payment %s: %w", r.PaymentID(), err)
	}
	refusal := err
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, r.TransactionID())
		if err != nil {
			return err
		}
		if refused {
			return p.failRefund(tx, t, r, refusal.Error())
		}
		refund.Receipt = r.Id
		return p.applyRefund(tx, t, refund)
	})
}

// applyToRequestedRefund applies the provider's state of a refund to the record of the requested refund, and returns
// that record. It returns nil for a refund that was made in the provider's dashboard.
func (p *Payments) applyToRequestedRefund(tx core.App, t *Transaction, refund razorpay.Refund) (*Refund, error) {
	r, err := findRefundOf(tx, refund.Receipt, refund.PaymentID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	if r.State() == RefundProcessed || r.State() == RefundFailed {
		return r, nil
	}
	switch refund.Status {
	case string(RefundProcessed):
		r.setProcessed(refund.ID)
	case string(RefundFailed):
		return r, p.failRefund(tx, t, r, "The provider's refund has failed.")
	default:
		r.setMade(refund.ID)
	}
	return r, saveRefund(tx, r)
}

// failRefund stores that the provider has refused a refund, and flags the transaction for the admin.
func (p *Payments) failRefund(tx core.App, t *Transaction, r *Refund, reason string) error {
	r.setFailed(truncate(reason, 500))
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	later, err := hasLaterRefund(tx, r)
	if err != nil || later {
		return err // the admin has requested it again since, and that refund was made
	}
	facts, err := t.facts()
	if err != nil {
		return err
	}
	attention, note := AttentionRefundFailed, "The refund of "+r.Amount().Format(r.Currency())+" has failed: nothing went back. Please look at payment "+r.PaymentID()+" in Razorpay's dashboard, and ask for it again."
	if facts.Difference != nil {
		attention, note = AttentionWrongAmount, "The refund of payment "+r.PaymentID()+" has failed. Please look at it in Razorpay's dashboard, and refund it again or accept it."
	}
	if err := p.flagAttention(tx, t, &facts, attention, r.Id, note); err != nil {
		return err
	}
	t.setFacts(facts)
	return p.save(tx, t)
}

// RefundRow is a refund that an admin has requested. Its state is requested, pending, processed or failed.
type RefundRow struct {
	ID               string        `json:"id"`
	RazorpayRefundID string        `json:"razorpayRefundId"`
	Amount           money.Amount  `json:"amount"`
	Currency         string        `json:"currency"`
	State            RefundState   `json:"state"`
	Mandate          RefundMandate `json:"mandate"`
	Reason           string        `json:"reason"`
	RequestedBy      string        `json:"requestedBy"`
	Failure          string        `json:"failure"`
	CreatedAt        httpx.Time    `json:"createdAt"`
}

func newRefundRow(r *Refund) RefundRow {
	return RefundRow{
		ID: r.Id, RazorpayRefundID: r.ProviderID(), Amount: r.Amount(), Currency: r.Currency(), State: r.State(), Mandate: r.Mandate(),
		Reason: r.Reason(), RequestedBy: r.RequestedBy(), Failure: r.Failure(), CreatedAt: httpx.Time(r.CreatedAt()),
	}
}
