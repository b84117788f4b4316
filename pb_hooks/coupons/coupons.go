// Package coupons owns the codes that lower the price of a membership, and counts their uses.
//
// A use follows the order that it was made for:
//
//	order made ──> reserved ──payment captured──> consumed
//	                  │                              ↑
//	                  ╰──the order has run out──> released    a payment that is captured later still counts
//
// A reservation is counted in one UPDATE whose condition is the limit, in the transaction that stores the order: of
// fifty buyers at once exactly as many get through as there are uses left, and an order that is not paid holds
// nobody up for longer than its reservation. A buyer has at most one reservation of a code: their newer order takes
// the place of the older one. A late capture of a released use is honoured, also above the limit.
//
// Coupons lower payments that are made once. A membership that renews by itself charges what its plan at the
// provider says, so no code applies to it.
package coupons

import (
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/tiers"
)

// Field is the name of the field that a code is sent in.
const Field = "couponCode"

// MaxCodeLength is how long a code can be.
const MaxCodeLength = 40

func refused(code, message string) *apperr.Error { return apperr.Invalid(code, Field, message) }

func conflict(code, message string) *apperr.Error {
	return &apperr.Error{Code: code, Status: http.StatusConflict, Field: Field, Message: message}
}

var (
	errUnknown  = refused("coupon-unknown", "We don't know this code. Please compare it with how you received it.")
	ErrRenews   = refused("coupon-not-for-renewals", "Codes are for memberships that are paid once. This one renews by itself, so no code can be used for it.")
	errTier     = refused("coupon-other-tier", "This code is not for this membership.")
	errCurrency = refused("coupon-other-currency", "This code is for prices in rupees.")
	errUsedUp   = conflict("coupon-used-up", "This code has been used as often as it can be.")
	errUsedEach = conflict("coupon-used-already", "You have used this code already.")
)

// Quote is a code that a buyer may use, and what it takes off a price.
type Quote struct {
	ID, Code string
	Discount money.Amount
}

// Find checks whether a code lowers the price of a tier for a person today, and by how much. An empty userID is
// somebody who has not signed in. It reserves nothing. An order of the person's own that is not paid yet does not
// count: a new one takes its place.
func Find(app core.App, code string, tier tiers.Tier, userID string, now time.Time) (Quote, error) {
	c, err := findByCode(app, Normalize(code))
	if database.IsMissing(err) || (err == nil && !c.isActive()) {
		return Quote{}, errUnknown
	}
	if err != nil {
		return Quote{}, err
	}
	switch {
	case c.StartsAt().After(now):
		return Quote{}, refused("coupon-not-yet", "This code can be used from "+india.DayText(c.StartsAt())+" on.")
	case !c.EndsAt().IsZero() && !c.EndsAt().After(now):
		return Quote{}, refused("coupon-expired", "This code could be used until "+india.DayText(c.EndsAt())+".")
	case tier.Renews:
		return Quote{}, ErrRenews
	case !c.isFor(tier.ID):
		return Quote{}, errTier
	case c.Kind() == KindAmount && tier.Currency != "INR":
		return Quote{}, errCurrency
	}
	own, err := countUses(app, c.Id, userID)
	if err != nil {
		return Quote{}, err
	}
	if limit := c.maxUsesEach(); limit > 0 && own.consumed >= limit {
		return Quote{}, errUsedEach
	}
	if c.isUsedUp() && own.reserved == 0 {
		return Quote{}, errUsedUp
	}
	return Quote{ID: c.Id, Code: c.Code(), Discount: c.discount(tier.Price)}, nil
}

// Reserve counts a use for an order, in the transaction that stores the order; one that is reserved for it already
// stays. It fails with a conflict if the last use was taken since Find.
func Reserve(tx core.App, q Quote, userID, transactionID string) error {
	existing, err := findUse(tx, transactionID)
	switch {
	case database.IsMissing(err):
		existing = nil
	case err != nil:
		return err
	case existing.state() != useReleased:
		return nil
	}
	if err := releaseOwn(tx, q.ID, userID); err != nil {
		return err
	}
	took, err := countReserved(tx, q.ID)
	if err != nil {
		return err
	}
	if !took {
		return errUsedUp
	}
	c, err := find(tx, q.ID)
	if err != nil {
		return err
	}
	own, err := countUses(tx, q.ID, userID)
	if err != nil {
		return err
	}
	if limit := c.maxUsesEach(); limit > 0 && own.consumed+own.reserved >= limit {
		return errUsedEach
	}
	if existing != nil {
		existing.setState(useReserved)
		return saveUse(tx, existing)
	}
	return insertUse(tx, q, userID, transactionID)
}

// Consume counts the use of an order that was paid, also if it was released meanwhile. An order without a code is
// no error.
func Consume(tx core.App, transactionID string) error {
	u, err := findUse(tx, transactionID)
	if err != nil || u.state() == useConsumed {
		return database.IgnoreMissing(err)
	}
	wasReserved := u.state() == useReserved
	u.setState(useConsumed)
	if err := saveUse(tx, u); err != nil {
		return err
	}
	return countConsumed(tx, u.couponID(), wasReserved)
}

// Release gives back the use of an order that was not paid. What is consumed stays.
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

func releaseOwn(tx core.App, couponID, userID string) error {
	if userID == "" {
		return nil
	}
	list, err := listReserved(tx, couponID, userID)
	if err != nil {
		return err
	}
	for _, u := range list {
		if err := release(tx, u); err != nil {
			return err
		}
	}
	return nil
}

// Normalize is a code as it is stored: people type it in small letters and with blanks.
func Normalize(code string) string { return strings.ToUpper(strings.Join(strings.Fields(code), "")) }

// discount is what the code takes off a price, at most all of it.
func (c *Coupon) discount(price money.Amount) money.Amount {
	if c.Kind() == KindPercent {
		return min(price, (price*money.Amount(c.Value())+50)/100)
	}
	return min(price, money.Amount(c.Value()))
}

var errHasUses = apperr.Conflict("coupon-has-uses", "Orders have used this code, which name it: switch it off instead.")
