package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/preferences"
)

// A campaign's emails are rows of the outbox without jobs of their own. The campaign calls SendCampaignBatches in a
// job of its own type, so that other emails never wait for a campaign.
//
//	queued ── claimed, up to 1000, with their batch ──> sending ── accepted ─────────────> sent
//	  ↑                                                    ├── unsubscribed or gone ─────> suppressed, cancelled
//	  ├── 429, refused account, not reached ───────────────┤
//	  │                                                    ├── rejected: two halves, down to one ──> failed
//	  │                                                    ╰── no answer for ten minutes ─> uncertain
//
// The batch, its idempotency key and the time of its first call are stored before the call. If the call gets no
// answer, or the process dies, the same call is made again for the same people within ten minutes: the provider
// refuses a second email with the same key. Pauses, suppressions and closed accounts apply from the next claim on.

// CampaignBatch describes a campaign to SendCampaignBatches.
type CampaignBatch struct {
	ID      string
	Kind    string
	JobType string
	Topic   preferences.Topic
	// Contents maps the name of a variant to its content. "" is the content for everyone outside of the subject test,
	// or for everyone if there is no test.
	Contents map[string]Content
	// Variants are the variants whose emails may be sent now.
	Variants []string
	// MayClaim reports whether the campaign may still send. It is called in the transaction of the claim.
	MayClaim func(tx core.App) (bool, error)
	// Progress adds to the campaign's number of sent emails. It is called in the transaction that stores a batch's
	// result.
	Progress func(tx core.App, sent int) error
	// Gone returns the addresses of people who have left since the recipients were chosen.
	Gone func(tx core.App, emails []string) ([]string, error)
}

// BatchResult says why no further batch is sent at once.
type BatchResult struct {
	// Done reports that no email of these variants is queued and none of the campaign is sending.
	Done bool
	// Stopped reports that the campaign may not send any more.
	Stopped bool
	// RetryAt is the time of the next try, zero if there is nothing to wait for. Reason says why.
	RetryAt time.Time
	Reason  string
}

// claimedBatch is a batch that this process may send now.
type claimedBatch struct {
	batch
	variant string
	rows    []claimedEmail
	// mayBeSent reports that the provider may have accepted an earlier call.
	mayBeSent bool
	attempts  int
	message   brevo.Batch
}

// runLength limits a run. It is shorter than the time that a job gets when the server stops, so that no call is cut
// off.
const runLength = 2 * time.Second

// SendCampaignBatches sends the batches of a campaign one after another. It stops when a batch is not accepted, no
// recipient is left, the campaign may not send any more, the context ends, or after runLength. Without a provider it
// asks to be called later.
//
// During a call it stores the result of the previous call and claims the next batch. Before it sends that batch, it
// checks again in a transaction whether the campaign may send, and drops people who have left or unsubscribed
// meanwhile.
func (o *Outbox) SendCampaignBatches(ctx context.Context, c CampaignBatch) (BatchResult, error) {
	if o.sender == nil {
		return BatchResult{RetryAt: o.now().Add(accountPause), Reason: "no e-mail provider is configured"}, nil
	}
	r := campaignRun{Outbox: o, c: c, startedAt: o.now()}
	result, err := r.send(ctx)
	if err = errors.Join(err, r.storeAccepted(), r.releasePrefetched()); err != nil {
		return BatchResult{}, fmt.Errorf("send batches of campaign %s: %w", c.ID, err)
	}
	o.onChange()
	return result, nil
}

// campaignRun is one run of SendCampaignBatches.
type campaignRun struct {
	*Outbox
	c         CampaignBatch
	startedAt time.Time
	// accepted is a batch that the provider has accepted and whose result is not stored yet. prefetched is the batch
	// claimed for the next call.
	accepted, prefetched *claimedBatch
}

func (r *campaignRun) send(ctx context.Context) (BatchResult, error) {
	for {
		claimed, result, err := r.claim()
		if err != nil || claimed == nil {
			return result, err
		}
		background := make(chan error, 1)
		go func() { background <- r.workDuringCall() }()
		answer := r.sender.SendBatch(ctx, claimed.message)
		if err := <-background; err != nil {
			_, recorded := r.recordBatch(r.c, claimed, answer)
			return BatchResult{}, errors.Join(err, recorded)
		}
		if !answer.IsAccepted() {
			return r.recordBatch(r.c, claimed, answer)
		}
		r.accepted = claimed
		r.onChange()
		if ctx.Err() != nil || r.now().Sub(r.startedAt) >= runLength {
			return BatchResult{RetryAt: r.now()}, nil
		}
	}
}

// claim returns the batch to send now, or nil if there is none.
func (r *campaignRun) claim() (*claimedBatch, BatchResult, error) {
	for r.prefetched != nil {
		claimed, mayContinue, err := r.confirmPrefetched()
		if err != nil || !mayContinue {
			return nil, BatchResult{Stopped: true}, err
		}
		r.prefetched = nil
		if claimed != nil {
			return claimed, BatchResult{}, nil
		}
	}
	// claimBatch treats every batch without a stored result as one of a process that died.
	if err := r.storeAccepted(); err != nil {
		return nil, BatchResult{}, err
	}
	claimed, result, err := r.claimBatch(r.c)
	if err != nil || claimed == nil {
		return nil, result, err
	}
	claimed.message, err = r.composeBatch(r.c, claimed)
	return claimed, result, err
}

// confirmPrefetched checks the prefetched batch again and stores the time of its first call. It returns nil if no
// recipient is left.
func (r *campaignRun) confirmPrefetched() (claimed *claimedBatch, mayContinue bool, err error) {
	err = r.app.RunInTransaction(func(tx core.App) error {
		claimed = nil
		if mayContinue, err = r.c.MayClaim(tx); err != nil || !mayContinue {
			return err
		}
		now := r.now()
		rows, err := r.dropUnwanted(tx, r.c, r.prefetched.rows, now)
		if err != nil || len(rows) == 0 {
			return err
		}
		confirmed := *r.prefetched
		confirmed.FirstAttemptAt = now
		if len(rows) < len(confirmed.rows) {
			confirmed.rows = rows
			if confirmed.message, err = r.composeBatch(r.c, &confirmed); err != nil {
				return err
			}
		}
		claimed = &confirmed
		return restartBatch(tx, confirmed.ID, now)
	})
	return claimed, mayContinue, err
}

// workDuringCall stores the last result and claims the next batch while a call runs. It does nothing during the first
// call of a run, because only its answer tells whether the provider accepts emails now.
func (r *campaignRun) workDuringCall() error {
	if r.accepted == nil {
		return nil
	}
	if err := r.storeAccepted(); err != nil {
		return err
	}
	var next *claimedBatch
	err := r.app.RunInTransaction(func(tx core.App) (err error) {
		next, err = r.claimNext(tx, r.c, r.now(), time.Time{})
		return err
	})
	if err != nil || next == nil {
		return err
	}
	r.prefetched = next
	next.message, err = r.composeBatch(r.c, next)
	return err
}

// storeAccepted stores that the provider has accepted the last batch.
func (r *campaignRun) storeAccepted() error {
	if r.accepted == nil {
		return nil
	}
	_, err := r.recordBatch(r.c, r.accepted, brevo.Result{Status: brevo.Accepted})
	if err == nil {
		r.accepted = nil
	}
	return err
}

// releasePrefetched queues the prefetched batch again when its call is not made.
func (r *campaignRun) releasePrefetched() error {
	if r.prefetched == nil {
		return nil
	}
	return r.app.RunInTransaction(func(tx core.App) error { return releaseBatch(tx, r.prefetched.ID, r.now()) })
}

// claimBatch returns a batch that was left open by a process that died or by a call without an answer. Otherwise it
// claims the next recipients. It returns nil if there is nothing to send now.
func (o *Outbox) claimBatch(c CampaignBatch) (claimed *claimedBatch, result BatchResult, err error) {
	err = o.app.RunInTransaction(func(tx core.App) error {
		claimed, result = nil, BatchResult{}
		now := o.now()
		mayContinue, err := c.MayClaim(tx)
		if err != nil {
			return err
		}
		for {
			open, err := openCampaignBatch(tx, c.ID)
			if err != nil {
				return err
			}
			if open == nil {
				break
			}
			open.mayBeSent = !open.FirstAttemptAt.IsZero()
			switch {
			case !open.mayBeSent && !mayContinue:
				if err := releaseBatch(tx, open.ID, now); err != nil {
					return err
				}
				continue
			case !open.mayBeSent:
				if open.rows, err = o.dropUnwanted(tx, c, open.rows, now); err != nil {
					return err
				}
				if len(open.rows) == 0 {
					continue
				}
				claimed = open
				return restartBatch(tx, open.ID, now)
			case now.Sub(open.FirstAttemptAt) < retryWindow:
				claimed = open
				return nil
			}
			if err := endBatch(tx, open.ID, Uncertain, uncertainReason, now); err != nil {
				return err
			}
			if err := setBatchState(tx, open.ID, batchUncertain, now); err != nil {
				return err
			}
		}
		if !mayContinue {
			result.Stopped = true
			return nil
		}
		claimed, err = o.claimNext(tx, c, now, now)
		result.Done = claimed == nil
		return err
	})
	return claimed, result, err
}

// claimNext claims the next recipients, or returns nil if none is left. callAt is the time of their call, zero if the
// call is not made yet.
func (o *Outbox) claimNext(tx core.App, c CampaignBatch, now, callAt time.Time) (*claimedBatch, error) {
	variants := c.Variants
	for len(variants) > 0 {
		id, variant := core.GenerateDefaultRandomId(), variants[0]
		rows, err := claimCampaignEmails(tx, c.ID, variant, id, brevo.MaxVersions, now)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			variants = variants[1:]
			continue
		}
		if rows, err = o.dropUnwanted(tx, c, rows, now); err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			continue
		}
		if err := storeSubject(tx, rows, c.Contents[variant].For(nil).Subject); err != nil {
			return nil, err
		}
		claimed := &claimedBatch{variant: variant, rows: rows, attempts: rows[0].Attempts}
		claimed.batch = batch{
			ID:             id,
			IdempotencyKey: idempotencyKey("batch:"+id, 1),
			FirstAttemptAt: callAt,
			State:          batchOpen,
			CampaignID:     c.ID,
		}
		return claimed, insertCampaignBatch(tx, claimed.batch, now)
	}
	return nil, nil
}

// dropUnwanted ends the emails to people who have unsubscribed from the topic or have left, and returns the other
// rows. It queues rows again that would make the call too large.
func (o *Outbox) dropUnwanted(tx core.App, c CampaignBatch, rows []claimedEmail, now time.Time) ([]claimedEmail,
	error) {
	emails := make([]string, len(rows))
	for i, row := range rows {
		emails[i] = identity.EmailKey(row.EmailAddress)
	}
	suppressed, err := preferences.SuppressedAmong(tx, emails, c.Topic)
	if err != nil {
		return nil, err
	}
	left, err := c.Gone(tx, emails)
	if err != nil {
		return nil, err
	}
	unwanted := map[string]Status{}
	for _, email := range left {
		unwanted[identity.EmailKey(email)] = Cancelled
	}
	for _, email := range suppressed {
		unwanted[identity.EmailKey(email)] = Suppressed
	}
	var wanted []claimedEmail
	ended := map[Status][]string{}
	size := 0
	for i, row := range rows {
		status := unwanted[emails[i]]
		if status == "" {
			size += len(
				row.Params,
			) + 400 // each field is sent twice: about as long as the stored params; 400 bytes for links
			if size > brevo.MaxParamsBytes {
				status = Queued
			} else {
				wanted = append(wanted, row)
				continue
			}
		}
		ended[status] = append(ended[status], row.ID)
	}
	for status, reason := range map[Status]string{
		Suppressed: "The address is on the suppression list.", Cancelled: "The account was closed before its turn came.", Queued: "",
	} {
		if err := endClaimed(tx, ended[status], status, reason, now); err != nil {
			return nil, err
		}
	}
	return wanted, nil
}

func (o *Outbox) composeBatch(c CampaignBatch, claimed *claimedBatch) (brevo.Batch, error) {
	written := c.Contents[claimed.variant]
	content := written.forBatch()
	message := brevo.Batch{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		ReplyTo: o.replyTo(&kind{}, nil),
		Subject: content.Subject, HTML: content.HTML, Text: content.Text, TemplateID: written.TemplateID,
		Tags: []string{c.Kind}, IdempotencyKey: claimed.IdempotencyKey,
	}
	if message.TemplateID != 0 {
		message.HTML, message.Text = "", ""
	}
	for _, row := range claimed.rows {
		var params map[string]string
		if err := json.Unmarshal([]byte(row.Params), &params); err != nil {
			return brevo.Batch{}, err
		}
		urls, err := o.preferences.URLs(preferences.Link{Email: row.EmailAddress, Topic: c.Topic, EmailID: row.ID})
		if err != nil {
			return brevo.Batch{}, err
		}
		values := written.versionParams(params, urls.Preferences)
		if message.TemplateID != 0 {
			maps.Copy(values, templateParams(params))
			values["preferences"] = urls.Preferences
		}
		message.Versions = append(message.Versions, brevo.Version{
			To:            toBrevo(Address{Email: row.EmailAddress, Name: row.RecipientName}),
			CorrelationID: row.ID, Headers: urls.Headers(), Params: values,
		})
	}
	return message, nil
}

// recordBatch stores the result of a call for all recipients of the batch.
func (o *Outbox) recordBatch(c CampaignBatch, claimed *claimedBatch, result brevo.Result) (next BatchResult,
	err error) {
	log := o.app.Logger().With("campaign", c.ID, "batch", claimed.ID, "emails", len(claimed.rows))
	err = o.app.RunInTransaction(func(tx core.App) error {
		now := o.now()
		next = BatchResult{Reason: result.Reason}
		if result.IsAccepted() {
			next.Reason = ""
			if err := markBatchSent(tx, claimed.ID, now); err != nil {
				return err
			}
			if err := setBatchState(tx, claimed.ID, batchAccepted, now); err != nil {
				return err
			}
			return c.Progress(tx, len(claimed.rows))
		}
		if until := pauseAfter(log, result, now); !until.IsZero() {
			next.RetryAt = until
			o.campaigns.add(c.JobType)
			o.jobs.Pause(c.JobType, until, result.Reason)
		}
		switch result.Status {
		case brevo.Unauthorised, brevo.RateLimited:
		case brevo.Rejected:
			log.Error("The e-mail provider rejected a batch")
			return o.splitBatch(tx, c, claimed, result.Reason, now)
		case brevo.NotReached:
			log.Warn("The e-mail provider can't be reached", "reason", result.Reason)
			next.RetryAt = now.Add(nextWait(claimed.attempts))
		default:
			log.Warn("The e-mail provider gave no clear answer")
			next.RetryAt = now.Add(nextWait(claimed.attempts))
			return errors.Join(setBatchState(tx, claimed.ID, batchUncertain, now),
				countBatchAttempt(tx, claimed.ID, now))
		}
		if claimed.mayBeSent { // an earlier call may have been accepted: retry the same batch with the same key
			return nil
		}
		return errors.Join(endBatch(tx, claimed.ID, Queued, result.Reason, now),
			setBatchState(tx, claimed.ID, batchFailed, now))
	})
	return next, err
}

// splitBatch splits a rejected batch in two, so that one bad recipient does not block the others. A batch of one
// recipient has failed.
func (o *Outbox) splitBatch(tx core.App, c CampaignBatch, claimed *claimedBatch, reason string, now time.Time) error {
	if err := setBatchState(tx, claimed.ID, batchFailed, now); err != nil {
		return err
	}
	if len(claimed.rows) == 1 {
		return endBatch(tx, claimed.ID, Failed, reason, now)
	}
	half := len(claimed.rows) / 2
	for _, rows := range [][]claimedEmail{claimed.rows[:half], claimed.rows[half:]} {
		id := core.GenerateDefaultRandomId()
		part := batch{ID: id, IdempotencyKey: idempotencyKey("batch:"+id, 1), State: batchOpen, CampaignID: c.ID}
		if err := insertCampaignBatch(tx, part, now); err != nil {
			return err
		}
		if err := moveToBatch(tx, rows, id, now); err != nil {
			return err
		}
	}
	return nil
}
