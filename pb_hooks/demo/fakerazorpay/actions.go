package fakerazorpay

import "strings"

// With the methods below, a test acts as the customer, the bank or the merchant, without a browser. Each method queues
// its webhook events before it returns.

// Pay pays an order or the first charge of a subscription.
func (b *Server) Pay(id string, lifecycle Lifecycle) (CheckoutResult, error) {
	return b.PayAs(id, lifecycle, Payer{})
}

// PayAs is Pay by a given payer.
func (b *Server) PayAs(id string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) {
		if strings.HasPrefix(id, "sub_") {
			return b.paySubscription(id, lifecycle, payer)
		}
		target := b.findTarget(id)
		switch {
		case target.order == nil:
			return CheckoutResult{}, unknownIDError()
		case target.order.Status == "paid":
			return CheckoutResult{}, badRequest("This order has already been paid")
		}
		return b.runLifecycle(lifecycle, target, payer)
	})
}

// Fail makes a payment attempt that the bank declines.
func (b *Server) Fail(id string) (CheckoutResult, error) { return b.Pay(id, Declined) }

// Authorise authorises and captures, late, a payment that has failed or waits at the bank.
func (b *Server) Authorise(paymentID string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		switch {
		case payment == nil:
			return unknownIDError()
		case payment.Status != "failed" && payment.Status != "created":
			return badRequest("Only a payment that has failed or waits can be authorised late")
		}
		return b.authoriseAndCapture(payment, b.findTarget(string(payment.OrderID)))
	})
}

// ChargeByUPI starts a subscription's next charge by UPI. It waits at the bank until Authorise or Decline.
func (b *Server) ChargeByUPI(subscriptionID string) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) { return b.chargeRenewal(subscriptionID, UPIDelayed) })
}

// Decline declines a payment that waits at the bank.
func (b *Server) Decline(paymentID string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		switch {
		case payment == nil:
			return unknownIDError()
		case payment.Status != "created":
			return badRequest("Only a payment that waits at the bank can be declined")
		}
		p := b.findTarget(string(payment.OrderID))
		if err := b.fail(payment, p); err != nil || p.subscription == nil || p.subscription.Status == "created" {
			return err
		}
		return b.chargeFailed(payment, p)
	})
}

// Capture captures an authorised payment.
func (b *Server) Capture(paymentID string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return unknownIDError()
		}
		return b.captureAuthorised(payment, payment.Amount)
	})
}

// Refund refunds an amount; 0 refunds the rest of the payment.
func (b *Server) Refund(paymentID string, amount int64) (Refund, error) {
	return b.RefundAtSpeed(paymentID, amount, "normal")
}

// RefundAtSpeed refunds an amount at a speed: normal, or optimum, which is instant where the method allows it.
func (b *Server) RefundAtSpeed(paymentID string, amount int64, speed string) (Refund, error) {
	return change(b, func() (Refund, error) {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return Refund{}, unknownIDError()
		}
		if amount == 0 {
			amount = payment.Amount - payment.AmountRefunded
		}
		refund, err := b.validateRefund(payment, amount, &Refund{SpeedRequested: speed})
		if err != nil {
			return Refund{}, err
		}
		return *refund, nil
	})
}

// SettleRefund ends a pending refund. status is processed or failed.
func (b *Server) SettleRefund(id, status string) error {
	return b.change(func() error { return b.settleRefund(id, status) })
}

// Dispute opens a dispute over a payment, or changes its status to created, under_review, won, lost or closed.
func (b *Server) Dispute(paymentID, status string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return unknownIDError()
		}
		return b.applyDispute(payment, status)
	})
}

// OpenDispute opens a dispute in a phase, such as retrieval, over a part of a payment.
func (b *Server) OpenDispute(paymentID, phase string, amount int64) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return unknownIDError()
		}
		return b.openDispute(payment, phase, amount)
	})
}

// NextDisputePhase moves an answered, won or lost dispute to its next phase: from retrieval to chargeback to
// pre-arbitration to arbitration.
func (b *Server) NextDisputePhase(paymentID string) error {
	return b.change(func() error {
		payment := b.store.payments.byID[paymentID]
		if payment == nil {
			return unknownIDError()
		}
		return b.nextPhase(payment)
	})
}

// half returns half of the unrefunded amount of a payment, in whole rupees.
func (b *Server) half(paymentID string) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	payment := b.store.payments.byID[paymentID]
	if payment == nil {
		return 0, unknownIDError()
	}
	return max(minAmount, (payment.Amount-payment.AmountRefunded)/200*100), nil
}

// CancelLink cancels a payment link, as the API does.
func (b *Server) CancelLink(id string) error {
	return b.change(func() error {
		_, err := b.cancelLinkByID(id)
		return err
	})
}

// Charge charges a subscription's next term.
func (b *Server) Charge(subscriptionID string) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) { return b.chargeRenewal(subscriptionID, Success) })
}

// FailCharge makes a subscription's next charge fail. The subscription becomes pending, and halted after the three
// retries on the next three days have failed too.
func (b *Server) FailCharge(subscriptionID string) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) { return b.chargeRenewal(subscriptionID, Declined) })
}

// Cancel cancels a subscription.
func (b *Server) Cancel(subscriptionID string) error {
	return b.change(func() error {
		_, err := b.cancel(subscriptionID, false)
		return err
	})
}

// Pause pauses an active subscription, as a member may do in their UPI app.
func (b *Server) Pause(subscriptionID string) error {
	return b.change(func() error {
		_, err := b.pause(subscriptionID)
		return err
	})
}

// Resume resumes a paused subscription.
func (b *Server) Resume(subscriptionID string) error {
	return b.change(func() error {
		_, err := b.resume(subscriptionID)
		return err
	})
}

// ChangeCard gives a subscription a new card. An unpaid charge is made with it at once.
func (b *Server) ChangeCard(subscriptionID string) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) { return b.changeMethod(subscriptionID) })
}

// PassTime ends the subscriptions that have ended by the provider's clock.
func (b *Server) PassTime() error {
	return b.change(func() error {
		for _, s := range b.store.subscriptions.list {
			if err := b.passTime(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// PayLink pays a payment link.
func (b *Server) PayLink(linkID string, lifecycle Lifecycle) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) { return b.payLink(linkID, lifecycle, Payer{}) })
}

// PayPage pays a payment page.
func (b *Server) PayPage(pageID string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	return change(b, func() (CheckoutResult, error) { return b.payPage(pageID, lifecycle, payer) })
}

// AddPlan creates a plan, as the provider's dashboard does. If p has an ID, it replaces the plan with that ID.
func (b *Server) AddPlan(p Plan) (Plan, error) {
	return change(b, func() (Plan, error) {
		plan := b.completePlan(p)
		return *plan, b.store.save(journalEntry{Plan: plan})
	})
}

// AddPage creates the payment page /sandbox/razorpay/pages/{id}. If p has an ID, it replaces the page with that ID.
func (b *Server) AddPage(p Page) (Page, error) {
	return change(b, func() (Page, error) {
		if p.ID == "" {
			p.ID = newID("pl_")
		}
		return p, b.store.save(journalEntry{Page: &p})
	})
}

// change runs do under the lock and sends the events that it emitted.
func (b *Server) change(do func() error) error {
	_, err := change(b, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

func change[T any](b *Server, do func() (T, error)) (T, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	result, err := do()
	if sendErr := b.flushEvents(); err == nil {
		err = sendErr
	}
	return result, err
}
