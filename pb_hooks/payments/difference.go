package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
)

// A payment of an amount or currency that differs from its order does not complete the order. The buyer is told that it
// is under review, and an admin resolves it in one of two ways:
//
//	wrong amount ──> accepted: the transaction is completed with what was paid
//	             ╰─> refunded (refunds.go): the buyer has the money back, and may order again

// AcceptForm is the body of POST /api/transactions/{id}/accept.
var AcceptForm = rules.Form{reasonField}

// differenceFacts is a captured payment whose amount or currency differs from its order. Reason tells the buyer why, or
// is "" if we do not know.
type differenceFacts struct {
	PaymentID string `json:"paymentId"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
	Reason    string `json:"reason,omitempty"`
}

// fetchCapturedPayment fetches a payment that an admin decides about. It returns the error ended if the payment is not
// captured or was partly refunded.
func (p *Payments) fetchCapturedPayment(ctx context.Context, id string, ended error) (payment razorpay.Payment, err error) {
	if p.provider == nil {
		return payment, errNotConfigured
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), orderTimeout)
	defer cancel()
	if payment, err = p.provider.Payment(ctx, id); err != nil {
		return payment, fmt.Errorf("fetch payment %s: %w", id, errors.Join(errPaymentUnchecked, err))
	}
	if !isCaptured(payment) || payment.AmountRefunded > 0 {
		return payment, ended
	}
	return payment, nil
}

// AcceptDifference is POST /api/transactions/{id}/accept: the paid amount becomes the price.
func (p *Payments) AcceptDifference(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AcceptForm)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	wanted := acceptPayload{TransactionID: e.Request.PathValue("id"), Reason: values.Text("reason")}
	var waiting *approvals.View
	err = p.withDifference(e, wanted, func(apply differenceStep) error {
		waiting, err = p.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
			t, difference, err := findDifference(tx, wanted.TransactionID)
			if err != nil {
				return approvals.Request{}, err
			}
			wanted.PaymentID = difference.PaymentID
			return p.describeSale(tx, kindAcceptDifference, t, inRupees(difference.Amount, difference.Currency), wanted.Reason, wanted)
		}, func(tx core.App) error { return apply(tx, by) })
		return err
	})
	if err != nil {
		return apperr.Fail("The payment could not be accepted. Please try again.", err)
	}
	if waiting != nil {
		return approvals.Respond(e, waiting)
	}
	return e.NoContent(http.StatusNoContent)
}

// differenceStep accepts a payment of a wrong amount in a database transaction.
type differenceStep func(tx core.App, by audit.Actor) error

// withDifference fetches a payment of a wrong amount from the provider, and calls run with the function that accepts
// it.
func (p *Payments) withDifference(e *core.RequestEvent, wanted acceptPayload, run func(apply differenceStep) error) error {
	t, difference, err := findDifference(e.App, wanted.TransactionID)
	if err != nil {
		return err
	}
	if wanted.PaymentID != "" && difference.PaymentID != wanted.PaymentID {
		return errDifferenceEnded
	}
	payment, err := p.fetchCapturedPayment(e.Request.Context(), difference.PaymentID, errDifferenceEnded)
	if err != nil {
		return err
	}
	defer p.transactions.Lock(t.Id)()
	return run(func(tx core.App, by audit.Actor) error {
		t, difference, err := findDifference(tx, wanted.TransactionID)
		if err != nil {
			return err
		}
		if difference.PaymentID != payment.ID {
			return errDifferenceEnded
		}
		return p.acceptDifference(tx, t, payment, by, wanted.Reason)
	})
}

// inRupees returns the amount that counts towards the approval limit as paid. It is 0 for a payment in another
// currency, which does not reduce a price in rupees.
func inRupees(amount int64, currency string) money.Amount {
	if currency != "INR" {
		return 0
	}
	return money.Amount(amount)
}

// acceptDifference completes a transaction with a payment of a wrong amount. If the transaction is completed already, a
// later charge of its subscription gets a new transaction.
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

// findDifference returns a transaction whose payment of a wrong amount waits for a decision.
func findDifference(app core.App, id string) (*Transaction, *differenceFacts, error) {
	t, err := findTransaction(app, id)
	if database.IsMissing(err) {
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
	case !database.IsMissing(err):
		return nil, nil, err
	}
	return t, facts.Difference, nil
}

// recordDifferenceRefund records the refund of a payment of a wrong amount, by an admin or in the provider's dashboard:
// nothing was sold, and the buyer may order again. returned is the sum of this refund and the earlier ones.
func (p *Payments) recordDifferenceRefund(tx core.App, t *Transaction, facts paymentFacts, refund razorpay.Refund, returned int64) error {
	difference := facts.Difference
	if returned < difference.Amount {
		return nil // the rest still waits for a decision
	}
	facts.Difference = nil
	t.setFacts(facts)
	t.clearAttention()
	if !t.Status().IsPaid() {
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
	if database.IgnoreMissing(err) != nil {
		return err
	}
	return p.emailDifference(tx, t, *difference, "returned")
}

// emailDifference tells the buyer the state of a payment of a wrong amount: review or returned.
func (p *Payments) emailDifference(tx core.App, t *Transaction, difference differenceFacts, state string) error {
	customer, err := addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return p.outbox.Enqueue(tx, paymentDifferenceEmail{
		State: state, PaymentID: difference.PaymentID, Tier: t.TierName(), Name: customer.Name, Email: customer.Email,
		Paid: money.Amount(difference.Amount).Format(difference.Currency), Due: t.Amount().Format(t.Currency()),
		Reason: difference.Reason,
	}.Build())
}
