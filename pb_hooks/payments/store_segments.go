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

// EndingIDsSQL are the users whose membership ends from one instant on, or before one. It ends with the last of its terms: who
// has renewed, or has become a member for life, has one end or none, so that a from and a before are about the same one.
func EndingIDsSQL(operator, instant string, bind func(any) string) string {
	return `SELECT t.userId FROM memberships t WHERE t.revokedAt = '' AND t.endsAt != '' AND t.endsAt ` + operator + ` ` + bind(instant) + `
		AND NOT EXISTS (SELECT 1 FROM memberships l WHERE l.userId = t.userId AND l.revokedAt = '' AND (l.endsAt = '' OR l.endsAt > t.endsAt))`
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
