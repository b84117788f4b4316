package mail

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/brevo"
)

const (
	// refusedPause is how long the sender rests when the account is refused.
	refusedPause = 5 * time.Minute
	// firstWait doubles with each attempt up to longestWait.
	firstWait, longestWait = 5 * time.Second, 2 * time.Minute
	// mostDrafts is how often a letter may fail to be written before it is given up.
	mostDrafts = 8

	unknown = "The provider may or may not have taken this letter: no call for it was answered. Look in the provider's log before sending it again."
)

// conclude writes down what a call came to.
func (o *Outbox) conclude(c claim, got brevo.Outcome) error {
	now := o.now()
	log := o.app.Logger().With("letter", c.ID, "kind", c.Kind, "reason", got.Reason)
	return o.app.RunInTransaction(func(tx core.App) error {
		switch got.Verdict {
		case brevo.Accepted, brevo.Duplicate:
			return o.accepted(tx, c, got.MessageID, now)
		case brevo.Rejected:
			log.Error("The mail provider refused a letter")
			return o.settle(tx, c, "failed", "failed", got.Reason)
		case brevo.Unauthorised:
			log.Error("The mail provider refuses the account: the mail waits")
			o.pause.set(now.Add(refusedPause), got.Reason)
			return o.again(tx, c, now, got.Reason)
		case brevo.RateLimited:
			until := now.Add(got.RetryAfter + jitter(got.RetryAfter))
			o.pause.set(until, got.Reason)
			return o.again(tx, c, until, got.Reason)
		case brevo.NotReached:
			log.Warn("The mail provider can't be reached")
			return o.again(tx, c, now.Add(backoff(c.Attempts)), got.Reason)
		}
		log.Warn("The mail provider gave no clear answer")
		return o.uncertain(tx, c, now, got.Reason)
	})
}

// accepted never moves a status back: the webhook may have been quicker. After a duplicate there
// is no id; the webhook brings it.
func (o *Outbox) accepted(tx core.App, c claim, messageID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET
			errorMessage = CASE WHEN status IN ('queued', 'sending') THEN '' ELSE errorMessage END,
			status = CASE WHEN status IN ('queued', 'sending', 'uncertain', 'failed', 'cancelled') THEN 'sent' ELSE status END,
			brevoMessageId = CASE WHEN {:message} <> '' THEN {:message} ELSE brevoMessageId END,
			sentAt = CASE WHEN sentAt = '' THEN {:now} ELSE sentAt END,
			leaseUntil = '', updatedAt = {:now}
		WHERE id = {:id}`).
		Bind(dbx.Params{"id": c.ID, "message": messageID, "now": stamp(now)}).Execute()
	if err != nil {
		return fmt.Errorf("marking a sent letter: %w", err)
	}
	return o.batchState(tx, c, "accepted")
}

// again queues a letter whose call certainly sent nothing.
func (o *Outbox) again(tx core.App, c claim, at time.Time, reason string) error {
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": "queued", "nextAttemptAt": stamp(at), "leaseUntil": "",
		"errorMessage": oneLine(reason, 500), "updatedAt": stamp(o.now()),
	}, inFlight(c)).Execute()
	if err != nil {
		return fmt.Errorf("queueing a letter again: %w", err)
	}
	return nil
}

// uncertain queues a letter that may be on its way for another call with the same key, or leaves
// it to a person when the key may have been forgotten by then.
func (o *Outbox) uncertain(tx core.App, c claim, now time.Time, reason string) error {
	if err := o.batchState(tx, c, "uncertain"); err != nil {
		return err
	}
	at := now.Add(backoff(c.Attempts))
	if at.Sub(c.FirstAttempt) >= window {
		return o.settle(tx, c, "uncertain", "uncertain", unknown)
	}
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{"priority": first}, inFlight(c)).Execute()
	if err != nil {
		return fmt.Errorf("moving a letter to the front: %w", err)
	}
	return o.again(tx, c, at, reason)
}

// unwritten handles a letter whose template or resolver failed; no call was made.
func (o *Outbox) unwritten(c claim, cause error) error {
	return o.app.RunInTransaction(func(tx core.App) error {
		status, batch := "failed", "failed"
		if c.risky {
			status, batch = "uncertain", "uncertain"
		}
		switch {
		case errors.Is(cause, ErrObsolete) && !c.risky:
			return o.settle(tx, c, "cancelled", batch, "It was no longer needed when its turn came.")
		case errors.Is(cause, ErrObsolete), errors.Is(cause, errWords), c.Attempts >= mostDrafts:
			return o.settle(tx, c, status, batch, cause.Error())
		}
		return o.again(tx, c, o.now().Add(backoff(c.Attempts)), cause.Error())
	})
}

// settle ends a letter's way.
func (o *Outbox) settle(tx core.App, c claim, status, batch, reason string) error {
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": status, "leaseUntil": "", "errorMessage": oneLine(reason, 500), "updatedAt": stamp(o.now()),
	}, inFlight(c)).Execute()
	if err != nil {
		return fmt.Errorf("settling a letter: %w", err)
	}
	return o.batchState(tx, c, batch)
}

func (o *Outbox) batchState(tx core.App, c claim, state string) error {
	_, err := tx.NonconcurrentDB().Update("email_batches",
		dbx.Params{"state": state, "updatedAt": stamp(o.now())}, dbx.HashExp{"id": c.Batch}).Execute()
	if err != nil {
		return fmt.Errorf("marking a batch: %w", err)
	}
	return nil
}

// inFlight is the row as long as neither the webhook nor a person has moved it since the claim.
func inFlight(c claim) dbx.Expression {
	return dbx.HashExp{"id": c.ID, "status": "sending"}
}

func backoff(attempts int) time.Duration {
	wait := longestWait
	if attempts < 6 {
		wait = min(longestWait, firstWait<<max(attempts-1, 0))
	}
	return wait + jitter(wait)
}

// jitter spreads what would else come back all at once.
func jitter(d time.Duration) time.Duration {
	return rand.N(d/5 + time.Millisecond)
}
