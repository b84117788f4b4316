package razorpay

import (
	"context"
	"slices"
	"time"

	"github.com/razorpay/razorpay-go/requests"
	"github.com/razorpay/razorpay-go/resources"
)

// maxReceiptLength is the provider's maximum length of a receipt or a reference.
const maxReceiptLength = 40

// captureExpiryMinutes is how many minutes after its creation an authorised payment is still captured. It is the
// provider's maximum of five days, because a bank may authorise a payment three days late.
const captureExpiryMinutes = 7200

// NewOrder is the request for an order. Receipt is our own id, by which the order is found if the response is lost.
type NewOrder struct {
	Amount            int64
	Currency, Receipt string
	Notes             map[string]string
}

// CreateOrder creates an order whose payment the provider captures automatically. The provider accepts no idempotency
// key here: after ErrUnavailable, search for the receipt with OrdersByReceipt.
func (c *Client) CreateOrder(ctx context.Context, o NewOrder) (Order, error) {
	if o.Receipt == "" || len(o.Receipt) > maxReceiptLength {
		return Order{}, invalidRequest("an order's receipt has 1 to %d characters", maxReceiptLength)
	}
	return fetchOne(ctx, c, decodeOrder, func(r *requests.Request) (object, error) {
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

// OrdersByReceipt lists the orders with a receipt. There may be more than one after a lost response.
func (c *Client) OrdersByReceipt(ctx context.Context, receipt string) ([]Order, error) {
	if receipt == "" {
		return nil, invalidRequest("an empty receipt would find every order")
	}
	found, err := listAll(ctx, c, query{"receipt": receipt}, decodeOrder,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Order{Request: r}).All(q, nil)
		})
	if err != nil {
		return nil, err
	}
	// Check the filter: if the provider ignored it, we would use the order of another transaction.
	matching := found[:0]
	for _, order := range found {
		if order.Receipt == receipt {
			matching = append(matching, order)
		}
	}
	return matching, nil
}

func (c *Client) Order(ctx context.Context, id string) (Order, error) {
	return fetchByID(ctx, c, id, orderIDPattern, decodeOrder, func(r *requests.Request) (object, error) {
		return (&resources.Order{Request: r}).Fetch(id, nil, nil)
	})
}

// OrderPayments lists an order's payments, including the failed ones.
func (c *Client) OrderPayments(ctx context.Context, id string) ([]Payment, error) {
	if !orderIDPattern.MatchString(id) {
		return nil, invalidRequest("%q is not an order's id", id)
	}
	return listSinglePage(ctx, c, "items", decodePayment, func(r *requests.Request) (object, error) {
		return (&resources.Order{Request: r}).Payments(id, nil, nil)
	})
}

func (c *Client) Payment(ctx context.Context, id string) (Payment, error) {
	return fetchByID(ctx, c, id, paymentIDPattern, decodePayment, func(r *requests.Request) (object, error) {
		return (&resources.Payment{Request: r}).Fetch(id, nil, nil)
	})
}

// Payments lists all payments that were created in a period.
func (c *Client) Payments(ctx context.Context, from, to time.Time) ([]Payment, error) {
	return listAll(ctx, c, timeRange(from, to), decodePayment,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Payment{Request: r}).All(q, nil)
		})
}

// Refund refunds a payment in full or in part, at normal speed. Calls with the same key make one refund. The key is
// also its receipt.
func (c *Client) Refund(ctx context.Context, paymentID string, amount int64, key string,
	notes map[string]string) (Refund, error) {
	if key == "" {
		return Refund{}, invalidRequest("a refund without an idempotency key could be made twice")
	}
	return fetchByID(ctx, c, paymentID, paymentIDPattern, decodeRefund,
		func(r *requests.Request) (object, error) {
			return (&resources.Payment{Request: r}).Refund(paymentID, int(amount),
				query{"notes": notes, "receipt": key,
					"speed": "normal"}, map[string]string{"X-Refund-Idempotency": key})
		})
}

func (c *Client) PaymentRefunds(ctx context.Context, id string) ([]Refund, error) {
	if !paymentIDPattern.MatchString(id) {
		return nil, invalidRequest("%q is not a payment's id", id)
	}
	return listAll(ctx, c, nil, decodeRefund, func(r *requests.Request, q query) (object, error) {
		return (&resources.Payment{Request: r}).FetchMultipleRefund(id, q, nil)
	})
}

// Refunds lists all refunds that were created in a period.
func (c *Client) Refunds(ctx context.Context, from, to time.Time) ([]Refund, error) {
	return listAll(ctx, c, timeRange(from, to), decodeRefund,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Refund{Request: r}).All(q, nil)
		})
}

// Disputes lists all disputes that were opened in a period.
func (c *Client) Disputes(ctx context.Context, from, to time.Time) ([]Dispute, error) {
	return listAll(ctx, c, timeRange(from, to), decodeDispute,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Dispute{Request: r}).All(q, nil)
		})
}

// NewPaymentLink is the request for a payment link: a hosted page on which one buyer makes one payment. ReferenceID is
// our own id, by which the link is found if the response is lost.
type NewPaymentLink struct {
	Amount                                       int64
	Currency, ReferenceID, Description           string
	CustomerName, CustomerEmail, CustomerContact string
	CallbackURL                                  string
	ExpireBy                                     time.Time
	Notes                                        map[string]string
}

// CreatePaymentLink creates a payment link for one payment in full. The provider notifies no one, because we email the
// buyer. After ErrUnavailable, search for the reference with PaymentLinksByReference.
func (c *Client) CreatePaymentLink(ctx context.Context, l NewPaymentLink) (PaymentLink, error) {
	if l.ReferenceID == "" || len(l.ReferenceID) > maxReceiptLength {
		return PaymentLink{}, invalidRequest("a payment link's reference has 1 to %d characters", maxReceiptLength)
	}
	customer := query{"name": l.CustomerName, "email": l.CustomerEmail}
	if l.CustomerContact != "" {
		customer["contact"] = l.CustomerContact
	}
	return fetchOne(ctx, c, decodePaymentLink, func(r *requests.Request) (object, error) {
		return (&resources.PaymentLink{Request: r}).Create(query{
			"amount": l.Amount, "currency": l.Currency, "accept_partial": false, "reference_id": l.ReferenceID,
			"description": l.Description, "customer": customer, "notify": query{"sms": false, "email": false},
			"reminder_enable": false, "expire_by": l.ExpireBy.Unix(), "notes": l.Notes,
			"callback_url": l.CallbackURL, "callback_method": "get",
		}, nil)
	})
}

// CancelPaymentLink cancels an unpaid link. The provider refuses any other.
func (c *Client) CancelPaymentLink(ctx context.Context, id string) (PaymentLink, error) {
	return fetchByID(ctx, c, id, paymentLinkIDPattern, decodePaymentLink,
		func(r *requests.Request) (object, error) {
			return (&resources.PaymentLink{Request: r}).Cancel(id, nil, nil)
		})
}

// PaymentLinksByReference lists the links with a reference. There is at most one, because the provider accepts a
// reference only once.
func (c *Client) PaymentLinksByReference(ctx context.Context, reference string) ([]PaymentLink, error) {
	if reference == "" {
		return nil, invalidRequest("an empty reference would find every link")
	}
	links, err := listSinglePage(ctx, c, "payment_links", decodePaymentLink,
		func(r *requests.Request) (object, error) {
			return (&resources.PaymentLink{Request: r}).All(query{"reference_id": reference}, nil)
		})
	return slices.DeleteFunc(links, func(l PaymentLink) bool { return l.ReferenceID != reference }), err
}

func (c *Client) PaymentLink(ctx context.Context, id string) (PaymentLink, error) {
	return fetchByID(ctx, c, id, paymentLinkIDPattern, decodePaymentLink,
		func(r *requests.Request) (object, error) {
			return (&resources.PaymentLink{Request: r}).Fetch(id, nil, nil)
		})
}

// PaymentLinkByPayment returns the link through which a payment was made, or ErrNotFound if it was made in another way.
func (c *Client) PaymentLinkByPayment(ctx context.Context, payment string) (PaymentLink, error) {
	if !paymentIDPattern.MatchString(payment) {
		return PaymentLink{}, invalidRequest("%q is not a payment's id", payment)
	}
	links, err := listSinglePage(ctx, c, "payment_links", decodePaymentLink,
		func(r *requests.Request) (object, error) {
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
	return PaymentLink{}, &Error{kind: ErrNotFound, Description: "payment " + payment +
		" was not made through a payment link"}
}

func timeRange(from, to time.Time) query {
	// The library would print a float as 1.7e+09, so these are integers.
	return query{"from": from.Unix(), "to": to.Unix()}
}

// NewSubscription is the request for a subscription: TotalCount charges of a plan, the first at StartAt, or immediately
// if that is zero. The buyer can authorise it until ExpireBy.
type NewSubscription struct {
	PlanID            string
	TotalCount        int
	StartAt, ExpireBy time.Time
	Notes             map[string]string
}

// CreateSubscription creates a subscription for the checkout. It has no receipt: after ErrUnavailable, search for its
// notes with Subscriptions.
func (c *Client) CreateSubscription(ctx context.Context, s NewSubscription) (Subscription, error) {
	if !planIDPattern.MatchString(s.PlanID) {
		return Subscription{}, invalidRequest("%q is not a plan's id", s.PlanID)
	}
	// The provider does not notify the member, because we send our own emails.
	body := query{
		"plan_id":         s.PlanID,
		"total_count":     s.TotalCount,
		"quantity":        1,
		"customer_notify": false,
		"notes":           s.Notes,
	}
	if !s.StartAt.IsZero() {
		body["start_at"] = s.StartAt.Unix()
	}
	if !s.ExpireBy.IsZero() {
		body["expire_by"] = s.ExpireBy.Unix()
	}
	return fetchOne(ctx, c, decodeSubscription, func(r *requests.Request) (object, error) {
		return (&resources.Subscription{Request: r}).Create(body, nil)
	})
}

// CancelSubscription cancels a subscription, immediately or at the end of its period. In the second case its status
// does not change until then.
func (c *Client) CancelSubscription(ctx context.Context, id string, atPeriodEnd bool) (Subscription, error) {
	return fetchByID(ctx, c, id, subscriptionIDPattern, decodeSubscription,
		func(r *requests.Request) (object, error) {
			return (&resources.Subscription{Request: r}).Cancel(id, query{"cancel_at_cycle_end": atPeriodEnd}, nil)
		})
}

// PauseSubscription pauses an active subscription immediately. Nothing is charged until it is resumed.
func (c *Client) PauseSubscription(ctx context.Context, id string) (Subscription, error) {
	return fetchByID(ctx, c, id, subscriptionIDPattern, decodeSubscription,
		func(r *requests.Request) (object, error) {
			return (&resources.Subscription{Request: r}).Pause(id, query{"pause_at": "now"}, nil)
		})
}

// ResumeSubscription resumes a paused subscription immediately. The provider refuses if it was paused in a UPI app.
func (c *Client) ResumeSubscription(ctx context.Context, id string) (Subscription, error) {
	return fetchByID(ctx, c, id, subscriptionIDPattern, decodeSubscription,
		func(r *requests.Request) (object, error) {
			return (&resources.Subscription{Request: r}).Resume(id, query{"resume_at": "now"}, nil)
		})
}

func (c *Client) Subscription(ctx context.Context, id string) (Subscription, error) {
	return fetchByID(ctx, c, id, subscriptionIDPattern, decodeSubscription,
		func(r *requests.Request) (object, error) {
			return (&resources.Subscription{Request: r}).Fetch(id, nil, nil)
		})
}

// Subscriptions lists a plan's subscriptions that were created in a period.
func (c *Client) Subscriptions(ctx context.Context, plan string, from, to time.Time) ([]Subscription, error) {
	if !planIDPattern.MatchString(plan) {
		return nil, invalidRequest("%q is not a plan's id", plan)
	}
	filter := timeRange(from, to)
	filter["plan_id"] = plan
	return listAll(ctx, c, filter, decodeSubscription, func(r *requests.Request, q query) (object, error) {
		return (&resources.Subscription{Request: r}).All(q, nil)
	})
}

// subscriptionInvoices lists a subscription's charges, paid and unpaid.
func (c *Client) subscriptionInvoices(ctx context.Context, id string) ([]Invoice, error) {
	if !subscriptionIDPattern.MatchString(id) {
		return nil, invalidRequest("%q is not a subscription's id", id)
	}
	return listAll(ctx, c, query{"subscription_id": id}, decodeInvoice,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Invoice{Request: r}).All(q, nil)
		})
}

// SubscriptionPayments returns the payments of a subscription's charges, and the total of its unpaid charges.
func (c *Client) SubscriptionPayments(ctx context.Context, id string) (payments []Payment, unpaid int64, err error) {
	invoices, err := c.subscriptionInvoices(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	payments = []Payment{}
	for _, invoice := range invoices {
		if invoice.SubscriptionID != id {
			continue
		}
		if invoice.Status == "issued" {
			unpaid += invoice.Amount
		}
		if invoice.PaymentID == "" {
			continue
		}
		payment, err := c.Payment(ctx, invoice.PaymentID)
		if err != nil {
			return nil, 0, err
		}
		payments = append(payments, payment)
	}
	return payments, unpaid, nil
}

// Invoice fetches an invoice, which names the subscription of a payment.
func (c *Client) Invoice(ctx context.Context, id string) (Invoice, error) {
	return fetchByID(ctx, c, id, invoiceIDPattern, decodeInvoice, func(r *requests.Request) (object, error) {
		return (&resources.Invoice{Request: r}).Fetch(id, nil, nil)
	})
}

// NewPlan is the request for a plan. Amount includes GST and is charged once in each period.
type NewPlan struct {
	Name, Period, Currency string
	Interval               int
	Amount                 int64
	Notes                  map[string]string
}

// CreatePlan creates a plan. The provider accepts no idempotency key: after a lost response there is a plan that is not
// used.
func (c *Client) CreatePlan(ctx context.Context, p NewPlan) (Plan, error) {
	return fetchOne(ctx, c, decodePlan, func(r *requests.Request) (object, error) {
		return (&resources.Plan{Request: r}).Create(query{
			"period": p.Period, "interval": p.Interval, "notes": p.Notes,
			"item": query{"name": p.Name, "amount": p.Amount, "currency": p.Currency},
		}, nil)
	})
}

func (c *Client) Plan(ctx context.Context, id string) (Plan, error) {
	return fetchByID(ctx, c, id, planIDPattern, decodePlan, func(r *requests.Request) (object, error) {
		return (&resources.Plan{Request: r}).Fetch(id, nil, nil)
	})
}
