package payments

import (
	"context"
	"time"

	"boardcircle/pb_hooks/payments/razorpay"
)

// Provider is what the ledger asks of Razorpay. Its errors are razorpay.Error.
type Provider interface {
	CreateOrder(ctx context.Context, order razorpay.NewOrder) (razorpay.Order, error)
	OrdersByReceipt(ctx context.Context, receipt string) ([]razorpay.Order, error)
	Order(ctx context.Context, id string) (razorpay.Order, error)
	OrderPayments(ctx context.Context, id string) ([]razorpay.Payment, error)

	Plan(ctx context.Context, id string) (razorpay.Plan, error)
	CreateSubscription(ctx context.Context, subscription razorpay.NewSubscription) (razorpay.Subscription, error)
	Subscription(ctx context.Context, id string) (razorpay.Subscription, error)
	Subscriptions(ctx context.Context, plan string, from, to time.Time) ([]razorpay.Subscription, error)
	SubscriptionPayments(ctx context.Context, id string) ([]razorpay.Payment, error)
	Invoice(ctx context.Context, id string) (razorpay.Invoice, error)

	Payment(ctx context.Context, id string) (razorpay.Payment, error)
	Payments(ctx context.Context, from, to time.Time) ([]razorpay.Payment, error)
	PaymentRefunds(ctx context.Context, id string) ([]razorpay.Refund, error)
	PaymentLinkByPayment(ctx context.Context, payment string) (razorpay.PaymentLink, error)
}
