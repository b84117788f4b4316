package razorpay

import (
	"context"
	"slices"
	"time"

	"github.com/razorpay/razorpay-go/requests"
	"github.com/razorpay/razorpay-go/resources"
)

// Payment fetches a payment.
func (c *Client) Payment(ctx context.Context, id string) (Payment, error) {
	return byID(ctx, c, id, paymentIDs, paymentOf, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Payment{Request: r}).Fetch(id, nil, nil)
	})
}

// Payments lists all payments that were begun from one instant to another.
func (c *Client) Payments(ctx context.Context, from, to time.Time) ([]Payment, error) {
	return all(ctx, c, between(from, to), paymentOf, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Payment{Request: r}).All(q, nil)
	})
}

// CapturePayment takes the money of an authorised payment.
func (c *Client) CapturePayment(ctx context.Context, id string, amount int64, currency string) (Payment, error) {
	return byID(ctx, c, id, paymentIDs, paymentOf, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Payment{Request: r}).Capture(id, int(amount), query{"currency": currency}, nil)
	})
}

// Refund sends money back. Two calls with one key make one refund.
func (c *Client) Refund(ctx context.Context, paymentID string, amount int64, key string, notes map[string]string) (Refund, error) {
	if key == "" {
		return Refund{}, notSent("a refund without an idempotency key could be made twice")
	}
	return byID(ctx, c, paymentID, paymentIDs, refundOf, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Payment{Request: r}).Refund(paymentID, int(amount),
			query{"notes": notes}, map[string]string{"X-Refund-Idempotency": key})
	})
}

// PaymentRefunds lists what was sent back of a payment.
func (c *Client) PaymentRefunds(ctx context.Context, id string) ([]Refund, error) {
	if !paymentIDs.MatchString(id) {
		return nil, notSent("%q is not a payment's id", id)
	}
	return all(ctx, c, nil, refundOf, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Payment{Request: r}).FetchMultipleRefund(id, q, nil)
	})
}

// PaymentLink fetches a payment link.
func (c *Client) PaymentLink(ctx context.Context, id string) (PaymentLink, error) {
	return byID(ctx, c, id, linkIDs, paymentLinkOf, func(r *requests.Request) (map[string]any, error) {
		return (&resources.PaymentLink{Request: r}).Fetch(id, nil, nil)
	})
}

// PaymentLinkOf finds the link through which a payment was made; ErrNotFound when it was none.
func (c *Client) PaymentLinkOf(ctx context.Context, payment string) (PaymentLink, error) {
	if !paymentIDs.MatchString(payment) {
		return PaymentLink{}, notSent("%q is not a payment's id", payment)
	}
	links, err := whole(ctx, c, "payment_links", paymentLinkOf, func(r *requests.Request) (map[string]any, error) {
		return (&resources.PaymentLink{Request: r}).All(query{"payment_id": payment}, nil)
	})
	if err != nil {
		return PaymentLink{}, err
	}
	for _, link := range links {
		if slices.Contains(link.PaymentIDs, payment) {
			return link, nil
		}
	}
	return PaymentLink{}, &Error{kind: ErrNotFound, Description: "no payment link took " + payment}
}

func between(from, to time.Time) query {
	// Whole seconds as integers: the library would print a float as 1.7e+09.
	return query{"from": from.Unix(), "to": to.Unix()}
}
