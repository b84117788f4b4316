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
	return fetchByID(ctx, c, id, paymentIDPattern, decodePayment, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Payment{Request: r}).Fetch(id, nil, nil)
	})
}

// Payments lists all payments that were begun from one instant to another.
func (c *Client) Payments(ctx context.Context, from, to time.Time) ([]Payment, error) {
	return listAll(ctx, c, timeRange(from, to), decodePayment, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Payment{Request: r}).All(q, nil)
	})
}

// CapturePayment takes the money of an authorised payment.
func (c *Client) CapturePayment(ctx context.Context, id string, amount int64, currency string) (Payment, error) {
	return fetchByID(ctx, c, id, paymentIDPattern, decodePayment, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Payment{Request: r}).Capture(id, int(amount), query{"currency": currency}, nil)
	})
}

// Refund sends money back. Two calls with one key make one refund.
func (c *Client) Refund(ctx context.Context, paymentID string, amount int64, key string, notes map[string]string) (Refund, error) {
	if key == "" {
		return Refund{}, invalidRequest("a refund without an idempotency key could be made twice")
	}
	return fetchByID(ctx, c, paymentID, paymentIDPattern, decodeRefund, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Payment{Request: r}).Refund(paymentID, int(amount),
			query{"notes": notes}, map[string]string{"X-Refund-Idempotency": key})
	})
}

// PaymentRefunds lists what was sent back of a payment.
func (c *Client) PaymentRefunds(ctx context.Context, id string) ([]Refund, error) {
	if !paymentIDPattern.MatchString(id) {
		return nil, invalidRequest("%q is not a payment's id", id)
	}
	return listAll(ctx, c, nil, decodeRefund, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Payment{Request: r}).FetchMultipleRefund(id, q, nil)
	})
}

// PaymentLink fetches a payment link.
func (c *Client) PaymentLink(ctx context.Context, id string) (PaymentLink, error) {
	return fetchByID(ctx, c, id, paymentLinkIDPattern, decodePaymentLink, func(r *requests.Request) (map[string]any, error) {
		return (&resources.PaymentLink{Request: r}).Fetch(id, nil, nil)
	})
}

// PaymentLinkByPayment finds the link through which a payment was made; ErrNotFound when it was none.
func (c *Client) PaymentLinkByPayment(ctx context.Context, payment string) (PaymentLink, error) {
	if !paymentIDPattern.MatchString(payment) {
		return PaymentLink{}, invalidRequest("%q is not a payment's id", payment)
	}
	links, err := listSinglePage(ctx, c, "payment_links", decodePaymentLink, func(r *requests.Request) (map[string]any, error) {
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

func timeRange(from, to time.Time) query {
	// Whole seconds as integers: the library would print a float as 1.7e+09.
	return query{"from": from.Unix(), "to": to.Unix()}
}
