// Package automations sends emails that events trigger, such as a nomination form that was abandoned or a checkout
// that was not paid. catalog.go lists the automations. It also lists the emails that the product sends automatically,
// so that admins do not send them twice.
//
//	off ── switched on by an admin ──> on, for events from then on
//	                                    │
//	   the job automations.find, every five minutes: events whose delay has passed, found by an index of their time
//	                                    │
//	   event still valid, account open, consent given where needed ──no──> no email
//	                                    │
//	   an email in the outbox, with the event in its dedupe key; the cursor moves in the same transaction
//	                                    │
//	   mail.send: still on, event still valid, consent still given ──no──> cancelled or suppressed; else it is sent
//
// Rules:
//
//   - Each event triggers at most one email: its key stays in the outbox, and the cursor only moves forward.
//   - Events from before the automation was turned on do not trigger it. After an outage, events that were due more
//     than a day ago are skipped.
//   - Other features own the events (internal/triggers). A feature finds them and reports whether an event is still
//     valid and which person it belongs to. It is asked when the email is enqueued and again when the email is sent.
//   - emails/<kind>.md has the built-in text. Admins can change it in the console like any other text (mail/texts.go).
//     {{link}} is the page where the reader continues. Its secrets are created when the email is sent and never stored.
package automations

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/modules/automations/emails"
)

// Deps are the dependencies of the automations.
type Deps struct {
	Outbox      *outbox.Outbox
	Jobs        *jobs.Runner
	Audit       *audit.Log
	Clock       clock.Clock
	Nominations nominationTriggers
	Drafts      draftTriggers
	Payments    paymentTriggers
}

// Automations has the HTTP handlers and the job of the automations.
type Automations struct {
	app core.App
	Deps
	now clock.Clock
	all []*automation
}

// FindJob is the type of the job that finds the events of an automation. Its key is the automation's id.
const FindJob = "automations.find"

const (
	// interval is how often an automation looks for events.
	interval = 5 * time.Minute
	// maxLateness is how late an email may be sent.
	maxLateness = 24 * time.Hour
	// pageSize is how many events one transaction handles. Between two transactions, others can write.
	pageSize = 50
)

// onlyWhileOn has the module of the automations.
var onlyWhileOn = []modules.ID{modules.Automations}

// New returns the automations and registers their job and their kinds of email.
func New(app core.App, deps Deps) *Automations {
	a := &Automations{
		app:  app,
		Deps: deps,
		now:  deps.Clock,
		all:  append(builtIn(), switched(deps.Nominations, deps.Drafts, deps.Payments)...),
	}
	deps.Jobs.Register(jobs.Type{Name: FindJob, Modules: onlyWhileOn, Handle: a.find})
	for _, entry := range a.all {
		if !entry.isBuiltIn() {
			deps.Outbox.Register(outbox.In(onlyWhileOn, outbox.Kind{
				Name:     entry.kind,
				Texts:    emails.Texts,
				Priority: entry.priority(),
				Params:   a.emailParams(entry),
				Topic:    about(entry.topic()),
			})...)
		}
	}
	return a
}

// about returns the Topic of a kind. It is nil for emails without a topic, which are always sent.
func about(topic preferences.Topic) func(map[string]string) preferences.Topic {
	if topic == "" {
		return nil
	}
	return preferences.About(topic)
}

// entry returns the automation with the given id, or nil.
func (a *Automations) entry(id string) *automation {
	i := slices.IndexFunc(a.all, func(entry *automation) bool { return entry.id == id })
	if i < 0 {
		return nil
	}
	return a.all[i]
}

// find handles the job: it enqueues the emails of new events. While the automation is on, the job is scheduled again.
func (a *Automations) find(ctx context.Context, job jobs.Job) error {
	entry := a.entry(job.Key)
	if entry == nil || entry.isBuiltIn() {
		return nil
	}
	for {
		isOn, more, err := a.enqueueNext(entry)
		switch {
		case err != nil:
			return fmt.Errorf("find events of automation %s: %w", entry.id, err)
		case !isOn:
			return nil
		case !more:
			return jobs.RetryAt(a.now().Add(interval), "events are searched every five minutes")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// enqueueNext enqueues the emails of the next events. more reports whether there may be further events.
func (a *Automations) enqueueNext(entry *automation) (isOn, more bool, err error) {
	err = a.app.RunInTransaction(func(tx core.App) error {
		isOn, more = false, false
		setting, err := readSetting(tx, entry)
		if err != nil || !setting.IsOn() {
			return err
		}
		isOn = true
		due := a.now().Add(-setting.delay())
		window := triggers.Window{After: setting.cursor(), Until: due, Limit: pageSize}
		if oldest := database.DateTime(due.Add(-maxLateness)); window.After.At.Before(oldest) {
			window.After = triggers.Event{At: oldest}
		}
		if due.Before(window.After.At.Time()) {
			return nil
		}
		found, err := entry.find(tx, window)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, event := range found {
			if err := a.enqueue(tx, entry, event); err != nil {
				return err
			}
		}
		more = len(found) == pageSize
		return setting.moveCursor(tx, found[len(found)-1])
	})
	return isOn, more, err
}

// enqueue enqueues the email of an event, unless it must not be sent.
func (a *Automations) enqueue(tx core.App, entry *automation, event triggers.Event) error {
	person, err := a.recipient(tx, entry, event)
	if err != nil || person == nil {
		return err
	}
	params := facts(person)
	params["cause"], params["at"], params["to"] = event.ID, event.At.String(), person.Email
	return a.Outbox.Enqueue(tx, outbox.Email{
		Kind:           entry.kind,
		DedupeKey:      dedupeKey(entry, person.Key),
		To:             outbox.Address{Email: person.Email, Name: params["name"]},
		Params:         params,
		RegistrationID: person.RegistrationID,
		ExpiresAt:      a.now().Add(maxLateness),
	})
}

// recipient returns the person who may get the email of an event now, or nil.
func (a *Automations) recipient(app core.App, entry *automation, event triggers.Event) (*triggers.Person, error) {
	person, err := entry.check(app, event)
	if err != nil || person == nil {
		return nil, err
	}
	closed, err := accounts.ClosedAmong(app, []string{identity.EmailKey(person.Email)})
	if err != nil || len(closed) > 0 {
		return nil, err
	}
	if entry.consent == Agreed {
		if agreed, err := preferences.HasAgreed(app, person.Email, entry.topic()); err != nil || !agreed {
			return nil, err
		}
	}
	return person, nil
}

// factNames are the merge fields of the texts. An unknown fact is empty.
var factNames = []string{"name", "firstName", "city", "company", "tier", "expires", "years"}

// facts returns the values of a person's merge fields.
func facts(person *triggers.Person) map[string]string {
	known := map[string]string{}
	for _, name := range factNames {
		known[name] = person.Facts[name]
	}
	known["name"] = texts.GreetingName(person.Name)
	known["firstName"], _, _ = strings.Cut(known["name"], " ")
	return known
}

// emailParams completes the params when an email is sent: it adds the page where the reader continues. If the event
// is no longer valid, it returns ErrObsolete with the params, so that the console can still show the email.
func (a *Automations) emailParams(entry *automation) outbox.ParamsFunc {
	return func(app core.App, params map[string]string) (map[string]string, error) {
		setting, err := readSetting(app, entry)
		if err != nil {
			return nil, err
		}
		at, err := types.ParseDateTime(params["at"])
		if err != nil {
			return nil, err
		}
		person, err := a.recipient(app, entry, triggers.Event{ID: params["cause"], At: at})
		if err != nil {
			return nil, err
		}
		completed := map[string]string{"path": "/"}
		for _, name := range factNames {
			completed[name] = params[name] // emails of earlier versions lack newer fields
		}
		if person == nil || !setting.IsOn() || !strings.EqualFold(person.Email, params["to"]) {
			return completed, outbox.ErrObsolete
		}
		completed["path"] = person.Path
		return completed, nil
	}
}
