package mail

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/brevo"
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

	notInLogReason = "The provider gave no clear answer, and its log does not know this email: it was probably not sent."
)

// SentLog is the provider's log.
type SentLog interface {
	ListSent(ctx context.Context, email string, since, until time.Time) ([]brevo.SentEmail, error)
}

// EnqueueReconcile enqueues a look-up of the uncertain emails.
func (o *Outbox) EnqueueReconcile(app core.App) error {
	return o.jobs.Enqueue(app, jobs.Job{Type: ReconcileJob, Key: "all"})
}

func (o *Outbox) reconcileType() jobs.Type {
	t := jobs.Type{Name: ReconcileJob, MaxAttempts: 3}
	if o.log != nil {
		t.Handle = func(ctx context.Context, _ jobs.Job) error { return o.reconcile(ctx) }
	}
	return t
}

func (o *Outbox) reconcile(ctx context.Context) error {
	now := o.now()
	uncertain, err := listUncertain(o.app, now.Add(-reconcileWindow), now.Add(-retryWindow), maxReconciled)
	if err != nil {
		return err
	}
	for _, email := range uncertain {
		first := email.FirstAttemptAt.Time()
		sent, err := o.log.ListSent(ctx, email.EmailAddress, first.Add(-24*time.Hour), now)
		if err != nil {
			return fmt.Errorf("reconcile e-mail %s: %w", email.ID, err)
		}
		messageID, err := o.findSent(email, sent)
		if err != nil {
			return err
		}
		if err := resolveUncertain(o.app, email.ID, messageID, notInLogReason, o.now()); err != nil {
			return err
		}
	}
	if len(uncertain) > 0 {
		o.onChange()
	}
	return nil
}

// findSent returns the message id of the log entry for an email, or "". The entry must have the email's kind, fall
// into the time of its calls and not belong to another email.
func (o *Outbox) findSent(email uncertainEmail, sent []brevo.SentEmail) (string, error) {
	from := email.FirstAttemptAt.Time().Add(-time.Minute)
	until := email.FirstAttemptAt.Time().Add(retryWindow + 5*time.Minute)
	for _, message := range sent {
		if message.Date.Before(from) || message.Date.After(until) ||
			len(message.Tags) > 0 && !slices.Contains(message.Tags, email.Kind) {
			continue
		}
		known, err := hasMessageID(o.app, message.MessageID)
		if err != nil || !known {
			return message.MessageID, err
		}
	}
	return "", nil
}
