package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// A coupon lowers the amount of our own order. We do not use the provider's offers. Package coupons documents the
// states of a use. An order with a total of 0 is completed immediately, without the provider and without a document.
//
// The provider's orders cannot be cancelled and never expire, so a discounted order can be paid after its use has been
// released. claimCoupon decides about such a payment when it has been captured.

// couponField is the code in the body of an order.
var couponField = rules.Field{Name: coupons.Field, Label: "Code", Kind: rules.Line, Max: coupons.MaxCodeLength}

// ReleaseCouponJob is the type of the jobs that release the use of an order that was not paid. The key is the
// transaction's id.
const ReleaseCouponJob = "payments.release-coupon"

const (
	// couponHold is how long a use is reserved for an order, and how long a discounted payment link can be paid. It is
	// longer than orderReuseWindow.
	couponHold = time.Hour
	// minCouponLinkLeft is the least time that a discounted payment link must have left to be offered again.
	minCouponLinkLeft = 15 * time.Minute
)

func (p *Payments) releaseCouponJobType() jobs.Type {
	return jobs.Type{Name: ReleaseCouponJob, Handle: p.handleReleaseCouponJob}
}

// handleReleaseCouponJob releases a use, unless the bank has yet to decide about the payment.
func (p *Payments) handleReleaseCouponJob(_ context.Context, job jobs.Job) error {
	wait := false
	err := p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if wait = t.Status() == Authorized; wait {
			return nil
		}
		if err := coupons.Release(tx, t.Id); err != nil {
			return err
		}
		return p.cancelDiscountedLink(tx, t.Id)
	})
	if err == nil && wait {
		return jobs.RetryAt(p.now().Add(couponHold), "the payment is authorized, not captured yet")
	}
	return err
}

// cancelDiscountedLink enqueues the cancellation of the payment link of an order whose coupon use was released. Unlike
// orders, links can be cancelled.
func (p *Payments) cancelDiscountedLink(tx core.App, transactionID string) error {
	t, err := findTransaction(tx, transactionID)
	if err != nil || t.LinkState() != LinkCreated {
		return database.IgnoreMissing(err)
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: CancelLinkJob, Key: t.Id})
}

// findCoupon returns the discount that a code gives on a purchase. The empty code gives none.
func (p *Payments) findCoupon(code string, purchase coupons.Purchase) (coupons.Quote, error) {
	if coupons.Normalize(code) == "" {
		return coupons.Quote{}, nil
	}
	return coupons.Find(p.app, code, purchase, p.now())
}

// reserveCoupon reserves a use of the request's coupon for its transaction. It cancels the payment links of the orders
// whose uses this one replaces.
func (p *Payments) reserveCoupon(tx core.App, req orderRequest, t *Transaction) error {
	if req.coupon.ID == "" {
		return nil
	}
	order := coupons.Order{UserID: req.buyer.Id, TransactionID: t.Id, IsKept: req.kind == KindOffline}
	replaced, err := coupons.Reserve(tx, req.coupon, order)
	if err != nil {
		return err
	}
	for _, id := range replaced {
		if err := p.cancelDiscountedLink(tx, id); err != nil {
			return err
		}
	}
	if order.IsKept {
		return nil
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: ReleaseCouponJob, Key: t.Id, RunAt: p.now().Add(couponHold), Replace: true})
}

// claimCoupon claims a coupon use for an order whose payment was captured. at is when that payment was started. If no
// use is left, claimCoupon returns the domain error of coupons.Claim.
func (p *Payments) claimCoupon(tx core.App, t *Transaction, at time.Time) error {
	if t.CouponCode() == "" || t.DiscountAmount() == 0 {
		return nil
	}
	tier, err := tiers.Find(tx, t.TierID())
	if err != nil {
		return err
	}
	tier.Price = t.Breakdown().BaseAmount / money.Amount(t.Quantity())
	if t.Kind() == KindOffline {
		tier = offlineTier(tier, t.Seats())
	}
	return coupons.Claim(tx, t.Id, coupons.Purchase{Tier: tier, Seats: t.Seats(), UserID: t.UserID()}, at)
}

// claimOrWithdraw claims a coupon use for an order whose payment was captured. If no use is left, it sets the order to
// the full price and returns the reason. The payment then counts as one of a wrong amount.
func (p *Payments) claimOrWithdraw(tx core.App, t *Transaction, at time.Time) (reason string, err error) {
	err = p.claimCoupon(tx, t, at)
	var refusal *apperr.Error
	if !errors.As(err, &refusal) {
		return "", err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return "", err
	}
	billing, err := t.Billing()
	if err != nil {
		return "", err
	}
	t.setPrice(pricing.New(pricing.Request{Price: t.Breakdown().BaseAmount, Billing: billing, Site: site, At: at}), billing)
	if err := p.save(tx, t); err != nil {
		return "", err
	}
	return fmt.Sprintf("The code %s no longer applies to this order. %s", t.CouponCode(), refusal.Message), nil
}
