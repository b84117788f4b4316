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
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
)

// A payment of another amount, or in another currency, than its order never completes it by itself. The buyer
// is told that it is looked at, and an admin ends it in one of two ways:
//
//	wrong amount ──> accepted: the transaction is completed with what was paid
//	             ╰─> refund requested ──> pending ──> processed: the buyer has the money back, and may order again
//	                              ╰──────────┴─────> failed: the admin is asked again
//
// The refund's row is stored first, and its id is the key with which the provider makes it once.

// RefundJob is the type of the jobs that make a refund at the provider. The key is its record's id.
const RefundJob = "payments.refund"

// AcceptForm is the body of POST /api/transactions/{id}/accept.
var AcceptForm = rules.Form{{Name: "reason", Label: "Reason", Kind: rules.Text, Required: true, Min: 3, Max: 1000}}

// RefundForm is the body of POST /api/transactions/{id}/refund, beside the password.
var RefundForm = AcceptForm

// RefundNeedsPassword is the rule of that route: a session alone moves no money.
func (p *Payments) RefundNeedsPassword(*core.RequestEvent) (bool, error) { return true, nil }

// differenceFacts is a captured payment whose amount or currency is not the order's.
type differenceFacts struct {
	PaymentID string `json:"paymentId"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
}

func (p *Payments) refundJobType() jobs.Type {
	t := jobs.Type{Name: RefundJob, Timeout: time.Minute}
	if p.provider != nil {
		t.Handle = p.handleRefundJob
	}
	return t
}

// AcceptDifference is POST /api/transactions/{id}/accept: what was paid is taken as the price.
func (p *Payments) AcceptDifference(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AcceptForm)
	if err != nil {
		return err
	}
	t, difference, err := p.findDifference(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	if p.provider == nil {
		return errNotConfigured
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), orderTimeout)
	defer cancel()
	payment, err := p.provider.Payment(ctx, difference.PaymentID)
	if err != nil {
		return fmt.Errorf("accept payment %s: %w", difference.PaymentID, errors.Join(errDifferenceUnchecked, err))
	}
	if !isCaptured(payment) || payment.AmountRefunded > 0 {
		return errDifferenceEnded
	}
	defer p.transactions.Lock(t.Id)()
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, difference, err = p.findDifference(tx, t.Id); err != nil {
			return err
		}
		return p.acceptDifference(tx, t, payment, audit.RequestActor(e), values.Text("reason"))
	})
	if err != nil {
		return apperr.Fail("The payment could not be accepted. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// acceptDifference completes a transaction with a payment of another amount; a later charge of a subscription
// becomes a transaction of its own.
func (p *Payments) acceptDifference(tx core.App, t *Transaction, payment razorpay.Payment, by audit.Actor, reason string) error {
	due := t.Amount().Format(t.Currency())
	facts, err := t.facts()
	if err != nil {
		return err
	}
	facts.Difference = nil
	t.setFacts(facts)
	t.clearAttention()
	target := t
	if t.Status().IsPaid() {
		if err := p.save(tx, t); err != nil {
			return err
		}
		target = t.furtherTransaction(payment, p.now())
	}
	if err := p.priceDifference(tx, target, payment); err != nil {
		return err
	}
	if err := p.completeTransaction(tx, target, payment); err != nil {
		return err
	}
	details := map[string]any{"reason": reason, "due": due, "paid": target.Amount().Format(target.Currency()), "payment": payment.ID}
	return p.audit.Record(tx, by, "transaction.accepted", audit.SubjectOf(target.Record), details)
}

// RefundDifference is POST /api/transactions/{id}/refund: the whole of a payment of another amount goes back.
func (p *Payments) RefundDifference(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, RefundForm)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	err = p.app.RunInTransaction(func(tx core.App) error {
		t, difference, err := p.findDifference(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		r, err := newRefund(tx, t, *difference, values.Text("reason"), by.Name)
		if err != nil {
			return err
		}
		if err := saveRefund(tx, r); err != nil {
			return err
		}
		details := map[string]any{"reason": values.Text("reason"), "amount": money.Amount(difference.Amount).Format(difference.Currency), "payment": difference.PaymentID}
		if err := p.audit.Record(tx, by, "transaction.refund-requested", audit.SubjectOf(t.Record), details); err != nil {
			return err
		}
		return p.jobs.Enqueue(tx, jobs.Job{Type: RefundJob, Key: r.Id})
	})
	if err != nil {
		return apperr.Fail("The refund could not be requested. Please try again.", err)
	}
	return e.NoContent(http.StatusAccepted)
}

// findDifference returns a transaction with a payment that waits for an admin's decision.
func (p *Payments) findDifference(app core.App, id string) (*Transaction, *differenceFacts, error) {
	t, err := findTransaction(app, id)
	if isMissing(err) {
		return nil, nil, errTransactionNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	facts, err := t.facts()
	if err != nil {
		return nil, nil, err
	}
	if facts.Difference == nil {
		return nil, nil, errNoDifference
	}
	switch _, err := findOpenRefund(app, facts.Difference.PaymentID); {
	case err == nil:
		return nil, nil, errRefundUnderWay
	case !isMissing(err):
		return nil, nil, err
	}
	return t, facts.Difference, nil
}

// handleRefundJob makes a refund at the provider, once however often it is called.
func (p *Payments) handleRefundJob(ctx context.Context, job jobs.Job) error {
	r, err := findRefund(p.app, job.Key)
	if err != nil || r.State() != RefundRequested {
		return ignoreMissing(err)
	}
	refund, err := p.provider.Refund(ctx, r.PaymentID(), int64(r.Amount()), r.Id, map[string]string{"transactionId": r.TransactionID()})
	if errors.Is(err, razorpay.ErrRefused) || errors.Is(err, razorpay.ErrNotFound) {
		return p.app.RunInTransaction(func(tx core.App) error { return p.failRefund(tx, r, err.Error()) })
	}
	if err != nil {
		return fmt.Errorf("refund payment %s: %w", r.PaymentID(), err)
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, r.TransactionID())
		if err != nil {
			return err
		}
		if refund.Status == string(RefundFailed) {
			return p.failRefund(tx, r, "The provider's refund has failed.")
		}
		r.setMade(refund.ID)
		if err := saveRefund(tx, r); err != nil {
			return err
		}
		return p.applyRefund(tx, t, refund)
	})
}

// failRefund stores that the provider does not make a refund, and asks the admin again.
func (p *Payments) failRefund(tx core.App, r *Refund, reason string) error {
	r.setFailed(truncate(reason, 500))
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	t, err := findTransaction(tx, r.TransactionID())
	if err != nil {
		return err
	}
	facts, err := t.facts()
	if err != nil {
		return err
	}
	note := "The refund of payment " + r.PaymentID() + " has failed. Please look at it in Razorpay's dashboard, and refund it again or accept it."
	if err := p.flagAttention(tx, t, &facts, AttentionWrongAmount, r.Id, note); err != nil {
		return err
	}
	t.setFacts(facts)
	return p.save(tx, t)
}

// returnDifference records that a payment of another amount went back, whoever has refunded it: nothing was
// sold, and the buyer may order again.
func (p *Payments) returnDifference(tx core.App, t *Transaction, facts paymentFacts, refund razorpay.Refund) error {
	difference := facts.Difference
	if refund.Amount < difference.Amount {
		return nil // the rest still waits for a decision
	}
	facts.Difference = nil
	t.setFacts(facts)
	t.clearAttention()
	if t.Status() == Pending {
		if err := t.SetStatus(Failed); err != nil {
			return err
		}
	}
	if err := p.save(tx, t); err != nil {
		return err
	}
	r, err := findOpenRefund(tx, difference.PaymentID)
	if err == nil {
		r.setProcessed(refund.ID)
		err = saveRefund(tx, r)
	}
	if ignoreMissing(err) != nil {
		return err
	}
	return p.emailDifference(tx, t, *difference, "returned")
}

// emailDifference tells the buyer what is happening to a payment of another amount: review or returned.
func (p *Payments) emailDifference(tx core.App, t *Transaction, difference differenceFacts, state string) error {
	customer := t.Customer()
	if customer.Email == "" {
		return nil
	}
	return p.outbox.Enqueue(tx, paymentDifferenceEmail{
		State: state, PaymentID: difference.PaymentID, Tier: t.TierName(), Name: customer.Name, Email: customer.Email,
		Paid: money.Amount(difference.Amount).Format(difference.Currency), Due: t.Amount().Format(t.Currency()),
	}.Build())
}
