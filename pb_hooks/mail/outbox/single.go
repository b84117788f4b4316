package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
)

// SendJob is the type of the job that sends one email. The job's key is the id of the row.
const SendJob = "mail.send"

const (
	// concurrency is how many calls run at a time.
	concurrency = 12
	// leaseDuration is how long a claim is valid without renewal. It is much longer than the longest call.
	leaseDuration = 2 * time.Minute
)

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
			if email := database.As[storedEmail](e.Record); email.Status() == Queued &&
				database.As[storedEmail](e.Record.Original()).Status() != Queued {
				if err := o.enqueueJobs(o.app, []queuedEmail{{ID: email.Id, Kind: email.Kind()}}, o.now()); err != nil {
					o.app.Logger().
						Error("The job of an edited email could not be enqueued", "email", email.Id, "error", err)
				}
			}
			return e.Next()
		},
	})
}

// send handles the job: it claims the email, calls the provider and stores the result. The claim and the result have
// a transaction each. If the result can't be stored, the job runs again with the same key.
func (o *Outbox) send(ctx context.Context, job jobs.Job) error {
	defer o.onChange()
	defer o.reportFaults()
	single := emailJob{o, job}
	claimed, err := single.claim()
	if err == nil && claimed != nil {
		_, err = o.attempt(ctx, single, claimed)
	}
	return err
}

// emailJob is a run of the job of one email.
type emailJob struct {
	*Outbox
	job jobs.Job
}

// claim claims the email of the job as a batch of its own. If there is nothing to send, it completes the job and
// returns nil. It leaves alone an email that is in a batch of its campaign, because others may be in that batch.
func (j emailJob) claim() (claimed *claimedBatch, err error) {
	err = j.app.RunInTransaction(func(tx core.App) error {
		claimed = nil
		now := j.now()
		email, err := claimEmail(tx, j.job.Key, now)
		if err != nil {
			return err
		}
		if email == nil {
			return j.jobs.Complete(tx, j.job)
		}
		b := &claimedBatch{emails: []claimedEmail{*email}}
		if b.batch, err = findBatch(tx, email.BatchID); err != nil {
			return err
		}
		if b.CampaignID != "" || b.hasEnded() { // an admin resends the email
			b.batch = batch{}
		}
		b.mayBeSent = !b.FirstAttemptAt.IsZero()
		var params map[string]string
		_ = json.Unmarshal([]byte(email.Params), &params) // rendering reports unreadable params
		maySend, err := j.admit(tx, b, audience{topic: j.topic(email.Kind, params)}, now)
		if err != nil {
			return err
		}
		if !maySend {
			return j.jobs.Complete(tx, j.job)
		}
		if b.State == "" {
			b.batch = newSingleBatch(*email)
			if b.Text, err = j.storeText(tx, *email, now); err != nil {
				return err
			}
		}
		claimed = b
		return b.begin(tx, now)
	})
	if err != nil {
		return nil, fmt.Errorf("claim email %s: %w", j.job.Key, err)
	}
	return claimed, nil
}

func (j emailJob) jobName() string { return SendJob }

func (j emailJob) log(b *claimedBatch) *slog.Logger {
	return j.app.Logger().With("email", b.emails[0].ID, "kind", b.emails[0].Kind)
}

// settle completes the job, or enqueues it again for a retry. An email that may have been sent goes before all others,
// because its time is short.
func (j emailJob) settle(tx core.App, b *claimedBatch, out outcome) error {
	if out.status == Queued {
		retry := jobs.Job{Type: SendJob, Key: j.job.Key, Priority: j.priority(b.emails[0].Kind), RunAt: out.retryAt}
		if out.mayBeSent {
			retry.Priority = jobs.Urgent
		}
		// The job is running, so enqueueing it makes it run once more.
		if err := j.jobs.Enqueue(tx, retry); err != nil {
			return err
		}
	}
	return j.jobs.Complete(tx, j.job)
}
