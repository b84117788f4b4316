package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// findTransactionForEvent finds the transaction that an event is about; nil when no transaction knows it. What we
// know ourselves comes first, what the provider has to be asked for last. An e-mail address is
// never a match: whoever types one into a payment page would choose whose membership it is.
func (p *Payments) findTransactionForEvent(ctx context.Context, event razorpay.Event) (*core.Record, error) {
	t, err := p.findKnownTransaction(event)
	if t != nil || err != nil || event.Payment == nil {
		return t, err
	}
	// A failed or merely authorised payment that we don't know of yet is nobody's loss.
	if !isCaptured(*event.Payment) {
		return nil, nil
	}
	return p.traceTransaction(ctx, *event.Payment, event.PaymentLink)
}

// findKnownTransaction looks for the ids of an event in the ledger. An order's receipt and a subscription's notes
// are of our own making.
func (p *Payments) findKnownTransaction(event razorpay.Event) (*core.Record, error) {
	lookups := []lookup{
		{findTransactionByPayment, event.PaymentID()},
		{findTransactionBySubscription, event.SubscriptionID()},
		{findTransactionByOrder, event.OrderID()},
	}
	if event.Order != nil {
		lookups = append(lookups, lookup{findTransaction, event.Order.Receipt})
	}
	if event.Subscription != nil {
		lookups = append(lookups, lookup{findTransaction, event.Subscription.Notes["transactionId"]})
	}
	if event.PaymentLink != nil {
		lookups = append(lookups, lookup{findTransaction, event.PaymentLink.ReferenceID})
	}
	return p.firstMatch(lookups)
}

// lookupErr is one way to find a transaction.
type lookup struct {
	find func(core.App, string) (*core.Record, error)
	id   string
}

// firstMatch returns what the first look finds; nil when none finds anything.
func (p *Payments) firstMatch(lookups []lookup) (*core.Record, error) {
	for _, l := range lookups {
		if l.id == "" {
			continue
		}
		t, err := l.find(p.app, l.id)
		if err == nil {
			return t, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
	}
	return nil, nil
}

// traceTransaction asks the provider where a payment with money comes from: its order's receipt, its
// invoice's subscription, or a payment link that says whom it is for.
func (p *Payments) traceTransaction(ctx context.Context, payment razorpay.Payment, link *razorpay.PaymentLink) (*core.Record, error) {
	if p.provider == nil {
		return nil, errNotConfigured
	}
	var lookups []lookup
	if payment.OrderID != "" {
		order, err := p.provider.Order(ctx, payment.OrderID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		lookups = append(lookups, lookup{findTransaction, order.Receipt})
	}
	if payment.InvoiceID != "" {
		invoice, err := p.provider.Invoice(ctx, payment.InvoiceID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		lookups = append(lookups, lookup{findTransactionBySubscription, invoice.SubscriptionID})
		if invoice.SubscriptionID != "" {
			subscription, err := p.provider.Subscription(ctx, invoice.SubscriptionID)
			if ignoreNotFound(err) != nil {
				return nil, err
			}
			lookups = append(lookups, lookup{findTransaction, subscription.Notes["transactionId"]})
		}
	}
	if t, err := p.firstMatch(lookups); t != nil || err != nil {
		return t, err
	}
	if link == nil {
		found, err := p.provider.PaymentLinkByPayment(ctx, payment.ID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		link = &found
	}
	if t, err := p.firstMatch([]lookup{{findTransaction, link.ReferenceID}, {findTransaction, link.Notes["transactionId"]}}); t != nil || err != nil {
		return t, err
	}
	return p.createFromPaymentLink(payment, *link)
}

func ignoreNotFound(err error) error {
	if errors.Is(err, razorpay.ErrNotFound) {
		return nil
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
