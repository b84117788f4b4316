package ledger

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/money"
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

// DifferenceFacts is a captured payment whose amount or currency differs from its order. Reason tells the buyer why, or
// is "" if we do not know.
type DifferenceFacts struct {
	PaymentID string `json:"paymentId"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
	Reason    string `json:"reason,omitempty"`
}

// Accept completes a transaction with a payment of a wrong amount. If the transaction is completed already, a
// later charge of its subscription gets a new transaction.
func (l *Ledger) Accept(tx core.App, t *Transaction, payment Payment, by audit.Actor, reason string) error {
	due := t.Amount().Format(t.Currency())
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	facts.Difference = nil
	t.setFacts(facts)
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
		"payment": payment.ID,
	}
	return l.audit.Record(tx, by, "transaction.accepted", audit.SubjectOf(target.Record), details)
}

// returnDifference records the refund of a payment of a wrong amount: nothing was sold, and the buyer may order again.
// returned is the sum of this refund and the earlier ones. It reports whether the whole amount has gone back; the rest
// still waits for a decision otherwise.
func (l *Ledger) returnDifference(tx core.App, t *Transaction, facts Facts, returned int64) (isWhole bool, err error) {
	difference := facts.Difference
	if returned < difference.Amount {
		return false, nil
	}
	facts.Difference = nil
	t.setFacts(facts)
	t.ClearAttention()
	if !t.Status().IsPaid() {
		if err := t.setStatus(Failed); err != nil {
			return false, err
		}
	}
	if err := l.Save(tx, t); err != nil {
		return false, err
	}
	return true, l.emailDifference(tx, t, *difference, "returned")
}

// emailDifference tells the buyer the state of a payment of a wrong amount: review or returned.
func (l *Ledger) emailDifference(tx core.App, t *Transaction, difference DifferenceFacts, state string) error {
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return l.outbox.Enqueue(tx, emails.PaymentDifference{
		State: state, PaymentID: difference.PaymentID, Tier: t.TierName(), Name: customer.Name, Email: customer.Email,
		Paid: money.Amount(difference.Amount).Format(difference.Currency), Due: t.Amount().Format(t.Currency()),
		Reason: difference.Reason,
	}.Build())
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
	if _, err := SaveOrphan(tx, payment, t.Id, l.now()); err != nil {
		return err
	}
	if reason != "" {
		note += " " + reason
	}
	if err := l.flag(tx, t, &facts, AttentionWrongAmount, payment.ID, note); err != nil {
		return err
	}
	facts.Difference = &DifferenceFacts{
		PaymentID: payment.ID,
		Amount:    int64(payment.Amount),
		Currency:  payment.Currency,
		Reason:    reason,
	}
	t.setFacts(facts)
	if err := l.Save(tx, t); err != nil {
		return err
	}
	return l.emailDifference(tx, t, *facts.Difference, "review")
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
		if err := pricing.SaveBilling(tx, o.Buyer.Id, o.Billing); err != nil {
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
