// Package mail is the mail room: rooms put letters into the outbox, a worker hands them to the
// provider, and the provider's webhook tells what became of them.
//
// The outbox is the collection email_logs. A row goes through these states:
//
//	queued ──claim──> sending ──accepted──> sent ──webhook──> delivered ─> opened ─> clicked
//	  ^                  │                                ╰──> bounced, blocked, spam
//	  ╰───try again──────┤
//	                     ├─ refused for good ──────────────────────────────> failed
//	                     ├─ no answer for ten minutes ─────────────────────> uncertain
//	                     ╰─ no longer worth sending, or not wanted ────────> cancelled, suppressed
//
// Each letter goes out at most once, and at least once while the provider takes mail at all:
//
//   - Enqueue writes the row in the transaction of the change that it tells of: both stand or fall.
//   - A claim takes the row for the length of a lease and writes down, in the same transaction, the
//     idempotency key that every call for this row will carry (email_batches). Only then the call
//     is made, outside of any transaction.
//   - The provider remembers a key for 15 minutes or longer and refuses a second mail with it. So a
//     call without an answer, and a process that died after its claim, are made up for by a second
//     call with the same key, as long as that is within ten minutes of the first. Its time is
//     short, so such a row goes to the front of the queue. After that nobody can know, and the row
//     stays uncertain, for a person to send again.
//   - The key is derived from the row. A power cut can take back a claim (SQLite runs with
//     synchronous NORMAL) whose mail has left; the claim made anew then has the same key.
//   - The webhook may overtake the answer to the call. It moves the status by rank, and the worker
//     never moves it back.
//
// A batch is open until its first call with an unknown fate, then uncertain; accepted and failed
// end it. An open batch whose call certainly sent nothing starts its ten minutes anew.
package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs/worker"
	"boardcircle/pb_hooks/mail/brevo"
)

// Sender hands one mail to the provider.
type Sender interface {
	Send(context.Context, brevo.Message) brevo.Result
}

// ParamsFunc turns a letter's stored params into the ones its template needs, at the moment of
// sending: a secret, such as a link's token, then never stands in the outbox. It returns
// ErrObsolete when the letter should no longer be sent.
type ParamsFunc func(app core.App, params map[string]string) (map[string]string, error)

// ErrObsolete is a Resolver's word for a letter that has lost its sense.
var ErrObsolete = errors.New("the letter is obsolete")

// AttachmentFunc makes the files that go with a letter, at the moment of sending, from its stored
// params: the outbox keeps ids, never files. The same params make the same bytes, so that a
// repeated call sends the same mail.
type AttachmentFunc func(app core.App, params map[string]string) ([]Attachment, error)

// Outbox is the mail room's door. Safe for concurrent use.
type Outbox struct {
	app    core.App
	cfg    config.Config
	now    clock.Clock
	sender Sender

	paramsFuncs     map[string]ParamsFunc
	attachmentFuncs map[string]AttachmentFunc
	worker          *worker.Worker
	pause           pause
	limiter         rateLimiter
	// onChange is told after letters have moved: the worker and the webhook write past the records.
	onChange func()
}

// New returns the outbox over app's email_logs. A nil sender is a provider without a key: letters
// wait.
func New(app core.App, cfg config.Config, now clock.Clock, sender Sender) *Outbox {
	return &Outbox{
		app: app, cfg: cfg, now: now, sender: sender,
		paramsFuncs: map[string]ParamsFunc{}, attachmentFuncs: map[string]AttachmentFunc{}, worker: worker.New(),
		limiter:  rateLimiter{times: map[string][]time.Time{}},
		onChange: func() { forgetCounts(app) },
	}
}

// RegisterParams sets the resolver of a kind of letter. Call it before Start.
func (o *Outbox) RegisterParams(kind string, r ParamsFunc) { o.paramsFuncs[kind] = r }

// RegisterAttachments sets the encloser of a kind of letter. Call it before Start.
func (o *Outbox) RegisterAttachments(kind string, e AttachmentFunc) { o.attachmentFuncs[kind] = e }

// OnChange sets who is told after letters have moved. Call it before Start.
func (o *Outbox) OnChange(notify func()) {
	o.onChange = func() {
		forgetCounts(o.app)
		notify()
	}
}

// Enqueue writes a letter into the outbox, within the caller's transaction. A second letter with
// the same key is no error and no second row. It never speaks to the provider.
func (o *Outbox) Enqueue(txApp core.App, email Email) error {
	if a, err := mail.ParseAddress(email.To.Email); err != nil || a.Address != email.To.Email {
		return fmt.Errorf("a letter %q to the address %q", email.Kind, email.To.Email)
	}
	subject, err := o.subject(email.Kind, email.Params)
	if err != nil {
		return err
	}
	if email.DedupeKey != "" {
		// Inside a transaction this look is enough: there is one writer at a time.
		known, err := txApp.CountRecords("email_logs", byDedupeKey(email.DedupeKey))
		if err != nil || known > 0 {
			return err
		}
	}
	return o.write(txApp, email, subject)
}

func (o *Outbox) write(txApp core.App, email Email, subject string) error {
	logs, err := txApp.FindCachedCollectionByNameOrId("email_logs")
	if err != nil {
		return err
	}
	params, err := json.Marshal(email.Params)
	if err != nil {
		return err
	}
	row := core.NewRecord(logs)
	row.Load(map[string]any{
		"emailAddress":   email.To.Email,
		"recipientName":  oneLine(email.To.Name, maxName),
		"kind":           email.Kind,
		"dedupeKey":      email.DedupeKey,
		"registrationId": email.RegistrationID,
		"subject":        subject,
		"params":         string(params),
		"status":         "queued",
		"priority":       priority(email.Kind),
		"nextAttemptAt":  formatTime(o.now()),
		"expiresAt":      formatTime(email.ExpiresAt),
	})
	err = txApp.Save(row)
	if err != nil && email.DedupeKey != "" {
		// Two callers without a transaction may both have seen no row; the index let one through.
		if known, _ := txApp.CountRecords("email_logs", byDedupeKey(email.DedupeKey)); known > 0 {
			return nil
		}
	}
	return err
}

// Wake tells the worker that a letter is waiting.
func (o *Outbox) Wake() { o.worker.Wake() }

// Health is what the console may want to know of the mail room.
type Health struct {
	// Configured is false without a key; letters wait.
	Configured bool
	// PausedUntil is when the next try is made, zero when mail flows; Reason says why it doesn't.
	PausedUntil time.Time
	Reason      string
}

// Health tells how the mail room is doing.
func (o *Outbox) Health() Health {
	until, reason := o.pause.at(o.now())
	return Health{Configured: o.sender != nil, PausedUntil: until, Reason: reason}
}

// pause stops the whole sender: the account refuses all mail, or asks to wait.
type pause struct {
	mu     sync.Mutex
	until  time.Time
	reason string
}

func (p *pause) set(until time.Time, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until.After(p.until) {
		p.until, p.reason = until, reason
	}
}

func (p *pause) at(now time.Time) (time.Time, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !now.Before(p.until) {
		return time.Time{}, ""
	}
	return p.until, p.reason
}
