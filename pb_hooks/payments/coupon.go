package payments

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// A coupon lowers the amount of an order, never by an offer of the provider's. Its use lives with the order:
// package coupons has the states. An order that costs nothing is completed at once, without the provider and
// without a document.

// couponField is the code in the body of an order.
var couponField = rules.Field{Name: coupons.Field, Label: "Code", Kind: rules.Line, Max: coupons.MaxCodeLength}

// ReleaseCouponJob is the type of the jobs that give back the use of a code whose order was not paid. The key is
// the transaction's id.
const ReleaseCouponJob = "payments.release-coupon"

// couponHold is how long a use is kept for an order: longer than the order is offered again.
const couponHold = time.Hour

func (p *Payments) releaseCouponJobType() jobs.Type {
	return jobs.Type{Name: ReleaseCouponJob, Handle: p.handleReleaseCouponJob}
}

// handleReleaseCouponJob gives back a use, unless the bank is still at work on the payment.
func (p *Payments) handleReleaseCouponJob(_ context.Context, job jobs.Job) error {
	wait := false
	err := p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, job.Key)
		if err != nil {
			return ignoreMissing(err)
		}
		if wait = t.Status() == Authorized; wait {
			return nil
		}
		return coupons.Release(tx, t.Id)
	})
	if err == nil && wait {
		return jobs.RetryAt(p.now().Add(couponHold), "the payment is authorized, not captured yet")
	}
	return err
}

// findCoupon returns what a code takes off a price for a user, which is the tier's price as often as it is bought; ""
// is no code, and takes nothing off.
func (p *Payments) findCoupon(code string, tier tiers.Tier, userID string) (coupons.Quote, error) {
	if coupons.Normalize(code) == "" {
		return coupons.Quote{}, nil
	}
	return coupons.Find(p.app, code, tier, userID, p.now())
}

// reserveCoupon counts the use of a request's code for its transaction.
func (p *Payments) reserveCoupon(tx core.App, req orderRequest, t *Transaction) error {
	if req.coupon.ID == "" {
		return nil
	}
	if err := coupons.Reserve(tx, req.coupon, req.buyer.Id, t.Id); err != nil {
		return err
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: ReleaseCouponJob, Key: t.Id, RunAt: p.now().Add(couponHold), Replace: true})
}

// completeFree completes a transaction that costs nothing.
func (p *Payments) completeFree(id string) (t *Transaction, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil || t.Status().IsPaid() {
			return err
		}
		return p.completeTransaction(tx, t, razorpay.Payment{Method: methodNone, CreatedAt: p.now()})
	})
	return t, err
}

// methodNone is the payment method of what cost nothing.
const methodNone = "coupon"

// emailFree tells a buyer that a membership has begun, or that there are seats, that cost nothing: there is no document to
// send.
func (p *Payments) emailFree(tx core.App, t *Transaction) error {
	customer := t.Customer()
	if customer.Email == "" {
		return nil
	}
	if t.Seats() > 0 {
		return p.outbox.Enqueue(tx, membershipNoticeEmail{
			What: seatsFree, ID: t.Id, Tier: t.TierName(), Code: t.CouponCode(), Seats: seatsText(t.Seats()),
			Name: customer.Name, Email: customer.Email, At: p.now(),
		}.Build())
	}
	m, err := findTermByTransaction(tx, t.Id)
	if err != nil {
		return ignoreMissing(err)
	}
	return p.outbox.Enqueue(tx, membershipNoticeEmail{
		What: termFree, ID: m.Id, Tier: m.TierName(), From: india.DayText(m.StartsAt().Time()), Until: termUntil(m),
		IsForLife: m.EndsAt().IsZero(), Code: t.CouponCode(), Name: customer.Name, Email: customer.Email, At: p.now(),
	}.Build())
}

// orderStatus is the status that an answer about an order names: only one that is done already has any.
func orderStatus(t *Transaction) string {
	if t.Amount() == 0 && t.Status().IsPaid() {
		return string(t.Status())
	}
	return ""
}
