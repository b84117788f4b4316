// Package links creates the payment links of transactions at the provider and reads their state.
//
// A tier with a payment link is paid on a page of the provider. Each buyer gets their own link, whose reference is the
// id of their transaction. ledger/check.go has the states of a link.
//
// When a link is paid, its transaction is completed as after any other payment. A link expires after seven days, or
// after an hour if a coupon lowers its price. We cancel it when the buyer has a newer one or has paid in another way. A
// payment that was started in time may be captured after the link has ended.
//
// The callback, the events and the checks all sync the transaction, whose order at the provider the link
// names. If the provider cannot create a link, the buyer is sent to the tier's own page instead. A payment there names
// no transaction: it becomes an orphan payment, for which package orphans suggests a person and a tier, and an admin
// attaches it.
package links

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// Provider creates and reads payment links.
type Provider interface {
	CreatePaymentLink(ctx context.Context, link razorpay.NewPaymentLink) (razorpay.PaymentLink, error)
	PaymentLink(ctx context.Context, id string) (razorpay.PaymentLink, error)
	PaymentLinksByReference(ctx context.Context, reference string) ([]razorpay.PaymentLink, error)
	OrderPayments(ctx context.Context, id string) ([]razorpay.Payment, error)
	Payment(ctx context.Context, id string) (razorpay.Payment, error)
}

// Deps are the dependencies of the links.
type Deps struct {
	Ledger *ledger.Ledger
	// Provider is nil if no key is configured.
	Provider Provider
	// SiteURL is the start of the address to which the provider sends buyers back.
	SiteURL string
	Clock   clock.Clock
}

// Links are the payment links.
type Links struct {
	app      core.App
	ledger   *ledger.Ledger
	provider Provider
	siteURL  string
	now      clock.Clock
}

// New returns the links.
func New(app core.App, d Deps) *Links {
	return &Links{app: app, ledger: d.Ledger, provider: d.Provider, siteURL: d.SiteURL, now: d.Clock}
}

// Create creates the link of a transaction at the provider and stores it. If the answer is lost, it looks
// the link up by its reference. If the provider cannot create a link and the tier has its own page, the transaction
// gets no link, and its buyer is sent to that page.
func (l *Links) Create(ctx context.Context, t *ledger.Transaction, tier tiers.Tier) (*ledger.Transaction, error) {
	link, err := l.requestLink(ctx, t)
	if err != nil && tier.RazorpayPaymentLink != "" {
		l.app.Logger().
			Warn("The provider could not create a payment link; the buyer was sent to the tier's own page",
				"transaction", t.Id, "error", err)
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	err = l.app.RunInTransaction(func(tx core.App) error {
		if t, err = ledger.FindTransaction(tx, t.Id); err != nil {
			return err
		}
		if err := l.ledger.ApplyLink(tx, t, provider.Link(link)); err != nil {
			return err
		}
		return l.ledger.CancelOtherLinks(tx, t)
	})
	return t, err
}

func (l *Links) requestLink(ctx context.Context, t *ledger.Transaction) (razorpay.PaymentLink, error) {
	if l.provider == nil {
		return razorpay.PaymentLink{}, provider.ErrNotConfigured
	}
	customer := t.Customer()
	link, err := l.provider.CreatePaymentLink(ctx, razorpay.NewPaymentLink{
		Amount:          int64(t.Amount()),
		Currency:        t.Currency(),
		ReferenceID:     t.Id,
		Description:     t.ItemText(),
		CustomerName:    customer.Name,
		CustomerEmail:   customer.Email,
		CustomerContact: customer.Contact,
		CallbackURL:     l.siteURL + linkCallbackPath,
		ExpireBy:        l.now().Add(ledger.LinkLifeOf(t)),
		Notes:           ledger.OrderNotes(t),
	})
	if err == nil {
		return link, nil
	}
	found, lookupErr := l.provider.PaymentLinksByReference(ctx, t.Id)
	if lookupErr != nil || len(found) == 0 {
		return link, err
	}
	return found[0], nil
}

// linkCallbackPath is the page to which the provider sends a buyer back.
const linkCallbackPath = "/thank-you"

// Fetch returns the provider's state of a transaction's link and of its payments. A transaction without a link has
// only the payment that it was created from, if any.
func (l *Links) Fetch(ctx context.Context, t *ledger.Transaction) (*razorpay.PaymentLink, []razorpay.Payment, error) {
	link, err := l.findLink(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if link == nil {
		if t.PaymentID() == "" {
			return nil, nil, nil
		}
		payment, err := l.provider.Payment(ctx, t.PaymentID())
		return nil, []razorpay.Payment{payment}, err
	}
	var payments []razorpay.Payment
	known := map[string]bool{}
	if link.OrderID != "" { // includes the failed attempts
		if payments, err = l.provider.OrderPayments(ctx, link.OrderID); err != nil {
			return nil, nil, err
		}
	}
	for _, payment := range payments {
		known[payment.ID] = true
	}
	for _, id := range link.PaymentIDs {
		if known[id] {
			continue
		}
		payment, err := l.provider.Payment(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		payments = append(payments, payment)
	}
	return link, payments, nil
}

// findLink returns the link of a transaction, or nil if none exists. It also finds a link whose creation was not
// confirmed.
func (l *Links) findLink(ctx context.Context, t *ledger.Transaction) (*razorpay.PaymentLink, error) {
	if t.LinkID() != "" {
		link, err := l.provider.PaymentLink(ctx, t.LinkID())
		return &link, err
	}
	if t.Status().IsPaid() { // on the tier's own page
		return nil, nil
	}
	found, err := l.provider.PaymentLinksByReference(ctx, t.Id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
