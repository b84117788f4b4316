package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

// A campaign's emails are rows of the outbox without jobs of their own. The campaign calls SendCampaignBatches in a
// job of its own type, so that other emails never wait for a campaign. Pauses, suppressions and closed accounts apply
// from the next claim on.

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
	// HasLeft returns those of the addresses whose people have left since the recipients were chosen.
	HasLeft func(tx core.App, emails []string) ([]string, error)
}

// BatchResult says why no further batch is sent at once.
type BatchResult struct {
	// Done reports that no email of these variants is queued and none of the campaign is sending.
	Done bool
	// Stopped reports that the campaign may not send any more.
	Stopped bool
	// RetryAt is the time of the next attempt, zero if there is nothing to wait for. Reason says why.
	RetryAt time.Time
	Reason  string
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
		return BatchResult{RetryAt: o.now().Add(accountPause), Reason: "no email provider is configured"}, nil
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
	// claimed for the next call, with the call.
	accepted, prefetched *claimedBatch
	prefetchedCall       call
}

func (r *campaignRun) send(ctx context.Context) (BatchResult, error) {
	for {
		claimed, send, result, err := r.claim()
		if err != nil || claimed == nil {
			return result, err
		}
		background := make(chan error, 1)
		go func() { background <- r.workDuringCall() }()
		answer := send(ctx)
		if err := <-background; err != nil {
			_, recorded := r.record(r, claimed, answer)
			return BatchResult{}, errors.Join(err, recorded)
		}
		if !answer.IsAccepted() {
			out, err := r.record(r, claimed, answer)
			return BatchResult{RetryAt: out.retryAt, Reason: answer.Reason}, err
		}
		r.accepted = claimed
		r.onChange()
		if ctx.Err() != nil || r.now().Sub(r.startedAt) >= runLength {
			return BatchResult{RetryAt: r.now()}, nil
		}
	}
}

// claim returns the batch to send now with its call, or nil if none exists.
func (r *campaignRun) claim() (*claimedBatch, call, BatchResult, error) {
	for r.prefetched != nil {
		claimed, send, mayContinue, err := r.confirmPrefetched()
		if err != nil || !mayContinue {
			return nil, nil, BatchResult{Stopped: true}, err
		}
		r.prefetched = nil
		if claimed != nil {
			return claimed, send, BatchResult{}, nil
		}
	}
	// claimBatch treats every batch without a stored result as one of a process that died.
	if err := r.storeAccepted(); err != nil {
		return nil, nil, BatchResult{}, err
	}
	claimed, result, err := r.claimBatch()
	if err != nil || claimed == nil {
		return nil, nil, result, err
	}
	send, err := r.compose(claimed)
	if err != nil {
		out, stored := r.recordUnsendable(r, claimed, err)
		return nil, nil, BatchResult{RetryAt: out.retryAt, Reason: out.reason}, stored
	}
	return claimed, send, result, nil
}

// confirmPrefetched checks the prefetched batch again and stores the time of its first call. It returns nil if no
// recipient is left.
func (r *campaignRun) confirmPrefetched() (claimed *claimedBatch, send call, mayContinue bool, err error) {
	err = r.app.RunInTransaction(func(tx core.App) error {
		claimed = nil
		if mayContinue, err = r.c.MayClaim(tx); err != nil || !mayContinue {
			return err
		}
		confirmed, now := *r.prefetched, r.now()
		maySend, err := r.admit(tx, &confirmed, r.audience(), now)
		if err != nil || !maySend {
			return err
		}
		send = r.prefetchedCall
		if len(confirmed.emails) < len(r.prefetched.emails) {
			if send, err = r.compose(&confirmed); err != nil {
				return err
			}
		}
		claimed = &confirmed
		return claimed.begin(tx, now)
	})
	return claimed, send, mayContinue, err
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
		now := r.now()
		if next, err = r.claimNext(tx, now); err != nil || next == nil {
			return err
		}
		return next.insert(tx, now)
	})
	if err != nil || next == nil {
		return err
	}
	r.prefetched = next
	r.prefetchedCall, err = r.compose(next)
	return err
}

// storeAccepted stores that the provider has accepted the last batch.
func (r *campaignRun) storeAccepted() error {
	if r.accepted == nil {
		return nil
	}
	_, err := r.record(r, r.accepted, brevo.Result{Status: brevo.Accepted})
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

// claimBatch claims a batch that was left open by a process that died, waits for its next attempt, or is half of a
// rejected one. If none exists, it claims the next recipients. It returns nil if there is nothing to send now.
func (r *campaignRun) claimBatch() (claimed *claimedBatch, result BatchResult, err error) {
	err = r.app.RunInTransaction(func(tx core.App) error {
		claimed, result = nil, BatchResult{}
		now := r.now()
		mayContinue, err := r.c.MayClaim(tx)
		if err != nil {
			return err
		}
		for {
			open, err := claimOpenBatch(tx, r.c.ID, now)
			if err != nil {
				return err
			}
			if open == nil {
				break
			}
			if !open.mayBeSent && !mayContinue {
				if err := releaseBatch(tx, open.ID, now); err != nil {
					return err
				}
				continue
			}
			if maySend, err := r.admit(tx, open, r.audience(), now); err != nil {
				return err
			} else if maySend {
				claimed = open
				return claimed.begin(tx, now)
			}
		}
		if !mayContinue {
			result.Stopped = true
			return nil
		}
		if claimed, err = r.claimNext(tx, now); err != nil || claimed == nil {
			result.Done = claimed == nil
			return err
		}
		return claimed.begin(tx, now)
	})
	return claimed, result, err
}

// claimNext claims the next recipients as a batch that is not stored yet, or returns nil if none is left.
func (r *campaignRun) claimNext(tx core.App, now time.Time) (*claimedBatch, error) {
	for _, variant := range r.c.Variants {
		for {
			emails, err := claimCampaignEmails(tx, r.c.ID, variant, brevo.MaxVersions, now)
			if err != nil {
				return nil, err
			}
			if len(emails) == 0 {
				break
			}
			claimed := &claimedBatch{batch: newCampaignBatch(r.c.ID), emails: emails}
			if maySend, err := r.admit(tx, claimed, r.audience(), now); err != nil {
				return nil, err
			} else if maySend {
				return claimed, storeSubject(tx, claimed.emails, r.c.Contents[variant].For(nil).Subject)
			}
		}
	}
	return nil, nil
}

func (r *campaignRun) audience() audience { return audience{topic: r.c.Topic, hasLeft: r.c.HasLeft} }

func (r *campaignRun) jobName() string { return r.c.JobType }

func (r *campaignRun) log(b *claimedBatch) *slog.Logger {
	return r.app.Logger().With("campaign", r.c.ID, "batch", b.ID, "emails", len(b.emails))
}

// settle counts the sent emails of the campaign.
func (r *campaignRun) settle(tx core.App, b *claimedBatch, out outcome) error {
	if out.status != Sent {
		return nil
	}
	return r.c.Progress(tx, len(b.emails))
}

func (r *campaignRun) compose(b *claimedBatch) (call, error) {
	message, err := r.message(b)
	return func(ctx context.Context) brevo.Result { return r.sender.SendBatch(ctx, message) }, err
}

// message renders a batch for its recipients. Their params fill the content's merge fields.
func (r *campaignRun) message(b *claimedBatch) (brevo.Batch, error) {
	written := r.c.Contents[b.emails[0].Variant]
	content := written.forBatch()
	message := brevo.Batch{
		From:    brevo.Address{Email: r.cfg.Mail.From, Name: r.cfg.Mail.FromName},
		ReplyTo: r.replyTo(&kind{}, nil),
		Subject: content.Subject, HTML: content.HTML, Text: content.Text, TemplateID: written.templateID,
		Tags: []string{r.c.Kind}, IdempotencyKey: b.IdempotencyKey,
	}
	if message.TemplateID != 0 {
		message.HTML, message.Text = "", ""
	}
	for _, email := range b.emails {
		var params map[string]string
		if err := json.Unmarshal([]byte(email.Params), &params); err != nil {
			return brevo.Batch{}, fmt.Errorf("%w: %w", texts.ErrRender, err)
		}
		urls, err := r.preferences.URLs(preferences.Link{Email: email.EmailAddress, Topic: r.c.Topic,
			EmailID: email.ID})
		if err != nil {
			return brevo.Batch{}, err
		}
		values := written.versionParams(params, urls.Preferences)
		if message.TemplateID != 0 {
			maps.Copy(values, templateParams(params))
			values["preferences"] = urls.Preferences
		}
		message.Versions = append(message.Versions, brevo.Version{
			To:            toBrevo(Address{Email: email.EmailAddress, Name: email.RecipientName}),
			CorrelationID: email.ID, Headers: urls.Headers(), Params: values,
		})
	}
	return message, nil
}
