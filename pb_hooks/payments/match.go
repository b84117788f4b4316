package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// match finds the transaction that an event is about; nil when no transaction knows it. What we
// know ourselves comes first, what the provider has to be asked for last. An e-mail address is
// never a match: whoever types one into a payment page would choose whose membership it is.
func (p *Payments) match(ctx context.Context, told razorpay.Event) (*core.Record, error) {
	t, err := p.known(told)
	if t != nil || err != nil || told.Payment == nil {
		return t, err
	}
	// A failed or merely authorised payment that we don't know of yet is nobody's loss.
	if !received(*told.Payment) {
		return nil, nil
	}
	return p.trace(ctx, *told.Payment, told.PaymentLink)
}

// known looks for the ids of an event in the ledger. An order's receipt and a subscription's notes
// are of our own making.
func (p *Payments) known(told razorpay.Event) (*core.Record, error) {
	looks := []look{
		{byPayment, told.PaymentID()},
		{bySubscription, told.SubscriptionID()},
		{byOrder, told.OrderID()},
	}
	if told.Order != nil {
		looks = append(looks, look{byID, told.Order.Receipt})
	}
	if told.Subscription != nil {
		looks = append(looks, look{byID, told.Subscription.Notes["transactionId"]})
	}
	if told.PaymentLink != nil {
		looks = append(looks, look{byID, told.PaymentLink.ReferenceID})
	}
	return p.firstOf(looks)
}

// look is one way to find a transaction.
type look struct {
	find func(core.App, string) (*core.Record, error)
	id   string
}

// firstOf returns what the first look finds; nil when none finds anything.
func (p *Payments) firstOf(looks []look) (*core.Record, error) {
	for _, l := range looks {
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

// trace asks the provider where a payment with money comes from: its order's receipt, its
// invoice's subscription, or a payment link that says whom it is for.
func (p *Payments) trace(ctx context.Context, payment razorpay.Payment, link *razorpay.PaymentLink) (*core.Record, error) {
	if p.provider == nil {
		return nil, errNotConfigured
	}
	var looks []look
	if payment.OrderID != "" {
		order, err := p.provider.Order(ctx, payment.OrderID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		looks = append(looks, look{byID, order.Receipt})
	}
	if payment.InvoiceID != "" {
		invoice, err := p.provider.Invoice(ctx, payment.InvoiceID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		looks = append(looks, look{bySubscription, invoice.SubscriptionID})
		if invoice.SubscriptionID != "" {
			subscription, err := p.provider.Subscription(ctx, invoice.SubscriptionID)
			if ignoreNotFound(err) != nil {
				return nil, err
			}
			looks = append(looks, look{byID, subscription.Notes["transactionId"]})
		}
	}
	if t, err := p.firstOf(looks); t != nil || err != nil {
		return t, err
	}
	if link == nil {
		found, err := p.provider.PaymentLinkOf(ctx, payment.ID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		link = &found
	}
	if t, err := p.firstOf([]look{{byID, link.ReferenceID}, {byID, link.Notes["transactionId"]}}); t != nil || err != nil {
		return t, err
	}
	return p.sellByLink(payment, *link)
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
