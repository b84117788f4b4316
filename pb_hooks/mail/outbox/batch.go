package outbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

// A batch is the emails of one call: a single email (job mail.send), or up to brevo.MaxVersions emails of a campaign.
//
//	new ── its first attempt and key are stored ──> open ── the call ──> accepted
//	                                                 ↑          │
//	                                                 │          ├── rejected ──────────────────> failed, or two halves
//	                                                 │          ├── certainly not sent ─────────╮
//	                                                 │          ╰── no clear answer: uncertain ─┤
//	                                                 ╰───── the next attempt, the same key ─────╯
//
// FirstAttemptAt is the time of the first call that the provider may have accepted. It is stored before the call, and
// removed if the provider has certainly sent nothing. A batch that has it may have been sent, even if the process died
// before the answer. Only the same call with the same key is then safe, and only within ten minutes. After that the
// emails are uncertain.
//
// An email of its own waits for its next attempt in the queue. The emails of a campaign that may have been sent stay
// sending, which is how the campaign finds their batch. If they were certainly not sent, their batch has failed, and
// the campaign claims them with the next one.

const (
	// RetryWindow is how long after its first call a batch may be retried. The provider forgets the idempotency key
	// after 15 minutes.
	RetryWindow = 10 * time.Minute
	// accountPause is how long sending pauses after the provider has refused the account.
	accountPause = 5 * time.Minute
	// maxRenderAttempts is the number of attempts to render an email before it fails.
	maxRenderAttempts = 8

	uncertainReason = "The provider did not answer, so it may have accepted this email. Check the provider's log " +
		"before you send it again."
)

// backoff returns the wait after an attempt, without jitter.
var backoff = jobs.Exponential(5*time.Second, 2*time.Minute)

// source claims batches. It is the job of one email, or a campaign.
type source interface {
	// jobName is the type of the job that pauses while the provider refuses calls.
	jobName() string
	// log returns a logger with the attributes of a batch.
	log(*claimedBatch) *slog.Logger
	// compose returns the call that sends a batch. It is called outside of transactions.
	compose(*claimedBatch) (call, error)
	// settle is called in the transaction that stores the outcome of an attempt.
	settle(core.App, *claimedBatch, outcome) error
}

// call sends a batch through the provider.
type call func(context.Context) brevo.Result

// claimedBatch is a batch that this process may send now.
type claimedBatch struct {
	batch
	emails []claimedEmail
	// mayBeSent reports that the provider may have accepted an earlier call.
	mayBeSent bool
}

// attempts is how often the emails were claimed.
func (b *claimedBatch) attempts() (n int) {
	for _, email := range b.emails {
		n = max(n, email.Attempts)
	}
	return n
}

// admit ends the emails of a claimed batch that must not be sent, and reports whether any is left. An email that may
// have been sent is neither cancelled nor suppressed. It becomes uncertain if the provider may have forgotten the key.
func (o *Outbox) admit(tx core.App, b *claimedBatch, audience audience, now time.Time) (bool, error) {
	if b.mayBeSent {
		if now.Sub(b.FirstAttemptAt) < RetryWindow {
			return true, nil
		}
		return false, storeOutcome(tx, b, outcome{status: Uncertain, reason: uncertainReason}, now)
	}
	unwanted, err := findUnwanted(tx, b.emails, audience, now)
	if err != nil {
		return false, err
	}
	var wanted []claimedEmail
	ended, size := map[refusal][]claimedEmail{}, 0
	for _, email := range b.emails {
		why, isUnwanted := unwanted[email.ID]
		if !isUnwanted {
			// A campaign sends each field twice, which is about as long as the params. The links take 400 bytes.
			size += len(email.Params) + 400
			if len(wanted) == 0 || size <= brevo.MaxParamsBytes {
				wanted = append(wanted, email)
				continue
			}
			why = refusal{Queued, ""} // the call would be too large
		}
		ended[why] = append(ended[why], email)
	}
	for why, emails := range ended {
		if err := endEmails(tx, emails, why.status, why.reason, now); err != nil {
			return false, err
		}
	}
	b.emails = wanted
	if len(wanted) == 0 && b.State != "" {
		return false, setBatchState(tx, b.ID, batchFailed, now)
	}
	return len(wanted) > 0, nil
}

// audience says who may get the emails of a batch.
type audience struct {
	topic preferences.Topic
	// hasLeft returns those of the addresses whose people have left; nil returns none.
	hasLeft func(tx core.App, emails []string) ([]string, error)
}

// refusal is why an email is not sent, and its final status.
type refusal struct {
	status Status
	reason string
}

// findUnwanted returns the emails that have expired, whose readers have unsubscribed from the topic, or whose readers
// have left, by id.
func findUnwanted(tx core.App, emails []claimedEmail, audience audience, now time.Time) (map[string]refusal, error) {
	addresses := make([]string, len(emails))
	for i, email := range emails {
		addresses[i] = identity.EmailKey(email.EmailAddress)
	}
	byAddress := map[string]refusal{}
	if audience.hasLeft != nil {
		left, err := audience.hasLeft(tx, addresses)
		if err != nil {
			return nil, err
		}
		for _, address := range left {
			byAddress[identity.EmailKey(address)] = refusal{Cancelled,
				"The account was closed before the email was sent."}
		}
	}
	suppressed, err := preferences.SuppressedAmong(tx, addresses, audience.topic)
	if err != nil {
		return nil, err
	}
	for _, address := range suppressed {
		byAddress[identity.EmailKey(address)] = refusal{Suppressed, "The address is on the suppression list."}
	}
	unwanted := map[string]refusal{}
	for i, email := range emails {
		if !email.ExpiresAt.IsZero() && !email.ExpiresAt.Time().After(now) {
			unwanted[email.ID] = refusal{Cancelled, "It expired before it could be sent."}
		} else if why, isUnwanted := byAddress[addresses[i]]; isUnwanted {
			unwanted[email.ID] = why
		}
	}
	return unwanted, nil
}

// begin stores that the call of a batch is about to be made. A retry of a call that may have been accepted keeps the
// time of the first call.
func (b *claimedBatch) begin(tx core.App, now time.Time) error {
	if b.mayBeSent {
		return nil
	}
	b.FirstAttemptAt = now
	if b.State == "" {
		return b.insert(tx, now)
	}
	return setFirstAttempt(tx, b.ID, now, now)
}

// insert stores a new batch and assigns its emails to it.
func (b *claimedBatch) insert(tx core.App, now time.Time) error {
	b.State = batchOpen
	return errors.Join(insertBatch(tx, b.batch, now), moveToBatch(tx, b.emails, b.ID, now))
}

// outcome is the result of an attempt to send a batch.
type outcome struct {
	// status is the next status of the emails. Queued means that the batch is retried at retryAt.
	status  Status
	retryAt time.Time
	reason  string
	// messageID is the provider's id of a single email, "" if it is not known.
	messageID string
	// mayBeSent reports that the provider may have accepted this call or an earlier one.
	mayBeSent bool
}

// attempt makes the call of a batch and stores its outcome.
func (o *Outbox) attempt(ctx context.Context, from source, b *claimedBatch) (outcome, error) {
	send, err := from.compose(b)
	if err != nil {
		return o.recordUnsendable(from, b, err)
	}
	return o.record(from, b, send(ctx))
}

// record stores the outcome of a call.
func (o *Outbox) record(from source, b *claimedBatch, result brevo.Result) (outcome, error) {
	now := o.now()
	out := b.judge(result, now)
	report(from.log(b), b, result)
	if until := pauseAfter(result, now); !until.IsZero() {
		o.paused.add(from.jobName())
		o.jobs.Pause(from.jobName(), until, result.Reason)
	}
	return out, o.store(from, b, out, now)
}

// recordUnsendable stores the outcome for a batch that can't be composed. The provider was not called.
func (o *Outbox) recordUnsendable(from source, b *claimedBatch, cause error) (outcome, error) {
	now := o.now()
	if errors.Is(cause, ErrObsolete) {
		from.log(b).Info("An email is no longer needed")
	} else {
		from.log(b).Error("An email could not be rendered", "error", cause)
	}
	out := b.judgeUnsendable(cause, now)
	return out, o.store(from, b, out, now)
}

func (o *Outbox) store(from source, b *claimedBatch, out outcome, now time.Time) error {
	err := o.app.RunInTransaction(func(tx core.App) error {
		if err := storeOutcome(tx, b, out, now); err != nil {
			return err
		}
		return from.settle(tx, b, out)
	})
	if err != nil {
		return fmt.Errorf("store result of batch %s: %w", b.ID, err)
	}
	return nil
}

// judge returns what the result of a call means for the emails.
func (b *claimedBatch) judge(result brevo.Result, now time.Time) outcome {
	switch result.Status {
	case brevo.Accepted, brevo.Duplicate:
		// After a duplicate there is no message id yet; the webhook reports it.
		return outcome{status: Sent, messageID: result.MessageID}
	case brevo.Rejected: // no earlier call was accepted either, or this one would have been a duplicate
		return outcome{status: Failed, reason: result.Reason}
	case brevo.Unauthorised, brevo.RateLimited: // the pause lasts until the provider accepts calls again
		return outcome{status: Queued, retryAt: now.Add(result.RetryAfter), reason: result.Reason,
			mayBeSent: b.mayBeSent}
	case brevo.NotReached:
		return outcome{status: Queued, retryAt: now.Add(b.wait()), reason: result.Reason, mayBeSent: b.mayBeSent}
	}
	retry := outcome{status: Queued, retryAt: now.Add(b.wait()), reason: result.Reason, mayBeSent: true}
	if retry.retryAt.Sub(b.FirstAttemptAt) >= RetryWindow {
		return outcome{status: Uncertain, reason: uncertainReason}
	}
	return retry
}

// judgeUnsendable returns what it means for the emails that their batch can't be composed.
func (b *claimedBatch) judgeUnsendable(cause error, now time.Time) outcome {
	isObsolete := errors.Is(cause, ErrObsolete)
	switch {
	case isObsolete && !b.mayBeSent:
		return outcome{status: Cancelled, reason: "It was no longer needed."}
	case isObsolete, errors.Is(cause, texts.ErrRender), b.attempts() >= maxRenderAttempts:
		if b.mayBeSent {
			return outcome{status: Uncertain, reason: cause.Error()}
		}
		return outcome{status: Failed, reason: cause.Error()}
	}
	return outcome{status: Queued, retryAt: now.Add(b.wait()), reason: cause.Error(), mayBeSent: b.mayBeSent}
}

// storeOutcome stores an outcome for all emails of a batch. It never lowers a status that the webhook has reported.
func storeOutcome(tx core.App, b *claimedBatch, out outcome, now time.Time) error {
	switch {
	case out.status == Sent:
		return errors.Join(markBatchSent(tx, b.ID, out.messageID, now), setBatchState(tx, b.ID, batchAccepted, now))
	case out.status == Uncertain:
		return errors.Join(endBatch(tx, b.ID, Uncertain, out.reason, now), setBatchState(tx, b.ID, batchUncertain, now))
	case out.status == Failed && len(b.emails) > 1:
		return splitBatch(tx, b, now)
	case out.status != Queued:
		return errors.Join(endBatch(tx, b.ID, out.status, out.reason, now), setBatchState(tx, b.ID, batchFailed, now))
	case out.mayBeSent:
		return errors.Join(delayBatch(tx, b.batch, out, now), setBatchState(tx, b.ID, batchUncertain, now))
	case b.CampaignID != "": // the next batch may have other recipients, so it gets another key
		return errors.Join(delayBatch(tx, b.batch, out, now), setBatchState(tx, b.ID, batchFailed, now))
	}
	return errors.Join(delayBatch(tx, b.batch, out, now), setFirstAttempt(tx, b.ID, time.Time{}, now))
}

// splitBatch splits a rejected batch in two, so that one bad recipient does not block the others.
func splitBatch(tx core.App, b *claimedBatch, now time.Time) error {
	if err := setBatchState(tx, b.ID, batchFailed, now); err != nil {
		return err
	}
	half := len(b.emails) / 2
	for _, emails := range [][]claimedEmail{b.emails[:half], b.emails[half:]} {
		part := claimedBatch{batch: newCampaignBatch(b.CampaignID), emails: emails}
		if err := part.insert(tx, now); err != nil {
			return err
		}
	}
	return nil
}

// report logs a call that was not accepted. The reason of a rejection is only stored with the email, because it may
// quote the recipient's address.
func report(log *slog.Logger, b *claimedBatch, result brevo.Result) {
	switch result.Status {
	case brevo.Unauthorised:
		log.Error("The email provider refuses the account. Emails wait", "reason", result.Reason)
	case brevo.Rejected:
		if b.CampaignID != "" {
			log.Error("The email provider rejected a batch")
		} else {
			log.Error("The email provider rejected an email")
		}
	case brevo.NotReached:
		log.Warn("The email provider can't be reached", "reason", result.Reason)
	case brevo.Uncertain:
		log.Warn("The email provider gave no clear answer")
	}
}

// pauseAfter returns the time until which sending pauses because the provider refuses the account or limits the rate.
// It returns zero if other emails can still be sent.
func pauseAfter(result brevo.Result, now time.Time) time.Time {
	switch result.Status {
	case brevo.Unauthorised:
		return now.Add(accountPause)
	case brevo.RateLimited:
		return now.Add(result.RetryAfter + jitter(result.RetryAfter))
	}
	return time.Time{}
}

// wait returns how long to wait before the next attempt.
func (b *claimedBatch) wait() time.Duration {
	wait := backoff(b.attempts())
	return wait + jitter(wait)
}

// jitter returns a random duration of up to a fifth of d, so that retries do not all run at the same time.
func jitter(d time.Duration) time.Duration {
	return rand.N(d/5 + time.Millisecond)
}

// newSingleBatch returns the batch of one email. Its key is derived from the row and the attempt that opens the batch.
// A claim that is lost in a power cut gets the same key again; a later batch gets another one.
func newSingleBatch(email claimedEmail) batch {
	return batch{
		ID:             core.GenerateDefaultRandomId(),
		IdempotencyKey: idempotencyKey(email.ID + ":" + strconv.Itoa(email.Attempts)),
	}
}

// newCampaignBatch returns a batch of a campaign. Its key is new, because a later batch may have other recipients.
func newCampaignBatch(campaignID string) batch {
	id := core.GenerateDefaultRandomId()
	return batch{ID: id, IdempotencyKey: idempotencyKey("batch:" + id + ":1"), CampaignID: campaignID}
}

func idempotencyKey(name string) string {
	return uuid.NewHash(sha256.New(), uuid.NameSpaceOID, []byte("boardcircle:"+name), 4).String()
}
