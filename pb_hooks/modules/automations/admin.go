package automations

import (
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
)

// View is an automation in JSON.
type View struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is the kind of its emails in the outbox.
	Kind    string `json:"kind"`
	Trigger string `json:"trigger"`
	// Consent is service, opt-out or agreed. Why explains it.
	Consent Consent `json:"consent"`
	Why     string  `json:"why"`
	// Topic is the topic that a reader can unsubscribe from, "" for service emails.
	Topic string `json:"topic"`
	// IsBuiltIn reports that the product sends the email automatically. It can't be switched off.
	IsBuiltIn httpx.Bool `json:"isBuiltIn"`
	IsOn      httpx.Bool `json:"isOn"`
	// EnabledAt is when the automation was switched on. Earlier events do not trigger it.
	EnabledAt httpx.Time `json:"enabledAt"`
	// DelayHours is the time between the event and its email, from MinDelayHours to MaxDelayHours.
	DelayHours    int `json:"delayHours"`
	MinDelayHours int `json:"minDelayHours"`
	MaxDelayHours int `json:"maxDelayHours"`
	// SentCount is the number of emails sent in the last thirty days.
	SentCount  int64      `json:"sentCount"`
	LastSentAt httpx.Time `json:"lastSentAt"`
	UpdatedAt  httpx.Time `json:"updatedAt"`
	// Version is the version of the delay, or "" for a built-in email.
	Version string `json:"version"`
}

// Form is what an admin sets for an automation.
type Form struct {
	_          struct{} `wire:"automation"`
	IsOn       bool     `json:"isOn"`
	DelayHours int      `json:"delayHours"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{Name: "isOn", Label: "Turned on", Kind: rules.Flag},
	{
		Name:     "delayHours",
		Label:    "Hours after",
		Kind:     rules.Integer,
		Required: true,
		Min:      0,
		Max:      9000,
		Messages: rules.Messages{
			Required: "Please enter a whole number of hours", Invalid: "Please enter a whole number of hours",
		},
	},
}

var (
	errNotFound = apperr.NotFound("automation-not-found", "This automation was not found.")
	errBuiltIn  = apperr.Conflict("automation-built-in", "This email is sent automatically and cannot be turned off.")
)

const (
	readFailed = "The automations could not be read."
	saveFailed = "The automation could not be saved. Please try again."
)

// countedDays is the number of days that SentCount covers.
const countedDays = 30

// List is GET /api/automations.
func (a *Automations) List() httpx.Endpoint {
	return httpx.Get(a.list, httpx.Doc{Tag: "campaigns", Summary: "List the automations"})
}

func (a *Automations) list(e *core.RequestEvent) ([]View, error) {
	views := make([]View, len(a.all))
	for i, entry := range a.all {
		view, err := a.view(e.App, entry)
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		views[i] = view
	}
	return views, nil
}

// Get is GET /api/automations/{id}.
func (a *Automations) Get() httpx.Endpoint {
	return httpx.Get(a.get, httpx.Doc{
		Tag: "campaigns", Summary: "Read an automation", Errors: []*apperr.Error{errNotFound},
	})
}

func (a *Automations) get(e *core.RequestEvent) (View, error) {
	entry := a.entry(e.Request.PathValue("id"))
	if entry == nil {
		return View{}, errNotFound
	}
	view, err := a.view(e.App, entry)
	return view, apperr.Fail(readFailed, err)
}

func (a *Automations) view(app core.App, entry *automation) (View, error) {
	count, err := outbox.CountKindSince(app, entry.kind, a.now().AddDate(0, 0, -countedDays))
	if err != nil {
		return View{}, err
	}
	view := View{
		ID:         entry.id,
		Name:       entry.name,
		Kind:       entry.kind,
		Trigger:    entry.trigger,
		Consent:    entry.consent,
		Why:        entry.why,
		Topic:      string(entry.topic()),
		IsBuiltIn:  httpx.Bool(entry.isBuiltIn()),
		IsOn:       httpx.Bool(entry.isBuiltIn()),
		SentCount:  count.Sent,
		LastSentAt: count.LastAt,
	}
	if entry.isBuiltIn() {
		return view, nil
	}
	s, err := readSetting(app, entry)
	if err != nil {
		return View{}, err
	}
	view.IsOn, view.EnabledAt, view.UpdatedAt = httpx.Bool(s.IsOn()), httpx.Time(s.EnabledAt()), httpx.Time(
		s.UpdatedAt())
	view.DelayHours, view.MinDelayHours, view.MaxDelayHours = s.DelayHours(), int(entry.minDelay/hour), int(
		entry.maxDelay/hour)
	view.Version = httpx.VersionOf(s.versionedForm())
	return view, nil
}

// findSwitched returns the automation in a request, or an error if it is built in.
func (a *Automations) findSwitched(e *core.RequestEvent) (*automation, error) {
	entry := a.entry(e.Request.PathValue("id"))
	switch {
	case entry == nil:
		return nil, errNotFound
	case entry.isBuiltIn():
		return nil, errBuiltIn
	}
	return entry, nil
}

// Update is PUT /api/automations/{id}.
func (a *Automations) Update() httpx.Endpoint {
	return httpx.Patch(a.update, httpx.Doc{
		Tag: "campaigns", Summary: "Switch an automation on or off, or change its delay",
		Description: "A field that is missing keeps its value. Events from before the automation was turned on " +
			"do not trigger it. Its text is among /api/email-texts, under its kind.",
		Errors:  []*apperr.Error{errNotFound, errBuiltIn},
		Example: map[string]any{"isOn": true, "delayHours": 2}, IsVersioned: true,
	})
}

func (a *Automations) update(e *core.RequestEvent, change httpx.Change[Form]) (View, error) {
	entry, err := a.findSwitched(e)
	if err != nil {
		return View{}, err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		s, err := readSetting(tx, entry)
		if err != nil {
			return err
		}
		if err := change.CheckVersion(s.versionedForm(), "automation"); err != nil {
			return err
		}
		form, err := change.Apply(s.form())
		if err == nil {
			err = entry.checkDelay(form.DelayHours)
		}
		if err != nil {
			return err
		}
		s.setDelay(form.DelayHours)
		s.switchTo(form.IsOn, a.now())
		if err := a.Audit.Save(tx, audit.RequestActor(e), "automation.updated", s.Record); err != nil || !s.IsOn() {
			return err
		}
		return a.Jobs.Enqueue(tx, jobs.Job{Type: FindJob, Key: entry.id})
	})
	if err != nil {
		return View{}, apperr.Fail(saveFailed, err)
	}
	return a.get(e)
}

func (a *automation) checkDelay(hours int) error {
	if delay := time.Duration(hours) * time.Hour; delay >= a.minDelay && delay <= a.maxDelay {
		return nil
	}
	message := "Please enter " + strconv.Itoa(int(a.minDelay/hour)) + " to " + strconv.Itoa(int(a.maxDelay/hour)) +
		" hours"
	return httpx.Invalid(rules.Invalid("delayHours", message))
}

// Log is GET /api/automations/{id}/log.
func (a *Automations) Log() httpx.Endpoint {
	endpoint := lists.Rows[outbox.EmailSummary](outbox.KindList(""), httpx.Doc{
		Tag: "campaigns", Summary: "List the emails of an automation, newest first",
		Errors: []*apperr.Error{errNotFound},
		Query:  []httpx.Parameter{{Name: "status", Description: "Lists the emails with a delivery status."}},
	})
	endpoint.Handler = func(e *core.RequestEvent) error {
		entry := a.entry(e.Request.PathValue("id"))
		if entry == nil {
			return errNotFound
		}
		return lists.Write[outbox.EmailSummary](e, outbox.KindList(entry.kind))
	}
	return endpoint
}
