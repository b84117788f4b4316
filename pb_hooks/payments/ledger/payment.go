package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/tiers"
)

// Apply applies one payment to the ledger. The payment must belong to the transaction t. It returns the
// transaction of the payment, which differs from t for a second payment.
func (l *Ledger) Apply(tx core.App, t *Transaction, payment Payment) (*Transaction, error) {
	known, err := FindTransactionByPayment(tx, payment.ID)
	switch {
	case err == nil && known.Id != t.Id:
		return known, nil
	case err == nil && t.Status().IsPaid():
		return t, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	if !payment.IsCaptured {
		return t, l.recordAttempt(tx, t, payment)
	}
	reason := ""
	if !t.Status().IsPaid() && amountMismatch(t, payment) == "" {
		if reason, err = l.claimOrWithdraw(tx, t, payment.PaidAt); err != nil {
			return nil, err
		}
	}
	note, err := l.wrongAmountNote(tx, t, payment)
	if err != nil {
		return nil, err
	}
	if note != "" {
		return t, l.flagWrongAmount(tx, t, payment, note, reason)
	}
	if t.Status().IsPaid() {
		return l.recordFurtherPayment(tx, t, payment)
	}
	return t, l.Complete(tx, t, payment)
}

// recordAttempt records a payment that was not captured. The latest of several failed payments is shown, so that the
// order of their events does not matter.
func (l *Ledger) recordAttempt(tx core.App, t *Transaction, payment Payment) error {
	status := Status(payment.Status)
	if status != Failed && status != Authorized {
		return nil
	}
	facts, err := t.Facts()
	if err != nil || facts.isNotified(AttentionWrongAmount, payment.ID) { // the payment was captured later
		return err
	}
	at := payment.PaidAt.Unix()
	isNewer := at > facts.PaidAt || (at == facts.PaidAt && payment.ID > t.PaymentID())
	moves := t.Status().CanMoveTo(status) && t.Status() != Authorized
	if !moves && (t.Status() != status || !isNewer) {
		return nil
	}
	if err := t.setStatus(status); err != nil {
		return err
	}
	facts.PaidAt, facts.Failure = at, payment.Failure
	t.setPayment(payment, facts)
	if status == Authorized {
		if err := coupons.Keep(tx, t.Id); err != nil {
			return err
		}
	}
	return l.Save(tx, t)
}

// Complete applies a captured payment: it stores the status, the membership, the invoice and the email in
// the caller's database transaction.
func (l *Ledger) Complete(tx core.App, t *Transaction, payment Payment) error {
	facts, err := l.markCompleted(tx, t, payment)
	if err != nil {
		return err
	}
	if err := l.priceSupply(tx, t, facts.timeOfSupply()); err != nil {
		return err
	}
	owned, note, err := alreadyHeld(tx, t, facts)
	if err != nil {
		return err
	}
	cancelled, err := l.subscriptions.CancelledBefore(tx, t, facts.paidTime())
	if err != nil {
		return err
	}
	buyer, err := identity.FindUser(tx, t.UserID())
	if err = database.IgnoreMissing(err); err != nil {
		return err
	}
	switch {
	case cancelled != nil:
		err = l.flag(tx, t, &facts, AttentionAfterCancellation, payment.ID, cancelled.note(facts.paidTime()))
	case owned:
		err = l.flag(tx, t, &facts, AttentionSecondPayment, payment.ID, note)
	case t.UserID() == "":
		err = l.flag(tx, t, &facts, AttentionOrphan, payment.ID,
			"The buyer's account was deleted before they paid. Please refund the payment.")
	case buyer != nil && !buyer.IsActive():
		err = l.flag(tx, t, &facts, AttentionOrphan, payment.ID, "The buyer's account was deactivated before the "+
			"payment. Please refund the payment or reactivate the account.")
	}
	if err != nil {
		return err
	}
	t.setFacts(facts)
	if err := l.Save(tx, t); err != nil {
		return err
	}
	if err := coupons.Consume(tx, t.Id); err != nil {
		return err
	}
	if t.Seats() > 0 {
		if err := l.seats.Open(tx, t); err != nil {
			return err
		}
		if err := l.CancelOtherLinks(tx, t); err != nil {
			return err
		}
	} else if !owned && cancelled == nil {
		if err := l.grantTerm(tx, t, facts); err != nil {
			return err
		}
		if err := l.subscriptions.Supersede(tx, t); err != nil {
			return err
		}
		if err := l.CancelOtherLinks(tx, t); err != nil {
			return err
		}
	}
	if err := l.issueInvoice(tx, t, facts, cancelled); err != nil || cancelled == nil {
		return err
	}
	return l.subscriptions.ChargedAfterCancellation(tx, t)
}

// note describes a charge after the cancellation for the office.
func (c *Cancellation) note(paidAt time.Time) string {
	note := fmt.Sprintf(
		"The mandate was cancelled on %s (%s), but it was charged on %s. The charge did not start a new term.",
		india.DayText(c.At), c.Reason, india.DayText(paidAt))
	if c.IsRefunded {
		return note + " It is being refunded automatically."
	}
	return note + " Please refund it."
}

// alreadyHeld reports whether the buyer already holds what a payment is for, and describes it: a second payment for the
// same lifetime membership, or a term for a member who had a lifetime membership when they paid.
func alreadyHeld(tx core.App, t *Transaction, facts Facts) (bool, string, error) {
	if t.Seats() > 0 {
		return false, "", nil
	}
	if t.Duration() == tiers.Lifetime {
		held, err := HoldsForLife(tx, t.UserID(), t.TierID(), time.Time{})
		return held, "The buyer already holds this membership for life. Please refund one of the payments.", err
	}
	held, err := HoldsForLife(tx, t.UserID(), "", facts.paidTime())
	note := "The member was charged although they hold a membership for life. Please refund this payment."
	if t.Kind() == KindSubscription {
		note += " Their mandate is being cancelled."
	}
	return held, note, err
}

// recordFurtherPayment records a further payment of a completed transaction as a new transaction. For a subscription it
// is the next charge. Any other further payment is a mistake of the buyer or of us: it grants nothing, and an admin has
// to refund it.
func (l *Ledger) recordFurtherPayment(tx core.App, first *Transaction, payment Payment) (*Transaction, error) {
	t := first.furtherTransaction(payment, l.now())
	if first.Kind() == KindSubscription {
		if err := l.Complete(tx, t, payment); err != nil {
			return nil, err
		}
		return t, l.ScheduleCheck(tx, t)
	}
	facts, err := l.markCompleted(tx, t, payment)
	if err != nil {
		return nil, err
	}
	note := "A second payment of order " + first.OrderID() + ". Please refund one of the two."
	if err := l.flag(tx, t, &facts, AttentionSecondPayment, payment.ID, note); err != nil {
		return nil, err
	}
	t.setFacts(facts)
	if err := l.priceSupply(tx, t, facts.timeOfSupply()); err != nil {
		return nil, err
	}
	if err := l.Save(tx, t); err != nil {
		return nil, err
	}
	return t, l.issueInvoice(tx, t, facts, nil)
}

// markCompleted sets the fields of a completed transaction. It is booked when it was paid, unless the books of that
// month are closed.
func (l *Ledger) markCompleted(tx core.App, t *Transaction, payment Payment) (Facts, error) {
	facts, err := t.Facts()
	if err != nil {
		return facts, err
	}
	if err := t.setStatus(Completed); err != nil {
		return facts, err
	}
	facts.PaidAt, facts.Failure = payment.PaidAt.Unix(), ""
	facts.RupeeAmount = int64(payment.RupeeAmount)
	bookedAt, err := invoices.Date(tx, facts.paidTime())
	if err != nil {
		return facts, err
	}
	facts.BookedAt = 0
	if !bookedAt.Equal(facts.paidTime()) {
		facts.BookedAt = bookedAt.Unix()
	}
	t.setProcessedAt(facts.paidTime())
	t.setNextCheckAt(time.Time{})
	t.setPayment(payment, facts)
	return facts, nil
}

// issueInvoice issues the document of a completed transaction and emails it to the buyer, with an apology if the
// subscription had been cancelled. A free transaction has no document.
func (l *Ledger) issueInvoice(tx core.App, t *Transaction, facts Facts, cancelled *Cancellation) error {
	if t.Amount() == 0 {
		return l.emailFree(tx, t)
	}
	if err := attachOrphan(tx, t); err != nil {
		return err
	}
	req, err := invoiceRequest(t, facts, facts.timeOfSupply())
	if err != nil {
		return err
	}
	invoice, err := invoices.Issue(tx, req, facts.paidTime())
	if err != nil {
		return fmt.Errorf("issue invoice of transaction %s: %w", t.Id, err)
	}
	customer, err := Addressee(tx, t)
	switch {
	case err != nil || customer.Email == "":
		return err
	case cancelled != nil:
		return l.outbox.Enqueue(tx, newChargeAfterCancellationEmail(t, customer, invoice.Id, cancelled).Build())
	}
	return l.outbox.Enqueue(tx, emails.PaymentConfirmed{
		TransactionID: t.Id, InvoiceID: invoice.Id, PaymentID: t.PaymentID(),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}
