package razorpay

import (
	"context"

	"github.com/razorpay/razorpay-go/requests"
	"github.com/razorpay/razorpay-go/resources"
)

// maxReceiptLength is what the provider takes as a receipt or a reference.
const maxReceiptLength = 40

// captureExpiryMinutes is how many minutes after its creation an authorised payment is still captured:
// the provider's longest, five days, for a bank may authorise three days late.
const captureExpiryMinutes = 7200

// NewOrder is what an order is made of. Receipt is our own id, by which the order is found again
// when the answer is lost.
type NewOrder struct {
	Amount            int64
	Currency, Receipt string
	Notes             map[string]string
}

// CreateOrder makes an order whose payment the provider captures by itself. The provider takes no
// idempotency key here: after ErrUnavailable look for the receipt with OrdersByReceipt.
func (c *Client) CreateOrder(ctx context.Context, o NewOrder) (Order, error) {
	if o.Receipt == "" || len(o.Receipt) > maxReceiptLength {
		return Order{}, invalidRequest("an order's receipt has 1 to %d characters", maxReceiptLength)
	}
	return fetchOne(ctx, c, decodeOrder, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Order{Request: r}).Create(query{
			"amount": o.Amount, "currency": o.Currency, "receipt": o.Receipt, "notes": o.Notes,
			"payment": query{
				"capture": "automatic",
				"capture_options": query{
					"automatic_expiry_period": captureExpiryMinutes,
					"manual_expiry_period":    captureExpiryMinutes,
					"refund_speed":            "normal",
				},
			},
		}, nil)
	})
}

// OrdersByReceipt finds the orders that bear a receipt: none, one, or more after a lost answer.
func (c *Client) OrdersByReceipt(ctx context.Context, receipt string) ([]Order, error) {
	if receipt == "" {
		return nil, invalidRequest("an empty receipt would find every order")
	}
	found, err := listAll(ctx, c, query{"receipt": receipt}, decodeOrder, func(r *requests.Request, q query) (map[string]any, error) {
		return (&resources.Order{Request: r}).All(q, nil)
	})
	if err != nil {
		return nil, err
	}
	// A provider that ignored the filter must not make us adopt somebody else's order.
	matching := found[:0]
	for _, order := range found {
		if order.Receipt == receipt {
			matching = append(matching, order)
		}
	}
	return matching, nil
}

// Order fetches an order.
func (c *Client) Order(ctx context.Context, id string) (Order, error) {
	return fetchByID(ctx, c, id, orderIDPattern, decodeOrder, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Order{Request: r}).Fetch(id, nil, nil)
	})
}

// OrderPayments lists an order's payments, the failed attempts too.
func (c *Client) OrderPayments(ctx context.Context, id string) ([]Payment, error) {
	if !orderIDPattern.MatchString(id) {
		return nil, invalidRequest("%q is not an order's id", id)
	}
	return listSinglePage(ctx, c, "items", decodePayment, func(r *requests.Request) (map[string]any, error) {
		return (&resources.Order{Request: r}).Payments(id, nil, nil)
	})
}
