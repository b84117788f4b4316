package fakerazorpay

import (
	"cmp"
	"slices"
)

// The states of a sale and the events that each step tells:
//
//	payment  created -> failed                      payment.failed
//	         created, failed -> authorized          payment.authorized
//	         authorized -> captured                 payment.captured
//	         captured -> refunded                   refund.created, refund.processed
//	order    created -> attempted -> paid           order.paid
//	link     created -> paid                        payment_link.paid
//	subscription  created -> active -> completed    subscription.authenticated, activated, charged, completed
//
// All of it runs under the lock; the events wait in outgoing until send.

// purchase is what a payment is for. An order that belongs to an invoice or a link leads to them.
type purchase struct {
	order        *Order
	invoice      *Invoice
	subscription *Subscription
	link         *Link
}

func (b *Razorpay) purchaseOf(orderID string) purchase {
	p := purchase{order: b.store.orders.byID[orderID]}
	if p.order == nil {
		return p
	}
	if i := slices.IndexFunc(b.store.invoices.list, func(i *Invoice) bool { return string(i.OrderID) == orderID }); i >= 0 {
		p.invoice = b.store.invoices.list[i]
		p.subscription = b.store.subscriptions.byID[string(p.invoice.SubscriptionID)]
	}
	if i := slices.IndexFunc(b.store.links.list, func(l *Link) bool { return string(l.OrderID) == orderID }); i >= 0 {
		p.link = b.store.links.list[i]
	}
	return p
}

// about lists the ids of what a payment tells of.
func (p purchase) about(paymentID string) []string {
	ids := []string{paymentID}
	if p.order != nil {
		ids = append(ids, p.order.ID)
	}
	if p.invoice != nil {
		ids = append(ids, p.invoice.ID)
	}
	if p.subscription != nil {
		ids = append(ids, p.subscription.ID)
	}
	if p.link != nil {
		ids = append(ids, p.link.ID)
	}
	return ids
}

// Buyer is who pays, and how.
type Buyer struct {
	Email   string `json:"email"`
	Contact string `json:"contact"`
	// Method is card, upi or netbanking; "" is upi.
	Method string `json:"method"`
}

// begin makes a payment for an order.
func (b *Razorpay) begin(p purchase, who Buyer) *Payment {
	payment := &Payment{
		ID: newID("pay_"), Entity: "payment", Amount: p.order.Amount, Currency: p.order.Currency, Status: "created",
		OrderID: text(p.order.ID), Method: cmp.Or(who.Method, "upi"),
		// The placeholder is the provider's own.
		Email: cmp.Or(who.Email, "void@razorpay.com"), Contact: cmp.Or(who.Contact, "+910000000000"),
		Notes: p.order.Notes, CreatedAt: b.now().Unix(),
	}
	if p.invoice != nil {
		payment.InvoiceID, payment.Notes = text(p.invoice.ID), nil
	}
	switch payment.Method {
	case "upi":
		payment.VPA = "buyer@upi"
	case "netbanking":
		payment.Bank = "HDFC"
	}
	return payment
}

func (b *Razorpay) fail(payment *Payment, p purchase) error {
	payment.Status = "failed"
	payment.ErrorCode, payment.ErrorReason = "BAD_REQUEST_ERROR", "payment_failed"
	payment.ErrorDescription = "Your payment was declined by the bank. Please try again or use another method."
	payment.ErrorSource, payment.ErrorStep = "bank", "payment_authorization"
	b.attempted(p)
	return b.kept(payment, p, b.tell("payment.failed", p.about(payment.ID), part{"payment", payment}))
}

func (b *Razorpay) authorise(payment *Payment, p purchase) error {
	payment.Status = "authorized"
	payment.ErrorCode, payment.ErrorReason, payment.ErrorDescription, payment.ErrorSource, payment.ErrorStep = "", "", "", "", ""
	b.attempted(p)
	return b.kept(payment, p, b.tell("payment.authorized", p.about(payment.ID), part{"payment", payment}))
}

func (b *Razorpay) attempted(p purchase) {
	if p.order != nil {
		p.order.Attempts++
		if p.order.Status == "created" {
			p.order.Status = "attempted"
		}
	}
}

// kept saves what a step changed, unless its event could not be made.
func (b *Razorpay) kept(payment *Payment, p purchase, err error) error {
	if err != nil {
		return err
	}
	entries := []entry{{Payment: payment}}
	if p.order != nil {
		entries = append(entries, entry{Order: p.order})
	}
	if p.invoice != nil {
		entries = append(entries, entry{Invoice: p.invoice})
	}
	if p.subscription != nil {
		entries = append(entries, entry{Subscription: p.subscription})
	}
	if p.link != nil {
		entries = append(entries, entry{Link: p.link})
	}
	return b.store.save(entries...)
}

func (b *Razorpay) capture(payment *Payment, p purchase) error {
	payment.Status, payment.Captured = "captured", true
	payment.Fee = number(payment.Amount * 236 / 10000)
	payment.Tax = payment.Fee * 18 / 118
	b.pay(payment, p)
	about := p.about(payment.ID)
	if err := b.tell("payment.captured", about, part{"payment", payment}); err != nil {
		return err
	}
	if p.order != nil && p.order.Status == "paid" {
		if err := b.tell("order.paid", about, part{"payment", payment}, part{"order", p.order}); err != nil {
			return err
		}
	}
	if err := b.tellLink(payment, p); err != nil {
		return err
	}
	return b.kept(payment, p, b.tellSubscription(payment, p))
}

// pay books a captured payment on what it is for.
func (b *Razorpay) pay(payment *Payment, p purchase) {
	now := b.now().Unix()
	if p.order != nil {
		p.order.AmountPaid += payment.Amount
		p.order.AmountDue = max(0, p.order.Amount-p.order.AmountPaid)
		if p.order.AmountDue == 0 {
			p.order.Status = "paid"
		}
	}
	if p.invoice != nil && p.invoice.Status != "paid" {
		p.invoice.Status, p.invoice.PaymentID, p.invoice.PaidAt = "paid", text(payment.ID), number(now)
		p.invoice.AmountPaid, p.invoice.AmountDue = payment.Amount, 0
	}
	if p.link != nil {
		p.link.AmountPaid += payment.Amount
		p.link.UpdatedAt = now
		p.link.Payments = append(p.link.Payments, LinkPayment{payment.ID, payment.Amount, payment.Method, "captured", now})
		if p.link.AmountPaid >= p.link.Amount {
			p.link.Status = "paid"
		}
	}
}

// tellLink tells that a link is paid. Its order's id lacks the prefix, as at the provider.
func (b *Razorpay) tellLink(payment *Payment, p purchase) error {
	if p.link == nil || p.link.Status != "paid" {
		return nil
	}
	order := *p.order
	order.ID = order.ID[len("order_"):]
	return b.tell("payment_link.paid", p.about(payment.ID), part{"payment_link", p.link}, part{"order", order}, part{"payment", payment})
}

func (b *Razorpay) giveBack(payment *Payment, amount int64, notes notes) (*Refund, error) {
	refund := &Refund{
		ID: newID("rfnd_"), Entity: "refund", Amount: amount, Currency: payment.Currency, PaymentID: payment.ID,
		Notes: notes, Status: "processed", CreatedAt: b.now().Unix(),
	}
	payment.AmountRefunded += amount
	payment.RefundStatus = "partial"
	if payment.AmountRefunded >= payment.Amount {
		payment.RefundStatus, payment.Status = "full", "refunded"
	}
	p := b.purchaseOf(string(payment.OrderID))
	about := append(p.about(payment.ID), refund.ID)
	early := *refund
	early.Status = "pending"
	if err := b.tell("refund.created", about, part{"refund", early}, part{"payment", payment}); err != nil {
		return nil, err
	}
	if err := b.tell("refund.processed", about, part{"refund", refund}, part{"payment", payment}); err != nil {
		return nil, err
	}
	return refund, b.store.save(entry{Payment: payment}, entry{Refund: refund})
}
