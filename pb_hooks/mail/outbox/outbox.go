// Package outbox stores emails and sends them. Features enqueue emails, and a job sends each one through the provider.
//
// The outbox is the collection email_logs. An email moves between these statuses:
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
// A job claims an email. The email is then sending until the provider accepts or rejects it. It becomes uncertain if
// the provider gives no clear answer within ten minutes, cancelled if it has expired or is obsolete, suppressed if
// the address is on the suppression list, and queued if the job may retry it. The provider's webhook reports the
// other statuses (delivered, opened, clicked, bounced, blocked, spam) in any order; see status.go. An admin can
// resend every email except those that are waiting and those that were reported as spam.
//
// Each email is sent at most once. It is also sent at least once, as long as the provider accepts emails:
//
//   - Enqueue stores the row and its job (mail.send, with the row's id as the key) in the caller's transaction.
//     The change, the email and the job are stored together or not at all.
//   - The job claims the row and stores the idempotency key of its calls (email_batches) in one transaction.
//     Only then does it call the provider, outside of any transaction. A campaign claims up to 1000 rows with one key;
//     any other email is a batch of one. Both use the same code (batch.go).
//   - The provider remembers a key for at least 15 minutes and refuses a second email with the same key. If a call
//     got no answer, or the process died after the claim, the job therefore calls again with the same key within ten
//     minutes of the first call. Such a job moves to the front of the queue, because its time is short. After ten
//     minutes the result can't be determined: the row becomes uncertain and an admin can resend the email.
//   - The key of a single email is derived from the row. If a restored backup or a replica has the row but not its
//     claim, the next claim uses the same key.
//   - The webhook may arrive before the answer to the call. It only raises the status by rank, and the job never
//     lowers it.
//
// A batch belongs to the campaign that it names, or to one job mail.send. An admin may send a failed email again while
// its campaign runs, so both may want the row. The first to store its batch sends the row, and the other leaves it
// alone.
//
// Files, in the order in which an email passes through them:
//
//	emails.go             Kind, which a feature declares, and Email, which a feature enqueues
//	render.go             renders an email and builds the provider's message
//	single.go             the job mail.send claims one email
//	campaign.go           a campaign claims its emails in batches; content.go: their merge fields
//	batch.go              the call of a batch and its result
//	status.go             the statuses and their transitions
//	pocketbase_mailer.go  PocketBase's own emails, which use the outbox too
//	console.go            admins list, read and resend emails
//
// The queries are in store.go and store_*.go.
package outbox

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
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/settings"
)

// ErrObsolete is returned by a ParamsFunc for an email that should no longer be sent.
var ErrObsolete = errors.New("the email is obsolete")

// Sender sends one email, or one email to many people, through the provider.
type Sender interface {
	Send(context.Context, brevo.Message) brevo.Result
	SendBatch(context.Context, brevo.Batch) brevo.Result
}

// Options are the dependencies of the outbox.
type Options struct {
	Config config.Config
	Clock  clock.Clock
	Jobs   *jobs.Runner
	// Texts renders the texts of the registered kinds.
	Texts *texts.Library
	// Preferences has the links to the pages where readers choose their topics.
	Preferences *preferences.Preferences
	// LanguageOf returns the code of a reader's language, or "" for English. It may be nil: all emails are in English.
	LanguageOf func(app core.App, address string) (string, error)
	// Sender is nil if no provider key is configured. Emails then wait in the outbox.
	Sender Sender
	// OnChange is called after emails have changed; nil calls nothing. It is needed because the jobs and the webhook
	// write without record hooks.
	OnChange func()
}

// Outbox queues and sends emails. Safe for concurrent use.
type Outbox struct {
	app         core.App
	cfg         config.Config
	now         clock.Clock
	jobs        *jobs.Runner
	preferences *preferences.Preferences
	languageOf  func(app core.App, address string) (string, error)
	sender      Sender
	onChange    func()

	// kinds are registered when the features are constructed and are read-only afterwards.
	kinds   map[string]*kind
	limiter rateLimiter
	// paused holds the job types that have been paused.
	paused pausedTypes
	texts  *texts.Library
}

// New returns the outbox of app and registers its jobs and its own kinds of email.
func New(app core.App, o Options) *Outbox {
	notify := o.OnChange
	if notify == nil {
		notify = func() {}
	}
	app.Store().GetOrSet(countsKey, func() any { return &countCache{now: o.Clock} })
	onChange := func() {
		forgetCounts(app)
		notify()
	}
	outbox := &Outbox{
		app:         app,
		cfg:         o.Config,
		now:         o.Clock,
		jobs:        o.Jobs,
		texts:       o.Texts,
		preferences: o.Preferences,
		languageOf:  o.LanguageOf,
		sender:      o.Sender,
		onChange:    onChange,
		kinds:       map[string]*kind{},
		limiter:     rateLimiter{times: map[string][]time.Time{}},
	}
	outbox.Register(ownKinds()...)
	outbox.jobs.Register(outbox.jobType())
	outbox.enqueueEditedEmails()
	return outbox
}

// Start makes PocketBase send its own emails through the provider.
func (o *Outbox) Start() {
	o.bindPocketBaseMailer()
	if !o.IsConfigured() {
		o.app.Logger().Warn("BREVO_API_KEY is not set: emails wait in the outbox")
	}
}

// Enqueue stores an email and its job within the caller's transaction. It never calls the provider. If an email with
// the same dedupe key exists, Enqueue stores nothing and returns nil.
func (o *Outbox) Enqueue(tx core.App, email Email) error {
	_, err := o.enqueue(tx, email)
	return err
}

// IsConfigured reports whether an email provider is configured. Without one, emails wait in the outbox.
func (o *Outbox) IsConfigured() bool { return o.sender != nil }

// OfficeAddress returns the office's address in the settings, or else ADMIN_EMAIL. It returns "" if the office gets no
// email.
func (o *Outbox) OfficeAddress(app core.App) (string, error) {
	return settings.NotificationRecipient(app, o.cfg.Mail.AdminEmail)
}

// EnqueueToOffice stores an email to the office like Enqueue, if the office has an address.
func (o *Outbox) EnqueueToOffice(tx core.App, email Email) error {
	address, err := o.OfficeAddress(tx)
	if err != nil || address == "" {
		return err
	}
	email.To, email.IsToOffice = Address{Email: address}, true
	return o.Enqueue(tx, email)
}

// enqueue returns the id of the new row, or "" if an email with the same dedupe key exists.
func (o *Outbox) enqueue(tx core.App, email Email) (id string, err error) {
	if a, err := mail.ParseAddress(email.To.Email); err != nil || a.Address != email.To.Email {
		return "", fmt.Errorf("enqueue email %q: bad address %q", email.Kind, email.To.Email)
	}
	if email.Params, err = o.inLanguage(tx, email); err != nil {
		return "", fmt.Errorf("enqueue email %q: %w", email.Kind, err)
	}
	subject, err := o.subject(email.Kind, email.Params)
	if err != nil {
		return "", fmt.Errorf("enqueue email %q: %w", email.Kind, err)
	}
	// Inside a transaction this check is enough, because SQLite has only one writer at a time.
	if known, err := hasDedupeKey(tx, email.DedupeKey); err != nil || known {
		return "", err
	}
	if id, err = insertEmail(tx, email, subject, o.now()); err != nil {
		// Two callers without a transaction may both find no row. The unique index then refuses the second insert.
		if known, _ := hasDedupeKey(tx, email.DedupeKey); known {
			return "", nil
		}
		return "", fmt.Errorf("enqueue email %q: %w", email.Kind, err)
	}
	return id, o.enqueueJobs(tx, []queuedEmail{{ID: id, Kind: email.Kind}}, o.now())
}

// inLanguage returns the params of an email with the language of its reader. The office reads English.
func (o *Outbox) inLanguage(tx core.App, email Email) (map[string]string, error) {
	if o.languageOf == nil || email.IsToOffice {
		return email.Params, nil
	}
	language, err := o.languageOf(tx, email.To.Email)
	if err != nil || language == "" {
		return email.Params, err
	}
	params := maps.Clone(email.Params)
	if params == nil {
		params = map[string]string{}
	}
	params[texts.ParamLanguage] = language
	return params, nil
}

// Health is the current state of sending.
type Health struct {
	// Configured is false if no provider key is set. Emails then wait.
	Configured bool
	// PausedUntil is the time of the next call while sending is paused, otherwise zero. Reason is why it is paused.
	PausedUntil time.Time
	Reason      string
}

// Health returns the current state of sending.
func (o *Outbox) Health() Health {
	until, reason := o.jobs.Paused(SendJob)
	for _, jobType := range o.paused.list() {
		if u, r := o.jobs.Paused(jobType); u.After(until) {
			until, reason = u, r
		}
	}
	return Health{Configured: o.sender != nil, PausedUntil: until, Reason: reason}
}

// Resume ends all pauses of sending.
func (o *Outbox) Resume() {
	for _, jobType := range append(o.paused.list(), SendJob) {
		o.jobs.Resume(jobType)
	}
}

// pausedTypes is a set of job types. Safe for concurrent use.
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

// Changed is called after emails have changed without record hooks.
func (o *Outbox) Changed() { o.onChange() }

// maxEmailsPerHour limits the emails of one kind that can be requested for one address within an hour. There must
// also be a minute between two of them. The limit prevents someone with a stolen session from flooding a mailbox.
const maxEmailsPerHour = 5

// rateLimiter remembers the requests of the last hour in memory. A restart clears it.
type rateLimiter struct {
	mu    sync.Mutex
	times map[string][]time.Time
}

// Throttle counts a requested email, or returns a domain error if too many were requested. Callers use it for each
// kind of email that can be requested repeatedly.
func (o *Outbox) Throttle(kind, email string) error {
	switch wait := o.limiter.check(kind+" "+email, o.now()); {
	case wait > time.Minute:
		return apperr.TooMany("too-many-emails",
			"We have sent five of these emails to "+email+" in the last hour. Please wait before you send another.",
			wait)
	case wait > 0:
		return apperr.TooMany("email-too-soon",
			"We have just sent this email to "+email+". Please wait a minute before you send another.", wait)
	}
	return nil
}

// check counts an email and returns 0, or returns how long to wait: until a minute after the last email, or until
// there are fewer than maxEmailsPerHour within the hour.
func (l *rateLimiter) check(key string, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.times, func(_ string, times []time.Time) bool {
		return now.Sub(times[len(times)-1]) >= time.Hour
	})
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
	l.times[key] = recent // needed after a refusal too, because DeleteFunc has changed the old slice
	return wait
}
