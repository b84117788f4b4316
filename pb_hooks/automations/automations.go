// Package automations sends e-mails that follow from what has happened: a nomination that was begun and left, a checkout
// that was not paid. catalog.go lists them, and the e-mails that the product sends by itself beside them, so that nobody
// sends one of those a second time.
//
//	off ── switched on by an admin ──> on: each cause from then on
//	                                    │
//	   job automations.find, each five minutes: the causes whose delay has passed, by an index of their time
//	                                    │
//	   still so, an open account, consent where it is needed ──no──> nothing, for good
//	                                    │
//	   an e-mail in the outbox, its dedupe key the cause; the cursor moves in the same transaction
//	                                    │
//	   mail.send: still on, still so, still consent ──no──> cancelled or suppressed; else it goes out
//
// What holds:
//
//   - A cause is written about once: the key is in the outbox for good, and the cursor never goes back.
//   - Switching one on never mails the past: a cause that is older than the switch is none. After an outage nobody is
//     written what was true longer ago than a day.
//   - The causes are another feature's (internal/causes): it finds them, and says what has become of each and to whom
//     it belongs. It is asked when the e-mail is enqueued and again when it is sent.
//   - emails/<kind>.md has the built-in text; admins change it in the console like any other (mail/texts.go). {{link}}
//     is the page where the reader goes on; what it holds is made when the e-mail is sent and stored nowhere.
package automations

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/causes"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
)

// Deps are the dependencies of the automations.
type Deps struct {
	Outbox      *mail.Outbox
	Jobs        *jobs.Runner
	Audit       *audit.Log
	Clock       clock.Clock
	Nominations nominationCauses
	Payments    paymentCauses
}

// Automations has the handlers and the job of the automations.
type Automations struct {
	app core.App
	Deps
	now clock.Clock
	all []*automation
}

// FindJob is the type of the job that looks for the causes of an automation; its key is the automation's id.
const FindJob = "automations.find"

//go:embed emails
var emailFiles embed.FS

const (
	// interval is how often an automation looks for causes.
	interval = 5 * time.Minute
	// maxLateness is how late an e-mail may be.
	maxLateness = 24 * time.Hour
	// pageSize is how many causes one transaction looks at: others must be able to write between two.
	pageSize = 50
)

// New returns the automations and registers their job and their kinds of e-mail.
func New(app core.App, deps Deps) *Automations {
	a := &Automations{app: app, Deps: deps, now: deps.Clock, all: append(builtIn(), switched(deps.Nominations, deps.Payments)...)}
	deps.Jobs.Register(jobs.Type{Name: FindJob, Handle: a.find})
	for _, entry := range a.all {
		if !entry.isBuiltIn() {
			deps.Outbox.Register(mail.Kind{
				Name: entry.kind, Templates: emailFiles, Priority: entry.priority(), Params: a.emailParams(entry), Topic: about(entry.topic()),
			})
		}
	}
	return a
}

// about is the topic of a kind; none is an e-mail that goes out in any case.
func about(topic mail.Topic) func(map[string]string) mail.Topic {
	if topic == "" {
		return nil
	}
	return mail.About(topic)
}

// entry is the automation with an id, nil if there is none.
func (a *Automations) entry(id string) *automation {
	i := slices.IndexFunc(a.all, func(entry *automation) bool { return entry.id == id })
	if i < 0 {
		return nil
	}
	return a.all[i]
}

// find looks for the causes of an automation, and is enqueued again while it is on.
func (a *Automations) find(ctx context.Context, job jobs.Job) error {
	entry := a.entry(job.Key)
	if entry == nil || entry.isBuiltIn() {
		return nil
	}
	for {
		isOn, more, err := a.enqueueNext(entry)
		switch {
		case err != nil:
			return fmt.Errorf("find causes of automation %s: %w", entry.id, err)
		case !isOn:
			return nil
		case !more:
			return jobs.RetryAt(a.now().Add(interval), "causes are looked for every five minutes")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// enqueueNext enqueues the e-mails of the next causes and tells whether there may be more.
func (a *Automations) enqueueNext(entry *automation) (isOn, more bool, err error) {
	err = a.app.RunInTransaction(func(tx core.App) error {
		isOn, more = false, false
		setting, err := readSetting(tx, entry)
		if err != nil || !setting.IsOn() {
			return err
		}
		isOn = true
		due := a.now().Add(-setting.delay())
		window := causes.Window{After: setting.cursor(), Until: due, Limit: pageSize}
		if oldest := database.DateTime(due.Add(-maxLateness)); window.After.At.Before(oldest) {
			window.After = causes.Cause{At: oldest}
		}
		if due.Before(window.After.At.Time()) {
			return nil
		}
		found, err := entry.find(tx, window)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, cause := range found {
			if err := a.enqueue(tx, entry, cause); err != nil {
				return err
			}
		}
		more = len(found) == pageSize
		return setting.moveCursor(tx, found[len(found)-1])
	})
	return isOn, more, err
}

// enqueue enqueues the e-mail of a cause, unless it must not be sent.
func (a *Automations) enqueue(tx core.App, entry *automation, cause causes.Cause) error {
	person, err := a.recipient(tx, entry, cause)
	if err != nil || person == nil {
		return err
	}
	params := facts(person)
	params["cause"], params["at"], params["to"] = cause.ID, cause.At.String(), person.Email
	return a.Outbox.Enqueue(tx, mail.Email{
		Kind: entry.kind, DedupeKey: dedupeKey(entry, person.Key), To: mail.Address{Email: person.Email, Name: params["name"]}, Params: params,
		RegistrationID: person.RegistrationID, ExpiresAt: a.now().Add(maxLateness),
	})
}

// recipient is whom the e-mail of a cause may go to now, nil if it may go to nobody.
func (a *Automations) recipient(app core.App, entry *automation, cause causes.Cause) (*causes.Person, error) {
	person, err := entry.check(app, cause)
	if err != nil || person == nil {
		return nil, err
	}
	closed, err := accounts.ClosedAmong(app, []string{strings.ToLower(person.Email)})
	if err != nil || len(closed) > 0 {
		return nil, err
	}
	if entry.consent == Agreed {
		if agreed, err := mail.HasAgreed(app, person.Email, entry.topic()); err != nil || !agreed {
			return nil, err
		}
	}
	return person, nil
}

// factNames are the merge fields of the texts; a fact that is not known is empty.
var factNames = []string{"name", "firstName", "city", "company", "tier", "expires", "years"}

// facts are what the merge fields say of a person.
func facts(person *causes.Person) map[string]string {
	known := map[string]string{}
	for _, name := range factNames {
		known[name] = person.Facts[name]
	}
	known["name"] = mail.GreetingName(person.Name)
	known["firstName"], _, _ = strings.Cut(known["name"], " ")
	return known
}

// emailParams completes an e-mail when it is sent, by the page where its reader goes on. It is obsolete if its cause is
// gone meanwhile; the console shows it all the same.
func (a *Automations) emailParams(entry *automation) mail.ParamsFunc {
	return func(app core.App, params map[string]string) (map[string]string, error) {
		setting, err := readSetting(app, entry)
		if err != nil {
			return nil, err
		}
		at, err := types.ParseDateTime(params["at"])
		if err != nil {
			return nil, err
		}
		person, err := a.recipient(app, entry, causes.Cause{ID: params["cause"], At: at})
		if err != nil {
			return nil, err
		}
		completed := map[string]string{"path": "/"}
		for _, name := range factNames {
			completed[name] = params[name] // e-mails of an earlier program lack what was not known
		}
		if person == nil || !setting.IsOn() || !strings.EqualFold(person.Email, params["to"]) {
			return completed, mail.ErrObsolete
		}
		completed["path"] = person.Path
		return completed, nil
	}
}
