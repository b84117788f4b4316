package fakerazorpay

import (
	"slices"
	"strings"
)

// Outcome is what the buyer's browser hears of a payment: the handler's fields, a failure, or
// neither when nothing comes back.
type Outcome struct {
	PaymentID string   `json:"paymentId"`
	Fields    *Fields  `json:"fields,omitempty"`
	Failure   *Failure `json:"error,omitempty"`
}

// Fields are what the checkout's handler gets.
type Fields struct {
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

// follow lets a payment for p go the way of a course.
func (b *Razorpay) follow(course Course, p purchase, who Buyer) (Outcome, error) {
	payment := b.begin(p, who)
	switch course {
	case Refused, LateAuthorisation:
		return b.failure(payment, p), b.fail(payment, p)
	case FailedThenCaptured:
		if err := b.fail(payment, p); err != nil {
			return Outcome{}, err
		}
		return b.failure(payment, p), b.sell(payment, p)
	case AuthorisedOnly:
		return b.success(payment, p), b.authorise(payment, p)
	case TwoCaptures:
		if err := b.sell(payment, p); err != nil {
			return Outcome{}, err
		}
		return b.success(payment, p), b.sell(b.begin(p, who), p)
	case WrongAmount:
		payment.Amount -= min(100, payment.Amount-1)
	case WrongCurrency:
		payment.Currency = map[bool]string{true: "USD", false: "INR"}[payment.Currency == "INR"]
	case Orphan:
		payment.OrderID, payment.InvoiceID, payment.Notes = "", "", nil
		return Outcome{PaymentID: payment.ID}, b.sell(payment, purchase{})
	case RefundFirst:
		return b.success(payment, p), b.refundFirst(payment, p)
	}
	return b.success(payment, p), b.sell(payment, p)
}

// sell is the usual way: authorised, and captured at once.
func (b *Razorpay) sell(payment *Payment, p purchase) error {
	if err := b.authorise(payment, p); err != nil {
		return err
	}
	return b.capture(payment, p)
}

// refundFirst lets the refund's events overtake the capture's.
func (b *Razorpay) refundFirst(payment *Payment, p purchase) error {
	if err := b.sell(payment, p); err != nil {
		return err
	}
	if _, err := b.giveBack(payment, payment.Amount, nil); err != nil {
		return err
	}
	slices.SortStableFunc(b.outgoing, func(x, y *Delivery) int { return overtakes(x) - overtakes(y) })
	return nil
}

func overtakes(d *Delivery) int {
	if strings.HasPrefix(d.Event, "refund.") {
		return 0
	}
	return 1
}

func (b *Razorpay) success(payment *Payment, p purchase) Outcome {
	fields := &Fields{PaymentID: payment.ID}
	if p.subscription != nil {
		fields.SubscriptionID = p.subscription.ID
		fields.Signature = b.signed(payment.ID, p.subscription.ID)
	} else {
		fields.OrderID = p.order.ID
		fields.Signature = b.signed(p.order.ID, payment.ID)
	}
	return Outcome{PaymentID: payment.ID, Fields: fields}
}

func (b *Razorpay) failure(payment *Payment, p purchase) Outcome {
	return Outcome{PaymentID: payment.ID, Failure: &Failure{
		Code: "BAD_REQUEST_ERROR", Source: "bank", Step: "payment_authorization", Reason: "payment_failed",
		Description: "Your payment was declined by the bank. Please try again or use another method.",
		Metadata:    map[string]string{"payment_id": payment.ID, "order_id": p.order.ID},
	}}
}
