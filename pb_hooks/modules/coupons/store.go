package coupons

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	collection     = "coupons"
	usesCollection = "coupon_uses"
)

// Kind is how the discount of a coupon is expressed.
type Kind string

// The kinds of discount.
const (
	KindPercent Kind = "percent"
	KindAmount  Kind = "amount"
)

// Values returns all kinds.
func (Kind) Values() []string { return rules.Options(KindPercent, KindAmount) }

// State is the state of a coupon in the console.
type State string

// The states of a coupon. A coupon that needs a second admin is waiting until they have confirmed or refused it.
const (
	StateActive   State = "active"
	StateUpcoming State = "upcoming"
	StateExpired  State = "expired"
	StateUsedUp   State = "used-up"
	StateOff      State = "off"
	StateWaiting  State = "waiting"
	StateRefused  State = "refused"
)

// Values returns all states.
func (State) Values() []string {
	return rules.Options(StateActive, StateUpcoming, StateExpired, StateUsedUp, StateOff, StateWaiting, StateRefused)
}

// Coupon is the record of a coupon.
type Coupon struct{ core.BaseRecordProxy }

// Code returns the code in upper case.
func (c *Coupon) Code() string { return c.GetString("code") }

// Kind returns KindPercent or KindAmount.
func (c *Coupon) Kind() Kind { return Kind(c.GetString("kind")) }

// Value returns the percentage, or the amount in minor units.
func (c *Coupon) Value() int { return c.GetInt("value") }

// StartsAt returns when the coupon becomes valid, or zero for no limit.
func (c *Coupon) StartsAt() time.Time { return c.GetDateTime("startsAt").Time() }

// EndsAt returns when the coupon expires, or zero for no limit.
func (c *Coupon) EndsAt() time.Time { return c.GetDateTime("endsAt").Time() }

// The decision of a second admin about a coupon, or "" if none is needed.
const (
	approvalWaiting   = "waiting"
	approvalConfirmed = "confirmed"
	approvalRefused   = "refused"
)

func (c *Coupon) approval() string            { return c.GetString("approval") }
func (c *Coupon) setApproval(approval string) { c.Set("approval", approval) }

// changesDiscount reports whether the discount differs from that of the stored record.
func (c *Coupon) changesDiscount() bool {
	stored := c.Original()
	for _, name := range []string{"kind", "value", "maxUses", "seatsPerUse", "isForRenewingSeats",
		"membershipTierIds"} {
		if c.GetString(name) != stored.GetString(name) {
			return true
		}
	}
	return false
}

func (c *Coupon) isActive() bool   { return c.GetBool("isActive") }
func (c *Coupon) maxUses() int     { return c.GetInt("maxUses") }
func (c *Coupon) maxUsesEach() int { return c.GetInt("maxUsesEach") }
func (c *Coupon) consumed() int    { return c.GetInt("consumed") }

// seatsPerUse returns the number of memberships of an order that one use covers, at least one.
func (c *Coupon) seatsPerUse() int { return max(1, c.GetInt("seatsPerUse")) }

// isForRenewingSeats reports whether the coupon applies to company seats of tiers that renew.
func (c *Coupon) isForRenewingSeats() bool { return c.GetBool("isForRenewingSeats") }

// wasSwitchedOff reports whether the coupon is inactive now and already was at the given time.
func (c *Coupon) wasSwitchedOff(at time.Time) bool {
	return !c.isActive() && !at.Before(c.GetDateTime("switchedOffAt").Time())
}

func (c *Coupon) isUsedUp() bool {
	return c.maxUses() > 0 && c.GetInt("reserved")+c.consumed() >= c.maxUses()
}

// tierIDs returns the tiers to which the coupon applies. Empty means all.
func (c *Coupon) tierIDs() []string { return database.ReadList[string](c.Record, "membershipTierIds") }

func (c *Coupon) isFor(tierID string) bool {
	ids := c.tierIDs()
	return len(ids) == 0 || slices.Contains(ids, tierID)
}

// couponValues are a form with those of its values that are stored in another format. Its code is in the stored form.
type couponValues struct {
	Form
	// value is the percentage, or the amount in paise.
	value            int
	startsAt, endsAt time.Time
}

func (c *Coupon) load(v couponValues, now time.Time) {
	switch {
	case v.IsActive:
		c.Set("switchedOffAt", "")
	case c.isActive() || c.IsNew():
		c.Set("switchedOffAt", database.DateTime(now))
	}
	c.Load(map[string]any{
		"code":               v.Code,
		"note":               v.Note,
		"kind":               string(v.Kind),
		"value":              v.value,
		"membershipTierIds":  v.MembershipTierIDs,
		"startsAt":           database.DateTime(v.startsAt),
		"endsAt":             database.DateTime(v.endsAt),
		"isActive":           v.IsActive,
		"maxUses":            v.MaxUses,
		"maxUsesEach":        v.MaxUsesEach,
		"seatsPerUse":        v.SeatsPerUse,
		"isForRenewingSeats": v.IsForRenewingSeats,
	})
}

func (c *Coupon) view(now time.Time) View { return c.row().view(now) }

// row returns the coupon as a row of the list.
func (c *Coupon) row() couponRow {
	row := couponRow{}
	row.Code, row.Note, row.Kind, row.Value = c.Code(), c.GetString("note"), c.Kind(), c.Value()
	row.ID, row.MaxUses, row.MaxUsesEach = c.Id, c.maxUses(), c.maxUsesEach()
	row.SeatsPerUse, row.IsForRenewingSeats = c.seatsPerUse(), c.isForRenewingSeats()
	row.Reserved, row.Consumed, row.IsActive = c.GetInt("reserved"), c.consumed(), c.isActive()
	row.StartsAt, row.EndsAt = httpx.Time(c.GetDateTime("startsAt")), httpx.Time(c.GetDateTime("endsAt"))
	row.CreatedAt = httpx.Time(c.GetDateTime("createdAt"))
	row.TierIDs, row.Approval = c.tierIDs(), c.approval()
	return row
}

// couponRow is a row of the list.
type couponRow struct {
	ID                 string                  `db:"id"`
	Code               string                  `db:"code"`
	Note               string                  `db:"note"`
	Kind               Kind                    `db:"kind"`
	Value              int                     `db:"value"`
	TierIDs            types.JSONArray[string] `db:"membershipTierIds"`
	StartsAt           httpx.Time              `db:"startsAt"`
	EndsAt             httpx.Time              `db:"endsAt"`
	MaxUses            int                     `db:"maxUses"`
	MaxUsesEach        int                     `db:"maxUsesEach"`
	SeatsPerUse        int                     `db:"seatsPerUse"`
	IsForRenewingSeats bool                    `db:"isForRenewingSeats"`
	Reserved           int                     `db:"reserved"`
	Consumed           int                     `db:"consumed"`
	IsActive           bool                    `db:"isActive"`
	CreatedAt          httpx.Time              `db:"createdAt"`
	Approval           string                  `db:"approval"`
}

// form returns the values as an admin would enter them.
func (r couponRow) form() Form {
	f := Form{
		Code:               r.Code,
		Note:               r.Note,
		Kind:               r.Kind,
		Value:              money.Amount(r.Value),
		MembershipTierIDs:  append([]string{}, r.TierIDs...),
		MaxUses:            r.MaxUses,
		MaxUsesEach:        r.MaxUsesEach,
		SeatsPerUse:        max(1, r.SeatsPerUse),
		IsForRenewingSeats: r.IsForRenewingSeats,
		IsActive:           r.IsActive,
	}
	if f.Kind == KindPercent {
		f.Value *= 100
	}
	if at := types.DateTime(r.StartsAt); !at.IsZero() {
		f.StartsAt = at.Time().Format(time.RFC3339)
	}
	if at := types.DateTime(r.EndsAt); !at.IsZero() {
		f.EndsAt = at.Time().Format(time.RFC3339)
	}
	return f
}

// state returns the state of a coupon for the console.
func (r couponRow) state(now time.Time) State {
	ends, starts := types.DateTime(r.EndsAt), types.DateTime(r.StartsAt)
	switch {
	case !r.IsActive:
		return StateOff
	case r.Approval == approvalWaiting:
		return StateWaiting
	case r.Approval == approvalRefused:
		return StateRefused
	case !ends.IsZero() && !ends.Time().After(now):
		return StateExpired
	case r.MaxUses > 0 && r.Reserved+r.Consumed >= r.MaxUses:
		return StateUsedUp
	case starts.Time().After(now):
		return StateUpcoming
	}
	return StateActive
}

// couponList is the list of the coupons, newest first.
var couponList = lists.List{
	From: collection,
	Columns: []string{"id", "code", "note", "kind", "value", "membershipTierIds", "startsAt", "endsAt", "maxUses",
		"maxUsesEach", "seatsPerUse", "isForRenewingSeats", "reserved", "consumed", "isActive", "createdAt",
		"approval"},
	Search:  []string{"code", "note"},
	Sort:    map[string]string{"createdAt": "createdAt", "code": "code"},
	Filters: map[string]map[string]string{"active": {"true": "isActive = TRUE", "false": "isActive = FALSE"}},
	ValueFilters: map[string]func(string) (dbx.Expression, bool){
		"id": func(id string) (dbx.Expression, bool) { return dbx.HashExp{"id": id}, true },
	},
	DefaultSort: "-createdAt",
}

func newCoupon(app core.App) (*Coupon, error) {
	coupon, err := database.New[Coupon](app, collection)
	if err != nil {
		return nil, err
	}
	return coupon, nil
}

// find returns sql.ErrNoRows for an unknown id.
func find(app core.App, id string) (*Coupon, error) {
	return database.Find[Coupon](app, collection, id)
}

// findByCode returns sql.ErrNoRows for an unknown code.
func findByCode(app core.App, code string) (*Coupon, error) {
	return database.First[Coupon](app, collection, dbx.HashExp{"code": code})
}

// The counters are changed by UPDATE statements whose conditions check the limits atomically.

// countReserved reserves a use if one is left, and reports whether it has. Reserve and Claim have already checked that
// the coupon applies. A payment that was started before the coupon was switched off can still reserve a use.
func countReserved(tx core.App, id string) (bool, error) {
	return changeCounters(tx, `UPDATE coupons SET reserved = reserved + 1
		WHERE id = {:id} AND (maxUses = 0 OR reserved + consumed < maxUses)`, id)
}

func countReleased(tx core.App, id string) error {
	_, err := changeCounters(tx, "UPDATE coupons SET reserved = max(0, reserved - 1) WHERE id = {:id}", id)
	return err
}

func countConsumed(tx core.App, id string) error {
	_, err := changeCounters(tx,
		"UPDATE coupons SET consumed = consumed + 1, reserved = max(0, reserved - 1) WHERE id = {:id}", id)
	return err
}

func changeCounters(tx core.App, statement, id string) (changed bool, err error) {
	result, err := tx.NonconcurrentDB().NewQuery(statement).Bind(dbx.Params{"id": id}).Execute()
	if err != nil {
		return false, fmt.Errorf("count uses of coupon %s: %w", id, err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// The states of a use.
const (
	useReserved = "reserved"
	useConsumed = "consumed"
	useReleased = "released"
)

// use is the record of one use of a code by an order.
type use struct{ core.BaseRecordProxy }

func (u *use) couponID() string       { return u.GetString("couponId") }
func (u *use) transactionID() string  { return u.GetString("transactionId") }
func (u *use) discount() money.Amount { return money.Amount(u.GetInt("discount")) }
func (u *use) state() string          { return u.GetString("state") }
func (u *use) setState(state string)  { u.Set("state", state) }
func (u *use) setKept()               { u.Set("isKept", true) }

func insertUse(tx core.App, q Quote, o Order) error {
	u, err := database.New[use](tx, usesCollection)
	if err != nil {
		return err
	}
	u.Load(map[string]any{
		"couponId":      q.ID,
		"userId":        o.UserID,
		"transactionId": o.TransactionID,
		"state":         useReserved,
		"discount":      int64(q.Discount),
		"isKept":        o.IsKept,
	})
	return saveUse(tx, u)
}

func saveUse(tx core.App, u *use) error {
	if err := tx.Save(u); err != nil {
		return fmt.Errorf("save use of coupon %s: %w", u.couponID(), err)
	}
	return nil
}

// findUse returns the use of an order, or sql.ErrNoRows.
func findUse(app core.App, transactionID string) (*use, error) {
	return database.First[use](app, usesCollection, dbx.HashExp{"transactionId": transactionID})
}

// listReplaceable returns a person's reserved uses of a coupon, except those that are kept.
func listReplaceable(app core.App, couponID, userID string) ([]*use, error) {
	var list []*use
	err := app.RecordQuery(usesCollection).
		AndWhere(dbx.NewExp("couponId = {:coupon} AND userId = {:user} AND state = 'reserved' AND isKept = FALSE",
			dbx.Params{"coupon": couponID, "user": userID})).
		All(&list)
	if err != nil {
		return nil, fmt.Errorf("list reservations of coupon %s: %w", couponID, err)
	}
	return list, nil
}

// ownUses counts a person's uses of a coupon. protected is the number of reserved uses that a newer order does not
// replace.
type ownUses struct{ reserved, protected, consumed int }

func countUses(app core.App, couponID, userID string) (n ownUses, err error) {
	if userID == "" {
		return n, nil
	}
	err = app.DB().
		NewQuery(`SELECT COALESCE(SUM(state = 'reserved'), 0), COALESCE(SUM(state = 'reserved' AND isKept), 0),
			COALESCE(SUM(state = 'consumed'), 0) FROM coupon_uses
		WHERE couponId = {:coupon} AND userId = {:user} AND state != 'released'`).
		Bind(dbx.Params{"coupon": couponID, "user": userID}).Row(&n.reserved, &n.protected, &n.consumed)
	if err != nil {
		return n, fmt.Errorf("count uses of coupon %s: %w", couponID, err)
	}
	return n, nil
}

// hasBeenUsed reports whether an order has ever used a coupon.
func hasBeenUsed(app core.App, id string) (bool, error) {
	var n int
	err := app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM coupon_uses WHERE couponId = {:id})").
		Bind(dbx.Params{"id": id}).Row(&n)
	return n > 0, err
}

// RecordsOfUser returns the ids of a user's uses of coupons, by collection.
func RecordsOfUser(app core.App, userID string) (map[string][]string, error) {
	ids := []string{}
	err := app.DB().Select("id").From(usesCollection).Where(dbx.HashExp{"userId": userID}).Column(&ids)
	if err != nil {
		return nil, fmt.Errorf("list coupon uses of a user: %w", err)
	}
	return map[string][]string{usesCollection: ids}, nil
}

// MoveRecords moves uses from one user to another, so that the limit for one person still applies. It leaves out uses
// that no longer belong to the first user. Call it with a transaction's app.
func MoveRecords(tx core.App, ids map[string][]string, from, to string) error {
	for _, id := range ids[usesCollection] {
		_, err := tx.NonconcurrentDB().Update(usesCollection, dbx.Params{"userId": to},
			dbx.HashExp{"id": id, "userId": from}).Execute()
		if err != nil {
			return fmt.Errorf("move coupon use %s: %w", id, err)
		}
	}
	return nil
}
