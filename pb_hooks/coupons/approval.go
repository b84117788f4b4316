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

// A coupon grants what all its uses together take off prices. Above the limit (package approvals) it needs a second admin:
//
//	saved ──> not needed ──one use grows above the limit with the price──> refused at each use, until it is saved again
//	      ╰─> waiting ──confirmed──> confirmed ──its discount or its uses change──> needs a second admin again
//	                  ╰─refused────> refused
//
// Find applies no coupon that is waiting or was refused. It also compares the discount of each purchase with the limit, so
// a later price, tier or setting does not avoid it.

// Approvals keep what waits for a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
	Ask(tx core.App, r approvals.Request, by audit.Actor) (*approvals.View, error)
	Withdraw(tx core.App, kind string, subject audit.Subject, by audit.Actor) error
}

// kindCoupon is the approval of a coupon.
const kindCoupon = "coupon.save"

var errUnapproved = refused("coupon-unapproved", "This code cannot be used yet.")

type couponPayload struct {
	ID string `json:"id"`
}

// checkApproval refuses a code that takes more off a purchase than one admin may give away, unless two have agreed.
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

// unlimitedUses is the number of uses for which a coupon without a maximum counts.
const unlimitedUses = 1000

// describe returns the request to save a coupon. Its list value is what all its uses together take off the most expensive
// tier that it is for, with tax.
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
		uses, usesText = unlimitedUses, "any number of uses"
	case 1:
		usesText = "1 use"
	}
	value := perUse * money.Amount(uses)
	return approvals.Request{
		Kind: kindCoupon, Subject: audit.SubjectOf(c.Record), ListValue: value, Unpaid: value, Payload: couponPayload{c.Id},
		Summary: fmt.Sprintf("The coupon %s for %s, each worth up to %s", c.Code(), usesText, perUse.Format("INR")),
	}, nil
}

// saveApproved saves a coupon, and lets it wait for a second admin where its discount takes one.
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
		// An earlier request marks the coupon as refused, so it ends before the coupon is saved.
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
	request.Subject, request.Payload = audit.SubjectOf(coupon.Record), couponPayload{coupon.Id} // a new one has its id now
	if !needed {
		return c.approvals.CountAlone(tx, request, by)
	}
	_, err = c.approvals.Ask(tx, request, by)
	return err
}

// approvalKind lets a coupon be used that a second admin has confirmed.
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
