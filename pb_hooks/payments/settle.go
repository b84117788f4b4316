package payments

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
)

// settle brings one payment of a transaction into the ledger: the only place where a transaction
// moves up to completed. The caller knows that the payment belongs to the transaction. It returns
// the row that stands for the payment, which is another one for a second payment.
func (p *Payments) settle(tx core.App, t *core.Record, payment razorpay.Payment) (*core.Record, error) {
	row, err := byPayment(tx, payment.ID)
	switch {
	case err == nil && row.Id != t.Id:
		return row, nil
	case err == nil && settled(t.GetString("status")):
		return t, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	if !received(payment) {
		return t, p.attempt(tx, t, payment)
	}
	if note := mismatch(t, payment); note != "" {
		return t, p.setAside(tx, t, payment, note)
	}
	if settled(t.GetString("status")) {
		return p.another(tx, t, payment)
	}
	return t, p.complete(tx, t, payment)
}

// received tells whether the buyer's money has arrived, whatever was given back of it since. A
// refunded payment that was never captured is an authorisation that has lapsed.
func received(payment razorpay.Payment) bool {
	return payment.Captured || payment.Status == "captured"
}

// mismatch says what is wrong with a payment's amount, "" when nothing is.
func mismatch(t *core.Record, payment razorpay.Payment) string {
	if payment.Amount == amountOf(t) && payment.Currency == t.GetString("currency") {
		return ""
	}
	return fmt.Sprintf("Payment %s is of %s %s, where %s %s was due.",
		payment.ID, payment.Currency, major(payment.Amount), t.GetString("currency"), major(amountOf(t)))
}

func amountOf(t *core.Record) int64 { return int64(t.GetInt("amount")) }

// attempt notes a payment without money. Of several failed ones the latest is shown, so that the
// order in which they are told does not matter.
func (p *Payments) attempt(tx core.App, t *core.Record, payment razorpay.Payment) error {
	status := t.GetString("status")
	d, err := readDossier(t)
	if err != nil {
		return err
	}
	if payment.Status != failed && payment.Status != authorized {
		return nil
	}
	at := payment.CreatedAt.Unix()
	newer := at > d.PaidAt || (at == d.PaidAt && payment.ID > t.GetString("razorpayPaymentId"))
	if !climbs(status, payment.Status) && (status != payment.Status || !newer) {
		return nil
	}
	d.PaidAt, d.Failure = at, payment.ErrorDescription
	t.Set("status", payment.Status)
	p.describe(t, payment, d)
	return tx.Save(t)
}

// setAside marks a payment of another amount or currency: it never completes a sale.
func (p *Payments) setAside(tx core.App, t *core.Record, payment razorpay.Payment, note string) error {
	d, err := readDossier(t)
	if err != nil {
		return err
	}
	if err := p.flag(tx, t, &d, wrongAmount, payment.ID, note); err != nil {
		return err
	}
	t.Set("webhookData", d)
	return tx.Save(t)
}

// complete is the whole of a sale: the state, the membership, the invoice and the letter, in the
// caller's transaction.
func (p *Payments) complete(tx core.App, t *core.Record, payment razorpay.Payment) error {
	d, err := p.receive(t, payment)
	if err != nil {
		return err
	}
	owned, err := ownsForLife(tx, t.GetString("userId"), t.GetString("membershipTierId"))
	if err != nil {
		return err
	}
	switch {
	case owned:
		err = p.flag(tx, t, &d, secondPayment, payment.ID, "She already holds this membership for life; please refund one of the payments.")
	case t.GetString("userId") == "":
		err = p.flag(tx, t, &d, orphaned, payment.ID, "The buyer's account was deleted before she paid; please refund the payment.")
	}
	if err != nil {
		return err
	}
	t.Set("webhookData", d)
	if err := tx.Save(t); err != nil {
		return err
	}
	if !owned {
		if err := p.grant(tx, t, p.now()); err != nil {
			return err
		}
	}
	return p.confirm(tx, t, d)
}

// another records a further payment of a sale that is completed. A subscription's is its next
// charge; any other is the buyer's mistake or ours, grants nothing, and is for an admin to refund.
func (p *Payments) another(tx core.App, sale *core.Record, payment razorpay.Payment) (*core.Record, error) {
	t := core.NewRecord(sale.Collection())
	for _, name := range []string{
		"registrationId", "membershipTierId", "razorpayOrderId", "razorpaySubscriptionId", "amount", "currency",
		"customerEmail", "customerName", "customerPhone", "userId", "kind", "tierName", "duration",
		"baseAmount", "gstRate", "gstAmount", "billingState",
	} {
		t.Set(name, sale.Get(name))
	}
	t.Id = core.GenerateDefaultRandomId()
	t.SetRaw("createdAt", stamp(p.now()))
	if payment.OrderID != "" {
		t.Set("razorpayOrderId", payment.OrderID)
	}
	if sale.GetString("kind") == "subscription" {
		if err := p.complete(tx, t, payment); err != nil {
			return nil, err
		}
		return t, p.schedule(tx, t)
	}
	d, err := p.receive(t, payment)
	if err != nil {
		return nil, err
	}
	note := "A second payment of order " + sale.GetString("razorpayOrderId") + "; please refund one of the two."
	if err := p.flag(tx, t, &d, secondPayment, payment.ID, note); err != nil {
		return nil, err
	}
	t.Set("webhookData", d)
	if err := tx.Save(t); err != nil {
		return nil, err
	}
	return t, p.confirm(tx, t, d)
}

// receive fills in that the money of a payment has arrived.
func (p *Payments) receive(t *core.Record, payment razorpay.Payment) (dossier, error) {
	d, err := readDossier(t)
	if err != nil {
		return d, err
	}
	d.PaidAt, d.Failure = payment.CreatedAt.Unix(), ""
	t.Set("status", completed)
	t.Set("processedAt", stamp(p.now()))
	t.Set("nextCheckAt", "")
	p.describe(t, payment, d)
	return d, nil
}

func (p *Payments) describe(t *core.Record, payment razorpay.Payment, d dossier) {
	t.Set("razorpayPaymentId", payment.ID)
	if t.GetString("razorpayOrderId") == "" {
		t.Set("razorpayOrderId", payment.OrderID)
	}
	t.Set("paymentMethod", payment.Method)
	t.Set("webhookData", d)
}

// confirm issues the document of a completed transaction and writes to the buyer.
func (p *Payments) confirm(tx core.App, t *core.Record, d dossier) error {
	if err := attachOrphan(tx, t); err != nil {
		return err
	}
	invoice, err := invoices.Issue(tx, saleOf(t, d), p.now())
	if err != nil {
		return err
	}
	if t.GetString("customerEmail") == "" {
		return nil // a sale without an address has nobody to tell
	}
	return p.letters.Enqueue(tx, mail.PaymentConfirmed{
		TransactionID: t.Id, InvoiceID: invoice.Id, PaymentID: t.GetString("razorpayPaymentId"),
		RegistrationID: t.GetString("registrationId"), Name: t.GetString("customerName"), Email: t.GetString("customerEmail"),
	}.Letter())
}
