package mail

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

// SendJob is the type of the job that sends one email. The job's key is the id of the row.
const SendJob = "mail.send"

const (
	// concurrency is how many calls run at a time.
	concurrency = 12
	// leaseDuration is how long a claim is valid without renewal. It is much longer than the longest call.
	leaseDuration = 2 * time.Minute
	// retryWindow is how long after its first call a batch may be retried. The provider forgets the idempotency key
	// after 15 minutes.
	retryWindow = 10 * time.Minute
	// accountPause is how long sending pauses after the provider has refused the account.
	accountPause = 5 * time.Minute
	// maxRenderAttempts is how often rendering is tried before the email fails.
	maxRenderAttempts = 8

	uncertainReason = "The provider may or may not have taken this email: no call for it was answered. Look in the provider's log before sending it again."
)

// backoff returns the wait after an attempt, without jitter.
var backoff = jobs.Exponential(5*time.Second, 2*time.Minute)

func (o *Outbox) jobType() jobs.Type {
	t := jobs.Type{Name: SendJob, Concurrency: concurrency, Lease: leaseDuration, Backoff: backoff}
	if o.sender != nil {
		t.Handle = o.send
	}
	return t
}

// enqueueJobs enqueues the jobs of queued emails, each with the priority of its kind.
func (o *Outbox) enqueueJobs(tx core.App, emails []queuedEmail, at time.Time) error {
	list := make([]jobs.Job, len(emails))
	for i, e := range emails {
		list[i] = jobs.Job{Type: SendJob, Key: e.ID, Priority: o.priority(e.Kind), RunAt: at}
	}
	return o.jobs.EnqueueMany(tx, list)
}

// enqueueEditedEmails enqueues the job of an email that a superuser has set to queued in the dashboard.
func (o *Outbox) enqueueEditedEmails() {
	o.app.OnRecordAfterUpdateSuccess(emailsCollection).Bind(&hook.Handler[*core.RecordEvent]{
		Id: "boardcircleOutboxEdited",
		Func: func(e *core.RecordEvent) error {
			if email := wrapEmail(e.Record); email.Status() == Queued &&
				wrapEmail(e.Record.Original()).Status() != Queued {
				if err := o.enqueueJobs(o.app, []queuedEmail{{ID: email.Id, Kind: email.Kind()}}, o.now()); err != nil {
					o.app.Logger().
						Error("The job of an edited e-mail could not be enqueued", "email", email.Id, "error", err)
				}
			}
			return e.Next()
		},
	})
}

// send handles the job: it claims the email, calls the provider and stores the result. The claim and the result have
// a transaction each. If the result can't be stored, the job runs again with the same key.
func (o *Outbox) send(ctx context.Context, job jobs.Job) error {
	d, err := o.claim(job)
	if err != nil || d == nil {
		return err
	}
	return o.deliver(ctx, job, *d)
}

func (o *Outbox) deliver(ctx context.Context, job jobs.Job, d delivery) error {
	defer o.onChange()
	log := o.app.Logger().With("email", d.ID, "kind", d.Kind)
	message, err := o.compose(d)
	defer o.reportFaults()
	if err != nil {
		if errors.Is(err, ErrObsolete) {
			log.Info("An e-mail is no longer needed")
		} else {
			log.Error("An e-mail could not be rendered", "error", err)
		}
		err = o.recordRenderError(job, d, err)
	} else {
		err = o.recordResult(job, d, o.sender.Send(ctx, message))
	}
	if err != nil {
		return fmt.Errorf("store result of e-mail %s: %w", d.ID, err)
	}
	return nil
}

// delivery is an email that this process may send now.
type delivery struct {
	claimedEmail
	batch batch
	// mayBeSent reports that the provider may have accepted an earlier call.
	mayBeSent bool
}

// claim claims the email of a job. If there is nothing to send, it completes the job and returns nil.
func (o *Outbox) claim(job jobs.Job) (claimed *delivery, err error) {
	err = o.app.RunInTransaction(func(tx core.App) error {
		claimed = nil
		now := o.now()
		// If the row is still sending, the process that claimed it has died. It may have called the provider.
		if err := markInterruptedBatch(tx, job.Key, now); err != nil {
			return err
		}
		email, err := claimEmail(tx, job.Key, now)
		if err != nil {
			return err
		}
		if email == nil {
			return o.jobs.Complete(tx, job)
		}
		d := delivery{claimedEmail: *email}
		if err := o.openBatch(tx, &d, now); err != nil {
			return err
		}
		status, reason, err := o.checkUnsendable(tx, d, now)
		switch {
		case err != nil:
			return err
		case status != "":
			return o.finish(tx, job, d, status, reason)
		}
		claimed = &d
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("claim e-mail %s: %w", job.Key, err)
	}
	if claimed == nil {
		o.onChange()
	}
	return claimed, nil
}

// openBatch finds the row's open batch, or stores a new one with a new key.
func (o *Outbox) openBatch(tx core.App, d *delivery, now time.Time) error {
	known, err := findBatch(tx, d.BatchID)
	if err != nil {
		return err
	}
	switch {
	case known.CampaignID != "": // the row was in a batch of its campaign, which others may be in
	case known.State == batchUncertain:
		d.batch, d.mayBeSent = known, true
		return nil
	case known.State == batchOpen:
		d.batch = known
		d.batch.FirstAttemptAt = now
		return restartBatch(tx, known.ID, now)
	}
	// There is no batch yet, or the batch has ended and an admin resends the email.
	d.batch = batch{
		ID:             core.GenerateDefaultRandomId(),
		IdempotencyKey: idempotencyKey(d.ID, d.Attempts),
		FirstAttemptAt: now,
	}
	if d.batch.Text, err = o.keepText(tx, d.claimedEmail, now); err != nil {
		return err
	}
	return insertBatch(tx, d.ID, d.batch, now)
}

// checkUnsendable returns the final status and the reason if a claimed email must not be sent, otherwise "".
func (o *Outbox) checkUnsendable(tx core.App, d delivery, now time.Time) (Status, string, error) {
	switch {
	case d.mayBeSent && now.Sub(d.batch.FirstAttemptAt) >= retryWindow:
		return Uncertain, uncertainReason, nil
	case d.mayBeSent:
		return "", "", nil // an email that may have been sent is neither cancelled nor suppressed
	case !d.ExpiresAt.IsZero() && !d.ExpiresAt.Time().After(now):
		return Cancelled, "It expired before it could be sent.", nil
	}
	var params map[string]string
	_ = json.Unmarshal([]byte(d.Params), &params) // rendering reports unreadable params
	suppressed, err := preferences.IsSuppressed(tx, d.EmailAddress, o.topic(d.Kind, params))
	if err != nil || !suppressed {
		return "", "", err
	}
	return Suppressed, "The address is on the suppression list.", nil
}

// idempotencyKey derives the key from the row and the attempt that opens the batch. A claim that is lost in a power
// cut gets the same key again; a later batch gets another one.
func idempotencyKey(rowID string, attempt int) string {
	return uuid.NewHash(sha256.New(), uuid.NameSpaceOID, []byte("boardcircle:"+rowID+":"+strconv.Itoa(attempt)), 4).
		String()
}

// recordResult stores the result of a call.
func (o *Outbox) recordResult(job jobs.Job, d delivery, result brevo.Result) error {
	now := o.now()
	log := o.app.Logger().With("email", d.ID, "kind", d.Kind)
	return o.app.RunInTransaction(func(tx core.App) error {
		if result.IsAccepted() {
			return o.markSent(tx, job, d, result.MessageID)
		}
		if until := pauseAfter(log, result, now); !until.IsZero() {
			o.jobs.Pause(SendJob, until, result.Reason)
			return o.retry(tx, job, d, now.Add(result.RetryAfter), o.priority(d.Kind), result.Reason)
		}
		switch result.Status {
		case brevo.Rejected:
			// The reason is only stored in the row, because it may quote the recipient's address.
			log.Error("The e-mail provider rejected an e-mail")
			return o.finish(tx, job, d, Failed, result.Reason)
		case brevo.NotReached:
			log.Warn("The e-mail provider can't be reached", "reason", result.Reason)
			return o.retry(tx, job, d, now.Add(nextWait(d.Attempts)), o.priority(d.Kind), result.Reason)
		}
		log.Warn("The e-mail provider gave no clear answer")
		return o.markUncertain(tx, job, d, result.Reason)
	})
}

// pauseAfter returns the time until which sending pauses because the provider refuses the account or limits the rate.
// It returns zero if other emails can still be sent.
func pauseAfter(log *slog.Logger, result brevo.Result, now time.Time) time.Time {
	switch result.Status {
	case brevo.Unauthorised:
		log.Error("The e-mail provider refuses the account: e-mails wait", "reason", result.Reason)
		return now.Add(accountPause)
	case brevo.RateLimited:
		return now.Add(result.RetryAfter + jitter(result.RetryAfter))
	}
	return time.Time{}
}

// recordRenderError stores the result of an email that could not be rendered. The provider was not called.
func (o *Outbox) recordRenderError(job jobs.Job, d delivery, cause error) error {
	return o.app.RunInTransaction(func(tx core.App) error {
		isObsolete := errors.Is(cause, ErrObsolete)
		switch {
		case isObsolete && !d.mayBeSent:
			return o.finish(tx, job, d, Cancelled, "It was no longer needed when its turn came.")
		case isObsolete, errors.Is(cause, texts.ErrRender), d.Attempts >= maxRenderAttempts:
			if d.mayBeSent {
				return o.finish(tx, job, d, Uncertain, cause.Error())
			}
			return o.finish(tx, job, d, Failed, cause.Error())
		}
		return o.retry(tx, job, d, o.now().Add(nextWait(d.Attempts)), o.priority(d.Kind), cause.Error())
	})
}

// markSent never lowers a status, because the webhook may have come first. If the provider refused a duplicate, there
// is no message id yet; the webhook reports it.
func (o *Outbox) markSent(tx core.App, job jobs.Job, d delivery, messageID string) error {
	if err := markEmailSent(tx, d.ID, messageID, o.now()); err != nil {
		return err
	}
	if err := setBatchState(tx, d.batch.ID, batchAccepted, o.now()); err != nil {
		return err
	}
	return o.jobs.Complete(tx, job)
}

// finish stores the final status of an email that is not sent.
func (o *Outbox) finish(tx core.App, job jobs.Job, d delivery, status Status, reason string) error {
	if err := endSending(tx, d.ID, status, reason, o.now()); err != nil {
		return err
	}
	state := batchFailed
	if status == Uncertain {
		state = batchUncertain
	}
	if err := setBatchState(tx, d.batch.ID, state, o.now()); err != nil {
		return err
	}
	return o.jobs.Complete(tx, job)
}

// retry queues the email and its job again.
func (o *Outbox) retry(tx core.App, job jobs.Job, d delivery, at time.Time, priority jobs.Priority,
	reason string) error {
	if err := requeueSending(tx, d.ID, at, reason, o.now()); err != nil {
		return err
	}
	// The job is running, so enqueueing it makes it run once more.
	if err := o.jobs.Enqueue(tx, jobs.Job{Type: SendJob, Key: d.ID, Priority: priority, RunAt: at}); err != nil {
		return err
	}
	return o.jobs.Complete(tx, job)
}

// markUncertain retries an email that may have been sent, with the same key and before all other emails. If the
// provider may have forgotten the key by then, the email becomes uncertain.
func (o *Outbox) markUncertain(tx core.App, job jobs.Job, d delivery, reason string) error {
	at := o.now().Add(nextWait(d.Attempts))
	if at.Sub(d.batch.FirstAttemptAt) >= retryWindow {
		return o.finish(tx, job, d, Uncertain, uncertainReason)
	}
	if err := setBatchState(tx, d.batch.ID, batchUncertain, o.now()); err != nil {
		return err
	}
	return o.retry(tx, job, d, at, jobs.Urgent, reason)
}

func nextWait(attempt int) time.Duration {
	wait := backoff(attempt)
	return wait + jitter(wait)
}

// jitter returns a random duration of up to a fifth of d, so that retries do not all run at the same time.
func jitter(d time.Duration) time.Duration {
	return rand.N(d/5 + time.Millisecond)
}
