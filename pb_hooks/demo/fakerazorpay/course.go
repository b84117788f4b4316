package fakerazorpay

import (
	"slices"
	"strings"
)

// CheckoutResult is what the buyer's browser hears of a payment: the handler's fields, a failure, or
// neither when nothing comes back.
type CheckoutResult struct {
	PaymentID string          `json:"paymentId"`
	Fields    *CheckoutFields `json:"fields,omitempty"`
	Failure   *Failure        `json:"error,omitempty"`
}

// CheckoutFields are what the checkout's handler gets.
type CheckoutFields struct {
	PaymentID      string `json:"razorpay_payment_id"`
	OrderID        string `json:"razorpay_order_id,omitempty"`
	SubscriptionID string `json:"razorpay_subscription_id,omitempty"`
	Signature      string `json:"razorpay_signature"`
}

// Failure is what the checkout's payment.failed gets.
type Failure struct {
	Code        string            `json:"code"`
	Description string            `json:"description"`
	Source      string            `json:"source"`
	Step        string            `json:"step"`
	Reason      string            `json:"reason"`
	Metadata    map[string]string `json:"metadata"`
}

// runLifecycle lets a payment for p go the way of a course.
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
	case WrongAmount:
		payment.Amount -= min(100, payment.Amount-1)
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

// authoriseAndCapture is the usual way: authorised, and captured at once.
func (b *Server) authoriseAndCapture(payment *Payment, p paymentTarget) error {
	if err := b.authorise(payment, p); err != nil {
		return err
	}
	return b.capture(payment, p)
}

// captureAndRefundFirst lets the refund's events overtake the capture's.
func (b *Server) captureAndRefundFirst(payment *Payment, p paymentTarget) error {
	if err := b.authoriseAndCapture(payment, p); err != nil {
		return err
	}
	if _, err := b.createRefund(payment, payment.Amount, nil); err != nil {
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
