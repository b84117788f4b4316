package fakerazorpay

import (
	"cmp"
	"slices"
	"strings"
)

// The states of the entities and the webhook events of each step:
//
//	payment  created -> failed                      payment.failed
//	         created, failed -> authorized          payment.authorized
//	         authorized -> captured                 payment.captured
//	         captured -> refunded                   refund.created, refund.processed or refund.failed
//	order    created -> attempted -> paid           order.paid
//	link     created -> paid, expired, cancelled    payment_link.paid, expired, cancelled
//	subscription  created -> active -> completed    subscription.authenticated, activated, charged, completed
//	              created -> authenticated          subscription.authenticated, if it starts later
//	              created -> expired                none
//	              active -> pending -> halted       subscription.pending, subscription.halted
//	              active <-> paused                 subscription.paused, subscription.resumed
//
// All of this code runs under the lock. flushEvents sends the events.

// paymentTarget is an order to be paid, with the invoice, subscription or link that it belongs to.
type paymentTarget struct {
	order        *Order
	invoice      *Invoice
	subscription *Subscription
	link         *Link
}

func (b *Server) findTarget(orderID string) paymentTarget {
	p := paymentTarget{order: b.store.orders.byID[orderID]}
	if p.order == nil {
		return p
	}
	if i := slices.IndexFunc(b.store.invoices.list, func(i *Invoice) bool {
		return string(i.OrderID) == orderID
	}); i >= 0 {
		p.invoice = b.store.invoices.list[i]
		p.subscription = b.store.subscriptions.byID[string(p.invoice.SubscriptionID)]
	}
	if i := slices.IndexFunc(b.store.links.list, func(l *Link) bool { return string(l.OrderID) == orderID }); i >= 0 {
		p.link = b.store.links.list[i]
	}
	return p
}

// entityIDs lists the ids of a payment and of everything that it pays.
func (p paymentTarget) entityIDs(paymentID string) []string {
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

// Payer is the customer of a payment and the payment method.
type Payer struct {
	Email   string `json:"email"`
	Contact string `json:"contact"`
	// Method is card, upi or netbanking; "" is upi.
	Method string `json:"method"`
}

// newPayment returns a new payment of an order.
func (b *Server) newPayment(p paymentTarget, payer Payer) *Payment {
	payment := &Payment{
		ID: newID("pay_"), Entity: "payment", Amount: p.order.Amount, Currency: p.order.Currency, Status: "created",
		OrderID: text(p.order.ID), Method: cmp.Or(payer.Method, "upi"),
		// These are Razorpay's own placeholders.
		Email: cmp.Or(payer.Email, "void@razorpay.com"), Contact: cmp.Or(payer.Contact, "+910000000000"),
		Notes: p.order.Notes, CreatedAt: b.now().Unix(),
	}
	if payment.Currency != "INR" {
		payment.International = true
		if b.rupeeRate > 0 {
			payment.BaseAmount, payment.BaseCurrency = payment.Amount*b.rupeeRate, "INR"
		}
	}
	if p.invoice != nil {
		payment.InvoiceID, payment.Notes = text(p.invoice.ID), nil
	}
	switch payment.Method {
	case "upi":
		payment.VPA = "customer@upi"
	case "netbanking":
		payment.Bank = "HDFC"
	}
	return payment
}

func (b *Server) fail(payment *Payment, p paymentTarget) error {
	payment.Status = "failed"
	payment.ErrorCode, payment.ErrorReason = "BAD_REQUEST_ERROR", "payment_failed"
	payment.ErrorDescription = "Your payment was declined by the bank. Please try again or use another method."
	payment.ErrorSource, payment.ErrorStep = "bank", "payment_authorization"
	b.countAttempt(p)
	return b.saveStep(payment, p,
		b.emitEvent("payment.failed", p.entityIDs(payment.ID), payloadPart{"payment", payment}))
}

func (b *Server) authorise(payment *Payment, p paymentTarget) error {
	payment.Status = "authorized"
	payment.ErrorCode, payment.ErrorReason, payment.ErrorDescription = "", "", ""
	payment.ErrorSource, payment.ErrorStep = "", ""
	b.countAttempt(p)
	return b.saveStep(payment, p,
		b.emitEvent("payment.authorized", p.entityIDs(payment.ID), payloadPart{"payment", payment}))
}

func (b *Server) countAttempt(p paymentTarget) {
	if p.order != nil {
		p.order.Attempts++
		if p.order.Status == "created" {
			p.order.Status = "attempted"
		}
	}
}

// saveStep saves the changes of a step, unless its event could not be created.
func (b *Server) saveStep(payment *Payment, p paymentTarget, err error) error {
	if err != nil {
		return err
	}
	entries := []journalEntry{{Payment: payment}}
	if p.order != nil {
		entries = append(entries, journalEntry{Order: p.order})
	}
	if p.invoice != nil {
		entries = append(entries, journalEntry{Invoice: p.invoice})
	}
	if p.subscription != nil {
		entries = append(entries, journalEntry{Subscription: p.subscription})
	}
	if p.link != nil {
		entries = append(entries, journalEntry{Link: p.link})
	}
	return b.store.save(entries...)
}

func (b *Server) capture(payment *Payment, p paymentTarget) error {
	payment.Status, payment.Captured = "captured", true
	payment.Fee = number(payment.Amount * 236 / 10000)
	payment.Tax = payment.Fee * 18 / 118
	b.applyCapture(payment, p)
	about := p.entityIDs(payment.ID)
	if err := b.emitEvent("payment.captured", about, payloadPart{"payment", payment}); err != nil {
		return err
	}
	if p.order != nil && p.order.Status == "paid" {
		if err := b.emitEvent(
			"order.paid", about, payloadPart{"payment", payment}, payloadPart{"order", p.order},
		); err != nil {
			return err
		}
	}
	if err := b.emitLinkPaid(payment, p); err != nil {
		return err
	}
	return b.saveStep(payment, p, b.applySubscriptionCharge(payment, p))
}

// applyCapture applies a captured payment to its order, invoice and link.
func (b *Server) applyCapture(payment *Payment, p paymentTarget) {
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
		p.link.Payments = append(p.link.Payments,
			LinkPayment{payment.ID, payment.Amount, payment.Method, "captured", now})
		if p.link.AmountPaid >= p.link.Amount {
			p.link.Status = "paid"
		}
	}
}

// emitLinkPaid emits payment_link.paid. As in Razorpay's event, the id of the order lacks its prefix.
func (b *Server) emitLinkPaid(payment *Payment, p paymentTarget) error {
	if p.link == nil || p.link.Status != "paid" {
		return nil
	}
	order := *p.order
	order.ID = order.ID[len("order_"):]
	return b.emitEvent("payment_link.paid", p.entityIDs(payment.ID), payloadPart{"payment_link", p.link},
		payloadPart{"order", order}, payloadPart{"payment", payment})
}

// createRefund creates the requested refund: processed at once, or pending until the dashboard's button is used if the
// switches say so.
func (b *Server) createRefund(payment *Payment, asked *Refund) (*Refund, error) {
	refund := *asked
	refund.ID, refund.Entity, refund.Currency, refund.PaymentID = newID("rfnd_"), "refund", payment.Currency, payment.ID
	refund.Status, refund.CreatedAt = "pending", b.now().Unix()
	refund.SpeedRequested = cmp.Or(refund.SpeedRequested, "normal")
	refund.SpeedProcessed = "normal"
	if refund.SpeedRequested == "optimum" && payment.Method != "netbanking" {
		refund.SpeedProcessed = "instant"
	}
	payment.AmountRefunded += refund.Amount
	payment.RefundStatus = "partial"
	if payment.AmountRefunded >= payment.Amount {
		payment.RefundStatus, payment.Status = "full", "refunded"
	}
	if err := b.emitRefund("refund.created", payment, refund); err != nil {
		return nil, err
	}
	if refund.SpeedRequested == "optimum" && refund.SpeedProcessed == "normal" {
		if err := b.emitRefund("refund.speed_changed", payment, refund); err != nil {
			return nil, err
		}
	}
	if !b.switches.HoldRefunds {
		refund.Status = "processed"
		if err := b.emitRefund("refund.processed", payment, refund); err != nil {
			return nil, err
		}
	}
	return &refund, b.store.save(journalEntry{Payment: payment}, journalEntry{Refund: &refund})
}

func (b *Server) emitRefund(event string, payment *Payment, refund Refund) error {
	about := append(b.findTarget(string(payment.OrderID)).entityIDs(payment.ID), refund.ID)
	return b.emitEvent(event, about, payloadPart{"refund", refund}, payloadPart{"payment", payment})
}

// settleRefund ends a pending refund: processed, or failed, which returns the money to the merchant.
func (b *Server) settleRefund(id, status string) error {
	refund := b.store.refunds.byID[id]
	switch {
	case refund == nil:
		return unknownIDError()
	case refund.Status != "pending":
		return badRequest("This refund is " + refund.Status + ".")
	}
	payment := b.store.payments.byID[refund.PaymentID]
	refund.Status = status
	if status == "failed" {
		payment.AmountRefunded -= refund.Amount
		payment.RefundStatus, payment.Status = "partial", "captured"
		if payment.AmountRefunded == 0 {
			payment.RefundStatus = ""
		}
	}
	if err := b.emitRefund("refund."+status, payment, *refund); err != nil {
		return err
	}
	return b.store.save(journalEntry{Payment: payment}, journalEntry{Refund: refund})
}

// CheckoutResult is what the checkout in the browser receives: the handler's fields, a failure, or neither if the
// response is lost.
type CheckoutResult struct {
	PaymentID string          `json:"paymentId"`
	Fields    *CheckoutFields `json:"fields,omitempty"`
	Link      *LinkFields     `json:"link,omitempty"`
	Failure   *Failure        `json:"error,omitempty"`
}

// CheckoutFields are the argument of the checkout's handler.
type CheckoutFields struct {
	PaymentID      string `json:"razorpay_payment_id"`
	OrderID        string `json:"razorpay_order_id,omitempty"`
	SubscriptionID string `json:"razorpay_subscription_id,omitempty"`
	Signature      string `json:"razorpay_signature"`
}

// Failure is the error of the checkout's payment.failed event.
type Failure struct {
	Code        string            `json:"code"`
	Description string            `json:"description"`
	Source      string            `json:"source"`
	Step        string            `json:"step"`
	Reason      string            `json:"reason"`
	Metadata    map[string]string `json:"metadata"`
}

// runLifecycle creates a payment of p and takes it through a lifecycle.
func (b *Server) runLifecycle(lifecycle Lifecycle, p paymentTarget, payer Payer) (CheckoutResult, error) {
	payment := b.newPayment(p, payer)
	switch lifecycle {
	case Declined, LateAuthorisation:
		return b.failureResult(payment, p), b.fail(payment, p)
	case FailedThenCaptured:
		if err := b.fail(payment, p); err != nil {
			return CheckoutResult{}, err
		}
		return b.failureResult(payment, p), b.authoriseAndCapture(payment, p)
	case AuthorisedOnly:
		return b.successResult(payment, p), b.authorise(payment, p)
	case TwoCaptures:
		if err := b.authoriseAndCapture(payment, p); err != nil {
			return CheckoutResult{}, err
		}
		return b.successResult(payment, p), b.authoriseAndCapture(b.newPayment(p, payer), p)
	case Half:
		payment.Amount /= 2
	case WrongAmount:
		payment.Amount -= min(100, payment.Amount-1)
	case Offer:
		payment.Amount -= payment.Amount / 10
	case CustomerFee:
		payment.Amount += payment.Amount / 50
	case UPIDelayed:
		payment.Method, payment.VPA, payment.Bank = "upi", "customer@upi", ""
		return CheckoutResult{PaymentID: payment.ID}, b.saveStep(payment, p, nil)
	case WrongCurrency:
		payment.Currency = map[bool]string{true: "USD", false: "INR"}[payment.Currency == "INR"]
	case Orphan:
		payment.OrderID, payment.InvoiceID, payment.Notes = "", "", nil
		return CheckoutResult{PaymentID: payment.ID}, b.authoriseAndCapture(payment, paymentTarget{})
	case RefundFirst:
		return b.successResult(payment, p), b.captureAndRefundFirst(payment, p)
	}
	return b.successResult(payment, p), b.authoriseAndCapture(payment, p)
}

// authoriseAndCapture authorises a payment and captures it at once, which is the usual case.
func (b *Server) authoriseAndCapture(payment *Payment, p paymentTarget) error {
	if err := b.authorise(payment, p); err != nil {
		return err
	}
	return b.capture(payment, p)
}

// captureAndRefundFirst captures and refunds, with the refund's events before the capture's.
func (b *Server) captureAndRefundFirst(payment *Payment, p paymentTarget) error {
	if err := b.authoriseAndCapture(payment, p); err != nil {
		return err
	}
	if _, err := b.createRefund(payment, &Refund{Amount: payment.Amount}); err != nil {
		return err
	}
	slices.SortStableFunc(b.pending, func(x, y *Delivery) int { return eventRank(x) - eventRank(y) })
	return nil
}

func eventRank(d *Delivery) int {
	if strings.HasPrefix(d.Event, "refund.") {
		return 0
	}
	return 1
}

func (b *Server) successResult(payment *Payment, p paymentTarget) CheckoutResult {
	fields := &CheckoutFields{PaymentID: payment.ID}
	if p.subscription != nil {
		fields.SubscriptionID = p.subscription.ID
		fields.Signature = b.signIDs(payment.ID, p.subscription.ID)
	} else {
		fields.OrderID = p.order.ID
		fields.Signature = b.signIDs(p.order.ID, payment.ID)
	}
	return CheckoutResult{PaymentID: payment.ID, Fields: fields}
}

func (b *Server) failureResult(payment *Payment, p paymentTarget) CheckoutResult {
	return CheckoutResult{PaymentID: payment.ID, Failure: &Failure{
		Code: "BAD_REQUEST_ERROR", Source: "bank", Step: "payment_authorization", Reason: "payment_failed",
		Description: "Your payment was declined by the bank. Please try again or use another method.",
		Metadata:    map[string]string{"payment_id": payment.ID, "order_id": p.order.ID},
	}}
}
