// Package coupons manages the codes that lower the price of a membership, and counts their uses.
//
// A use belongs to one order:
//
//	order made ──> reserved ──payment captured──> consumed
//	                │    ↑
//	                ↓    │ captured late, and the coupon still applies and has a use left
//	              released ──captured late, otherwise──> the payment is a difference
//
// These events change the state of a use. The last column says what happens to a payment that is started afterwards:
//
//	event                                    the use     a payment that is started after it
//	the reservation runs out (an hour)       released    reserves a use again if the coupon applies at that time and
//	                                                     has a use left; otherwise it is a difference
//	the buyer makes another order with it    released    the same
//	the coupon's last day ends               reserved    has the discount while the use is reserved
//	the coupon is switched off               reserved    is a difference
//	the limit is lowered below what is used  reserved    is a difference
//	the bank authorizes the payment          reserved    no newer order replaces the use until the bank has decided
//	an offline sale is entered               reserved    has the discount: an admin has agreed the price, so the use is
//	                                                     kept until the sale is paid or cancelled
//
// A difference is a payment whose amount is not the amount due (payments/ledger/difference.go): the full price is due
// then, and the buyer has paid the discounted price. The buyer gets an email with the reason, and an admin accepts or
// refunds the payment. It is not refunded automatically, because the buyer wants the membership and refunds take a
// week. It is not accepted automatically, because a code with one use would then apply to every open order.
//
// Reserve counts a reservation with one UPDATE whose condition checks the limit, in the transaction that stores the
// order. So concurrent buyers never reserve more uses than are left. A buyer has at most one replaceable reservation of
// a coupon: a newer order replaces the reservation of the older one.
//
// A use covers as many seats of an order as the coupon says, one by default; the other seats have the full price.
//
// Coupons apply only to payments that are made once. A subscription charges the amount of its plan at the provider, so
// no coupon applies to it. Company seats of such a tier are paid once, and a coupon applies to them if
// IsForRenewingSeats is set.
package coupons

import (
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// Field is the name of the JSON field for a code.
const Field = "couponCode"

// MaxCodeLength is the maximum length of a code.
const MaxCodeLength = 40

func refused(code, message string) *apperr.Error { return apperr.Invalid(code, Field, message) }

func conflict(code, message string) *apperr.Error {
	return &apperr.Error{Code: code, Status: http.StatusConflict, Field: Field, Message: message}
}

var (
	errUnknown = refused("coupon-unknown", "We don't know this code. Please check it and try again.")
	ErrRenews  = refused("coupon-not-for-renewals",
		"You cannot use a code for this membership, because it renews automatically.")
	errTier        = refused("coupon-other-tier", "This code is not for this membership.")
	errCurrency    = refused("coupon-other-currency", "This code only works for prices in rupees.")
	errSwitchedOff = refused("coupon-switched-off", "This code has been withdrawn.")
	errChanged     = refused("coupon-changed", "The discount of this code has been lowered since the order was made.")
	errUsedUp      = conflict("coupon-used-up", "This code has reached its limit of uses.")
	errUsedEach    = conflict("coupon-used-already", "You have already used this code.")
)

// Refusals are the errors about a code that does not apply, without those that name a day.
var Refusals = []*apperr.Error{
	errUnknown, ErrRenews, errTier, errCurrency, errSwitchedOff, errChanged, errUsedUp, errUsedEach,
}

// Purchase is one membership for the buyer, or Seats memberships for others. The price of the tier is for one
// membership.
type Purchase struct {
	Tier  tiers.Tier
	Seats int
	// UserID is empty for a person who has not signed in.
	UserID string
}

// Quote is a code that a buyer may use, with its discount.
type Quote struct {
	ID, Code string
	Discount money.Amount
}

// Find checks whether a code applies to a purchase now, and computes its discount. It reserves nothing. It ignores a
// reservation of the same person that a new order would replace. While coupons are switched off, it refuses every code.
func Find(app core.App, code string, p Purchase, now time.Time) (Quote, error) {
	on, err := settings.ReadModules(app)
	if err != nil {
		return Quote{}, err
	}
	if !on[modules.Coupons] {
		return Quote{}, errSwitchedOff
	}
	c, err := findByCode(app, Normalize(code))
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !c.isActive()) {
		return Quote{}, errUnknown
	}
	if err != nil {
		return Quote{}, err
	}
	if err := c.check(p, now); err != nil {
		return Quote{}, err
	}
	if err := c.checkApproval(app, p); err != nil {
		return Quote{}, err
	}
	own, err := countUses(app, c.Id, p.UserID)
	if err != nil {
		return Quote{}, err
	}
	if limit := c.maxUsesEach(); limit > 0 && own.consumed+own.protected >= limit {
		return Quote{}, errUsedEach
	}
	if c.isUsedUp() && own.reserved == own.protected {
		return Quote{}, errUsedUp
	}
	return Quote{ID: c.Id, Code: c.Code(), Discount: c.discount(p)}, nil
}

// check returns why a coupon does not apply to a purchase at a time, or nil if it does.
func (c *Coupon) check(p Purchase, at time.Time) error {
	switch {
	case c.StartsAt().After(at):
		return refused("coupon-not-yet", "This code is valid from "+india.DayText(c.StartsAt())+".")
	case !c.EndsAt().IsZero() && !c.EndsAt().After(at):
		return refused("coupon-expired", "This code expired on "+india.DayText(c.EndsAt())+".")
	case p.Tier.Renews && !(p.Seats > 0 && c.isForRenewingSeats()):
		return ErrRenews
	case !c.isFor(p.Tier.ID):
		return errTier
	case c.Kind() == KindAmount && p.Tier.Currency != "INR":
		return errCurrency
	}
	return nil
}

// Order is an order that reserves a use. If IsKept is set, a newer order of the same user does not replace the use.
type Order struct {
	UserID, TransactionID string
	IsKept                bool
}

// Reserve reserves a use for an order, in the transaction that stores the order. If the order already has a reserved
// use, Reserve keeps it. Reserve returns the transactions whose reservations the order replaces. It fails with a
// conflict if the last use was reserved since Find.
func Reserve(tx core.App, q Quote, o Order) (replaced []string, err error) {
	existing, err := findUse(tx, o.TransactionID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		existing = nil
	case err != nil:
		return nil, err
	case existing.state() != useReleased:
		return nil, nil
	}
	if replaced, err = releaseOwn(tx, q.ID, o.UserID); err != nil {
		return nil, err
	}
	c, err := find(tx, q.ID)
	if err != nil {
		return nil, err
	}
	if !c.isActive() { // switched off since Find
		return nil, errUnknown
	}
	if err := countUse(tx, c, o.UserID); err != nil {
		return nil, err
	}
	if existing != nil {
		existing.setState(useReserved)
		return replaced, saveUse(tx, existing)
	}
	return replaced, insertUse(tx, q, o)
}

// countUse reserves one use within the total limit and the limit for one person. If none is left, it returns errUsedUp
// or errUsedEach and counts nothing.
func countUse(tx core.App, c *Coupon, userID string) error {
	own, err := countUses(tx, c.Id, userID)
	if err != nil {
		return err
	}
	if limit := c.maxUsesEach(); limit > 0 && own.consumed+own.reserved >= limit {
		return errUsedEach
	}
	counted, err := countReserved(tx, c.Id)
	if err != nil {
		return err
	}
	if !counted {
		return errUsedUp
	}
	return nil
}

// Claim decides whether a captured payment gets the discount of its order. at is when the payment was started. If it
// does, a use is reserved for the order when Claim returns. Otherwise no use is reserved, and Claim returns an
// *apperr.Error that tells the buyer why. Claim does nothing for an order without a code or with a consumed use.
func Claim(tx core.App, transactionID string, p Purchase, at time.Time) error {
	u, err := findUse(tx, transactionID)
	if err != nil || u.state() == useConsumed {
		return database.IgnoreMissing(err)
	}
	c, err := find(tx, u.couponID())
	if err != nil {
		return err
	}
	if u.state() == useReserved {
		refusal, err := c.checkReserved(tx, p.UserID, at)
		if err != nil || refusal == nil {
			return err
		}
		if err := release(tx, u); err != nil {
			return err
		}
		return refusal
	}
	switch err := c.check(p, at); {
	case c.wasSwitchedOff(at):
		return errSwitchedOff
	case err != nil:
		return err
	case c.discount(p) < u.discount():
		return errChanged
	}
	if err := countUse(tx, c, p.UserID); err != nil {
		return err
	}
	u.setState(useReserved)
	return saveUse(tx, u)
}

// checkReserved returns why a reserved use no longer counts, or nil if it does: an admin has switched the coupon off or
// lowered its limits.
func (c *Coupon) checkReserved(tx core.App, userID string, at time.Time) (refusal *apperr.Error, err error) {
	own, err := countUses(tx, c.Id, userID)
	if err != nil {
		return nil, err
	}
	switch {
	case c.wasSwitchedOff(at):
		return errSwitchedOff, nil
	case c.maxUses() > 0 && c.consumed() >= c.maxUses():
		return errUsedUp, nil
	case c.maxUsesEach() > 0 && own.consumed >= c.maxUsesEach():
		return errUsedEach, nil
	}
	return nil, nil
}

// Keep protects a reserved use from being replaced by a newer order while the bank decides about its payment.
func Keep(tx core.App, transactionID string) error {
	u, err := findUse(tx, transactionID)
	if err != nil || u.state() != useReserved {
		return database.IgnoreMissing(err)
	}
	u.setKept()
	return saveUse(tx, u)
}

// Consume counts the reserved use of an order that was paid. It does nothing for an order without a code or with a
// released use, which has no discount.
func Consume(tx core.App, transactionID string) error {
	u, err := findUse(tx, transactionID)
	if err != nil || u.state() != useReserved {
		return database.IgnoreMissing(err)
	}
	u.setState(useConsumed)
	if err := saveUse(tx, u); err != nil {
		return err
	}
	return countConsumed(tx, u.couponID())
}

// Release releases the use of an order that was not paid. It does not release a consumed use.
func Release(tx core.App, transactionID string) error {
	u, err := findUse(tx, transactionID)
	if err != nil || u.state() != useReserved {
		return database.IgnoreMissing(err)
	}
	return release(tx, u)
}

func release(tx core.App, u *use) error {
	u.setState(useReleased)
	if err := saveUse(tx, u); err != nil {
		return err
	}
	return countReleased(tx, u.couponID())
}

// releaseOwn releases a person's uses that a newer order replaces, and returns their transactions.
func releaseOwn(tx core.App, couponID, userID string) ([]string, error) {
	if userID == "" {
		return nil, nil
	}
	list, err := listReplaceable(tx, couponID, userID)
	if err != nil {
		return nil, err
	}
	var transactions []string
	for _, u := range list {
		if err := release(tx, u); err != nil {
			return nil, err
		}
		transactions = append(transactions, u.transactionID())
	}
	return transactions, nil
}

// Normalize returns a code in its stored form, in upper case and without spaces.
func Normalize(code string) string { return strings.ToUpper(normal.Code(code)) }

// discount returns the discount of one use on a purchase. It is at most the price of the seats that the use covers.
func (c *Coupon) discount(p Purchase) money.Amount {
	covered := p.Tier.Price * money.Amount(min(max(1, p.Seats), c.seatsPerUse()))
	if c.Kind() == KindPercent {
		return min(covered, (covered*money.Amount(c.Value())+50)/100)
	}
	return min(covered, money.Amount(c.Value()))
}

var errHasUses = apperr.Conflict("coupon-has-uses",
	"Orders have used this code, so it cannot be deleted. Turn it off instead.")
