package campaigns

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
)

// Summary is a campaign as the wire has it: counts and rates travel as text.
type Summary struct {
	ID             string     `db:"id" json:"id"`
	Name           string     `db:"name" json:"name"`
	Type           string     `db:"type" json:"type"`
	Trigger        string     `db:"trigger" json:"trigger"`
	Topic          string     `db:"topic" json:"topic"`
	Subject        string     `db:"subject" json:"subject"`
	Preheader      string     `db:"preheader" json:"preheader"`
	TemplateID     string     `db:"templateId" json:"templateId"`
	Content        string     `db:"content" json:"content"`
	Segment        Segment    `db:"segment" json:"segment"`
	Status         string     `db:"status" json:"status"`
	ScheduledAt    httpx.Time `db:"scheduledAt" json:"scheduledAt"`
	RecipientCount Count      `db:"recipientCount" json:"recipientCount"`
	SentCount      Count      `db:"sentCount" json:"sentCount"`
	OpenRate       Count      `db:"openRate" json:"openRate"`
	ClickRate      Count      `db:"clickRate" json:"clickRate"`
	IsActive       httpx.Bool `db:"isActive" json:"isActive"`
	LastSentAt     httpx.Time `db:"lastSentAt" json:"lastSentAt"`
	StartedAt      httpx.Time `db:"startedAt" json:"startedAt"`
	FinishedAt     httpx.Time `db:"finishedAt" json:"finishedAt"`
	StartedBy      string     `db:"startedBy" json:"startedBy"`
	ApprovedBy     string     `db:"approvedBy" json:"approvedBy"`
	// Problem says why the sending waits, "" if it does not.
	Problem   string     `db:"problem" json:"problem"`
	CreatedAt httpx.Time `db:"createdAt" json:"createdAt"`
	UpdatedAt httpx.Time `db:"updatedAt" json:"updatedAt"`
	// SubjectB is tried beside the subject on TestShare per cent of the people; after TestHours the better one, by TestBy
	// (clicks or opens), goes to the others.
	SubjectB  string `db:"subjectB" json:"subjectB"`
	TestShare Count  `db:"testShare" json:"testShare"`
	TestHours Count  `db:"testHours" json:"testHours"`
	TestBy    string `db:"testBy" json:"testBy"`
	// DecideAt is when the test ends, Winner the chosen variant, a or b, and DecidedBy the admin who has chosen it.
	DecideAt  httpx.Time `db:"decideAt" json:"decideAt"`
	Winner    string     `db:"winner" json:"winner"`
	DecidedBy string     `db:"decidedBy" json:"decidedBy"`
}

// Count is a number that travels as text.
type Count string

// Scan reads a stored number.
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

// Scan reads a stored segment; none is everybody.
func (s *Segment) Scan(value any) error {
	*s = Segment{Match: "all"}
	raw := types.JSONRaw{}
	if err := raw.Scan(value); err != nil {
		return err
	}
	if len(raw) > 0 && string(raw) != "null" && string(raw) != `""` {
		if err := json.Unmarshal(raw, s); err != nil {
			return err
		}
	}
	if s.Conditions == nil {
		s.Conditions = []Condition{}
	}
	return nil
}

// Detail is a campaign with what became of it.
type Detail struct {
	Summary
	Results  mail.CampaignResults `json:"results"`
	Clicks   []mail.LinkClicks    `json:"clicks"`
	Problems []Problem            `json:"problems"`
	// Bought is how many recipients have bought within seven days of their email.
	Bought int `json:"bought"`
	// Test is nil without a second subject.
	Test *SubjectTest `json:"test"`
}

// Form is what an admin writes of a campaign.
var Form = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 200, Messages: rules.Messages{Required: "Please enter a name"}},
	{Name: "type", Label: "Type", Kind: rules.Line, Max: 60, Default: "campaign"},
	{Name: "trigger", Label: "Trigger", Kind: rules.Line, Max: 60, Default: "manual"},
	{Name: "topic", Label: "What it is about", Kind: rules.Choice, Options: texts(mail.CampaignTopics), Default: string(mail.TopicNews)},
	{Name: "subject", Label: "Subject", Kind: rules.Line, Max: 200},
	{Name: "subjectB", Label: "Second subject", Kind: rules.Line, Max: 200},
	{Name: "testShare", Label: "Share of the test", Kind: rules.Integer, Min: 2, Max: 100, Default: "20", Messages: rules.Messages{Invalid: "Please enter a share from 2 to 100 per cent"}},
	{Name: "testHours", Label: "Hours of the test", Kind: rules.Integer, Min: 1, Max: 72, Default: "4", Messages: rules.Messages{Invalid: "Please enter 1 to 72 hours"}},
	{Name: "testBy", Label: "The better one has more", Kind: rules.Choice, Options: []string{"clicks", "opens"}, Default: "clicks"},
	{Name: "preheader", Label: "Preview text", Kind: rules.Line, Max: 200},
	{Name: "templateId", Label: "Brevo template", Kind: rules.Line, Max: 12, Pattern: `^[0-9]+$`, Messages: rules.Messages{Invalid: "A template of Brevo's has a number"}},
	{Name: "content", Label: "Text", Kind: rules.Text, Max: 100_000},
}

// StartForm is the body of POST /api/campaigns/{id}/start.
var StartForm = rules.Form{
	{Name: "count", Label: "Number of people", Kind: rules.Integer, Required: true, Min: 0, Max: 999_999_999, Messages: rules.Messages{
		Required: "Please type how many people get this email", Invalid: "Please type how many people get this email",
	}},
	{Name: "scheduledAt", Label: "Send at", Kind: rules.Line, Max: 40},
}

// TestForm is the body of POST /api/campaigns/{id}/test. as is a person of the lists whose facts it shows.
var TestForm = rules.Form{
	{Name: "email", Label: "Send it to", Kind: rules.Email, Required: true, Max: 254, Messages: rules.Messages{
		Required: "Please enter an address", Invalid: "Please enter a valid email address",
	}},
	{Name: "as", Label: "As this person would get it", Kind: rules.Email, Max: 254},
}

// List is GET /api/campaigns.
func (c *Campaigns) List(e *core.RequestEvent) error { return httpx.WriteList[Summary](e, list) }

// Get is GET /api/campaigns/{id}.
func (c *Campaigns) Get(e *core.RequestEvent) error {
	return c.writeDetail(e, e.Request.PathValue("id"), http.StatusOK)
}

func (c *Campaigns) writeDetail(e *core.RequestEvent, id string, status int) error {
	detail, err := c.detail(e.App, id)
	if err != nil {
		return apperr.Fail("The campaign could not be read.", err)
	}
	return e.JSON(status, detail)
}

func (c *Campaigns) detail(app core.App, id string) (detail Detail, err error) {
	if detail.Summary, err = findSummary(app, id); err != nil {
		return detail, err
	}
	if detail.Results, err = c.Outbox.Results(app, id); err != nil {
		return detail, err
	}
	detail.Clicks = []mail.LinkClicks{}
	if detail.Results.Clicked > 0 { // while it is being sent the page asks again and again
		if detail.Clicks, err = c.Outbox.Clicks(app, id); err != nil {
			return detail, err
		}
	}
	campaign, err := find(app, id)
	if err != nil {
		return detail, err
	}
	bought, err := c.buyers(app, campaign)
	if err != nil {
		return detail, err
	}
	detail.Bought = len(bought)
	if detail.Test, err = c.subjectTest(app, campaign); err != nil {
		return detail, err
	}
	detail.Problems = append([]Problem{}, c.write(campaign.text()).Problems...)
	return detail, nil
}

// decode checks a body against the form, over the values that there are.
func (c *Campaigns) decode(body map[string]any, known map[string]any) (rules.Values, *Segment, error) {
	for name, value := range body {
		known[name] = value
	}
	values, problems := Form.Check(known)
	segment, problem := c.decodeSegment(body["segment"])
	if problem != nil {
		problems = append(problems, *problem)
	}
	if len(problems) > 0 {
		return nil, nil, httpx.Invalid(problems...)
	}
	return values, segment, nil
}

// decodeSegment returns nil for a body that has none.
func (c *Campaigns) decodeSegment(raw any) (*Segment, *rules.Problem) {
	if raw == nil {
		return nil, nil
	}
	var segment Segment
	data, err := json.Marshal(raw)
	if err == nil {
		err = json.Unmarshal(data, &segment)
	}
	if err != nil {
		return nil, &rules.Problem{Field: "segment", Code: "invalid", Message: "A segment has match and conditions"}
	}
	return &segment, c.checkSegment(segment)
}

// Create is POST /api/campaigns.
func (c *Campaigns) Create(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, segment, err := c.decode(body, map[string]any{})
	if err != nil {
		return err
	}
	return c.save(e, http.StatusCreated, "campaign.created", func(tx core.App) (*Campaign, error) {
		campaign, err := newCampaign(tx)
		if err == nil {
			campaign.setValues(values, segment)
		}
		return campaign, err
	})
}

// Update is PUT /api/campaigns/{id}; what is left out stays.
func (c *Campaigns) Update(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	return c.save(e, http.StatusOK, "campaign.updated", func(tx core.App) (*Campaign, error) {
		campaign, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return nil, err
		}
		if campaign.Status() != Draft {
			return nil, errNotDraft
		}
		values, segment, err := c.decode(body, campaign.formValues())
		if err != nil {
			return nil, err
		}
		campaign.setValues(values, segment)
		return campaign, nil
	})
}

// Duplicate is POST /api/campaigns/{id}/duplicate: a new draft with the same text.
func (c *Campaigns) Duplicate(e *core.RequestEvent) error {
	return c.save(e, http.StatusCreated, "campaign.created", func(tx core.App) (*Campaign, error) {
		campaign, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return campaign.duplicate(tx)
	})
}

// save stores what change makes of a campaign, with a row of the audit log, and answers it.
func (c *Campaigns) save(e *core.RequestEvent, status int, action string, change func(tx core.App) (*Campaign, error)) error {
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
		return saveError(err)
	}
	return c.writeDetail(e, id, status)
}

func saveError(err error) error {
	return apperr.Fail("The campaign could not be saved. Please try again.", err)
}

func (c *Campaigns) record(tx core.App, e *core.RequestEvent, action string, campaign *Campaign, details map[string]any) error {
	subject := audit.Subject{Collection: collectionName, ID: campaign.Id, Label: campaign.Name()}
	return c.Audit.Record(tx, audit.RequestActor(e), action, subject, details)
}

// Delete is DELETE /api/campaigns/{id}: a draft only, for of the others there is a history.
func (c *Campaigns) Delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := find(tx, e.Request.PathValue("id"))
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
	if err != nil {
		return apperr.Fail("The campaign could not be deleted. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// Start is POST /api/campaigns/{id}/start. A campaign that awaits approval is approved by it.
func (c *Campaigns) Start(e *core.RequestEvent) error {
	body, err := httpx.DecodeForm(e, StartForm)
	if err != nil {
		return err
	}
	at, err := c.decodeTime(body.Text("scheduledAt"))
	if err != nil {
		return err
	}
	id := e.Request.PathValue("id")
	campaign, err := find(e.App, id)
	if err != nil {
		return err
	}
	count, err := c.checkStart(campaign, body.Text("count"))
	if err != nil {
		return apperr.Fail("The campaign could not be started. Please try again.", err)
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := find(tx, id)
		if err != nil {
			return err
		}
		if err := c.start(tx, campaign, audit.RequestActor(e), count, at); err != nil {
			return err
		}
		action := map[Status]string{Awaiting: "campaign.submitted", Scheduled: "campaign.scheduled", Preparing: "campaign.started"}[campaign.Status()]
		return c.record(tx, e, action, campaign, map[string]any{"recipients": count})
	})
	if err != nil {
		return apperr.Fail("The campaign could not be started. Please try again.", err)
	}
	return c.writeDetail(e, id, http.StatusOK)
}

// pastTolerance is how long a form may have been open with the minute that it names.
const pastTolerance = 5 * time.Minute

// decodeTime reads an instant of RFC 3339, or a date and time of India. One that has passed is refused: a mistyped day would
// send at once.
func (c *Campaigns) decodeTime(value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		at, err = time.ParseInLocation("2006-01-02T15:04", value, india.Zone)
	}
	if err == nil && at.Before(c.now().Add(-pastTolerance)) {
		return at, httpx.Invalid(rules.Problem{Field: "scheduledAt", Code: "past", Message: "This time has passed. Please enter one to come, or send at once."})
	}
	if err != nil || at.After(c.now().AddDate(1, 0, 0)) {
		return at, httpx.Invalid(rules.Problem{Field: "scheduledAt", Code: "invalid", Message: "Please enter a date and time within a year, such as 2026-11-22T18:30"})
	}
	if !at.After(c.now()) {
		return time.Time{}, nil
	}
	return at, nil
}

// Pause is POST /api/campaigns/{id}/pause: the batch that is being sent goes out, no other does.
func (c *Campaigns) Pause(e *core.RequestEvent) error {
	return c.change(e, "campaign.paused", func(tx core.App, campaign *Campaign) error {
		if campaign.Status() != Sending {
			return errNotActive
		}
		return campaign.setStatus(Paused, c.now())
	})
}

// Resume is POST /api/campaigns/{id}/resume.
func (c *Campaigns) Resume(e *core.RequestEvent) error {
	return c.change(e, "campaign.resumed", func(tx core.App, campaign *Campaign) error {
		if campaign.Status() != Paused {
			return errNotPaused
		}
		if err := campaign.setStatus(Sending, c.now()); err != nil {
			return err
		}
		return c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id})
	})
}

// Cancel is POST /api/campaigns/{id}/cancel: what has not gone out never does.
func (c *Campaigns) Cancel(e *core.RequestEvent) error {
	return c.change(e, "campaign.cancelled", func(tx core.App, campaign *Campaign) error {
		if !slices.Contains(transitions[campaign.Status()], Cancelled) {
			return errNoCancel
		}
		if err := c.Outbox.CancelCampaign(tx, campaign.Id); err != nil {
			return err
		}
		// What is on its way is still told of.
		if err := c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id}); err != nil {
			return err
		}
		return campaign.setStatus(Cancelled, c.now())
	})
}

// Retry is POST /api/campaigns/{id}/retry: the e-mails that have failed are sent again.
func (c *Campaigns) Retry(e *core.RequestEvent) error {
	return c.change(e, "campaign.retried", func(tx core.App, campaign *Campaign) error {
		if campaign.Status() != Sent && campaign.Status() != Sending && campaign.Status() != Paused {
			return errNotActive
		}
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
	})
}

func (c *Campaigns) change(e *core.RequestEvent, action string, change func(core.App, *Campaign) error) error {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := find(tx, id)
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
		return saveError(err)
	}
	return c.writeDetail(e, id, http.StatusOK)
}

// testTTL is how long a test is worth sending: later nobody waits for it.
const testTTL = time.Hour

// Test is POST /api/campaigns/{id}/test: one e-mail to an address of the admin's choosing, which counts for nothing.
func (c *Campaigns) Test(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TestForm)
	if err != nil {
		return err
	}
	to := values.Text("email")
	campaign, err := find(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	for _, p := range c.write(campaign.text()).Problems {
		if p.Blocking {
			return httpx.Invalid(rules.Problem{Field: p.Field, Code: "invalid", Message: p.Message})
		}
	}
	params, err := c.factsOf(values.Text("as"))
	if err != nil {
		return apperr.Fail("The test email could not be written. Please try again.", err)
	}
	if err := c.Outbox.Throttle(kindCampaign, to); err != nil {
		return err
	}
	params["campaign"], params["topic"], params["test"] = campaign.Id, string(campaign.Topic()), "true"
	params["subject"] = "[Test] " + campaign.text().Subject
	err = e.App.RunInTransaction(func(tx core.App) error {
		err := c.Outbox.Enqueue(tx, mail.Email{
			Kind: kindCampaign, DedupeKey: "camp-test:" + keys.Random(), To: mail.Address{Email: to}, Params: params, ExpiresAt: c.now().Add(testTTL),
		})
		if err != nil {
			return err
		}
		return c.record(tx, e, "campaign.tested", campaign, map[string]any{"to": to})
	})
	if err != nil {
		return apperr.Fail("The test email could not be written. Please try again.", err)
	}
	return e.JSON(http.StatusAccepted, TestResult{EmailAddress: to})
}

// TestResult says where a test goes.
type TestResult struct {
	EmailAddress string `json:"emailAddress"`
}

// factsOf are what the lists say of a person, nothing of a stranger.
func (c *Campaigns) factsOf(email string) (map[string]string, error) {
	facts := map[string]string{}
	if email == "" {
		return facts, nil
	}
	found, err := c.findPerson(email)
	if err != nil || found == nil {
		return facts, err
	}
	return found.facts(), nil
}

// Preview is a text as a reader would get it.
type Preview struct {
	Subject   string `json:"subject"`
	Preheader string `json:"preheader"`
	Text      string `json:"text"`
	// SubjectB is the second subject, "" for none.
	SubjectB string `json:"subjectB"`
	// Light and Dark are addresses that a frame shows, for half an hour.
	Light    string    `json:"light"`
	Dark     string    `json:"dark"`
	Bytes    int       `json:"bytes"`
	Problems []Problem `json:"problems"`
}

// PreviewForm is the body of POST /api/campaigns/preview.
var PreviewForm = rules.Form{
	Form.Field("topic"), Form.Field("subject"), Form.Field("subjectB"), Form.Field("preheader"), Form.Field("content"), Form.Field("templateId"), TestForm.Field("as"),
}

// textOf is the text of a PreviewForm.
func textOf(values rules.Values) Text {
	template, _ := strconv.ParseInt(values.Text("templateId"), 10, 64)
	return Text{
		Subject: values.Text("subject"), SubjectB: values.Text("subjectB"), Preheader: values.Text("preheader"), Content: values.Text("content"),
		TemplateID: template, Topic: mail.Topic(values.Text("topic")),
	}
}

// Preview is POST /api/campaigns/preview: a text that need not be saved, as a person of the lists would get it.
func (c *Campaigns) Preview(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreviewForm)
	if err != nil {
		return err
	}
	w := c.write(textOf(values))
	content, err := c.Outbox.Frame(w.Draft)
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	facts, err := c.factsOf(values.Text("as"))
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	shown := content.For(facts)
	page := mail.FillPreferences(shown.HTML, c.SiteURL+"/preferences/preview")
	filled := func(line string) string {
		return mail.Content{Rendered: mail.Rendered{Subject: line}, Fields: w.Fields}.For(facts).Subject
	}
	return e.JSON(http.StatusOK, Preview{
		Subject: shown.Subject, SubjectB: filled(w.SubjectB), Preheader: filled(w.Preheader),
		Text:  mail.FillPreferences(shown.Text, c.SiteURL+"/preferences/preview"),
		Light: c.Outbox.KeepPreview(httpx.AccountKey(e), page),
		Dark:  c.Outbox.KeepPreview(httpx.AccountKey(e), strings.ReplaceAll(page, "@media (prefers-color-scheme: dark)", "@media all")),
		Bytes: len(page), Problems: append([]Problem{}, w.Problems...),
	})
}

// SegmentCount is how many people a segment has, and some of them.
type SegmentCount struct {
	Count    int64     `json:"count"`
	Examples []Example `json:"examples"`
}

// Example is somebody of a segment.
type Example struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

const maxExamples = 10

// CountPeople is POST /api/segments/count: the body has the segment, and the topic that they must want.
func (c *Campaigns) CountPeople(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	raw, isGiven := body["segment"]
	if !isGiven { // the segment may be the body itself
		raw = body
	}
	// everybody is a segment without conditions: a mistyped one must not count as everybody
	given, _ := raw.(map[string]any)
	if given["match"] == nil && given["conditions"] == nil {
		return httpx.Invalid(rules.Problem{Field: "segment", Code: "required", Message: "Please say which segment: its match and its conditions, an empty list for everybody"})
	}
	segment, problem := c.decodeSegment(raw)
	if problem != nil {
		return httpx.Invalid(*problem)
	}
	topic := mail.TopicNews
	if asked := body["topic"]; asked != nil && asked != "" {
		name, _ := asked.(string)
		if topic = mail.Topic(name); !topic.Valid() {
			return httpx.Invalid(rules.Problem{Field: "topic", Code: "invalid", Message: "Please choose one of: " + strings.Join(texts(mail.Topics), ", ")})
		}
	}
	people, params, err := c.selectPeople(*segment, topic)
	if err != nil {
		return apperr.Fail("The people could not be counted.", err)
	}
	count, err := countPeople(e.App, people, params)
	examples, examplesErr := examplePeople(e.App, people, params, maxExamples)
	if err := errors.Join(err, examplesErr); err != nil {
		return apperr.Fail("The people could not be counted.", err)
	}
	answer := SegmentCount{Count: count, Examples: []Example{}}
	for _, p := range examples {
		answer.Examples = append(answer.Examples, Example{p.Email, p.Name})
	}
	return e.JSON(http.StatusOK, answer)
}

// Export is GET /api/campaigns/{id}/export: what became of each e-mail.
func (c *Campaigns) Export(e *core.RequestEvent) error {
	campaign, err := find(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	bought, err := c.buyers(e.App, campaign)
	if err != nil {
		return apperr.Fail("The campaign could not be read.", err)
	}
	contents, err := c.contents(campaign)
	if err != nil {
		return apperr.Fail("The campaign could not be read.", err)
	}
	sheet := exports.Sheet[mail.CampaignEmail]{
		File: "campaign", Title: "Campaign", Action: "campaign.exported", List: mail.CampaignEmails(campaign.Id),
		Headings: []string{"Email", "Name", "Status", "Reason", "Sent at (IST)", "Delivered at (IST)", "Opened at (IST)", "Opened by a mail program (IST)",
			"Clicked at (IST)", "Unsubscribed at (IST)", "Bought within seven days at (IST)", "Subject"},
		Cells: func(m mail.CampaignEmail) []any {
			at := func(t httpx.Time) any {
				if instant := types.DateTime(t); !instant.IsZero() {
					return instant.Time()
				}
				return ""
			}
			facts := m.Facts()
			subject := cmp.Or(contents[facts["variant"]].For(facts).Subject, m.Subject)
			return []any{m.EmailAddress, m.RecipientName, m.Status, m.ErrorMessage, at(m.SentAt), at(m.DeliveredAt), at(m.OpenedAt), at(m.ProxyOpenedAt),
				at(m.ClickedAt), at(m.UnsubscribedAt), at(httpx.Time(bought[m.EmailAddress])), subject}
		},
	}
	return sheet.WriteResponse(e, c.Audit, c.now)
}
