package payments

import "time"

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
