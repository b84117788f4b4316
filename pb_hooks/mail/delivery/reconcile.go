package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/outbox"
)

// Once an hour, a job looks up uncertain emails in the provider's log. If the log has an email, it becomes sent. If
// not, it stays uncertain with a note, because the log may be delayed; an admin can resend it.

// ReconcileJob is the type of the job that looks up uncertain emails in the provider's log.
const ReconcileJob = "mail.reconcile"

const (
	// reconcileWindow is how far back uncertain emails are looked up.
	reconcileWindow = 48 * time.Hour
	// maxReconciled is the number of emails that one run looks up.
	maxReconciled = 200

	notInLogReason = "The provider gave no clear answer, and this email is not in its log: it was probably not sent."
)

// SentLog is the provider's log.
type SentLog interface {
	ListSent(ctx context.Context, email string, since, until time.Time) ([]brevo.SentEmail, error)
}

// EnqueueReconcile enqueues a look-up of the uncertain emails.
func (t *Tracker) EnqueueReconcile(app core.App) error {
	return t.jobs.Enqueue(app, jobs.Job{Type: ReconcileJob, Key: "all"})
}

func (t *Tracker) reconcileType() jobs.Type {
	job := jobs.Type{Name: ReconcileJob, MaxAttempts: 3}
	if t.log != nil {
		job.Handle = func(ctx context.Context, _ jobs.Job) error { return t.reconcile(ctx) }
	}
	return job
}

func (t *Tracker) reconcile(ctx context.Context) error {
	now := t.now()
	uncertain, err := outbox.ListUncertain(t.app, now.Add(-reconcileWindow), now.Add(-outbox.RetryWindow),
		maxReconciled)
	if err != nil {
		return err
	}
	for _, email := range uncertain {
		first := email.FirstAttemptAt.Time()
		sent, err := t.log.ListSent(ctx, email.EmailAddress, first.Add(-24*time.Hour), now)
		if err != nil {
			return fmt.Errorf("reconcile email %s: %w", email.ID, err)
		}
		messageID, err := t.findSent(email, sent)
		if err != nil {
			return err
		}
		if err := outbox.ResolveUncertain(t.app, email.ID, messageID, notInLogReason, t.now()); err != nil {
			return err
		}
	}
	if len(uncertain) > 0 {
		t.outbox.Changed()
	}
	return nil
}

// findSent returns the message id of the log entry for an email, or "". The entry must have the email's kind, fall
// into the time of its calls and not belong to another email.
func (t *Tracker) findSent(email outbox.UncertainEmail, sent []brevo.SentEmail) (string, error) {
	from := email.FirstAttemptAt.Time().Add(-time.Minute)
	until := email.FirstAttemptAt.Time().Add(outbox.RetryWindow + 5*time.Minute)
	for _, message := range sent {
		if message.Date.Before(from) || message.Date.After(until) ||
			len(message.Tags) > 0 && !slices.Contains(message.Tags, email.Kind) {
			continue
		}
		known, err := outbox.HasMessageID(t.app, message.MessageID)
		if err != nil || !known {
			return message.MessageID, err
		}
	}
	return "", nil
}
