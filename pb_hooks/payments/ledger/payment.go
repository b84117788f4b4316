package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/modules/coupons"
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
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	if !payment.IsCaptured {
		return t, l.recordAttempt(tx, t, payment)
	}
	captured, _, err := SaveCaptured(tx, payment, t.Id, l.now())
	if err != nil {
		return nil, err
	}
	if captured.IsSold() || t.IsSecondPayment() {
		return t, nil
	}
	return l.sell(tx, t, payment)
}

// sell completes a transaction with a captured payment, if it is the price, or is the price together with other
// payments of the same order.
func (l *Ledger) sell(tx core.App, t *Transaction, payment Payment) (*Transaction, error) {
	reason, sale := "", payment
	if !t.Status().IsPaid() {
		if amountMismatch(t, payment) != "" {
			whole, err := findWholePayment(tx, t)
			if err != nil {
				return nil, err
			}
			if whole != nil {
				sale = *whole
			}
		}
		if amountMismatch(t, sale) == "" {
			var err error
			if reason, err = l.claimOrWithdraw(tx, t, sale.PaidAt); err != nil {
				return nil, err
			}
		}
	}
	note, err := l.wrongAmountNote(tx, t, sale)
	if err != nil {
		return nil, err
	}
	if note != "" {
		return t, l.flagWrongAmount(tx, t, payment, note, reason)
	}
	if t.Status().IsPaid() {
		return l.recordFurtherPayment(tx, t, payment)
	}
	return t, l.Complete(tx, t, sale)
}

// recordAttempt records a payment that was not captured. The latest of several failed payments is shown, so that the
// order of their events does not matter.
func (l *Ledger) recordAttempt(tx core.App, t *Transaction, payment Payment) error {
	status := Status(payment.Status)
	if status != Failed && status != Authorized {
		return nil
	}
	_, err := FindCaptured(tx, payment.ID)
	if isCaptured, err := Found(err); err != nil || isCaptured {
		return err // the payment was captured later
	}
	facts, err := t.Facts()
	if err != nil {
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
	twin, err := chargedAlready(tx, t, facts.paidTime())
	if err != nil {
		return err
	}
	buyer, err := identity.FindUser(tx, t.UserID())
	if err = database.IgnoreMissing(err); err != nil {
		return err
	}
	switch {
	case cancelled != nil:
		t.setAfterCancellation()
		err = l.flag(tx, t, &facts, AttentionAfterCancellation, payment.ID, cancelled.note(facts.paidTime()))
	case owned:
		err = l.flag(tx, t, &facts, AttentionSecondPayment, payment.ID, note)
	case !twin.IsZero():
		err = l.flag(tx, t, &facts, AttentionSecondPayment, payment.ID, fmt.Sprintf("The mandate was charged on %s and "+
			"on %s, which is twice in one period. Both charges have granted a term. Unless one of them paid "+
			"for an overdue period, please refund one of the two.", india.DayText(Earlier(twin, facts.paidTime())),
			india.DayText(Later(twin, facts.paidTime()))))
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
	if err := markSold(tx, t, payment); err != nil {
		return err
	}
	if err := l.clearWrongAmount(tx, t); err != nil {
		return err
	}
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
		if err := l.endOtherOffers(tx, t); err != nil {
			return err
		}
	} else if !owned && cancelled == nil {
		if err := l.grantTerm(tx, t, facts); err != nil {
			return err
		}
		if err := l.subscriptions.Supersede(tx, t); err != nil {
			return err
		}
		if err := l.endOtherOffers(tx, t); err != nil {
			return err
		}
	}
	if err := l.issueInvoice(tx, t, facts, cancelled, payment.WrittenOff); err != nil || cancelled == nil {
		return err
	}
	return l.subscriptions.ChargedAfterCancellation(tx, t)
}

// endOtherOffers cancels the buyer's other links for the same plan, and ends their proformas if the plan was bought
// online. A renewal of a mandate buys nothing new, so it ends no proforma.
func (l *Ledger) endOtherOffers(tx core.App, t *Transaction) error {
	if err := l.CancelOtherLinks(tx, t); err != nil || t.Kind() == KindOffline {
		return err
	}
	isRenewal, err := l.subscriptions.IsRenewal(tx, t)
	if err != nil || isRenewal {
		return err
	}
	return l.proformas.PaidOnline(tx, t)
}

// chargedAlready returns when a subscription was charged less than half a period before or after a charge, or the zero
// time. A charge that the bank has retried comes some days late, and never half a period.
func chargedAlready(tx core.App, t *Transaction, paidAt time.Time) (time.Time, error) {
	if t.SubscriptionID() == "" || t.Duration() == tiers.Lifetime {
		return time.Time{}, nil
	}
	half := TermEnd(t.Duration(), paidAt, paidAt.In(india.Zone).Day()).Sub(paidAt) / 2
	other, err := findCharge(tx, t, paidAt.Add(-half), paidAt.Add(half))
	if err != nil {
		return time.Time{}, database.IgnoreMissing(err)
	}
	facts, err := other.Facts()
	return facts.paidTime(), err
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
// is the next charge. Any other further payment is a mistake of the buyer or of us: it buys nothing and has no document,
// and an admin has to refund it. If the first payment is refunded instead, it takes its place (grantToSecondPayment).
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
	t.setSecondPayment(true)
	note := "A second payment of order " + first.OrderID() + ". The buyer was told that it is refunded. Please refund it."
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
	if err := moveCaptured(tx, payment.ID, t); err != nil {
		return nil, err
	}
	return t, l.emailSecondPayment(tx, t, "twice")
}

// markCompleted sets the fields of a completed transaction. It is booked when it was paid, unless the books of that
// month are closed.
func (l *Ledger) markCompleted(tx core.App, t *Transaction, payment Payment) (Facts, error) {
	facts, err := t.Facts()
	if err != nil {
		return facts, err
	}
	if t.Status() == Refunded { // only Restore completes it again
		return facts, fmt.Errorf("transaction %s is refunded and cannot be completed", t.Id)
	}
	if err := t.setStatus(Completed); err != nil {
		return facts, err
	}
	facts.PaidAt, facts.Failure = payment.PaidAt.Unix(), ""
	facts.RupeeAmount = int64(payment.RupeeAmount)
	if err := facts.bookPayment(tx); err != nil {
		return facts, err
	}
	t.setProcessedAt(facts.paidTime())
	t.setNextCheckAt(time.Time{})
	t.setPayment(payment, facts)
	return facts, nil
}

// bookPayment books a payment when it was made, or in the first open month if the books of that month are closed.
func (f *Facts) bookPayment(tx core.App) error {
	bookedAt, err := invoices.Date(tx, f.paidTime())
	if err != nil {
		return err
	}
	f.BookedAt = 0
	if !bookedAt.Equal(f.paidTime()) {
		f.BookedAt = bookedAt.Unix()
	}
	return nil
}

// issueInvoice issues the document of a completed transaction and emails it to the buyer, with an apology if the
// subscription had been cancelled. A free transaction has no document. If the place of supply or a required address is
// not known, the email asks for it, and the document waits for it. The email states the part of the price that was
// written off.
func (l *Ledger) issueInvoice(tx core.App, t *Transaction, facts Facts, cancelled *Cancellation,
	writtenOff money.Amount) error {
	if t.Amount() == 0 {
		return l.emailFree(tx, t)
	}
	req, err := termRequest(tx, t, facts)
	if err != nil {
		return err
	}
	invoiceID := ""
	switch invoice, err := invoices.Issue(tx, req, facts.paidTime()); {
	case err == nil:
		invoiceID = invoice.Id
	case invoices.AwaitsBuyer(err):
		if err := l.awaitPlace(tx, t); err != nil {
			return err
		}
	default:
		return fmt.Errorf("issue invoice of transaction %s: %w", t.Id, err)
	}
	customer, err := Addressee(tx, t)
	switch {
	case err != nil || customer.Email == "":
		return err
	case cancelled != nil:
		return l.outbox.Enqueue(tx, newChargeAfterCancellationEmail(t, customer, invoiceID, cancelled).Build())
	}
	email := emails.PaymentConfirmed{
		TransactionID: t.Id, InvoiceID: invoiceID, PaymentID: t.PaymentID(),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}
	if writtenOff > 0 {
		email.Paid, email.WrittenOff = (t.Amount() - writtenOff).Format(t.Currency()), writtenOff.Format(t.Currency())
	}
	return l.outbox.Enqueue(tx, email.Build())
}
