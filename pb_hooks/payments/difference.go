package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
)

// A payment of another amount, or in another currency, than its order never completes it by itself. The buyer
// is told that it is looked at, and an admin ends it in one of two ways:
//
//	wrong amount ──> accepted: the transaction is completed with what was paid
//	             ╰─> refunded (refunds.go): the buyer has the money back, and may order again

// AcceptForm is the body of POST /api/transactions/{id}/accept.
var AcceptForm = rules.Form{reasonField}

// differenceFacts is a captured payment whose amount or currency is not the order's.
type differenceFacts struct {
	PaymentID string `json:"paymentId"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
}

// fetchCapturedPayment asks the provider for a payment that an admin decides about. It returns ended if the payment is
// not captured, or some of it went back.
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

// AcceptDifference is POST /api/transactions/{id}/accept: what was paid is taken as the price.
func (p *Payments) AcceptDifference(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AcceptForm)
	if err != nil {
		return err
	}
	t, difference, err := findDifference(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	payment, err := p.fetchCapturedPayment(e.Request.Context(), difference.PaymentID, errDifferenceEnded)
	if err != nil {
		return err
	}
	defer p.transactions.Lock(t.Id)()
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, difference, err = findDifference(tx, t.Id); err != nil {
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

// findDifference returns a transaction with a payment that waits for an admin's decision.
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

// returnDifference records that a payment of another amount went back, whoever has refunded it: nothing was
// sold, and the buyer may order again. returned is how much of it went back by this refund and those before it.
func (p *Payments) returnDifference(tx core.App, t *Transaction, facts paymentFacts, refund razorpay.Refund, returned int64) error {
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
