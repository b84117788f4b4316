package campaigns

import (
	"net/http"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
)

// Summary is a campaign in JSON. Counts and rates are strings.
type Summary struct {
	ID             string            `db:"id" json:"id"`
	Name           string            `db:"name" json:"name"`
	Type           string            `db:"type" json:"type"`
	Trigger        string            `db:"trigger" json:"trigger"`
	Topic          preferences.Topic `db:"topic" json:"topic"`
	Subject        string            `db:"subject" json:"subject"`
	Preheader      string            `db:"preheader" json:"preheader"`
	TemplateID     string            `db:"templateId" json:"templateId"`
	Content        string            `db:"content" json:"content"`
	Segment        Segment           `db:"segment" json:"segment"`
	Status         Status            `db:"status" json:"status"`
	ScheduledAt    httpx.Time        `db:"scheduledAt" json:"scheduledAt"`
	RecipientCount Count             `db:"recipientCount" json:"recipientCount"`
	SentCount      Count             `db:"sentCount" json:"sentCount"`
	OpenRate       Count             `db:"openRate" json:"openRate"`
	ClickRate      Count             `db:"clickRate" json:"clickRate"`
	IsActive       httpx.Bool        `db:"isActive" json:"isActive"`
	LastSentAt     httpx.Time        `db:"lastSentAt" json:"lastSentAt"`
	StartedAt      httpx.Time        `db:"startedAt" json:"startedAt"`
	FinishedAt     httpx.Time        `db:"finishedAt" json:"finishedAt"`
	StartedBy      string            `db:"startedBy" json:"startedBy"`
	ApprovedBy     string            `db:"approvedBy" json:"approvedBy"`
	// Problem says why sending waits, "" if it does not wait.
	Problem   string     `db:"problem" json:"problem"`
	CreatedAt httpx.Time `db:"createdAt" json:"createdAt"`
	UpdatedAt httpx.Time `db:"updatedAt" json:"updatedAt"`
	// SubjectB is tested against the subject on TestShare per cent of the recipients. After TestHours the better
	// subject, by TestBy, is sent to the others.
	SubjectB  string `db:"subjectB" json:"subjectB"`
	TestShare Count  `db:"testShare" json:"testShare"`
	TestHours Count  `db:"testHours" json:"testHours"`
	TestBy    TestBy `db:"testBy" json:"testBy" wire:"orEmpty"`
	// DecisionAt is when the test ends. Winner is the chosen variant. DecidedBy is the admin who chose it, ""
	// if the readers' clicks or opens decided.
	DecisionAt httpx.Time `db:"decideAt" json:"decisionAt"`
	Winner     Variant    `db:"winner" json:"winner" wire:"orEmpty"`
	DecidedBy  string     `db:"decidedBy" json:"decidedBy"`
}

// Count is a number that is a string in JSON.
type Count string

// Scan reads a number from the database.
func (c *Count) Scan(value any) error {
	switch v := value.(type) {
	case int64:
		*c = Count(strconv.FormatInt(v, 10))
	case float64:
		*c = Count(strconv.FormatFloat(v, 'f', -1, 64))
	default:
		*c = "0"
	}
	return nil
}

// Detail is a campaign with its results.
type Detail struct {
	Summary
	Results  outbox.CampaignResults `json:"results"`
	Clicks   []outbox.LinkClicks    `json:"clicks"`
	Problems []Problem              `json:"problems"`
	// Bought is the number of recipients who bought something within seven days of their email.
	Bought int `json:"bought"`
	// Test is nil without a second subject.
	Test *SubjectTest `json:"test"`
	// NextSteps are the steps that are possible now: pause, resume, cancel, retry.
	NextSteps []Step `json:"nextSteps"`
	// Version is the version of the form.
	Version string `json:"version"`
}

// Step is an action of an admin on a started campaign.
type Step string

// The steps.
const (
	StepPause  Step = "pause"
	StepResume Step = "resume"
	StepCancel Step = "cancel"
	StepRetry  Step = "retry"
)

// Steps lists all steps.
var Steps = []Step{StepPause, StepResume, StepCancel, StepRetry}

// Values returns all steps.
func (Step) Values() []string { return rules.Options(Steps...) }

// checkStep returns an error if a step is not possible in a status.
func (s Status) checkStep(step Step) error {
	switch {
	case step == StepPause && !Transitions.Allows(s, Paused):
		return errNotActive
	case step == StepResume && s != Paused:
		return errNotPaused
	case step == StepCancel && !Transitions.Allows(s, Cancelled):
		return errNoCancel
	case step == StepRetry && s != Sent && s != Sending && s != Paused:
		return errNotActive
	}
	return nil
}

// nextSteps returns the steps that are possible in a status. failed is the number of failed emails.
func (s Status) nextSteps(failed int64) []Step {
	steps := []Step{}
	for _, step := range Steps {
		if s.checkStep(step) == nil && (step != StepRetry || failed > 0) {
			steps = append(steps, step)
		}
	}
	return steps
}

// Form is what an admin enters for a campaign.
type Form struct {
	_          struct{}          `wire:"campaign"`
	Name       string            `json:"name"`
	Type       string            `json:"type"`
	Trigger    string            `json:"trigger"`
	Topic      preferences.Topic `json:"topic"`
	Subject    string            `json:"subject"`
	SubjectB   string            `json:"subjectB"`
	TestShare  int               `json:"testShare"`
	TestHours  int               `json:"testHours"`
	TestBy     TestBy            `json:"testBy"`
	Preheader  string            `json:"preheader"`
	TemplateID string            `json:"templateId"`
	Content    string            `json:"content"`
	// Segment is nil if it stays unchanged.
	Segment *Segment `json:"segment,omitempty"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{
		Name:     "name",
		Label:    "Name",
		Kind:     rules.Line,
		Required: true,
		Max:      200,
		Messages: rules.Messages{Required: "Please enter a name"},
	},
	{Name: "type", Label: "Type", Kind: rules.Line, Max: 60, Default: "campaign"},
	{Name: "trigger", Label: "Trigger", Kind: rules.Line, Max: 60, Default: "manual"},
	{
		Name:    "topic",
		Label:   "Topic",
		Kind:    rules.Choice,
		Options: rules.Options(preferences.CampaignTopics...),
		Default: string(preferences.TopicNews),
	},
	{Name: "subject", Label: "Subject", Kind: rules.Line, Max: 200},
	{Name: "subjectB", Label: "Second subject", Kind: rules.Line, Max: 200},
	{
		Name:     "testShare",
		Label:    "Share of the test",
		Kind:     rules.Integer,
		Min:      2,
		Max:      100,
		Default:  "20",
		Messages: rules.Messages{Invalid: "Please enter a share from 2 to 100 per cent"},
	},
	{
		Name:     "testHours",
		Label:    "Hours of the test",
		Kind:     rules.Integer,
		Min:      1,
		Max:      72,
		Default:  "4",
		Messages: rules.Messages{Invalid: "Please enter 1 to 72 hours"},
	},
	{
		Name:    "testBy",
		Label:   "The better subject has more",
		Kind:    rules.Choice,
		Options: rules.Options(byClicks, byOpens),
		Default: string(byClicks),
	},
	{Name: "preheader", Label: "Preview text", Kind: rules.Line, Max: 200},
	{
		Name:     "templateId",
		Label:    "Brevo template",
		Kind:     rules.Line,
		Max:      12,
		Pattern:  `^[0-9]+$`,
		Messages: rules.Messages{Invalid: "Please enter the number of a Brevo template"},
	},
	{Name: "content", Label: "Text", Kind: rules.Text, Max: 100_000},
}

// List is GET /api/campaigns.
func (c *Campaigns) List() httpx.Endpoint {
	return lists.Rows[Summary](campaignList, httpx.Doc{Tag: "campaigns", Summary: "List the campaigns"})
}

// Get is GET /api/campaigns/{id}.
func (c *Campaigns) Get() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Detail, error) {
		return c.read(e.App, e.Request.PathValue("id"))
	}, httpx.Doc{
		Tag: "campaigns", Summary: "Read a campaign with its results", Errors: []*apperr.Error{errNotFound},
	})
}

func (c *Campaigns) read(app core.App, id string) (Detail, error) {
	detail, err := c.detail(app, id)
	return detail, apperr.Fail("The campaign could not be read.", err)
}

func (c *Campaigns) detail(app core.App, id string) (detail Detail, err error) {
	if detail.Summary, err = findSummary(app, id); err != nil {
		return detail, err
	}
	if detail.Results, err = c.Outbox.Results(app, id); err != nil {
		return detail, err
	}
	detail.Clicks = []outbox.LinkClicks{}
	if detail.Results.Clicked > 0 { // skipped without clicks, because the page polls while the campaign is sending
		if detail.Clicks, err = c.Outbox.Clicks(app, id); err != nil {
			return detail, err
		}
	}
	campaign, err := findCampaign(app, id)
	if err != nil {
		return detail, err
	}
	bought, err := c.buyers(app, campaign)
	if err != nil {
		return detail, err
	}
	detail.Bought = len(bought)
	stored, err := campaign.storedForm()
	if err != nil {
		return detail, err
	}
	detail.Version = httpx.VersionOf(stored)
	detail.NextSteps = campaign.Status().nextSteps(detail.Results.Failed)
	if detail.Test, err = c.subjectTest(app, campaign); err != nil {
		return detail, err
	}
	written, err := c.write(campaign.text())
	detail.Problems = append([]Problem{}, written.Problems...)
	return detail, err
}

// Create is POST /api/campaigns.
func (c *Campaigns) Create() httpx.Endpoint {
	return httpx.JSON(c.create, httpx.Doc{
		Tag: "campaigns", Summary: "Create a campaign", Status: http.StatusCreated,
		Example: map[string]any{
			"name": "Monsoon", "subject": "News", "content": "The circle meets.",
			"segment": map[string]any{
				"match": "all", "conditions": []any{map[string]any{"field": "account", "value": "any"}},
			},
		},
	})
}

func (c *Campaigns) create(e *core.RequestEvent, form Form) (Detail, error) {
	if err := c.checkForm(form); err != nil {
		return Detail{}, err
	}
	return c.save(e, "campaign.created", func(tx core.App) (*Campaign, error) {
		campaign, err := newCampaign(tx)
		if err == nil {
			campaign.load(form)
		}
		return campaign, err
	})
}

// checkForm returns an error if the segment of a form is invalid.
func (c *Campaigns) checkForm(form Form) error {
	if form.Segment == nil {
		return nil
	}
	return checkSegment(*form.Segment)
}

// Update is PUT /api/campaigns/{id}.
func (c *Campaigns) Update() httpx.Endpoint {
	return httpx.Patch(c.update, httpx.Doc{
		Tag: "campaigns", Summary: "Change a draft", Description: "A field that is missing keeps its value.",
		Errors:  []*apperr.Error{errNotFound, errNotDraft},
		Example: map[string]any{"name": "Monsoon 2026"}, IsVersioned: true,
	})
}

func (c *Campaigns) update(e *core.RequestEvent, change httpx.Change[Form]) (Detail, error) {
	return c.save(e, "campaign.updated", func(tx core.App) (*Campaign, error) {
		campaign, err := findCampaign(tx, e.Request.PathValue("id"))
		if err != nil {
			return nil, err
		}
		if campaign.Status() != Draft {
			return nil, errNotDraft
		}
		if err := campaign.checkVersion(change); err != nil {
			return nil, err
		}
		form, err := change.Apply(campaign.form())
		if err == nil {
			err = c.checkForm(form)
		}
		if err != nil {
			return nil, err
		}
		campaign.load(form)
		return campaign, nil
	})
}

// Duplicate is POST /api/campaigns/{id}/duplicate.
func (c *Campaigns) Duplicate() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (Detail, error) {
		return c.save(e, "campaign.created", func(tx core.App) (*Campaign, error) {
			campaign, err := findCampaign(tx, e.Request.PathValue("id"))
			if err != nil {
				return nil, err
			}
			return campaign.duplicate(tx)
		})
	}, httpx.Doc{
		Tag: "campaigns", Summary: "Create a draft with the text and the segment of a campaign",
		Status: http.StatusCreated, Errors: []*apperr.Error{errNotFound},
	})
}

// save stores the campaign that change returns, and its audit record.
func (c *Campaigns) save(e *core.RequestEvent, action string,
	change func(tx core.App) (*Campaign, error)) (Detail, error) {
	var id string
	err := e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := change(tx)
		if err != nil {
			return err
		}
		if err := tx.Save(campaign); err != nil {
			return err
		}
		id = campaign.Id
		return c.record(tx, e, action, campaign, map[string]any{"subject": campaign.text().Subject})
	})
	if err != nil {
		return Detail{}, saveError(err)
	}
	return c.read(e.App, id)
}

func saveError(err error) error {
	return apperr.Fail("The campaign could not be saved. Please try again.", err)
}

func (c *Campaigns) record(tx core.App, e *core.RequestEvent, action string, campaign *Campaign,
	details map[string]any) error {
	subject := audit.Subject{Collection: campaignsCollection, ID: campaign.Id, Label: campaign.Name()}
	return c.Audit.Record(tx, audit.RequestActor(e), action, subject, details)
}

// Delete is DELETE /api/campaigns/{id}.
func (c *Campaigns) Delete() httpx.Endpoint {
	return httpx.Do(c.deleteDraft, httpx.Doc{
		Tag: "campaigns", Summary: "Delete a draft", Description: "A campaign that was started cannot be deleted.",
		Errors: []*apperr.Error{errNotFound, errNotDraft},
	})
}

func (c *Campaigns) deleteDraft(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := findCampaign(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if campaign.Status() != Draft {
			return errNotDraft
		}
		if err := tx.Delete(campaign); err != nil {
			return err
		}
		return c.record(tx, e, "campaign.deleted", campaign, nil)
	})
	return apperr.Fail("The campaign could not be deleted. Please try again.", err)
}

// Pause is POST /api/campaigns/{id}/pause.
func (c *Campaigns) Pause() httpx.Endpoint {
	return c.step(StepPause, "campaign.paused", func(_ core.App, campaign *Campaign) error {
		return campaign.setStatus(Paused, c.now())
	}, httpx.Doc{
		Summary: "Pause a campaign", Description: "The batch that is being sent is completed; no other batch follows.",
		Errors: []*apperr.Error{errNotActive},
	})
}

// Resume is POST /api/campaigns/{id}/resume.
func (c *Campaigns) Resume() httpx.Endpoint {
	return c.step(StepResume, "campaign.resumed", func(tx core.App, campaign *Campaign) error {
		if err := campaign.setStatus(Sending, c.now()); err != nil {
			return err
		}
		return c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id})
	}, httpx.Doc{Summary: "Continue a paused campaign", Errors: []*apperr.Error{errNotPaused}})
}

// Cancel is POST /api/campaigns/{id}/cancel.
func (c *Campaigns) Cancel() httpx.Endpoint {
	return c.step(StepCancel, "campaign.cancelled", func(tx core.App, campaign *Campaign) error {
		if err := c.Outbox.CancelCampaign(tx, campaign.Id); err != nil {
			return err
		}
		// The job counts emails that are being sent now.
		if err := c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id}); err != nil {
			return err
		}
		return campaign.setStatus(Cancelled, c.now())
	}, httpx.Doc{
		Summary: "Cancel a campaign", Description: "Emails that are not sent yet are cancelled.",
		Errors: []*apperr.Error{errNoCancel},
	})
}

// Retry is POST /api/campaigns/{id}/retry.
func (c *Campaigns) Retry() httpx.Endpoint {
	return c.step(StepRetry, "campaign.retried", func(tx core.App, campaign *Campaign) error {
		queued, err := c.Outbox.RequeueFailed(tx, campaign.Id)
		switch {
		case err != nil:
			return err
		case queued == 0:
			return errNoFailed
		case campaign.Status() == Sent:
			if err := campaign.setStatus(Sending, c.now()); err != nil {
				return err
			}
		}
		return c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id})
	}, httpx.Doc{Summary: "Send the failed emails of a campaign again",
		Errors: []*apperr.Error{errNotActive, errNoFailed}})
}

// step returns the endpoint of a step. apply is called if the campaign's status allows the step.
func (c *Campaigns) step(step Step, action string, apply func(core.App, *Campaign) error,
	doc httpx.Doc) httpx.Endpoint {
	doc.Tag, doc.Errors = "campaigns", append(doc.Errors, errNotFound)
	return httpx.DoJSON(func(e *core.RequestEvent) (Detail, error) {
		return c.change(e, action, func(tx core.App, campaign *Campaign) error {
			if err := campaign.Status().checkStep(step); err != nil {
				return err
			}
			return apply(tx, campaign)
		})
	}, doc)
}

func (c *Campaigns) change(e *core.RequestEvent, action string,
	change func(core.App, *Campaign) error) (Detail, error) {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := findCampaign(tx, id)
		if err != nil {
			return err
		}
		if err := change(tx, campaign); err != nil {
			return err
		}
		if err := tx.SaveNoValidate(campaign); err != nil {
			return err
		}
		return c.record(tx, e, action, campaign, nil)
	})
	if err != nil {
		return Detail{}, saveError(err)
	}
	return c.read(e.App, id)
}
