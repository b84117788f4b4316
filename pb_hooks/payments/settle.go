package payments

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
)

// applyPayment brings one payment of a transaction into the ledger: the only place where a transaction
// moves up to completed. The caller knows that the payment belongs to the transaction. It returns
// the row that stands for the payment, which is another one for a second payment.
func (p *Payments) applyPayment(tx core.App, t *core.Record, payment razorpay.Payment) (*core.Record, error) {
	row, err := findTransactionByPayment(tx, payment.ID)
	switch {
	case err == nil && row.Id != t.Id:
		return row, nil
	case err == nil && isPaid(t.GetString("status")):
		return t, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	if !isCaptured(payment) {
		return t, p.recordAttempt(tx, t, payment)
	}
	if note := amountMismatch(t, payment); note != "" {
		return t, p.flagWrongAmount(tx, t, payment, note)
	}
	if isPaid(t.GetString("status")) {
		return p.recordFurtherPayment(tx, t, payment)
	}
	return t, p.completeTransaction(tx, t, payment)
}

// isCaptured tells whether the buyer's money has arrived, whatever was given back of it since. A
// refunded payment that was never captured is an authorisation that has lapsed.
func isCaptured(payment razorpay.Payment) bool {
	return payment.Captured || payment.Status == "captured"
}

// amountMismatch says what is wrong with a payment's amount, "" when nothing is.
func amountMismatch(t *core.Record, payment razorpay.Payment) string {
	if payment.Amount == amountOf(t) && payment.Currency == t.GetString("currency") {
		return ""
	}
	return fmt.Sprintf("Payment %s is of %s %s, where %s %s was due.",
		payment.ID, payment.Currency, formatMajor(payment.Amount), t.GetString("currency"), formatMajor(amountOf(t)))
}

func amountOf(t *core.Record) int64 { return int64(t.GetInt("amount")) }

// recordAttempt notes a payment without money. Of several failed ones the latest is shown, so that the
// order in which they are told does not matter.
func (p *Payments) recordAttempt(tx core.App, t *core.Record, payment razorpay.Payment) error {
	status := t.GetString("status")
	d, err := readPaymentFacts(t)
	if err != nil {
		return err
	}
	if payment.Status != statusFailed && payment.Status != statusAuthorized {
		return nil
	}
	at := payment.CreatedAt.Unix()
	newer := at > d.PaidAt || (at == d.PaidAt && payment.ID > t.GetString("razorpayPaymentId"))
	if !advances(status, payment.Status) && (status != payment.Status || !newer) {
		return nil
	}
	d.PaidAt, d.Failure = at, payment.ErrorDescription
	t.Set("status", payment.Status)
	p.setPaymentDetails(t, payment, d)
	return tx.Save(t)
}

// flagWrongAmount marks a payment of another amount or currency: it never completes a sale.
func (p *Payments) flagWrongAmount(tx core.App, t *core.Record, payment razorpay.Payment, note string) error {
	d, err := readPaymentFacts(t)
	if err != nil {
		return err
	}
	if err := p.flagAttention(tx, t, &d, attentionWrongAmount, payment.ID, note); err != nil {
		return err
	}
	t.Set("webhookData", d)
	return tx.Save(t)
}

// completeTransaction is the whole of a sale: the state, the membership, the invoice and the letter, in the
// caller's transaction.
func (p *Payments) completeTransaction(tx core.App, t *core.Record, payment razorpay.Payment) error {
	d, err := p.markCompleted(t, payment)
	if err != nil {
		return err
	}
	owned, err := hasLifetimeMembership(tx, t.GetString("userId"), t.GetString("membershipTierId"))
	if err != nil {
		return err
	}
	switch {
	case owned:
		err = p.flagAttention(tx, t, &d, attentionSecondPayment, payment.ID, "She already holds this membership for life; please refund one of the payments.")
	case t.GetString("userId") == "":
		err = p.flagAttention(tx, t, &d, attentionOrphan, payment.ID, "The buyer's account was deleted before she paid; please refund the payment.")
	}
	if err != nil {
		return err
	}
	t.Set("webhookData", d)
	if err := tx.Save(t); err != nil {
		return err
	}
	if !owned {
		if err := p.grantMembership(tx, t, p.now()); err != nil {
			return err
		}
	}
	return p.issueInvoice(tx, t, d)
}

// recordFurtherPayment records a further payment of a sale that is completed. A subscription's is its next
// charge; any other is the buyer's mistake or ours, grants nothing, and is for an admin to refund.
func (p *Payments) recordFurtherPayment(tx core.App, first *core.Record, payment razorpay.Payment) (*core.Record, error) {
	t := core.NewRecord(first.Collection())
	for _, name := range []string{
		"registrationId", "membershipTierId", "razorpayOrderId", "razorpaySubscriptionId", "amount", "currency",
		"customerEmail", "customerName", "customerPhone", "userId", "kind", "tierName", "duration",
		"baseAmount", "gstRate", "gstAmount", "billingState",
	} {
		t.Set(name, first.Get(name))
	}
	t.Id = core.GenerateDefaultRandomId()
	t.SetRaw("createdAt", toDateTime(p.now()))
	if payment.OrderID != "" {
		t.Set("razorpayOrderId", payment.OrderID)
	}
	if first.GetString("kind") == "subscription" {
		if err := p.completeTransaction(tx, t, payment); err != nil {
			return nil, err
		}
		return t, p.scheduleNextCheck(tx, t)
	}
	d, err := p.markCompleted(t, payment)
	if err != nil {
		return nil, err
	}
	note := "A second payment of order " + first.GetString("razorpayOrderId") + "; please refund one of the two."
	if err := p.flagAttention(tx, t, &d, attentionSecondPayment, payment.ID, note); err != nil {
		return nil, err
	}
	t.Set("webhookData", d)
	if err := tx.Save(t); err != nil {
		return nil, err
	}
	return t, p.issueInvoice(tx, t, d)
}

// markCompleted fills in that the money of a payment has arrived.
func (p *Payments) markCompleted(t *core.Record, payment razorpay.Payment) (paymentFacts, error) {
	d, err := readPaymentFacts(t)
	if err != nil {
		return d, err
	}
	d.PaidAt, d.Failure = payment.CreatedAt.Unix(), ""
	t.Set("status", statusCompleted)
	t.Set("processedAt", toDateTime(p.now()))
	t.Set("nextCheckAt", "")
	p.setPaymentDetails(t, payment, d)
	return d, nil
}

func (p *Payments) setPaymentDetails(t *core.Record, payment razorpay.Payment, d paymentFacts) {
	t.Set("razorpayPaymentId", payment.ID)
	if t.GetString("razorpayOrderId") == "" {
		t.Set("razorpayOrderId", payment.OrderID)
	}
	t.Set("paymentMethod", payment.Method)
	t.Set("webhookData", d)
}

// issueInvoice issues the document of a completed transaction and writes to the buyer.
func (p *Payments) issueInvoice(tx core.App, t *core.Record, d paymentFacts) error {
	if err := attachOrphanPayment(tx, t); err != nil {
		return err
	}
	invoice, err := invoices.Issue(tx, invoiceRequest(t, d), p.now())
	if err != nil {
		return err
	}
	if t.GetString("customerEmail") == "" {
		return nil // a sale without an address has nobody to tell
	}
	return p.outbox.Enqueue(tx, paymentConfirmedEmail{
		TransactionID: t.Id, InvoiceID: invoice.Id, PaymentID: t.GetString("razorpayPaymentId"),
		RegistrationID: t.GetString("registrationId"), Name: t.GetString("customerName"), Email: t.GetString("customerEmail"),
	}.Build())
}
