package demo

import (
	"context"
	"strings"
	"time"

	"boardcircle/pb_hooks/payments"
	provider "boardcircle/pb_hooks/payments/razorpay"
)

// pastProvider simulates the payment provider while the history is replayed. It answers the ledger's calls from memory.
type pastProvider struct {
	// Provider is nil, because the ledger makes no other call for a sample transaction.
	payments.Provider
	// orderID and subscriptionID are the ids for the next order or subscription that is created.
	orderID, subscriptionID string
	// byOrder has the payment of each order and subscription. refunds has the refunds of each payment.
	byOrder map[string][]provider.Payment
	refunds map[string][]provider.Refund
	// onPage are the payments on the patrons' page. The ledger has no order for them.
	onPage []provider.Payment
}

func newPastProvider() *pastProvider {
	return &pastProvider{byOrder: map[string][]provider.Payment{}, refunds: map[string][]provider.Refund{}}
}

func (p *pastProvider) CreateOrder(_ context.Context, o provider.NewOrder) (provider.Order, error) {
	return provider.Order{
		ID:       p.orderID,
		Amount:   o.Amount,
		Currency: o.Currency,
		Receipt:  o.Receipt,
		Notes:    o.Notes,
	}, nil
}

func (p *pastProvider) CreateSubscription(_ context.Context, s provider.NewSubscription) (provider.Subscription,
	error) {
	return provider.Subscription{ID: p.subscriptionID, PlanID: s.PlanID, Notes: s.Notes}, nil
}

func (p *pastProvider) CreatePaymentLink(_ context.Context, l provider.NewPaymentLink) (provider.PaymentLink, error) {
	return provider.PaymentLink{
		ID:          strings.Replace(p.orderID, "order_", "plink_", 1),
		ReferenceID: l.ReferenceID,
		OrderID:     p.orderID,
		Status:      "created",
		Amount:      l.Amount,
		Currency:    l.Currency,
		ExpireBy:    l.ExpireBy,
	}, nil
}

// Payments returns the payments on the page. The ledger finds the other payments by their orders.
func (p *pastProvider) Payments(context.Context, time.Time, time.Time) ([]provider.Payment, error) {
	return p.onPage, nil
}

// Order returns the order that the page creates for each payment. It does not name a transaction.
func (p *pastProvider) Order(_ context.Context, id string) (provider.Order, error) {
	return provider.Order{ID: id}, nil
}

// PaymentLinkByPayment finds nothing, because a payment page is not a link.
func (p *pastProvider) PaymentLinkByPayment(context.Context, string) (provider.PaymentLink, error) {
	return provider.PaymentLink{}, provider.ErrNotFound
}

// PaymentLink returns a link in the state that follows from its payments.
func (p *pastProvider) PaymentLink(_ context.Context, id string) (provider.PaymentLink, error) {
	link := provider.PaymentLink{ID: id, OrderID: strings.Replace(id, "plink_", "order_", 1), Status: "created"}
	if len(p.byOrder[link.OrderID]) > 0 {
		link.Status = "paid"
	}
	return link, nil
}

// Subscription returns the mandate in the state that follows from its payments: authorised with the first one and
// charged once a year.
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
			return provider.Plan{
				ID:       id,
				Period:   plan.Period,
				Interval: 1,
				Amount:   plan.Item.Amount,
				Currency: plan.Item.Currency,
			}, nil
		}
	}
	return provider.Plan{}, provider.ErrNotFound
}

func (p *pastProvider) OrderPayments(_ context.Context, id string) ([]provider.Payment, error) {
	return p.byOrder[id], nil
}

func (p *pastProvider) SubscriptionPayments(_ context.Context, id string) (payments []provider.Payment, unpaid int64,
	err error) {
	return p.byOrder[id], 0, nil
}

func (p *pastProvider) PaymentRefunds(_ context.Context, id string) ([]provider.Refund, error) {
	return p.refunds[id], nil
}

// refund refunds a payment in full.
func (p *pastProvider) refund(payment provider.Payment, refundID string, at time.Time) provider.Payment {
	payment.Status, payment.AmountRefunded, payment.RefundStatus = "refunded", payment.Amount, "full"
	p.refunds[payment.ID] = []provider.Refund{{
		ID:        refundID,
		PaymentID: payment.ID,
		Status:    "processed",
		Currency:  payment.Currency,
		Amount:    payment.Amount,
		CreatedAt: at,
	}}
	return payment
}
