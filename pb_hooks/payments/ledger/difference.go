package ledger

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/pricing"
)

// wrongAmountNote describes a payment whose amount differs from that of its transaction, or returns "". It adds whether
// the mandate had been cancelled.
func (l *Ledger) wrongAmountNote(tx core.App, t *Transaction, payment Payment) (string, error) {
	note := amountMismatch(t, payment)
	if note == "" {
		return "", nil
	}
	cancelled, err := l.subscriptions.CancelledBefore(tx, t, payment.PaidAt)
	if err != nil || cancelled == nil {
		return note, err
	}
	return note + " The mandate had already been cancelled (" + cancelled.Reason + "). Please refund it.", nil
}

// Accept completes a transaction with its unmatched payments: what was paid becomes the price. If the transaction is
// completed already, a later charge of its subscription gets a new transaction.
func (l *Ledger) Accept(tx core.App, t *Transaction, payments []Payment, by audit.Actor, reason string) error {
	due, payment := t.Amount().Format(t.Currency()), Together(payments)
	t.ClearAttention()
	target := t
	if t.Status().IsPaid() {
		if err := l.Save(tx, t); err != nil {
			return err
		}
		target = t.furtherTransaction(payment, l.now())
	}
	if err := l.priceDifference(tx, target, payment); err != nil {
		return err
	}
	if err := l.Complete(tx, target, payment); err != nil {
		return err
	}
	details := map[string]any{
		"reason":  reason,
		"due":     due,
		"paid":    target.Amount().Format(target.Currency()),
		"payment": strings.Join(append(payment.Others, payment.ID), ", "),
	}
	return l.audit.Record(tx, by, "transaction.accepted", audit.SubjectOf(target.Record), details)
}

// returnUnmatched follows a refund of a payment of a wrong amount. If the whole payment has gone back, it tells the
// buyer, who may order again once no such payment is left. It reports whether the whole payment has gone back.
func (l *Ledger) returnUnmatched(tx core.App, t *Transaction, p *CapturedPayment) (isWhole bool, err error) {
	if p.Left() > 0 {
		return false, nil
	}
	if err := l.clearWrongAmount(tx, t); err != nil {
		return false, err
	}
	unmatched, err := ListUnmatched(tx, t)
	if err != nil {
		return false, err
	}
	if len(unmatched) == 0 && t.Status().CanMoveTo(Failed) {
		if err := t.setStatus(Failed); err != nil {
			return false, err
		}
	}
	if err := l.Save(tx, t); err != nil {
		return false, err
	}
	return true, l.emailDifference(tx, t, p.payment(), "returned", "")
}

// clearWrongAmount removes the flag of payments of a wrong amount, if none of them is left. The caller saves the
// transaction.
func (l *Ledger) clearWrongAmount(tx core.App, t *Transaction) error {
	if t.Attention() != AttentionWrongAmount {
		return nil
	}
	unmatched, err := ListUnmatched(tx, t)
	if err == nil && len(unmatched) == 0 {
		t.ClearAttention()
	}
	return err
}

// emailDifference tells the buyer the state of a payment of a wrong amount: review or returned. reason is why another
// amount was due, or "" if we do not know.
func (l *Ledger) emailDifference(tx core.App, t *Transaction, payment Payment, state, reason string) error {
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return l.outbox.Enqueue(tx, emails.PaymentDifference{
		State: state, PaymentID: payment.ID, Tier: t.TierName(), Name: customer.Name, Email: customer.Email,
		Paid: payment.Amount.Format(payment.Currency), Due: t.Amount().Format(t.Currency()), Reason: reason,
	}.Build())
}

// emailSecondPayment tells the buyer the state of a second payment of one order: twice if it is going back, or
// twice-returned after its refund.
func (l *Ledger) emailSecondPayment(tx core.App, t *Transaction, state string) error {
	return l.emailDifference(tx, t, Payment{ID: t.PaymentID(), Amount: t.Amount(), Currency: t.Currency()}, state, "")
}

// amountMismatch describes what is wrong with a payment's amount, or returns "".
func amountMismatch(t *Transaction, payment Payment) string {
	if payment.Amount == t.Amount() && payment.Currency == t.Currency() {
		return ""
	}
	return fmt.Sprintf("Payment %s is for %s, but %s was due.", payment.ID, payment.Amount.Format(payment.Currency),
		t.Amount().Format(t.Currency()))
}

// flagWrongAmount flags a payment of a wrong amount or currency, which never completes a transaction. reason tells the
// buyer why another amount is due; it is empty if we do not know.
func (l *Ledger) flagWrongAmount(tx core.App, t *Transaction, payment Payment, note, reason string) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	if facts.isNotified(AttentionWrongAmount, payment.ID) {
		return nil
	}
	if reason != "" {
		note += " " + reason
	}
	if err := l.flag(tx, t, &facts, AttentionWrongAmount, payment.ID, note); err != nil {
		return err
	}
	t.setFacts(facts)
	if err := l.Save(tx, t); err != nil {
		return err
	}
	return l.emailDifference(tx, t, payment, "review", reason)
}

// Attach completes a transaction with an orphan payment, at the price that was paid. t is the transaction with which we
// sent the buyer to the tier's page, or nil for a new one.
func (l *Ledger) Attach(tx core.App, t *Transaction, o Order, payment Payment) (*Transaction, error) {
	if t == nil {
		var err error
		if t, err = l.Create(tx, o); err != nil {
			return nil, err
		}
	}
	if _, err := l.claimOrWithdraw(tx, t, payment.PaidAt); err != nil {
		return nil, err
	}
	if o.Billing != (pricing.Billing{}) {
		t.setBilling(o.Billing)
		if err := l.SaveBilling(tx, o.Buyer.Id, o.Billing); err != nil {
			return nil, err
		}
	}
	if t.Amount() != payment.Amount || t.Currency() != payment.Currency {
		if err := l.priceDifference(tx, t, payment); err != nil {
			return nil, err
		}
	}
	t.setLinkPayment(payment)
	if err := l.Save(tx, t); err != nil {
		return nil, err
	}
	return t, l.Complete(tx, t, payment)
}
