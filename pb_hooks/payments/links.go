package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// A tier with a payment link is paid on a page of the provider. Each buyer gets their own link, whose reference is the
// id of their transaction:
//
//	(new)           -> created, partially_paid, paid, expired, cancelled
//	created         -> partially_paid, paid, expired, cancelled
//	partially_paid  -> paid, expired, cancelled
//	paid            is final
//	expired         -> paid
//	cancelled       -> paid
//
// When a link is paid, its transaction is completed as after any other payment. A link expires after seven days, or
// after an hour if a coupon lowers its price. We cancel it when the buyer has a newer one or has paid in another way. A
// payment that was started in time may be captured after the link has ended.
//
// The callback (VerifyLink), the events and the checks all sync the transaction, whose order at the provider the link
// names. If the provider cannot create a link, the buyer is sent to the tier's own page instead. A payment there names
// no transaction: it becomes an orphan payment, for which orphans.go suggests a person and a tier, and an admin
// attaches it.

const (
	// linkLife is how long a link can be paid.
	linkLife = 7 * 24 * time.Hour
	// minLinkLeft is the least time that a link must have left to be offered again.
	minLinkLeft = time.Hour
	// linkCheckWindow is how long a payment may still arrive: until the link expires, and then as long as for an order.
	linkCheckWindow = linkLife + checkWindow
)

// linkLifeOf returns how long the link of a transaction can be paid. A discounted link can be paid only while the use
// of its code is reserved.
func linkLifeOf(t *Transaction) time.Duration {
	if t.DiscountAmount() > 0 {
		return couponHold
	}
	return linkLife
}

// minLinkLeftOf returns the least time that a link must have left to be offered again for a request.
func minLinkLeftOf(req orderRequest) time.Duration {
	if req.coupon.ID != "" {
		return minCouponLinkLeft
	}
	return minLinkLeft
}

// CancelLinkJob is the type of the jobs that cancel a payment link at the provider. The key is the transaction's id.
const CancelLinkJob = "payments.cancel-link"

// VerifyLinkForm is the body of POST /api/payments/verify-link: the parameters that the provider adds to the callback's
// address.
var VerifyLinkForm = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_payment_link_id", Label: "Payment link id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_payment_link_reference_id", Label: "Reference", Kind: rules.Line, Required: true, Max: 40},
	{Name: "razorpay_payment_link_status", Label: "Status", Kind: rules.Line, Required: true, Max: 40},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}

// VerifyLink is POST /api/payments/verify-link, the callback of a payment link. It answers the state of the payment to
// any buyer who returns from the provider's page, signed in or not. The provider's signature authorises the request.
func (p *Payments) VerifyLink(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, VerifyLinkForm)
	if err != nil {
		return err
	}
	t, err := p.findVerifiedLink(values)
	if err != nil {
		return fmt.Errorf("verify payment link: %w", withProviderError(err))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), verifyTimeout)
	defer cancel()
	return e.JSON(http.StatusOK, map[string]string{"status": p.syncPaymentStatus(ctx, t, values.Text("razorpay_payment_id"))})
}

// findVerifiedLink returns the transaction that a signed callback names.
func (p *Payments) findVerifiedLink(values rules.Values) (*Transaction, error) {
	link, reference := values.Text("razorpay_payment_link_id"), values.Text("razorpay_payment_link_reference_id")
	if !razorpay.VerifyPaymentLink(link, reference, values.Text("razorpay_payment_link_status"), values.Text("razorpay_payment_id"),
		values.Text("razorpay_signature"), p.cfg.KeySecret) {
		return nil, errInvalidSignature
	}
	t, err := findTransaction(p.app, reference)
	switch {
	case database.IsMissing(err):
		return nil, errOrderNotFound
	case err != nil:
		return nil, err
	case t.Kind() != KindLink || t.LinkID() != "" && t.LinkID() != link:
		return nil, errOrderNotFound
	}
	return t, nil
}

// newLinkCheckout adds the address of the page on which the buyer pays.
func (p *Payments) newLinkCheckout(c Checkout, t *Transaction) (Checkout, error) {
	if c.PaymentURL = t.LinkURL(); c.PaymentURL != "" {
		return c, nil
	}
	tier, err := tiers.Find(p.app, t.TierID())
	c.PaymentURL, c.IsConfirmedByHand = tier.RazorpayPaymentLink, true
	return c, err
}

// createPaymentLink creates the link of a transaction at the provider and stores it. If the answer is lost, it looks
// the link up by its reference. If the provider cannot create a link and the tier has its own page, the transaction
// gets no link, and its buyer is sent to that page.
func (p *Payments) createPaymentLink(ctx context.Context, t *Transaction, tier tiers.Tier) (*Transaction, error) {
	link, err := p.requestLink(ctx, t)
	if err != nil && tier.RazorpayPaymentLink != "" {
		p.app.Logger().Warn("The provider made no payment link; the buyer was sent to the tier's own page", "transaction", t.Id, "error", err)
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, t.Id); err != nil {
			return err
		}
		if err := p.applyLink(tx, t, link); err != nil {
			return err
		}
		return p.cancelOtherLinks(tx, t)
	})
	return t, err
}

func (p *Payments) requestLink(ctx context.Context, t *Transaction) (razorpay.PaymentLink, error) {
	if p.provider == nil {
		return razorpay.PaymentLink{}, errNotConfigured
	}
	customer := t.Customer()
	link, err := p.provider.CreatePaymentLink(ctx, razorpay.NewPaymentLink{
		Amount: int64(t.Amount()), Currency: t.Currency(), ReferenceID: t.Id, Description: t.itemText(),
		CustomerName: customer.Name, CustomerEmail: customer.Email, CustomerContact: customer.Contact,
		CallbackURL: p.siteURL + linkCallbackPath, ExpireBy: p.now().Add(linkLifeOf(t)), Notes: orderNotes(t),
	})
	if err == nil {
		return link, nil
	}
	found, lookupErr := p.provider.PaymentLinksByReference(ctx, t.Id)
	if lookupErr != nil || len(found) == 0 {
		return link, err
	}
	return found[0], nil
}

// linkCallbackPath is the page to which the provider sends a buyer back.
const linkCallbackPath = "/thank-you"

// fetchLink returns the provider's state of a transaction's link and of its payments. A transaction without a link has
// only the payment that it was created from, if any.
func (p *Payments) fetchLink(ctx context.Context, t *Transaction) (*razorpay.PaymentLink, []razorpay.Payment, error) {
	link, err := p.findLink(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if link == nil {
		if t.PaymentID() == "" {
			return nil, nil, nil
		}
		payment, err := p.provider.Payment(ctx, t.PaymentID())
		return nil, []razorpay.Payment{payment}, err
	}
	var payments []razorpay.Payment
	known := map[string]bool{}
	if link.OrderID != "" { // includes the failed attempts
		if payments, err = p.provider.OrderPayments(ctx, link.OrderID); err != nil {
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
		payment, err := p.provider.Payment(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		payments = append(payments, payment)
	}
	return link, payments, nil
}

// findLink returns the link of a transaction, or nil if there is none. It also finds a link whose creation was not
// confirmed.
func (p *Payments) findLink(ctx context.Context, t *Transaction) (*razorpay.PaymentLink, error) {
	if t.LinkID() != "" {
		link, err := p.provider.PaymentLink(ctx, t.LinkID())
		return &link, err
	}
	if t.Status().IsPaid() { // on the tier's own page
		return nil, nil
	}
	found, err := p.provider.PaymentLinksByReference(ctx, t.Id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// applyLink applies the provider's state of a link to its transaction. The transaction of a link that ended unpaid
// fails; a later payment still completes it.
func (p *Payments) applyLink(tx core.App, t *Transaction, link razorpay.PaymentLink) error {
	if t.Kind() != KindLink || t.LinkID() != "" && t.LinkID() != link.ID {
		return nil
	}
	t.setLink(link)
	ended := t.LinkState() == LinkExpired || t.LinkState() == LinkCancelled
	if ended && t.Status() == Pending && t.Attention() == "" {
		if err := t.SetStatus(Failed); err != nil {
			return err
		}
	}
	return p.save(tx, t)
}

// cancelOtherLinks cancels the buyer's other links for the same tier, so that the buyer does not pay twice.
func (p *Payments) cancelOtherLinks(tx core.App, t *Transaction) error {
	open, err := listOpenLinks(tx, t.UserID(), t.TierID())
	if err != nil {
		return err
	}
	for _, other := range open {
		if other.Id == t.Id || (other.Seats() > 0) != (t.Seats() > 0) {
			continue
		}
		if err := p.jobs.Enqueue(tx, jobs.Job{Type: CancelLinkJob, Key: other.Id}); err != nil {
			return err
		}
	}
	return nil
}

func (p *Payments) cancelLinkJobType() jobs.Type {
	t := jobs.Type{Name: CancelLinkJob, Timeout: time.Minute}
	if p.provider != nil {
		t.Handle = p.handleCancelLinkJob
	}
	return t
}

// handleCancelLinkJob cancels a link at the provider. It does nothing if the link was paid or has ended.
func (p *Payments) handleCancelLinkJob(ctx context.Context, job jobs.Job) error {
	t, err := findTransaction(p.app, job.Key)
	if err != nil || t.LinkState() != LinkCreated {
		return database.IgnoreMissing(err)
	}
	link, err := p.provider.CancelPaymentLink(ctx, t.LinkID())
	if errors.Is(err, razorpay.ErrRefused) {
		_, err = p.SyncTransaction(ctx, t.Id)
		return err
	}
	if err != nil {
		return fmt.Errorf("cancel payment link of transaction %s: %w", t.Id, err)
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, job.Key); err != nil {
			return err
		}
		return p.applyLink(tx, t, link)
	})
}
