package razorpay

import (
	"context"
	"time"

	"github.com/razorpay/razorpay-go/requests"
	"github.com/razorpay/razorpay-go/resources"
)

// NewSubscription is what a subscription is made of: TotalCount charges of a plan.
type NewSubscription struct {
	PlanID     string
	TotalCount int
	Notes      map[string]string
}

// CreateSubscription makes a subscription for the checkout. After ErrUnavailable look for its
// notes among Subscriptions: it bears no receipt.
func (c *Client) CreateSubscription(ctx context.Context, s NewSubscription) (Subscription, error) {
	if !planIDPattern.MatchString(s.PlanID) {
		return Subscription{}, invalidRequest("%q is not a plan's id", s.PlanID)
	}
	return fetchOne(ctx, c, decodeSubscription, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Subscription{Request: r}).Create(query{
			"plan_id": s.PlanID, "total_count": s.TotalCount, "quantity": 1, "customer_notify": 1, "notes": s.Notes,
		}, nil)
	})
}

// Subscription fetches a subscription.
func (c *Client) Subscription(ctx context.Context, id string) (Subscription, error) {
	return fetchByID(ctx, c, id, subscriptionIDPattern, decodeSubscription, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Subscription{Request: r}).Fetch(id, nil, nil)
	})
}

// Subscriptions lists a plan's subscriptions that were made from one instant to another.
func (c *Client) Subscriptions(ctx context.Context, plan string, from, to time.Time) ([]Subscription, error) {
	if !planIDPattern.MatchString(plan) {
		return nil, invalidRequest("%q is not a plan's id", plan)
	}
	filter := timeRange(from, to)
	filter["plan_id"] = plan
	return listAll(ctx, c, filter, decodeSubscription, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Subscription{Request: r}).All(q, nil)
	})
}

// SubscriptionInvoices lists a subscription's charges, paid and unpaid.
func (c *Client) SubscriptionInvoices(ctx context.Context, id string) ([]Invoice, error) {
	if !subscriptionIDPattern.MatchString(id) {
		return nil, invalidRequest("%q is not a subscription's id", id)
	}
	return listAll(ctx, c, query{"subscription_id": id}, decodeInvoice, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Invoice{Request: r}).All(q, nil)
	})
}

// SubscriptionPayments fetches the payments that a subscription's charges brought in.
func (c *Client) SubscriptionPayments(ctx context.Context, id string) ([]Payment, error) {
	invoices, err := c.SubscriptionInvoices(ctx, id)
	if err != nil {
		return nil, err
	}
	payments := []Payment{}
	for _, invoice := range invoices {
		if invoice.PaymentID == "" || invoice.SubscriptionID != id {
			continue
		}
		payment, err := c.Payment(ctx, invoice.PaymentID)
		if err != nil {
			return nil, err
		}
		payments = append(payments, payment)
	}
	return payments, nil
}

// Invoice fetches an invoice: it tells which subscription a payment with an InvoiceID belongs to.
func (c *Client) Invoice(ctx context.Context, id string) (Invoice, error) {
	return fetchByID(ctx, c, id, invoiceIDPattern, decodeInvoice, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Invoice{Request: r}).Fetch(id, nil, nil)
	})
}

// Plan fetches a plan.
func (c *Client) Plan(ctx context.Context, id string) (Plan, error) {
	return fetchByID(ctx, c, id, planIDPattern, decodePlan, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Plan{Request: r}).Fetch(id, nil, nil)
	})
}
