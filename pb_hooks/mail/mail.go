// Package mail sends e-mails. Features enqueue them in the outbox, a job hands each to the provider, and
// the provider's webhook reports its delivery.
//
// The outbox is the collection email_logs. An e-mail goes through these statuses:
//
//	queued      -> sending, sent
//	sending     -> sending, sent, queued, failed, uncertain, suppressed, cancelled
//	sent        -> queued
//	failed      -> sent, queued
//	uncertain   -> sent, queued
//	suppressed  -> queued
//	cancelled   -> sent, queued
//	blocked     -> queued
//	bounced     -> queued
//	clicked     -> queued
//	delivered   -> queued
//	opened      -> queued
//
// A job claims an email, which is then sending until the provider has accepted or rejected it. It is uncertain if nothing
// was heard for ten minutes, cancelled if it expired or became obsolete, suppressed if its reader wants none, and queued
// again if it may be tried again. The provider's webhook reports the rest (delivered, opened, clicked, bounced, blocked,
// spam) in whatever order (status.go). An admin can send every email again that is not waiting and was not called spam.
//
// Each e-mail goes out at most once, and at least once while the provider takes e-mail at all:
//
//   - Enqueue stores the row, and the job mail.send with the row's id as its key, in the transaction of
//     the change that the e-mail is about: all of them are stored or none is.
//   - The job claims the row and stores, in the same transaction, the idempotency key that each call for
//     this row carries (email_batches). Only then it makes the call, outside of any transaction.
//   - The provider remembers a key for at least 15 minutes and refuses a second e-mail with it. So after
//     a call without an answer, or when the process died after the claim, the job makes a second call with
//     the same key, as long as that is within ten minutes of the first. Its time is short, so such a job
//     goes to the front of the queue. After that nobody can know, and the row becomes uncertain, for an
//     admin to send again.
//   - The key is derived from the row. If a restored backup or a replica has the row but not its claim, the
//     next claim has the same key.
//   - The webhook may arrive before the answer to the call. It raises the status by rank, and the job
//     never lowers it.
//
// A batch is open until its first call without a clear answer, then uncertain; accepted and failed end it.
// An open batch whose call certainly sent nothing starts its ten minutes anew.
//
// An e-mail from its kind to its reader:
//
//	emails.go             what a feature declares of an e-mail, its Kind, and what it enqueues
//	wording.go            the form of emails/<kind>.md: params, links, and the built-in texts
//	texts.go              which text is in force, where admins have changed the built-in one
//	markup.go             a text compiled into templates; markup_text.go: its plain text
//	render.go             an e-mail rendered from its text, its params and the frame (frame.go)
//	delivery.go           the job mail.send: the claim, the call, and what its answer means
//	bulk.go               the e-mails of campaigns, sent in batches; bulk_content.go: what is each reader's own in them
//	webhook.go            what the provider reports of an e-mail; status.go: the transitions
//	reconcile.go          what is uncertain, looked up at the provider once an hour
//	preferences.go        what a person wants to be written to about, in one store
//	preferences_page.go   the pages behind an e-mail's links; preferences_account.go: the same choices in the account
//	pocketbase_mailer.go  PocketBase's own e-mails, which go through the outbox too
//
// The console: console.go lists and sends again, preview.go shows, texts_console.go changes texts, suppressions.go lists
// who gets none, health.go tells what the provider's account has left. The tables are in store.go and the files store_*.go.
package mail

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/brevo"
)

// ErrObsolete is what a ParamsFunc returns for an e-mail that should no longer be sent.
var ErrObsolete = errors.New("the e-mail is obsolete")

// Sender hands one e-mail, or one to many people, to the provider.
type Sender interface {
	Send(context.Context, brevo.Message) brevo.Result
	SendBatch(context.Context, brevo.Batch) brevo.Result
}

// Options are the dependencies of the outbox.
type Options struct {
	Config config.Config
	Clock  clock.Clock
	Jobs   *jobs.Runner
	// Key seals the links with which readers choose what they are written to about.
	Key keys.Key
	// Sender is nil without a provider's key: then e-mails wait in the outbox.
	Sender Sender
	// Log is the provider's log, nil without a provider.
	Log SentLog
	// OnChange is called after e-mails have changed; nil is nobody. The jobs and the webhook write without
	// record hooks.
	OnChange func()
}

// Outbox queues and sends e-mails. Safe for concurrent use.
type Outbox struct {
	app      core.App
	cfg      config.Config
	now      clock.Clock
	jobs     *jobs.Runner
	key      keys.Key
	sender   Sender
	log      SentLog
	onChange func()

	// kinds are registered when the features are constructed, and only read afterwards.
	kinds   map[string]*kind
	limiter rateLimiter
	// previews are of e-mails that are not sent yet.
	previews previews
	// campaigns are the jobs that send campaigns.
	campaigns pausedTypes
	// texts are compiled once.
	texts texts
}

// New returns the outbox over app's email_logs and registers its job.
func New(app core.App, o Options) *Outbox {
	notify := o.OnChange
	if notify == nil {
		notify = func() {}
	}
	onChange := func() {
		forgetCounts(app)
		notify()
	}
	outbox := &Outbox{
		app: app, cfg: o.Config, now: o.Clock, jobs: o.Jobs, key: o.Key, sender: o.Sender, log: o.Log, onChange: onChange,
		kinds:   map[string]*kind{},
		limiter: rateLimiter{times: map[string][]time.Time{}},
	}
	outbox.Register(ownKinds()...)
	outbox.jobs.Register(outbox.jobType())
	outbox.jobs.Register(outbox.reconcileType())
	outbox.enqueueEditedEmails()
	outbox.bindTexts()
	return outbox
}

// Start makes PocketBase send its own e-mails through the provider.
func (o *Outbox) Start() {
	o.bindPocketBaseMailer()
	if o.sender == nil {
		o.app.Logger().Warn("BREVO_API_KEY is not set: e-mails wait in the outbox")
	}
}

// Enqueue stores an e-mail and its job within the caller's transaction. A second e-mail with the same
// dedupe key is no error and no second row. It never calls the provider.
func (o *Outbox) Enqueue(tx core.App, email Email) error {
	_, err := o.enqueue(tx, email)
	return err
}

// enqueue returns the id of the new row, "" if there was one with the same dedupe key.
func (o *Outbox) enqueue(tx core.App, email Email) (id string, err error) {
	if a, err := mail.ParseAddress(email.To.Email); err != nil || a.Address != email.To.Email {
		return "", fmt.Errorf("enqueue e-mail %q: bad address %q", email.Kind, email.To.Email)
	}
	subject, err := o.subject(email.Kind, email.Params)
	if err != nil {
		return "", fmt.Errorf("enqueue e-mail %q: %w", email.Kind, err)
	}
	// Inside a transaction this look-up is enough: there is one writer at a time.
	if known, err := hasDedupeKey(tx, email.DedupeKey); err != nil || known {
		return "", err
	}
	if id, err = insertEmail(tx, email, subject, o.now()); err != nil {
		// Two callers without a transaction may both have found no row; the index let one through.
		if known, _ := hasDedupeKey(tx, email.DedupeKey); known {
			return "", nil
		}
		return "", fmt.Errorf("enqueue e-mail %q: %w", email.Kind, err)
	}
	return id, o.enqueueJobs(tx, []queuedEmail{{ID: id, Kind: email.Kind}}, o.now())
}

// Health is how sending works at present.
type Health struct {
	// Configured is false without a provider's key: e-mails wait.
	Configured bool
	// PausedUntil is when the next call is made, zero while e-mails are sent; Reason says why.
	PausedUntil time.Time
	Reason      string
}

// Health returns how sending works at present.
func (o *Outbox) Health() Health {
	until, reason := o.jobs.Paused(SendJob)
	for _, jobType := range o.campaigns.list() {
		if u, r := o.jobs.Paused(jobType); u.After(until) {
			until, reason = u, r
		}
	}
	return Health{Configured: o.sender != nil, PausedUntil: until, Reason: reason}
}

// resume ends each pause of sending.
func (o *Outbox) resume() {
	for _, jobType := range append(o.campaigns.list(), SendJob) {
		o.jobs.Resume(jobType)
	}
}

// pausedTypes are the types of campaigns' jobs that have been paused.
type pausedTypes struct {
	mu    sync.Mutex
	names []string
}

func (p *pausedTypes) add(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
}

func (p *pausedTypes) list() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.names)
}

// Purge deletes old delivery events; the e-mails keep their status and times.
func (o *Outbox) Purge() error {
	return deleteEventsBefore(o.app, o.now().Add(-eventRetention))
}

// maxEmailsPerHour is how many e-mails of a kind that people ask for go to an address in an hour, and at
// most one a minute: whoever takes over a session must not flood a mailbox.
const maxEmailsPerHour = 5

// rateLimiter remembers for an hour when e-mails were asked for. A restart forgets it.
type rateLimiter struct {
	mu    sync.Mutex
	times map[string][]time.Time
}

// Throttle counts an e-mail that an admin asks for, or returns a domain error if there were too many. It
// is called for each kind that can be asked for again and again.
func (o *Outbox) Throttle(kind, email string) error {
	switch wait := o.limiter.check(kind+" "+email, o.now()); {
	case wait > time.Minute:
		return apperr.TooMany("too-many-emails",
			"Five such emails have gone to "+email+" within the hour. Please wait before you send another one.", wait)
	case wait > 0:
		return apperr.TooMany("email-too-soon",
			"Such an email has just gone to "+email+". Please wait a minute before you send another one.", wait)
	}
	return nil
}

// check counts an e-mail, or returns how long to wait: until a minute after the last one, or until there were
// fewer than maxEmailsPerHour within the hour.
func (l *rateLimiter) check(key string, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.times, func(_ string, times []time.Time) bool { return now.Sub(times[len(times)-1]) >= time.Hour })
	recent := slices.DeleteFunc(l.times[key], func(t time.Time) bool { return now.Sub(t) >= time.Hour })
	if len(recent) > 0 {
		wait = max(0, recent[len(recent)-1].Add(time.Minute).Sub(now))
	}
	if len(recent) >= maxEmailsPerHour {
		wait = max(wait, recent[len(recent)-maxEmailsPerHour].Add(time.Hour).Sub(now))
	}
	if wait == 0 {
		recent = append(recent, now)
	}
	l.times[key] = recent // also when it was refused: DeleteFunc has changed the old slice
	return wait
}
