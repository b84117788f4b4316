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
)

// A campaign's e-mails are rows of the outbox without jobs of their own: whoever runs the campaign calls
// SendCampaignBatches, in a job of its own type, so that no other e-mail ever waits behind a campaign.
//
//	queued ── claimed, up to 1000, with their batch ──> sending ── accepted ─────────────> sent
//	  ↑                                                    ├── unsubscribed or gone ─────> suppressed, cancelled
//	  ├── 429, refused account, not reached ───────────────┤
//	  │                                                    ├── rejected: two halves, down to one ──> failed
//	  │                                                    ╰── no answer for ten minutes ─> uncertain
//
// The batch, its idempotency key and the time of its first call are stored before the call. After a call without an answer, or when the process died,
// the same people get the same call again within ten minutes of the first one: the provider refuses a second e-mail with
// the key. A pause, a suppression and an account that is gone count from the next claim on.

// CampaignBatch is what SendCampaignBatch needs to know of a campaign.
type CampaignBatch struct {
	ID      string
	Kind    string
	JobType string
	Topic   Topic
	// Contents are what the campaign's variants say: two that are tested, and "", which is the rest, or everybody.
	Contents map[string]Content
	// Variants are those whose e-mails may go out now.
	Variants []string
	// MayClaim reports, in the transaction of the claim, whether the campaign still goes on.
	MayClaim func(tx core.App) (bool, error)
	// Progress stores, in the transaction of a batch's result, that the provider has taken so many more.
	Progress func(tx core.App, sent int) error
	// Gone lists those of some addresses whose person has left since the recipients were chosen.
	Gone func(tx core.App, emails []string) ([]string, error)
}

// BatchResult is why no further batch follows at once.
type BatchResult struct {
	// Done says that no e-mail of these variants waits, and none of the campaign is being sent.
	Done bool
	// Stopped says that the campaign does not go on.
	Stopped bool
	// RetryAt is when to try again, zero for at once; Reason says why.
	RetryAt time.Time
	Reason  string
}

// claimedBatch is a batch that this process may hand to the provider now.
type claimedBatch struct {
	batch
	variant string
	rows    []claimedEmail
	// mayBeSent: an earlier call may have been accepted.
	mayBeSent bool
	attempts  int
	message   brevo.Batch
}

// runLength is how long a run goes on: less than what a job has to end in when the server stops, so that no call is cut off.
const runLength = 2 * time.Second

// SendCampaignBatches sends the batches of a campaign one after another, until one of them is not simply taken, nobody is
// left, the campaign does not go on or the context ends. Without a provider it asks to be called later.
//
// While a call is on the wire, what has become of the last one is stored and the next people are claimed. Those are
// written to only after another look, in a transaction right before their call: whether the campaign goes on, and who has
// left or unsubscribed meanwhile.
func (o *Outbox) SendCampaignBatches(ctx context.Context, c CampaignBatch) (BatchResult, error) {
	if o.sender == nil {
		return BatchResult{RetryAt: o.now().Add(accountPause), Reason: "no e-mail provider is configured"}, nil
	}
	r := campaignRun{Outbox: o, c: c, begun: o.now()}
	result, err := r.send(ctx)
	if err = errors.Join(err, r.storeTaken(), r.releaseAhead()); err != nil {
		return BatchResult{}, fmt.Errorf("send batches of campaign %s: %w", c.ID, err)
	}
	o.onChange()
	return result, nil
}

// campaignRun is one run of SendCampaignBatches.
type campaignRun struct {
	*Outbox
	c     CampaignBatch
	begun time.Time
	// taken is what the provider has taken and what is not stored yet, ahead what was claimed for the next call.
	taken, ahead *claimedBatch
}

func (r *campaignRun) send(ctx context.Context) (BatchResult, error) {
	for {
		claimed, result, err := r.claim()
		if err != nil || claimed == nil {
			return result, err
		}
		beside := make(chan error, 1)
		go func() { beside <- r.workBeside() }()
		answer := r.sender.SendBatch(ctx, claimed.message)
		if err := <-beside; err != nil {
			_, recorded := r.recordBatch(r.c, claimed, answer)
			return BatchResult{}, errors.Join(err, recorded)
		}
		if !answer.IsAccepted() {
			return r.recordBatch(r.c, claimed, answer)
		}
		r.taken = claimed
		r.onChange()
		if ctx.Err() != nil || r.now().Sub(r.begun) >= runLength {
			return BatchResult{RetryAt: r.now()}, nil
		}
	}
}

// claim is the batch to send now; nil is none.
func (r *campaignRun) claim() (*claimedBatch, BatchResult, error) {
	for r.ahead != nil {
		claimed, goesOn, err := r.confirmAhead()
		if err != nil || !goesOn {
			return nil, BatchResult{Stopped: true}, err
		}
		r.ahead = nil
		if claimed != nil {
			return claimed, BatchResult{}, nil
		}
	}
	// claimBatch takes each batch that is not stored for one of a process that died
	if err := r.storeTaken(); err != nil {
		return nil, BatchResult{}, err
	}
	claimed, result, err := r.claimBatch(r.c)
	if err != nil || claimed == nil {
		return nil, result, err
	}
	claimed.message, err = r.composeBatch(r.c, claimed)
	return claimed, result, err
}

// confirmAhead looks once more at what was claimed for the next call, and notes that it is made. nil is nobody left.
func (r *campaignRun) confirmAhead() (claimed *claimedBatch, goesOn bool, err error) {
	err = r.app.RunInTransaction(func(tx core.App) error {
		claimed = nil
		if goesOn, err = r.c.MayClaim(tx); err != nil || !goesOn {
			return err
		}
		now := r.now()
		rows, err := r.dropUnwanted(tx, r.c, r.ahead.rows, now)
		if err != nil || len(rows) == 0 {
			return err
		}
		confirmed := *r.ahead
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
	return claimed, goesOn, err
}

// workBeside is what is done while a call is on the wire. The first call of a run has nothing beside it: nobody knows yet
// whether the provider takes anything.
func (r *campaignRun) workBeside() error {
	if r.taken == nil {
		return nil
	}
	if err := r.storeTaken(); err != nil {
		return err
	}
	var ahead *claimedBatch
	err := r.app.RunInTransaction(func(tx core.App) (err error) {
		ahead, err = r.claimNext(tx, r.c, r.now(), time.Time{})
		return err
	})
	if err != nil || ahead == nil {
		return err
	}
	r.ahead = ahead
	ahead.message, err = r.composeBatch(r.c, ahead)
	return err
}

// storeTaken stores that the provider has taken the last batch.
func (r *campaignRun) storeTaken() error {
	if r.taken == nil {
		return nil
	}
	_, err := r.recordBatch(r.c, r.taken, brevo.Result{Status: brevo.Accepted})
	if err == nil {
		r.taken = nil
	}
	return err
}

// releaseAhead puts back who was claimed for a call that is not made.
func (r *campaignRun) releaseAhead() error {
	if r.ahead == nil {
		return nil
	}
	return r.app.RunInTransaction(func(tx core.App) error { return releaseBatch(tx, r.ahead.ID, r.now()) })
}

// claimBatch takes a batch that is open since a process died or no answer came, else the next people. nil is nothing to
// send now.
func (o *Outbox) claimBatch(c CampaignBatch) (claimed *claimedBatch, result BatchResult, err error) {
	err = o.app.RunInTransaction(func(tx core.App) error {
		claimed, result = nil, BatchResult{}
		now := o.now()
		goesOn, err := c.MayClaim(tx)
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
			case !open.mayBeSent && !goesOn:
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
		if !goesOn {
			result.Stopped = true
			return nil
		}
		claimed, err = o.claimNext(tx, c, now, now)
		result.Done = claimed == nil
		return err
	})
	return claimed, result, err
}

// claimNext claims people that the campaign may still write to; nil says that nobody is left. callAt is when they are
// called, zero if that is not yet.
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
		if err := retitle(tx, rows, c.Contents[variant].For(nil).Subject); err != nil {
			return nil, err
		}
		claimed := &claimedBatch{variant: variant, rows: rows, attempts: rows[0].Attempts}
		claimed.batch = batch{ID: id, IdempotencyKey: idempotencyKey("batch:"+id, 1), FirstAttemptAt: callAt, State: batchOpen}
		return claimed, insertCampaignBatch(tx, claimed.batch, now)
	}
	return nil, nil
}

// dropUnwanted ends the e-mails to people who do not want the topic any more, or have left, and returns the others. What
// makes the call too large is put back.
func (o *Outbox) dropUnwanted(tx core.App, c CampaignBatch, rows []claimedEmail, now time.Time) ([]claimedEmail, error) {
	emails := make([]string, len(rows))
	for i, row := range rows {
		emails[i] = identity.EmailKey(row.EmailAddress)
	}
	suppressed, err := suppressedAmong(tx, emails, c.Topic)
	if err != nil {
		return nil, err
	}
	gone, err := c.Gone(tx, emails)
	if err != nil {
		return nil, err
	}
	unwanted := map[string]Status{}
	for _, email := range gone {
		unwanted[identity.EmailKey(email)] = Cancelled
	}
	for _, email := range suppressed {
		unwanted[identity.EmailKey(email)] = Suppressed
	}
	var kept []claimedEmail
	ended := map[Status][]string{}
	size := 0
	for i, row := range rows {
		status := unwanted[emails[i]]
		if status == "" {
			size += len(row.Params) + 400 // the fields twice are about as long as the stored params; the links
			if size > brevo.MaxParamsBytes {
				status = Queued
			} else {
				kept = append(kept, row)
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
	return kept, nil
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
		urls, err := o.preferenceURLs(preferenceLink{Email: row.EmailAddress, Topic: c.Topic, EmailID: row.ID})
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
			CorrelationID: row.ID, Headers: urls.unsubscribeHeaders(), Params: values,
		})
	}
	return message, nil
}

// recordBatch stores the result of a call for all its people.
func (o *Outbox) recordBatch(c CampaignBatch, claimed *claimedBatch, result brevo.Result) (next BatchResult, err error) {
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
			return o.splitBatch(tx, claimed, result.Reason, now)
		case brevo.NotReached:
			log.Warn("The e-mail provider can't be reached", "reason", result.Reason)
			next.RetryAt = now.Add(nextWait(claimed.attempts))
		default:
			log.Warn("The e-mail provider gave no clear answer")
			next.RetryAt = now.Add(nextWait(claimed.attempts))
			return errors.Join(setBatchState(tx, claimed.ID, batchUncertain, now), countBatchAttempt(tx, claimed.ID, now))
		}
		if claimed.mayBeSent { // an earlier call may have been accepted: the same people, the same key
			return nil
		}
		return errors.Join(endBatch(tx, claimed.ID, Queued, result.Reason, now), setBatchState(tx, claimed.ID, batchFailed, now))
	})
	return next, err
}

// splitBatch makes two batches of one that was rejected, so that the person whom the provider does not take costs the
// others nothing; one of a single person has failed.
func (o *Outbox) splitBatch(tx core.App, claimed *claimedBatch, reason string, now time.Time) error {
	if err := setBatchState(tx, claimed.ID, batchFailed, now); err != nil {
		return err
	}
	if len(claimed.rows) == 1 {
		return endBatch(tx, claimed.ID, Failed, reason, now)
	}
	half := len(claimed.rows) / 2
	for _, rows := range [][]claimedEmail{claimed.rows[:half], claimed.rows[half:]} {
		id := core.GenerateDefaultRandomId()
		if err := insertCampaignBatch(tx, batch{ID: id, IdempotencyKey: idempotencyKey("batch:"+id, 1), State: batchOpen}, now); err != nil {
			return err
		}
		if err := moveToBatch(tx, rows, id, now); err != nil {
			return err
		}
	}
	return nil
}
