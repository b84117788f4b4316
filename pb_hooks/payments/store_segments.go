package payments

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// What segments of a campaign ask of the memberships. Each is a query of users' ids; bind makes a placeholder of a value.

// MemberIDsSQL are the users who have access at a time, with a tier, "" being any.
func MemberIDsSQL(tierID string, now time.Time, bind func(any) string) string {
	at := bind(toDateTime(now).String())
	query := `SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt <= ` + at + ` AND (endsAt = '' OR graceUntil > ` + at + `)`
	if tierID != "" {
		query += ` AND membershipTierId = ` + bind(tierID)
	}
	return query
}

// LapsedIDsSQL are the users who were members and are no longer at a time.
func LapsedIDsSQL(now time.Time, bind func(any) string) string {
	at := bind(toDateTime(now).String())
	return `SELECT userId FROM memberships WHERE startsAt <= ` + at + ` AND userId NOT IN (` + MemberIDsSQL("", now, bind) + `)`
}

// EndingIDsSQL are the users with a term that ends from one instant on, or before one.
func EndingIDsSQL(operator, instant string, bind func(any) string) string {
	return `SELECT userId FROM memberships WHERE revokedAt = '' AND endsAt != '' AND endsAt ` + operator + ` ` + bind(instant)
}

// EntitledIDsSQL are the users whose membership stands in a state other than active at a time, "" for a state that is
// none of these. Who has access is neither upcoming, lapsed nor revoked.
func EntitledIDsSQL(state EntitlementState, now time.Time, bind func(any) string) string {
	at := bind(toDateTime(now).String())
	switch state {
	case InGrace:
		return `SELECT userId FROM memberships WHERE revokedAt = '' AND endsAt != '' AND endsAt <= ` + at + ` AND graceUntil > ` + at +
			` AND userId NOT IN (SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt <= ` + at + ` AND (endsAt = '' OR endsAt > ` + at + `))`
	case Upcoming:
		return `SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt > ` + at + ` AND userId NOT IN (` + MemberIDsSQL("", now, bind) + `)`
	case Lapsed:
		return LapsedIDsSQL(now, bind)
	case Revoked:
		return `SELECT userId FROM memberships WHERE revokedAt != '' AND userId NOT IN (` + MemberIDsSQL("", now, bind) + `)`
	}
	return ""
}

// Purchase is a paid order: by whom, in lower case, and when it was made.
type Purchase struct {
	Email string         `db:"email"`
	At    types.DateTime `db:"at"`
}

// PurchasesBetween are the paid orders that were made within a time, the earliest first.
func PurchasesBetween(app core.App, from, to time.Time) (purchases []Purchase, err error) {
	err = app.DB().NewQuery(`SELECT lower(customerEmail) AS email, createdAt AS at FROM transactions
		WHERE status = 'completed' AND createdAt >= {:from} AND createdAt < {:to} ORDER BY createdAt`).
		Bind(dbx.Params{"from": toDateTime(from).String(), "to": toDateTime(to).String()}).All(&purchases)
	if err != nil {
		return nil, fmt.Errorf("list purchases: %w", err)
	}
	return purchases, nil
}
