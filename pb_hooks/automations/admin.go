package automations

import (
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
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
}

// Form is the body of PUT /api/automations/{id}.
var Form = rules.Form{
	{Name: "isOn", Label: "Switched on", Kind: rules.Flag},
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
	errBuiltIn  = apperr.Conflict("automation-built-in", "The product sends this email by itself: it has no switch.")
)

const (
	readFailed = "The automations could not be read."
	saveFailed = "The automation could not be saved. Please try again."
)

// countedDays is the number of days that SentCount covers.
const countedDays = 30

// List is GET /api/automations.
func (a *Automations) List(e *core.RequestEvent) error {
	views := make([]View, len(a.all))
	for i, entry := range a.all {
		view, err := a.view(e.App, entry)
		if err != nil {
			return apperr.Fail(readFailed, err)
		}
		views[i] = view
	}
	return e.JSON(http.StatusOK, views)
}

// Get is GET /api/automations/{id}.
func (a *Automations) Get(e *core.RequestEvent) error {
	entry := a.entry(e.Request.PathValue("id"))
	if entry == nil {
		return errNotFound
	}
	return a.answer(e, entry)
}

func (a *Automations) answer(e *core.RequestEvent, entry *automation) error {
	view, err := a.view(e.App, entry)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	return e.JSON(http.StatusOK, view)
}

func (a *Automations) view(app core.App, entry *automation) (View, error) {
	count, err := mail.CountKindSince(app, entry.kind, a.now().AddDate(0, 0, -countedDays))
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

// Update is PUT /api/automations/{id}. A field that is left out keeps its value.
func (a *Automations) Update(e *core.RequestEvent) error {
	entry, err := a.findSwitched(e)
	if err != nil {
		return err
	}
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		s, err := readSetting(tx, entry)
		if err != nil {
			return err
		}
		values, err := a.check(entry, s, body)
		if err != nil {
			return err
		}
		hours, _ := strconv.Atoi(values.Text("delayHours")) // the form accepts only whole numbers
		s.setDelay(hours)
		s.switchTo(values.Text("isOn") == "true", a.now())
		if err := a.Audit.Save(tx, audit.RequestActor(e), "automation.updated", s.Record); err != nil || !s.IsOn() {
			return err
		}
		return a.Jobs.Enqueue(tx, jobs.Job{Type: FindJob, Key: entry.id})
	})
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	return a.answer(e, entry)
}

// check merges a body into the current settings and validates the result.
func (a *Automations) check(entry *automation, s *setting, body map[string]any) (rules.Values, error) {
	merged := map[string]any{"isOn": s.IsOn(), "delayHours": strconv.Itoa(s.DelayHours())}
	maps.Copy(merged, body)
	values, problems := Form.Check(merged)
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	hours, _ := strconv.Atoi(values.Text("delayHours"))
	if delay := time.Duration(hours) * time.Hour; delay < entry.minDelay || delay > entry.maxDelay {
		message := "Please enter " + strconv.Itoa(int(entry.minDelay/hour)) + " to " +
			strconv.Itoa(int(entry.maxDelay/hour)) + " hours"
		problems = append(problems, rules.Problem{Field: "delayHours", Code: "invalid", Message: message})
	}
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	return values, nil
}

// Log is GET /api/automations/{id}/log: the emails of the automation, newest first.
func (a *Automations) Log(e *core.RequestEvent) error {
	entry := a.entry(e.Request.PathValue("id"))
	if entry == nil {
		return errNotFound
	}
	return httpx.WriteList[mail.EmailSummary](e, mail.KindList(entry.kind))
}
