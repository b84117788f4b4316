package coupons

import (
	"encoding/json"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// The list value of a coupon is the sum of the discounts of all its uses. Above the limit (package approvals) a coupon
// needs a second admin:
//
//	saved ──> not needed ──one use grows above the limit with the price──> refused at each use, until it is saved again
//	      ╰─> waiting ──confirmed──> confirmed ──its discount or its uses change──> needs a second admin again
//	                  ╰─refused────> refused
//
// Find does not apply a coupon that is waiting or was refused. It also compares the discount of each purchase with the
// limit, so that a later change of a price, a tier or a setting does not avoid the approval.

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
	Ask(tx core.App, r approvals.Request, by audit.Actor) (*approvals.View, error)
	Withdraw(tx core.App, kind string, subject audit.Subject, by audit.Actor) error
}

// kindCoupon is the kind of the request to save a coupon.
const kindCoupon = "coupon.save"

var errUnapproved = refused("coupon-unapproved", "This code cannot be used yet.")

type couponPayload struct {
	ID string `json:"id"`
}

// checkApproval returns an error if the discount on a purchase is above the limit of one admin and no second admin has
// confirmed it.
func (c *Coupon) checkApproval(app core.App, p Purchase) error {
	switch c.approval() {
	case approvalConfirmed:
		return nil
	case approvalWaiting, approvalRefused:
		return errUnapproved
	}
	site, err := settings.Read(app)
	if err != nil {
		return err
	}
	if site.IsAboveApprovalLimit(tiers.AddGST(c.discount(p), site.GSTRate).TotalAmount) {
		return errUnapproved
	}
	return nil
}

// describe returns the request to save a coupon. Its list value is the total discount of all its uses on the most
// expensive tier that it applies to, with tax.
func (c *Coupon) describe(tx core.App) (approvals.Request, error) {
	site, err := settings.Read(tx)
	if err != nil {
		return approvals.Request{}, err
	}
	list, err := tiers.ListAll(tx)
	if err != nil {
		return approvals.Request{}, err
	}
	var largest money.Amount
	for _, tier := range list {
		if c.isFor(tier.ID) {
			largest = max(largest, c.discount(Purchase{Tier: tier, Seats: c.seatsPerUse()}))
		}
	}
	perUse := tiers.AddGST(largest, site.GSTRate).TotalAmount
	uses, usesText := c.maxUses(), fmt.Sprintf("%d uses", c.maxUses())
	switch uses {
	case 0:
		uses, usesText = approvals.UnlimitedUses, "any number of uses"
	case 1:
		usesText = "1 use"
	}
	value := perUse * money.Amount(uses)
	return approvals.Request{
		Kind:      kindCoupon,
		Subject:   audit.SubjectOf(c.Record),
		ListValue: value,
		Unpaid:    value,
		Payload:   couponPayload{c.Id},
		Summary:   fmt.Sprintf("The coupon %s for %s, each worth up to %s", c.Code(), usesText, perUse.Format("INR")),
	}, nil
}

// saveApproved saves a coupon. If its discount needs a second admin, the coupon waits for them.
func (c *Console) saveApproved(tx core.App, coupon *Coupon, action string, by audit.Actor) error {
	if !coupon.IsNew() && !coupon.changesDiscount() {
		return c.audit.Save(tx, by, action, coupon.Record)
	}
	request, err := coupon.describe(tx)
	if err != nil {
		return err
	}
	needed, err := c.approvals.NeedsSecondAdmin(tx, request, by)
	if err != nil {
		return err
	}
	if !coupon.IsNew() {
		// Withdraw marks the coupon as refused, so it must run before the coupon is saved.
		if err := c.approvals.Withdraw(tx, kindCoupon, request.Subject, by); err != nil {
			return err
		}
	}
	coupon.setApproval("")
	if needed {
		coupon.setApproval(approvalWaiting)
	}
	if err := c.audit.Save(tx, by, action, coupon.Record); err != nil {
		return err
	}
	request.Subject, request.Payload = audit.SubjectOf(coupon.Record), couponPayload{
		coupon.Id,
	} // a new coupon has its id now
	if !needed {
		return c.approvals.CountAlone(tx, request, by)
	}
	_, err = c.approvals.Ask(tx, request, by)
	return err
}

// approvalKind activates a coupon that a second admin has confirmed.
func (c *Console) approvalKind() approvals.Kind {
	return approvals.Kind{
		Name: kindCoupon,
		Confirm: func(_ *core.RequestEvent, confirmed approvals.Confirmed, run func(func(core.App) error) error) error {
			return run(func(tx core.App) error { return setApproval(tx, confirmed.Payload, approvalConfirmed) })
		},
		Refuse: func(tx core.App, payload json.RawMessage) error { return setApproval(tx, payload, approvalRefused) },
	}
}

func setApproval(tx core.App, payload json.RawMessage, approval string) error {
	var saved couponPayload
	if err := json.Unmarshal(payload, &saved); err != nil {
		return fmt.Errorf("decode a coupon's approval: %w", err)
	}
	coupon, err := find(tx, saved.ID)
	if err != nil {
		return err
	}
	coupon.setApproval(approval)
	if err := tx.Save(coupon); err != nil {
		return fmt.Errorf("save coupon %s: %w", saved.ID, err)
	}
	return nil
}
