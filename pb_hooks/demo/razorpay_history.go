package demo

import (
	"context"
	"strings"
	"time"

	"boardcircle/pb_hooks/payments"
	provider "boardcircle/pb_hooks/payments/razorpay"
)

// pastProvider is the payment provider as it was at the time of each sample transaction: the ledger asks it
// while the history is replayed. Its calls answer from memory.
type pastProvider struct {
	// Provider is nil: the ledger makes no other call for a sample transaction.
	payments.Provider
	// orderID and subscriptionID are given to the order or subscription that is created next.
	orderID, subscriptionID string
	// byOrder has the payment of each order and subscription, refunds those of each payment.
	byOrder map[string][]provider.Payment
	refunds map[string][]provider.Refund
	// onPage are the payments on the patrons' page, of which the ledger knows no order.
	onPage []provider.Payment
}

func newPastProvider() *pastProvider {
	return &pastProvider{byOrder: map[string][]provider.Payment{}, refunds: map[string][]provider.Refund{}}
}

func (p *pastProvider) CreateOrder(_ context.Context, o provider.NewOrder) (provider.Order, error) {
	return provider.Order{ID: p.orderID, Amount: o.Amount, Currency: o.Currency, Receipt: o.Receipt, Notes: o.Notes}, nil
}

func (p *pastProvider) CreateSubscription(_ context.Context, s provider.NewSubscription) (provider.Subscription, error) {
	return provider.Subscription{ID: p.subscriptionID, PlanID: s.PlanID, Notes: s.Notes}, nil
}

func (p *pastProvider) CreatePaymentLink(_ context.Context, l provider.NewPaymentLink) (provider.PaymentLink, error) {
	return provider.PaymentLink{
		ID: strings.Replace(p.orderID, "order_", "plink_", 1), ReferenceID: l.ReferenceID, OrderID: p.orderID, Status: "created",
		Amount: l.Amount, Currency: l.Currency, ExpireBy: l.ExpireBy,
	}, nil
}

// Payments answers the payments on the page; the ledger is told of the others by their orders.
func (p *pastProvider) Payments(context.Context, time.Time, time.Time) ([]provider.Payment, error) {
	return p.onPage, nil
}

// Order answers the order that the page makes for each payment: it names no transaction.
func (p *pastProvider) Order(_ context.Context, id string) (provider.Order, error) {
	return provider.Order{ID: id}, nil
}

// PaymentLinkByPayment finds no link: a page is none.
func (p *pastProvider) PaymentLinkByPayment(context.Context, string) (provider.PaymentLink, error) {
	return provider.PaymentLink{}, provider.ErrNotFound
}

// PaymentLink answers a link as its payments leave it.
func (p *pastProvider) PaymentLink(_ context.Context, id string) (provider.PaymentLink, error) {
	link := provider.PaymentLink{ID: id, OrderID: strings.Replace(id, "plink_", "order_", 1), Status: "created"}
	if len(p.byOrder[link.OrderID]) > 0 {
		link.Status = "paid"
	}
	return link, nil
}

// Subscription answers the mandate as its payments leave it: given with the first one, and charged once a year.
func (p *pastProvider) Subscription(_ context.Context, id string) (provider.Subscription, error) {
	s := provider.Subscription{ID: id, PlanID: annualPlan, Status: "created"}
	if paid := p.byOrder[id]; len(paid) > 0 {
		s.Status, s.PaidCount, s.CurrentStart = "active", len(paid), paid[0].CreatedAt
		s.CurrentEnd = s.CurrentStart.AddDate(1, 0, 0)
		s.ChargeAt = s.CurrentEnd
	}
	return s, nil
}

func (p *pastProvider) Plan(_ context.Context, id string) (provider.Plan, error) {
	for _, plan := range samplePlans {
		if plan.ID == id {
			return provider.Plan{ID: id, Period: plan.Period, Interval: 1, Amount: plan.Item.Amount, Currency: plan.Item.Currency}, nil
		}
	}
	return provider.Plan{}, provider.ErrNotFound
}

func (p *pastProvider) OrderPayments(_ context.Context, id string) ([]provider.Payment, error) {
	return p.byOrder[id], nil
}

func (p *pastProvider) SubscriptionPayments(_ context.Context, id string) (payments []provider.Payment, unpaid int64, err error) {
	return p.byOrder[id], 0, nil
}

func (p *pastProvider) PaymentRefunds(_ context.Context, id string) ([]provider.Refund, error) {
	return p.refunds[id], nil
}

// refund refunds a payment in full.
func (p *pastProvider) refund(payment provider.Payment, refundID string, at time.Time) provider.Payment {
	payment.Status, payment.AmountRefunded, payment.RefundStatus = "refunded", payment.Amount, "full"
	p.refunds[payment.ID] = []provider.Refund{{
		ID: refundID, PaymentID: payment.ID, Status: "processed", Currency: payment.Currency, Amount: payment.Amount, CreatedAt: at,
	}}
	return payment
}
