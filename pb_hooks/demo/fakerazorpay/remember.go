package fakerazorpay

import (
	"cmp"
	"time"
)

// PastTransaction is a sale that was made before the stand-in was opened. Status is created, failed, captured or
// refunded.
type PastTransaction struct {
	OrderID, PaymentID, RefundID, SubscriptionID, InvoiceID, PlanID string
	Receipt, Currency, Status, Method, Failure                      string
	Amount                                                          int64
	Payer                                                           Payer
	Notes                                                           map[string]string
	At                                                              time.Time
}

// AddPastTransaction takes a past sale in and tells nobody. A sale that is known already stays as it is.
func (b *Server) AddPastTransaction(p PastTransaction) error {
	return b.change(func() error {
		if b.store.orders.byID[p.OrderID] != nil {
			return nil
		}
		order := &Order{
			ID: p.OrderID, Entity: "order", Amount: p.Amount, AmountDue: p.Amount, Currency: p.Currency, Receipt: text(p.Receipt),
			Status: "created", Notes: p.Notes, CreatedAt: p.At.Unix(),
		}
		entries := []journalEntry{{Order: order}}
		if p.PaymentID != "" {
			entries = append(entries, p.paymentEntries(order)...)
		}
		if p.SubscriptionID != "" {
			entries = append(entries, p.subscriptionEntries()...)
		}
		return b.store.save(entries...)
	})
}

// paymentEntries is the payment of a past sale, and what was given back of it.
func (p PastTransaction) paymentEntries(order *Order) []journalEntry {
	payment := &Payment{
		ID: p.PaymentID, Entity: "payment", Amount: p.Amount, Currency: p.Currency, Status: p.Status, OrderID: text(p.OrderID),
		InvoiceID: text(p.InvoiceID), Method: cmp.Or(p.Method, "upi"), Email: p.Payer.Email, Contact: p.Payer.Contact,
		Notes: p.Notes, CreatedAt: p.At.Unix(),
	}
	order.Attempts, order.Status = 1, "attempted"
	if p.Status == "failed" {
		payment.ErrorCode, payment.ErrorReason, payment.ErrorDescription = "BAD_REQUEST_ERROR", "payment_failed", text(p.Failure)
		return []journalEntry{{Payment: payment}}
	}
	payment.Captured = true
	order.Status, order.AmountPaid, order.AmountDue = "paid", p.Amount, 0
	if p.Status != "refunded" {
		return []journalEntry{{Payment: payment}}
	}
	payment.AmountRefunded, payment.RefundStatus = p.Amount, "full"
	return []journalEntry{{Payment: payment}, {Refund: &Refund{
		ID: p.RefundID, Entity: "refund", Amount: p.Amount, Currency: p.Currency, PaymentID: p.PaymentID, Status: "processed", CreatedAt: p.At.Unix(),
	}}}
}

// subscriptionEntries is a yearly subscription, after its first charge if there was one.
func (p PastTransaction) subscriptionEntries() []journalEntry {
	const charges = 10
	at, renewal := p.At.Unix(), p.At.AddDate(1, 0, 0).Unix()
	s := &Subscription{
		ID: p.SubscriptionID, Entity: "subscription", PlanID: p.PlanID, Status: "created", Quantity: 1, Notes: p.Notes,
		TotalCount: charges, RemainingCount: charges, CustomerNotify: true, CreatedAt: at,
	}
	if p.Status == "created" {
		return []journalEntry{{Subscription: s}}
	}
	s.Status, s.AuthAttempts, s.PaidCount, s.RemainingCount = "active", 1, 1, charges-1
	s.CurrentStart, s.CurrentEnd, s.ChargeAt = number(at), number(renewal), number(renewal)
	return []journalEntry{{Subscription: s}, {Invoice: &Invoice{
		ID: p.InvoiceID, Entity: "invoice", SubscriptionID: text(p.SubscriptionID), OrderID: text(p.OrderID), PaymentID: text(p.PaymentID),
		Status: "paid", Amount: p.Amount, AmountPaid: p.Amount, Currency: p.Currency, PaidAt: number(at), IssuedAt: number(at), CreatedAt: at,
	}}}
}
