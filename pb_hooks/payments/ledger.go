package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// applyPayment applies one payment to the ledger. The payment must belong to the transaction t. It returns the
// transaction of the payment, which differs from t for a second payment.
func (p *Payments) applyPayment(tx core.App, t *Transaction, payment razorpay.Payment) (*Transaction, error) {
	known, err := findTransactionByPayment(tx, payment.ID)
	switch {
	case err == nil && known.Id != t.Id:
		return known, nil
	case err == nil && t.Status().IsPaid():
		return t, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	if !isCaptured(payment) {
		return t, p.recordAttempt(tx, t, payment)
	}
	reason := ""
	if !t.Status().IsPaid() && amountMismatch(t, payment) == "" {
		if reason, err = p.claimOrWithdraw(tx, t, payment.CreatedAt); err != nil {
			return nil, err
		}
	}
	note, err := wrongAmountNote(tx, t, payment)
	if err != nil {
		return nil, err
	}
	if note != "" {
		return t, p.flagWrongAmount(tx, t, payment, note, reason)
	}
	if t.Status().IsPaid() {
		return p.recordFurtherPayment(tx, t, payment)
	}
	return t, p.completeTransaction(tx, t, payment)
}

// isCaptured reports whether the buyer's money has arrived, even if it was refunded later. A refunded payment that was
// never captured is an authorization that has lapsed.
func isCaptured(payment razorpay.Payment) bool {
	return payment.Captured || payment.Status == "captured"
}

// amountMismatch describes what is wrong with a payment's amount, or returns "".
func amountMismatch(t *Transaction, payment razorpay.Payment) string {
	paid := money.Amount(payment.Amount)
	if paid == t.Amount() && payment.Currency == t.Currency() {
		return ""
	}
	return fmt.Sprintf("Payment %s is of %s, but %s was due.", payment.ID, paid.Format(payment.Currency), t.Amount().Format(t.Currency()))
}

// recordAttempt records a payment that was not captured. The latest of several failed payments is shown, so that the
// order of their events does not matter.
func (p *Payments) recordAttempt(tx core.App, t *Transaction, payment razorpay.Payment) error {
	status := Status(payment.Status)
	if status != Failed && status != Authorized {
		return nil
	}
	facts, err := t.facts()
	if err != nil || facts.isNotified(AttentionWrongAmount, payment.ID) { // the payment was captured later
		return err
	}
	at := payment.CreatedAt.Unix()
	isNewer := at > facts.PaidAt || (at == facts.PaidAt && payment.ID > t.PaymentID())
	moves := t.Status().CanMoveTo(status) && t.Status() != Authorized
	if !moves && (t.Status() != status || !isNewer) {
		return nil
	}
	if err := t.SetStatus(status); err != nil {
		return err
	}
	facts.PaidAt, facts.Failure = at, payment.ErrorDescription
	t.setPayment(payment, facts)
	if status == Authorized {
		if err := coupons.Keep(tx, t.Id); err != nil {
			return err
		}
	}
	return p.save(tx, t)
}

// flagWrongAmount flags a payment of a wrong amount or currency, which never completes a transaction. reason tells the
// buyer why another amount is due; it is empty if we do not know.
func (p *Payments) flagWrongAmount(tx core.App, t *Transaction, payment razorpay.Payment, note, reason string) error {
	facts, err := t.facts()
	if err != nil {
		return err
	}
	if facts.isNotified(AttentionWrongAmount, payment.ID) {
		return nil
	}
	if _, err := saveOrphan(tx, payment, t.Id, p.now()); err != nil {
		return err
	}
	if reason != "" {
		note += " " + reason
	}
	if err := p.flagAttention(tx, t, &facts, AttentionWrongAmount, payment.ID, note); err != nil {
		return err
	}
	facts.Difference = &differenceFacts{PaymentID: payment.ID, Amount: payment.Amount, Currency: payment.Currency, Reason: reason}
	t.setFacts(facts)
	if err := p.save(tx, t); err != nil {
		return err
	}
	return p.emailDifference(tx, t, *facts.Difference, "review")
}

// completeTransaction applies a captured payment: it stores the status, the membership, the invoice and the email in
// the caller's database transaction.
func (p *Payments) completeTransaction(tx core.App, t *Transaction, payment razorpay.Payment) error {
	facts, err := p.markCompleted(tx, t, payment)
	if err != nil {
		return err
	}
	if err := p.priceSupply(tx, t, facts.timeOfSupply()); err != nil {
		return err
	}
	owned, note, err := alreadyHeld(tx, t, facts)
	if err != nil {
		return err
	}
	cancelled, err := findSubscriptionCancelledBefore(tx, t, facts.paidTime())
	if err != nil {
		return err
	}
	switch {
	case cancelled != nil:
		err = p.flagChargeAfterCancellation(tx, t, cancelled, &facts)
	case owned:
		err = p.flagAttention(tx, t, &facts, AttentionSecondPayment, payment.ID, note)
	case t.UserID() == "":
		err = p.flagAttention(tx, t, &facts, AttentionOrphan, payment.ID, "The buyer's account was deleted before they paid; please refund the payment.")
	}
	if err != nil {
		return err
	}
	t.setFacts(facts)
	if err := p.save(tx, t); err != nil {
		return err
	}
	if err := coupons.Consume(tx, t.Id); err != nil {
		return err
	}
	if t.Seats() > 0 {
		if err := createSeats(tx, t); err != nil {
			return err
		}
		if err := p.cancelOtherLinks(tx, t); err != nil {
			return err
		}
	} else if !owned && cancelled == nil {
		if err := p.grantTerm(tx, t, facts); err != nil {
			return err
		}
		if err := p.supersedeSubscriptions(tx, t); err != nil {
			return err
		}
		if err := p.cancelOtherLinks(tx, t); err != nil {
			return err
		}
	}
	if err := p.issueInvoice(tx, t, facts); err != nil || cancelled == nil {
		return err
	}
	return p.refundChargeAfterCancellation(tx, t, cancelled)
}

// alreadyHeld reports whether the buyer already holds what a payment is for, and describes it: a second payment for the
// same lifetime membership, or a term for a member who had a lifetime membership when they paid.
func alreadyHeld(tx core.App, t *Transaction, facts paymentFacts) (bool, string, error) {
	if t.Seats() > 0 {
		return false, "", nil
	}
	if t.Duration() == tiers.Lifetime {
		held, err := holdsForLife(tx, t.UserID(), t.TierID(), time.Time{})
		return held, "The buyer already holds this membership for life; please refund one of the payments.", err
	}
	held, err := holdsForLife(tx, t.UserID(), "", facts.paidTime())
	return held, "The member was charged although they hold a membership for life; please refund this payment. Their mandate is being cancelled.", err
}

// recordFurtherPayment records a further payment of a completed transaction as a new transaction. For a subscription it
// is the next charge. Any other further payment is a mistake of the buyer or of us: it grants nothing, and an admin has
// to refund it.
func (p *Payments) recordFurtherPayment(tx core.App, first *Transaction, payment razorpay.Payment) (*Transaction, error) {
	t := first.furtherTransaction(payment, p.now())
	if first.Kind() == KindSubscription {
		if err := p.completeTransaction(tx, t, payment); err != nil {
			return nil, err
		}
		return t, p.scheduleNextCheck(tx, t)
	}
	facts, err := p.markCompleted(tx, t, payment)
	if err != nil {
		return nil, err
	}
	note := "A second payment of order " + first.OrderID() + "; please refund one of the two."
	if err := p.flagAttention(tx, t, &facts, AttentionSecondPayment, payment.ID, note); err != nil {
		return nil, err
	}
	t.setFacts(facts)
	if err := p.priceSupply(tx, t, facts.timeOfSupply()); err != nil {
		return nil, err
	}
	if err := p.save(tx, t); err != nil {
		return nil, err
	}
	return t, p.issueInvoice(tx, t, facts)
}

// markCompleted sets the fields of a completed transaction. It is booked when it was paid, unless the books of that
// month are closed.
func (p *Payments) markCompleted(tx core.App, t *Transaction, payment razorpay.Payment) (paymentFacts, error) {
	facts, err := t.facts()
	if err != nil {
		return facts, err
	}
	if err := t.SetStatus(Completed); err != nil {
		return facts, err
	}
	facts.PaidAt, facts.Failure = payment.CreatedAt.Unix(), ""
	facts.RupeeAmount = payment.RupeeAmount()
	bookedAt, err := invoices.Date(tx, facts.paidTime())
	if err != nil {
		return facts, err
	}
	facts.BookedAt = 0
	if !bookedAt.Equal(facts.paidTime()) {
		facts.BookedAt = bookedAt.Unix()
	}
	t.setProcessedAt(facts.paidTime())
	t.SetNextCheckAt(time.Time{})
	t.setPayment(payment, facts)
	return facts, nil
}

// issueInvoice issues the document of a completed transaction and emails it to the buyer. A free transaction has no
// document.
func (p *Payments) issueInvoice(tx core.App, t *Transaction, facts paymentFacts) error {
	if t.Amount() == 0 {
		return p.emailFree(tx, t)
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
	customer, err := addressee(tx, t)
	switch {
	case err != nil || customer.Email == "":
		return err
	case t.isChargeAfterCancellation(facts):
		return p.emailChargeAfterCancellation(tx, t, customer, invoice)
	}
	return p.outbox.Enqueue(tx, paymentConfirmedEmail{
		TransactionID: t.Id, InvoiceID: invoice.Id, PaymentID: t.PaymentID(),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// invoiceRequest returns the content of the document of a transaction, at the price that priceSupply has fixed.
func invoiceRequest(t *Transaction, facts paymentFacts, suppliedAt time.Time) (invoices.IssueRequest, error) {
	billing, err := t.Billing()
	amount := t.Breakdown()
	return invoices.IssueRequest{
		TransactionID: t.Id, Recipient: billing.Recipient(t.Customer()), Place: billing.Place(),
		Description: t.itemText(), Quantity: t.Quantity(), Currency: t.Currency(),
		Base: int64(amount.TaxableAmount), Discount: int64(amount.DiscountAmount), GST: int64(amount.GSTAmount), Total: int64(amount.TotalAmount),
		RupeeTotal: facts.RupeeAmount, GSTRate: amount.GSTRate, CouponCode: t.appliedCode(), PaymentID: t.PaymentID(), Method: t.PaymentMethod(), PaidAt: facts.paidTime(),
		SuppliedAt: suppliedAt,
	}, err
}

// itemText describes the purchase of a transaction on its documents.
func (t *Transaction) itemText() string {
	durations := map[string]string{tiers.Lifetime: "lifetime membership", tiers.Annual: "membership for one year", tiers.Monthly: "membership for one month"}
	text := t.TierName() + ", " + durations[t.Duration()]
	if t.Seats() > 0 {
		text += ", " + seatsText(t.Seats())
	}
	return text
}

// applyRefund records a refund of a transaction. It ignores a pending refund, which can still fail, because the ledger
// never goes back.
func (p *Payments) applyRefund(tx core.App, t *Transaction, refund razorpay.Refund) error {
	requested, err := p.applyToRequestedRefund(tx, t, refund)
	if err != nil || refund.Status != "processed" {
		return err
	}
	facts, err := t.facts()
	if err != nil {
		return err
	}
	if refund.PaymentID != t.PaymentID() || !t.Status().IsPaid() {
		returned, err := recordReturn(tx, refund.PaymentID, refund.ID, refund.Amount)
		if err != nil || facts.Difference == nil || facts.Difference.PaymentID != refund.PaymentID {
			return err
		}
		return p.recordDifferenceRefund(tx, t, facts, refund, returned)
	}
	if _, known := facts.Refunds[refund.ID]; known {
		return nil
	}
	processedAt, err := p.refundProcessedAt(tx, refund)
	if err != nil {
		return err
	}
	if err := t.bookReturn(tx, &facts, refund.ID, refund.Amount, processedAt); err != nil {
		return err
	}
	isFull := t.RefundedAmount() >= t.Amount()
	if isFull {
		if err := t.SetStatus(Refunded); err != nil {
			return err
		}
	}
	if t.Attention().isResolvedByRefund(isFull) {
		t.clearAttention()
	}
	if err := p.save(tx, t); err != nil {
		return err
	}
	if isFull {
		if err := p.endRefundedTerm(tx, t, requested); err != nil {
			return err
		}
	}
	return p.issueCreditNote(tx, t, refund, processedAt)
}

// endRefundedTerm ends the purchase of a payment that was refunded in full. requested is the refund that an admin has
// requested here, or nil for a refund from the provider's dashboard.
func (p *Payments) endRefundedTerm(tx core.App, t *Transaction, requested *Refund) error {
	revoked, err := p.revokeTermsOf(tx, t, EndedByRefund, "")
	if err != nil || requested != nil && requested.Mandate() == MandateStays {
		return err
	}
	return p.cancelRefundedSubscription(tx, t, revoked)
}

// issueCreditNote issues the credit note of a refund and emails it to the buyer.
func (p *Payments) issueCreditNote(tx core.App, t *Transaction, refund razorpay.Refund, processedAt time.Time) error {
	note, err := invoices.IssueCreditNote(tx, t.Id, refund.ID, refund.Amount, processedAt)
	if err != nil {
		return err
	}
	customer, err := addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return p.outbox.Enqueue(tx, refundRecordedEmail{
		TransactionID: t.Id, InvoiceID: note.Id, RefundID: refund.ID,
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// flagAttention flags a transaction and notifies the admin, once for each payment and reason. The caller saves the
// transaction and its facts.
func (p *Payments) flagAttention(tx core.App, t *Transaction, facts *paymentFacts, reason Attention, paymentID, note string) error {
	if !facts.markNotified(string(reason) + ":" + paymentID) {
		return nil
	}
	t.setAttention(reason, note)
	return p.notifyAdmin(tx, paymentAttentionEmail{PaymentID: paymentID, Reason: string(reason), Note: note, TransactionID: t.Id})
}

func (p *Payments) notifyAdmin(tx core.App, attention paymentAttentionEmail) error {
	return p.emailOffice(tx, attention.Build())
}

// emailOffice emails the address in the settings, or else ADMIN_EMAIL.
func (p *Payments) emailOffice(tx core.App, email mail.Email) error {
	recipient, err := settings.NotificationRecipient(tx, p.adminEmail)
	if err != nil || recipient == "" {
		return err
	}
	email.To.Email = recipient
	return p.outbox.Enqueue(tx, email)
}

// recordOrphan stores a captured payment without a transaction, and notifies the admin once.
func (p *Payments) recordOrphan(tx core.App, payment razorpay.Payment) error {
	isNew, err := saveOrphan(tx, payment, "", p.now())
	if err != nil || !isNew {
		return err
	}
	orphan, err := findOrphan(tx, payment.ID)
	if err != nil {
		return err
	}
	suggestion, err := suggest(tx, orphan)
	if err != nil {
		return err
	}
	return p.notifyAdmin(tx, paymentAttentionEmail{
		PaymentID: payment.ID, Reason: string(AttentionOrphan),
		Note: payment.Currency + " " + money.Amount(payment.Amount).String() + " was paid, and no transaction knows of it." + suggestionText(suggestion),
	})
}
