package fakerazorpay

import "strings"

// A test plays the buyer, her bank and the merchant's dashboard with the methods below, without a
// browser. Each tells its events before it returns.

// Pay pays an order or the first charge of a subscription.
func (b *Razorpay) Pay(id string, course Course) (Outcome, error) {
	return b.PayAs(id, course, Buyer{})
}

// PayAs is Pay by a certain buyer.
func (b *Razorpay) PayAs(id string, course Course, who Buyer) (Outcome, error) {
	return change(b, func() (Outcome, error) {
		if strings.HasPrefix(id, "sub_") {
			return b.paySubscription(id, course, who)
		}
		p := b.purchaseOf(id)
		switch {
		case p.order == nil:
			return Outcome{}, unknown()
		case p.order.Status == "paid":
			return Outcome{}, bad("This order has already been paid")
		}
		return b.follow(course, p, who)
	})
}

// Fail is an attempt to pay that the bank refuses.
func (b *Razorpay) Fail(id string) (Outcome, error) { return b.Pay(id, Refused) }

// Authorise lets a failed payment be authorised after all, and captured.
func (b *Razorpay) Authorise(paymentID string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		switch {
		case payment == nil:
			return unknown()
		case payment.Status != "failed":
			return bad("Only a failed payment can be authorised late")
		}
		return b.sell(payment, b.purchaseOf(string(payment.OrderID)))
	})
}

// Capture takes the money of an authorised payment.
func (b *Razorpay) Capture(paymentID string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return unknown()
		}
		return b.captureOf(payment, payment.Amount)
	})
}

// Refund sends an amount back; 0 is all that is left.
func (b *Razorpay) Refund(paymentID string, amount int64) (Refund, error) {
	return change(b, func() (Refund, error) {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return Refund{}, unknown()
		}
		if amount == 0 {
			amount = payment.Amount - payment.AmountRefunded
		}
		refund, err := b.refundOf(payment, amount, nil)
		if err != nil {
			return Refund{}, err
		}
		return *refund, nil
	})
}

// Dispute opens a dispute over a payment, or moves it on: status is created, under_review, won,
// lost or closed.
func (b *Razorpay) Dispute(paymentID, status string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return unknown()
		}
		return b.dispute(payment, status)
	})
}

// Charge charges a subscription's next term.
func (b *Razorpay) Charge(subscriptionID string) (Outcome, error) {
	return change(b, func() (Outcome, error) { return b.chargeAgain(subscriptionID, Straight) })
}

// FailCharge lets a subscription's next charge fail: it is pending then, and halted the next time.
func (b *Razorpay) FailCharge(subscriptionID string) (Outcome, error) {
	return change(b, func() (Outcome, error) { return b.chargeAgain(subscriptionID, Refused) })
}

// Cancel ends a subscription.
func (b *Razorpay) Cancel(subscriptionID string) error {
	return b.change(func() error {
		_, err := b.cancel(subscriptionID)
		return err
	})
}

// PayLink pays a payment link.
func (b *Razorpay) PayLink(linkID string, course Course) (Outcome, error) {
	return change(b, func() (Outcome, error) { return b.payLink(linkID, course, Buyer{}) })
}

// PayPage pays a payment page.
func (b *Razorpay) PayPage(pageID string, course Course, who Buyer) (Outcome, error) {
	return change(b, func() (Outcome, error) { return b.payPage(pageID, course, who) })
}

// AddPlan makes a plan as the provider's dashboard would. With an ID of its own it replaces the
// plan of that ID.
func (b *Razorpay) AddPlan(p Plan) (Plan, error) {
	return change(b, func() (Plan, error) {
		plan := b.completed(p)
		return *plan, b.store.save(entry{Plan: plan})
	})
}

// AddPage makes a payment page, found at /sandbox/razorpay/pages/{id}. With an ID of its own it
// replaces the page of that ID.
func (b *Razorpay) AddPage(p Page) (Page, error) {
	return change(b, func() (Page, error) {
		if p.ID == "" {
			p.ID = newID("pl_")
		}
		return p, b.store.save(entry{Page: &p})
	})
}

// change makes a change under the lock and sends the events that it made.
func (b *Razorpay) change(do func() error) error {
	_, err := change(b, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

func change[T any](b *Razorpay, do func() (T, error)) (T, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	result, err := do()
	if sent := b.send(); err == nil {
		err = sent
	}
	return result, err
}
