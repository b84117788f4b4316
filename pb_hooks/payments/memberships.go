package payments

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

const membershipsCollection = "memberships"

// grantMembership gives the buyer of a completed transaction her membership. A term begins where her current
// membership of that tier ends, so that renewing early costs nothing.
func (p *Payments) grantMembership(tx core.App, t *core.Record, now time.Time) error {
	if t.GetString("userId") == "" {
		return nil
	}
	collection, err := tx.FindCachedCollectionByNameOrId(membershipsCollection)
	if err != nil {
		return err
	}
	start, err := termStart(tx, t.GetString("userId"), t.GetString("membershipTierId"), now)
	if err != nil {
		return err
	}
	membership := core.NewRecord(collection)
	membership.Load(map[string]any{
		"userId": t.GetString("userId"), "membershipTierId": t.GetString("membershipTierId"),
		"tierName": t.GetString("tierName"), "transactionId": t.Id,
		"razorpayPaymentId": t.GetString("razorpayPaymentId"),
		"startsAt":          toDateTime(start), "endsAt": toDateTime(termEnd(t.GetString("duration"), start)),
	})
	return tx.Save(membership)
}

// termStart is now, or the end of the buyer's membership of that tier when that is later.
func termStart(app core.App, userID, tierID string, now time.Time) (time.Time, error) {
	held, err := findUnrevokedMemberships(app, userID, tierID)
	if err != nil {
		return time.Time{}, err
	}
	start := now
	for _, m := range held {
		if end := m.GetDateTime("endsAt").Time(); end.After(start) {
			start = end
		}
	}
	return start, nil
}

// hasLifetimeMembership tells whether a member holds a tier that never ends.
func hasLifetimeMembership(app core.App, userID, tierID string) (bool, error) {
	if userID == "" {
		return false, nil
	}
	held, err := findUnrevokedMemberships(app, userID, tierID)
	for _, m := range held {
		if m.GetDateTime("endsAt").IsZero() {
			return true, err
		}
	}
	return false, err
}

// findUnrevokedMemberships are a member's memberships of a tier that were not revoked, whether or not they have ended.
func findUnrevokedMemberships(app core.App, userID, tierID string) ([]*core.Record, error) {
	var records []*core.Record
	err := app.RecordQuery(membershipsCollection).
		AndWhere(dbx.HashExp{"userId": userID, "membershipTierId": tierID, "revokedAt": ""}).All(&records)
	return records, err
}

// revokeMembership ends the membership that a transaction has granted, if it has granted one.
func (p *Payments) revokeMembership(tx core.App, t *core.Record) error {
	membership, err := tx.FindFirstRecordByData(membershipsCollection, "transactionId", t.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil || !membership.GetDateTime("revokedAt").IsZero() {
		return err
	}
	membership.Set("revokedAt", toDateTime(p.now()))
	if err := tx.Save(membership); err != nil {
		return err
	}
	return p.grantToSecondPayment(tx, t)
}

// grantToSecondPayment grants what was revoked to a second payment of the same buyer for the same tier, which
// has granted nothing so far: of two payments either may be given back.
func (p *Payments) grantToSecondPayment(tx core.App, t *core.Record) error {
	second := &core.Record{}
	err := tx.RecordQuery(transactionsCollection).
		AndWhere(dbx.HashExp{"userId": t.GetString("userId"), "membershipTierId": t.GetString("membershipTierId"), "status": statusCompleted}).
		AndWhere(dbx.NewExp("id NOT IN (SELECT transactionId FROM memberships)")).
		OrderBy("createdAt", "id").Limit(1).One(second)
	if err != nil {
		return ignoreMissing(err)
	}
	if second.GetString("attention") == attentionSecondPayment {
		second.Set("attention", "")
		second.Set("attentionNote", "")
		if err := tx.Save(second); err != nil {
			return err
		}
	}
	return p.grantMembership(tx, second, p.now())
}

// toDateTime is an instant as a date field takes it; zero is empty.
func toDateTime(at time.Time) types.DateTime {
	var date types.DateTime
	if !at.IsZero() {
		// a time.Time always scans
		_ = date.Scan(at.UTC())
	}
	return date
}
