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
	// accountPause is how long the sender rests when the account is refused.
	accountPause = 5 * time.Minute
	// minBackoff doubles with each attempt up to maxBackoff.
	minBackoff, maxBackoff = 5 * time.Second, 2 * time.Minute
	// maxRenderAttempts is how often a letter may fail to be written before it is given up.
	maxRenderAttempts = 8

	uncertainReason = "The provider may or may not have taken this letter: no call for it was answered. Look in the provider's log before sending it again."
)

// recordResult writes down what a call came to.
func (o *Outbox) recordResult(c claim, result brevo.Result) error {
	now := o.now()
	log := o.app.Logger().With("letter", c.ID, "kind", c.Kind, "reason", result.Reason)
	return o.app.RunInTransaction(func(tx core.App) error {
		switch result.Status {
		case brevo.Accepted, brevo.Duplicate:
			return o.markSent(tx, c, result.MessageID, now)
		case brevo.Rejected:
			log.Error("The mail provider refused a letter")
			return o.complete(tx, c, "failed", "failed", result.Reason)
		case brevo.Unauthorised:
			log.Error("The mail provider refuses the account: the mail waits")
			o.pause.set(now.Add(accountPause), result.Reason)
			return o.retry(tx, c, now, result.Reason)
		case brevo.RateLimited:
			until := now.Add(result.RetryAfter + jitter(result.RetryAfter))
			o.pause.set(until, result.Reason)
			return o.retry(tx, c, until, result.Reason)
		case brevo.NotReached:
			log.Warn("The mail provider can't be reached")
			return o.retry(tx, c, now.Add(backoff(c.Attempts)), result.Reason)
		}
		log.Warn("The mail provider gave no clear answer")
		return o.markUncertain(tx, c, now, result.Reason)
	})
}

// markSent never moves a status back: the webhook may have been quicker. After a duplicate there
// is no id; the webhook brings it.
func (o *Outbox) markSent(tx core.App, c claim, messageID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET
			errorMessage = CASE WHEN status IN ('queued', 'sending') THEN '' ELSE errorMessage END,
			status = CASE WHEN status IN ('queued', 'sending', 'uncertain', 'failed', 'cancelled') THEN 'sent' ELSE status END,
			brevoMessageId = CASE WHEN {:message} <> '' THEN {:message} ELSE brevoMessageId END,
			sentAt = CASE WHEN sentAt = '' THEN {:now} ELSE sentAt END,
			leaseUntil = '', updatedAt = {:now}
		WHERE id = {:id}`).
		Bind(dbx.Params{"id": c.ID, "message": messageID, "now": formatTime(now)}).Execute()
	if err != nil {
		return fmt.Errorf("marking a sent letter: %w", err)
	}
	return o.setBatchState(tx, c, "accepted")
}

// retry queues a letter whose call certainly sent nothing.
func (o *Outbox) retry(tx core.App, c claim, at time.Time, reason string) error {
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": "queued", "nextAttemptAt": formatTime(at), "leaseUntil": "",
		"errorMessage": oneLine(reason, 500), "updatedAt": formatTime(o.now()),
	}, inFlight(c)).Execute()
	if err != nil {
		return fmt.Errorf("queueing a letter again: %w", err)
	}
	return nil
}

// markUncertain queues a letter that may be on its way for another call with the same key, or leaves
// it to a person when the key may have been forgotten by then.
func (o *Outbox) markUncertain(tx core.App, c claim, now time.Time, reason string) error {
	if err := o.setBatchState(tx, c, "uncertain"); err != nil {
		return err
	}
	at := now.Add(backoff(c.Attempts))
	if at.Sub(c.FirstAttempt) >= retryWindow {
		return o.complete(tx, c, "uncertain", "uncertain", uncertainReason)
	}
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{"priority": frontPriority}, inFlight(c)).Execute()
	if err != nil {
		return fmt.Errorf("moving a letter to the front: %w", err)
	}
	return o.retry(tx, c, at, reason)
}

// recordRenderError handles a letter whose template or resolver failed; no call was made.
func (o *Outbox) recordRenderError(c claim, cause error) error {
	return o.app.RunInTransaction(func(tx core.App) error {
		status, batch := "failed", "failed"
		if c.mayBeSent {
			status, batch = "uncertain", "uncertain"
		}
		switch {
		case errors.Is(cause, ErrObsolete) && !c.mayBeSent:
			return o.complete(tx, c, "cancelled", batch, "It was no longer needed when its turn came.")
		case errors.Is(cause, ErrObsolete), errors.Is(cause, errRender), c.Attempts >= maxRenderAttempts:
			return o.complete(tx, c, status, batch, cause.Error())
		}
		return o.retry(tx, c, o.now().Add(backoff(c.Attempts)), cause.Error())
	})
}

// complete ends a letter's way.
func (o *Outbox) complete(tx core.App, c claim, status, batch, reason string) error {
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": status, "leaseUntil": "", "errorMessage": oneLine(reason, 500), "updatedAt": formatTime(o.now()),
	}, inFlight(c)).Execute()
	if err != nil {
		return fmt.Errorf("settling a letter: %w", err)
	}
	return o.setBatchState(tx, c, batch)
}

func (o *Outbox) setBatchState(tx core.App, c claim, state string) error {
	_, err := tx.NonconcurrentDB().Update("email_batches",
		dbx.Params{"state": state, "updatedAt": formatTime(o.now())}, dbx.HashExp{"id": c.BatchID}).Execute()
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
	wait := maxBackoff
	if attempts < 6 {
		wait = min(maxBackoff, minBackoff<<max(attempts-1, 0))
	}
	return wait + jitter(wait)
}

// jitter spreads what would else come back all at once.
func jitter(d time.Duration) time.Duration {
	return rand.N(d/5 + time.Millisecond)
}
