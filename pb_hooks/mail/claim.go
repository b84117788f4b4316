package mail

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

const (
	// leaseDuration is how long a claim holds; far longer than the longest call.
	leaseDuration = 2 * time.Minute
	// retryWindow is how long after its first call a batch may be called again: the provider forgets
	// the idempotency key after 15 minutes.
	retryWindow = 10 * time.Minute
	// frontPriority is the priority of a letter that may be on its way: behind a long queue its window
	// would close.
	frontPriority = 0
	// campaignPriority bounds the priorities of the letters to one person; campaigns come after.
	campaignPriority = 100
)

// claim is a row that this process may send now.
type claim struct {
	ID       string `db:"id"`
	Kind     string `db:"kind"`
	Email    string `db:"emailAddress"`
	Name     string `db:"recipientName"`
	Params   string `db:"params"`
	BatchID  string `db:"batchId"`
	Expires  string `db:"expiresAt"`
	Priority int    `db:"priority"`
	Attempts int    `db:"attempts"`

	IdempotencyKey string    `db:"-"`
	FirstAttempt   time.Time `db:"-"`
	// risky: an earlier call for this row may have been accepted.
	mayBeSent bool
}

// claimDue takes up to n due letters. taken counts those that needed no call as well, because they
// had expired or their address is suppressed.
func (o *Outbox) claimDue(n int) (ready []claim, claimed int, err error) {
	now := o.now()
	err = o.app.RunInTransaction(func(tx core.App) error {
		ready, claimed = nil, 0
		if err := o.requeueExpiredLeases(tx, now); err != nil {
			return err
		}
		var rows []claim
		// NonconcurrentDB, because the router of DB would see the first word only.
		err := tx.NonconcurrentDB().NewQuery(`
			UPDATE email_logs SET status = 'sending', attempts = attempts + 1, leaseUntil = {:lease}, updatedAt = {:now}
			WHERE id IN (
				SELECT id FROM email_logs
				WHERE status = 'queued' AND priority < {:urgent} AND nextAttemptAt <= {:now}
				ORDER BY priority, nextAttemptAt LIMIT {:n})
			RETURNING id, kind, emailAddress, recipientName, params, batchId, expiresAt, priority, attempts`).
			Bind(dbx.Params{"now": formatTime(now), "lease": formatTime(now.Add(leaseDuration)), "urgent": campaignPriority, "n": n}).All(&rows)
		if err != nil {
			return fmt.Errorf("claiming letters: %w", err)
		}
		claimed = len(rows)
		sort.SliceStable(rows, func(i, j int) bool { return rows[i].Priority < rows[j].Priority })
		for _, c := range rows {
			send, err := o.prepare(tx, &c, now)
			if err != nil {
				return err
			}
			if send {
				ready = append(ready, c)
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return ready, claimed, nil
}

// requeueExpiredLeases queues the letters of a process that died after its claim. It may have called the
// provider, so their batches are uncertain.
func (o *Outbox) requeueExpiredLeases(tx core.App, now time.Time) error {
	const expired = `status = 'sending' AND priority < {:urgent} AND leaseUntil <= {:now}`
	params := dbx.Params{"now": formatTime(now), "urgent": campaignPriority, "first": frontPriority}
	for _, query := range []string{
		`UPDATE email_batches SET state = 'uncertain', updatedAt = {:now} WHERE state = 'open'
			AND id IN (SELECT batchId FROM email_logs WHERE ` + expired + `)`,
		`UPDATE email_logs SET status = 'queued', priority = {:first}, updatedAt = {:now} WHERE ` + expired,
	} {
		if _, err := tx.NonconcurrentDB().NewQuery(query).Bind(params).Execute(); err != nil {
			return fmt.Errorf("ending leases: %w", err)
		}
	}
	return nil
}

// prepare gives a claimed row its batch, or settles a row that must not be sent.
func (o *Outbox) prepare(tx core.App, c *claim, now time.Time) (bool, error) {
	if err := o.openBatch(tx, c, now); err != nil {
		return false, fmt.Errorf("opening a batch: %w", err)
	}
	expires, _ := types.ParseDateTime(c.Expires)
	switch {
	case c.mayBeSent && now.Sub(c.FirstAttempt) >= retryWindow:
		return false, o.complete(tx, *c, "uncertain", "uncertain", uncertainReason)
	case c.mayBeSent:
		return true, nil // a letter that may be on its way is neither cancelled nor suppressed
	case !expires.IsZero() && !expires.Time().After(now):
		return false, o.complete(tx, *c, "cancelled", "failed", "It expired before it could be sent.")
	}
	suppressed, err := o.suppressed(tx, c.Email)
	if err != nil {
		return false, err
	}
	if suppressed {
		return false, o.complete(tx, *c, "suppressed", "failed", "The address is on the suppression list.")
	}
	return true, nil
}

// openBatch finds the row's batch, or writes one with its key.
func (o *Outbox) openBatch(tx core.App, c *claim, now time.Time) error {
	var known struct {
		Key   string `db:"idempotencyKey"`
		State string `db:"state"`
		First string `db:"firstAttemptAt"`
	}
	err := tx.NonconcurrentDB().Select("idempotencyKey", "state", "firstAttemptAt").
		From("email_batches").Where(dbx.HashExp{"id": c.BatchID}).One(&known)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	firstCall, _ := types.ParseDateTime(known.First)
	switch known.State {
	case "uncertain":
		c.IdempotencyKey, c.FirstAttempt, c.mayBeSent = known.Key, firstCall.Time(), true
		return nil
	case "open":
		c.IdempotencyKey, c.FirstAttempt = known.Key, now
		_, err := tx.NonconcurrentDB().Update("email_batches",
			dbx.Params{"firstAttemptAt": formatTime(now), "updatedAt": formatTime(now)}, dbx.HashExp{"id": c.BatchID}).Execute()
		return err
	}
	// No batch yet, or one that has ended and whose letter a person wants to go again.
	c.IdempotencyKey, c.FirstAttempt, c.BatchID = idempotencyKey(c.ID, c.Attempts), now, core.GenerateDefaultRandomId()
	_, err = tx.NonconcurrentDB().Insert("email_batches", dbx.Params{
		"id": c.BatchID, "idempotencyKey": c.IdempotencyKey, "firstAttemptAt": formatTime(now), "state": "open",
		"createdAt": formatTime(now), "updatedAt": formatTime(now),
	}).Execute()
	if err != nil {
		return err
	}
	_, err = tx.NonconcurrentDB().Update("email_logs", dbx.Params{"batchId": c.BatchID}, dbx.HashExp{"id": c.ID}).Execute()
	return err
}

// idempotencyKey derives the idempotency key from the row and the number of the attempt that opens the
// batch: the same after a power cut has taken the claim back, another one for a later batch.
func idempotencyKey(rowID string, attempt int) string {
	return uuid.NewHash(sha256.New(), uuid.NameSpaceOID, []byte("boardcircle:"+rowID+":"+strconv.Itoa(attempt)), 4).String()
}

// suppressed tells whether an address wants no mail at all. An opt-out from campaigns does not
// hold back a letter to one person.
func (o *Outbox) suppressed(tx core.App, email string) (bool, error) {
	var n int
	err := tx.NonconcurrentDB().NewQuery(`SELECT COUNT(*) FROM suppressions WHERE email = {:email} COLLATE NOCASE AND scope = 'all'`).
		Bind(dbx.Params{"email": email}).Row(&n)
	return n > 0, err
}

// formatTime writes an instant as PocketBase stores it; zero is the empty string.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(types.DefaultDateLayout)
}

// byDedupeKey says what the index's own condition says too: SQLite would not use it otherwise.
func byDedupeKey(key string) dbx.Expression {
	return dbx.NewExp("dedupeKey = {:key} AND dedupeKey != ''", dbx.Params{"key": key})
}
