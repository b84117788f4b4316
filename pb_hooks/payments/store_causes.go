package payments

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/causes"
)

// What the automations ask of the ledger: each finds its causes through the index of their time.

// FindUnpaidCheckouts are the orders of users that were not paid, by when they were placed.
func FindUnpaidCheckouts(app core.App, w causes.Window) ([]causes.Cause, error) {
	// the plus signs keep SQLite from choosing an index that has no order by time
	return causes.Find(app, w, `SELECT id, createdAt AS at FROM transactions
		WHERE +status IN ('pending', 'failed') AND +kind != 'offline' AND +userId != '' AND `, "createdAt", nil)
}

// FindEndedTerms are the terms that have ended and were not taken back, by their end.
func FindEndedTerms(app core.App, w causes.Window) ([]causes.Cause, error) {
	return causes.Find(app, w, `SELECT id, endsAt AS at FROM memberships WHERE revokedAt = '' AND endsAt != '' AND +source != 'complimentary' AND `, "endsAt", nil)
}

// FindBirthdays are the first terms of users whose start has its day again, by that day. Each year that has passed since
// the first of all is one search in the index of the starts.
func FindBirthdays(app core.App, w causes.Window) (found []causes.Cause, err error) {
	var first types.DateTime
	err = app.DB().NewQuery(`SELECT coalesce(min(startsAt), '') FROM memberships WHERE revokedAt = ''`).Row(&first)
	if err != nil || first.IsZero() {
		return nil, err
	}
	all, params := "", dbx.Params{}
	for years := 1; years <= w.Until.Year()-first.Time().Year(); years++ {
		if years > 1 {
			all += " UNION ALL "
		}
		from, until := fmt.Sprintf("from%d", years), fmt.Sprintf("until%d", years)
		// a day more on both sides: a leap day has its birthday on the first of March
		params[from], params[until] = toDateTime(w.After.At.Time().AddDate(-years, 0, -1)), toDateTime(w.Until.AddDate(-years, 0, 1))
		all += fmt.Sprintf(`SELECT id, strftime('%%Y-%%m-%%d %%H:%%M:%%fZ', startsAt, '+%d years') AS at FROM memberships
			WHERE revokedAt = '' AND startsAt >= {:%s} AND startsAt <= {:%s}`, years, from, until)
	}
	if all == "" {
		return nil, nil
	}
	return causes.Find(app, w, "SELECT id, at FROM ("+all+") WHERE TRUE AND ", "at", params)
}

// hasNewerOrder reports whether a user has placed an order since another one.
func hasNewerOrder(app core.App, t *Transaction) (bool, error) {
	_, err := findOneTransaction(app, "userId = {:user} AND userId != '' AND createdAt >= {:at} AND id != {:id} AND kind != 'offline'",
		dbx.Params{"user": t.UserID(), "at": t.CreatedAt(), "id": t.Id})
	return found(err)
}

// hasTermSince reports whether a user was given or has paid a term since a time.
func hasTermSince(app core.App, userID string, since time.Time) (bool, error) {
	terms, err := listTerms(app, userID)
	for _, m := range terms {
		if !m.EarliestStart().Before(since) {
			return true, err
		}
	}
	return false, err
}
