// Package campaigns sends one email to many people. A campaign moves between these statuses:
//
//	draft      -> awaiting, scheduled, preparing
//	awaiting   -> scheduled, preparing, cancelled
//	scheduled  -> awaiting, preparing, cancelled
//	preparing  -> sending, cancelled
//	cancelled  is final
//	sending    -> paused, sent, cancelled
//	paused     -> sending, cancelled
//	sent       -> sending
//
// A campaign to more people than the settings allow is awaiting another admin's approval. It is scheduled if it has a
// start time. While it is preparing, its recipients are stored. It is sending until no recipient is left, and again
// when an admin retries the failed emails.
//
// A campaign with two subjects first sends them to a share of its recipients. It stays sending until the better
// subject is known; see subjects.go.
//
// Rules:
//
//   - The recipients are chosen once, when the campaign starts. One query over the lists (segments.go) selects them.
//     They are stored in chunks with INSERT OR IGNORE and a dedupe key of campaign and person, so an interrupted
//     start can be repeated without duplicates.
//   - Each campaign has one job (campaigns.run, with the campaign's id as the key). Each run stores the recipients or
//     sends batches (mail/outbox/campaign.go), and then the job is scheduled again. It has its own concurrency slots,
//     so other emails never wait for a campaign.
//   - A pause, an unsubscription and a closed account apply from the next batch on.
//   - The admin who starts a campaign types the number of recipients and their password. Above the number in the
//     settings (Settings.NeedsCampaignApproval, which bulk emails use too) another admin must do the same. If more
//     people than that number are added to a scheduled campaign before it starts, it waits for approval again.
package campaigns

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/linkcheck"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/people"
)

// Deps are the dependencies of the campaigns.
type Deps struct {
	Outbox  *outbox.Outbox
	Texts   *texts.Library
	Jobs    *jobs.Runner
	Audit   *audit.Log
	Clock   clock.Clock
	SiteURL string
	// Links checks whether the links of a text work.
	Links *linkcheck.Checker
	// HasPage reports whether this site has a page at a path.
	HasPage func(ctx context.Context, path string) bool
	// Notify tells open consoles that a campaign has changed.
	Notify func()
}

// Campaigns has the HTTP handlers and the job of the campaigns.
type Campaigns struct {
	app core.App
	Deps
	now clock.Clock
}

// RunJob is the type of the job that runs a campaign. Its key is the campaign's id.
const RunJob = "campaigns.run"

// kindCampaign is the kind of a campaign's emails.
const kindCampaign = "campaign"

const (
	// concurrency is how many campaigns send at the same time.
	concurrency = 2
	runLease    = 2 * time.Minute
	// prepareChunk is how many recipients one transaction stores. Between two transactions, others can write.
	prepareChunk = 1000
)

// New returns the campaigns and registers their job and their kind of email.
func New(app core.App, deps Deps) *Campaigns {
	c := &Campaigns{app: app, Deps: deps, now: deps.Clock}
	deps.Jobs.Register(jobs.Type{
		Name:        RunJob,
		Concurrency: concurrency,
		Lease:       runLease,
		Backoff:     jobs.Exponential(5*time.Second, 5*time.Minute),
		Handle:      c.run,
	})
	deps.Outbox.Register(outbox.Kind{
		Name: kindCampaign, Priority: jobs.Low, Params: c.emailParams,
		Topic: func(params map[string]string) preferences.Topic { return preferences.Topic(params["topic"]) },
	})
	return c
}

// run takes the next step of a campaign.
func (c *Campaigns) run(ctx context.Context, job jobs.Job) error {
	campaign, err := findCampaign(c.app, job.Key)
	if errors.Is(err, errNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer c.Notify()
	switch campaign.Status() {
	case Scheduled:
		if at := campaign.ScheduledAt().Time(); at.After(c.now()) {
			return jobs.RetryAt(at, "it is scheduled")
		}
		if err := c.beginScheduled(campaign); err != nil {
			return err
		}
		return jobs.RetryAt(c.now(), "")
	case Preparing:
		if err := c.prepare(ctx, campaign); err != nil {
			return err
		}
		return jobs.RetryAt(c.now(), "")
	case Sending, Paused, Cancelled:
		return c.sendBatches(ctx, campaign)
	}
	return nil
}

// prepare stores the recipients and starts sending.
func (c *Campaigns) prepare(ctx context.Context, campaign *Campaign) error {
	contents, err := c.contents(campaign)
	if err != nil {
		return err
	}
	segment, err := campaign.Segment()
	if err != nil {
		return err
	}
	subject := contents["a"].For(nil).Subject
	var chunk []outbox.Recipient
	store := func() error {
		err := c.app.RunInTransaction(func(tx core.App) error {
			return c.Outbox.InsertRecipients(tx, campaign.Id, kindCampaign, subject, chunk)
		})
		chunk = chunk[:0]
		return err
	}
	err = c.eachRecipient(segment, campaign.Topic(), func(p people.Contact) error {
		chunk = append(chunk, newRecipient(p, campaign))
		if len(chunk) < prepareChunk {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return store()
	})
	if err == nil {
		err = store()
	}
	if err != nil {
		return fmt.Errorf("store recipients of campaign %s: %w", campaign.Id, err)
	}
	results, err := c.Outbox.Results(c.app, campaign.Id)
	if err != nil {
		return err
	}
	return c.app.RunInTransaction(func(tx core.App) error {
		current, err := findCampaign(tx, campaign.Id)
		if err != nil {
			return err
		}
		if current.Status() != Preparing { // the campaign was cancelled meanwhile
			return c.Outbox.CancelCampaign(tx, campaign.Id)
		}
		if current.testsSubjects() {
			if err := c.Outbox.DrawTest(tx, campaign.Id, current.TestShare()); err != nil {
				return err
			}
		}
		if err := current.begin(results.Recipients, c.now()); err != nil {
			return err
		}
		return tx.SaveNoValidate(current)
	})
}

// sendBatches sends the remaining emails, or finishes the campaign. During a subject test it only sends to the share
// of the test.
func (c *Campaigns) sendBatches(ctx context.Context, campaign *Campaign) error {
	contents, err := c.contents(campaign)
	if err != nil {
		return err
	}
	variants := []string{""}
	switch {
	case campaign.isUndecided():
		variants = []string{variantA, variantB}
	case campaign.testsSubjects():
		variants = []string{variantA, variantB, ""}
	}
	result, err := c.Outbox.SendCampaignBatches(ctx, outbox.CampaignBatch{
		ID:       campaign.Id,
		Kind:     kindCampaign,
		JobType:  RunJob,
		Topic:    campaign.Topic(),
		Contents: contents,
		Variants: variants,
		MayClaim: func(tx core.App) (bool, error) {
			current, err := findCampaign(tx, campaign.Id)
			return err == nil && current.Status() == Sending, err
		},
		Progress: func(tx core.App, sent int) error { return recordProgress(tx, campaign.Id, sent, "", c.now()) },
		HasLeft:  accounts.ClosedAmong,
	})
	switch {
	case err != nil:
		return err
	case result.Stopped:
		return c.handleStop(campaign.Id)
	case result.Done && campaign.isUndecided():
		return c.awaitWinner(campaign.Id)
	case result.Done:
		return c.finish(campaign.Id)
	}
	if err := recordProgress(c.app, campaign.Id, 0, result.Reason, c.now()); err != nil {
		return err
	}
	at := result.RetryAt
	if at.IsZero() {
		at = c.now()
	}
	return jobs.RetryAt(at, result.Reason)
}

// handleStop stores the results of a campaign that was paused or cancelled. It also cancels emails that were queued
// again after the campaign was cancelled.
func (c *Campaigns) handleStop(id string) error {
	err := c.app.RunInTransaction(func(tx core.App) error {
		current, err := findCampaign(tx, id)
		if err != nil || current.Status() != Cancelled {
			return err
		}
		return c.Outbox.CancelCampaign(tx, id)
	})
	if err != nil {
		return err
	}
	return c.storeResults(id)
}

// finish completes a campaign whose emails have all been sent.
func (c *Campaigns) finish(id string) error {
	if err := c.storeResults(id); err != nil {
		return err
	}
	return c.moveStatus(id, Sending, Sent)
}

// storeResults stores the number of sent, opened and clicked emails.
func (c *Campaigns) storeResults(id string) error {
	results, err := c.Outbox.Results(c.app, id)
	if err != nil {
		return err
	}
	return recordResults(c.app, id, results, c.now())
}

// moveStatus changes a campaign's status, unless it has changed meanwhile.
func (c *Campaigns) moveStatus(id string, from, to Status) error {
	return c.app.RunInTransaction(func(tx core.App) error {
		campaign, err := findCampaign(tx, id)
		if err != nil || campaign.Status() != from {
			return err
		}
		if err := campaign.setStatus(to, c.now()); err != nil {
			return err
		}
		return tx.SaveNoValidate(campaign)
	})
}

// Refresh updates the results of recent campaigns, whose readers may still open and click.
func (c *Campaigns) Refresh() error {
	ids, err := listRecent(c.app, c.now().Add(-14*24*time.Hour))
	for _, id := range ids {
		err = errors.Join(err, c.storeResults(id))
	}
	return err
}

// emailParams renders a single email of a campaign: a test, or an email that an admin resends.
func (c *Campaigns) emailParams(app core.App, params map[string]string) (map[string]string, error) {
	campaign, err := findCampaign(app, params["campaign"])
	if errors.Is(err, errNotFound) {
		return nil, outbox.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	contents, err := c.contents(campaign)
	if err != nil {
		return nil, err
	}
	rendered := contents[params["variant"]].For(params)
	if params["test"] != "" && rendered.Subject != "" { // without a subject, the template's subject is used
		rendered.Subject = "[Test] " + rendered.Subject
	}
	resolved := map[string]string{"subject": rendered.Subject, "html": rendered.HTML, "text": rendered.Text}
	if template := campaign.text().TemplateID; template != 0 {
		resolved[outbox.TemplateParam] = strconv.FormatInt(template, 10)
	}
	return resolved, nil
}

// contents returns the campaign's content by variant. Recipients outside of the test get the winning subject.
func (c *Campaigns) contents(campaign *Campaign) (map[string]outbox.Content, error) {
	written, err := c.write(campaign.text())
	if err != nil {
		return nil, fmt.Errorf("write campaign %s: %w", campaign.Id, err)
	}
	draft := written.Draft
	draft.Subject = written.SubjectB
	withB, err := c.Outbox.Frame(draft)
	if err != nil {
		return nil, fmt.Errorf("write campaign %s: %w", campaign.Id, err)
	}
	contents := map[string]outbox.Content{"": written.Content, variantA: written.Content, variantB: withB}
	if campaign.Winner() == variantB {
		contents[""] = withB
	}
	return contents, nil
}

// The errors of a campaign.
var (
	errNotFound = apperr.NotFound("campaign-not-found", "This campaign was not found.")
	errNotDraft = apperr.Conflict("campaign-not-draft",
		"This campaign has started and can no longer be changed. Duplicate it to write a new one.")
	errEmpty = apperr.Conflict("campaign-empty",
		"No one would get this campaign, because the segment has no recipients.")
	errOwnStart = apperr.Conflict("campaign-own-start",
		"You started this campaign, so a second administrator must approve it.")
	errNotPaused = apperr.Conflict("campaign-not-paused", "This campaign is not paused.")
	errNotActive = apperr.Conflict("campaign-not-sending", "This campaign is not being sent.")
	errNoFailed  = apperr.Conflict("campaign-nothing-failed", "None of this campaign's emails has failed.")
	errNoTest    = apperr.Conflict("campaign-no-test",
		"This campaign does not test two subjects, or one has already been chosen.")
	errNoCancel = apperr.Conflict("campaign-not-cancellable",
		"This campaign can't be cancelled, because it is a draft or has ended.")
)
