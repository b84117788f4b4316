package campaigns

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
)

const campaignsCollection = "email_campaigns"

// Status is the status of a campaign.
type Status string

// The statuses of a campaign.
const (
	Draft     Status = "draft"
	Awaiting  Status = "awaiting"
	Scheduled Status = "scheduled"
	Preparing Status = "preparing"
	Sending   Status = "sending"
	Paused    Status = "paused"
	Sent      Status = "sent"
	Cancelled Status = "cancelled"
)

// Values returns all statuses.
func (Status) Values() []string {
	return rules.Options(Draft, Awaiting, Scheduled, Preparing, Sending, Paused, Sent, Cancelled)
}

// Transitions maps each status to the statuses that may follow. The table in campaigns.go lists them.
var Transitions = states.Table[Status]{
	Draft:     {Awaiting, Scheduled, Preparing},
	Awaiting:  {Scheduled, Preparing, Cancelled},
	Scheduled: {Awaiting, Preparing, Cancelled},
	Preparing: {Sending, Cancelled},
	Sending:   {Paused, Sent, Cancelled},
	Paused:    {Sending, Cancelled},
	Sent:      {Sending},
}

// Campaign is a record of email_campaigns.
type Campaign struct{ core.BaseRecordProxy }

func (c *Campaign) Name() string                { return c.GetString("name") }
func (c *Campaign) Status() Status              { return Status(c.GetString("status")) }
func (c *Campaign) Topic() preferences.Topic    { return preferences.Topic(c.GetString("topic")) }
func (c *Campaign) StartedByKey() string        { return c.GetString("startedByKey") }
func (c *Campaign) TestShare() int              { return c.GetInt("testShare") }
func (c *Campaign) Winner() Variant             { return Variant(c.GetString("winner")) }
func (c *Campaign) DecideAt() types.DateTime    { return c.GetDateTime("decideAt") }
func (c *Campaign) StartedAt() types.DateTime   { return c.GetDateTime("startedAt") }
func (c *Campaign) LastSentAt() types.DateTime  { return c.GetDateTime("lastSentAt") }
func (c *Campaign) ScheduledAt() types.DateTime { return c.GetDateTime("scheduledAt") }

// testsSubjects reports whether two subjects are tested on a share of the recipients.
func (c *Campaign) testsSubjects() bool { return c.GetString("subjectB") != "" }

// isUndecided reports whether the better of two subjects is not known yet.
func (c *Campaign) isUndecided() bool { return c.testsSubjects() && c.Winner() == "" }

// isTestedByOpens reports whether the better subject is chosen by opens instead of clicks.
func (c *Campaign) isTestedByOpens() bool { return TestBy(c.GetString("testBy")) == byOpens }

// awaitDecision sets the end of the subject test.
func (c *Campaign) awaitDecision(now time.Time) {
	c.Set("decideAt", now.Add(time.Duration(c.GetInt("testHours"))*time.Hour))
}

// decide sets the subject for all recipients outside of the test. by is the admin who chose it, "" if the test
// decided.
func (c *Campaign) decide(winner Variant, by string) {
	c.Load(map[string]any{"winner": string(winner), "decidedBy": by})
}

// Segment returns the segment that the campaign is sent to.
func (c *Campaign) Segment() (Segment, error) {
	var s Segment
	raw := c.GetString("segment")
	if raw == "" || raw == "null" {
		return s, nil
	}
	if err := json.Unmarshal([]byte(raw), &s); err != nil {
		return s, fmt.Errorf("segment of campaign %s: %w", c.Id, err)
	}
	return s, nil
}

// text returns the campaign's text.
func (c *Campaign) text() Text {
	template, _ := strconv.ParseInt(c.GetString("templateId"), 10, 64) // the form takes digits only
	return Text{
		Subject:    c.GetString("subject"),
		SubjectB:   c.GetString("subjectB"),
		Preheader:  c.GetString("preheader"),
		Content:    c.GetString("content"),
		TemplateID: template,
		Topic:      c.Topic(),
	}
}

// setStatus changes the campaign's status, or returns an error if the transition is not allowed.
func (c *Campaign) setStatus(to Status, now time.Time) error {
	if from := c.Status(); !Transitions.Allows(from, to) {
		return fmt.Errorf("campaign %s cannot move from %s to %s", c.Id, from, to)
	}
	c.Set("status", string(to))
	c.Set("isActive", to == Scheduled || to == Preparing || to == Sending)
	if to == Sent || to == Cancelled {
		c.Set("finishedAt", now)
		c.Set("problem", "")
	}
	return nil
}

// begin starts sending.
func (c *Campaign) begin(recipients int64, now time.Time) error {
	if err := c.setStatus(Sending, now); err != nil {
		return err
	}
	c.Load(map[string]any{"recipientCount": recipients, "startedAt": now, "problem": ""})
	return nil
}

func (c *Campaign) setStart(by audit.Actor, at time.Time) {
	c.Set("startedBy", by.Name)
	c.Set("startedByKey", by.Key())
	c.Set("scheduledAt", "")
	if !at.IsZero() {
		c.Set("scheduledAt", at)
	}
}

func (c *Campaign) ApprovedBy() string { return c.GetString("approvedBy") }

// approvedCount is the number of recipients that was approved, 0 without an approval.
func (c *Campaign) approvedCount() int64 { return int64(c.GetInt("approvedCount")) }

func (c *Campaign) setApproved(by string, count int64) {
	c.Load(map[string]any{"approvedBy": by, "approvedCount": count})
}

// load sets the values of a form.
func (c *Campaign) load(form Form) {
	c.Load(map[string]any{
		"name": form.Name, "type": form.Type, "trigger": form.Trigger, "topic": string(form.Topic),
		"subject": form.Subject, "subjectB": form.SubjectB, "testShare": form.TestShare, "testHours": form.TestHours,
		"testBy": string(form.TestBy), "preheader": form.Preheader, "templateId": form.TemplateID,
		"content": form.Content,
	})
	if form.Segment != nil {
		c.Set("segment", form.Segment)
	}
}

// form returns the values of the form without the segment.
func (c *Campaign) form() Form {
	return Form{
		Name: c.Name(), Type: c.GetString("type"), Trigger: c.GetString("trigger"), Topic: c.Topic(),
		Subject: c.GetString("subject"), SubjectB: c.GetString("subjectB"), TestShare: c.TestShare(),
		TestHours: c.GetInt("testHours"), TestBy: TestBy(c.GetString("testBy")), Preheader: c.GetString("preheader"),
		TemplateID: c.GetString("templateId"), Content: c.GetString("content"),
	}
}

// storedForm returns all stored values. form omits the segment, so that a change without a segment keeps the stored
// one.
func (c *Campaign) storedForm() (Form, error) {
	form := c.form()
	segment, err := c.Segment()
	form.Segment = &segment
	return form, err
}

// checkVersion returns a conflict if a body has another version than that of the stored values.
func (c *Campaign) checkVersion(change httpx.Change[Form]) error {
	stored, err := c.storedForm()
	if err != nil {
		return err
	}
	return change.CheckVersion(stored, "campaign")
}

func newCampaign(app core.App) (*Campaign, error) {
	c, err := database.New[Campaign](app, campaignsCollection)
	if err != nil {
		return nil, err
	}
	c.Load(map[string]any{
		"status":  string(Draft),
		"topic":   string(preferences.TopicNews),
		"type":    "campaign",
		"trigger": "manual",
	})
	return c, nil
}

// duplicate returns a new draft with the same text and segment.
func (c *Campaign) duplicate(app core.App) (*Campaign, error) {
	other, err := newCampaign(app)
	if err != nil {
		return nil, err
	}
	other.load(c.form())
	other.Set("segment", c.Get("segment"))
	name := []rune("Copy of " + c.Name())
	other.Set("name", string(name[:min(len(name), 200)]))
	return other, nil
}

// findCampaign returns errNotFound if no campaign has the id.
func findCampaign(app core.App, id string) (*Campaign, error) {
	found, err := database.Find[Campaign](app, campaignsCollection, id)
	return found, database.IfMissing(err, errNotFound)
}

// CountActive returns the number of active campaigns.
func CountActive(app core.App) (n int64, err error) {
	err = app.DB().NewQuery("SELECT count(*) FROM email_campaigns WHERE isActive").Row(&n)
	return n, database.Wrap("count the active campaigns", err)
}

// FindPictureUses returns the campaigns that show the picture with a URL of this site. It includes old campaigns,
// because people read old emails.
func FindPictureUses(app core.App, address string) (uses []images.Use, err error) {
	err = app.DB().NewQuery(`SELECT 'Campaign: ' || name AS label, '/admin/campaigns/' || id AS path, 'shown' AS state
		FROM email_campaigns WHERE instr(content, {:address}) > 0 ORDER BY createdAt, id`).
		Bind(dbx.Params{"address": address}).All(&uses)
	return uses, database.Wrap("look for a picture in the campaigns", err)
}

// recordProgress adds to the number of sent emails, and stores why sending waits.
func recordProgress(app core.App, id string, sent int, problem string, now time.Time) error {
	_, err := app.NonconcurrentDB().
		NewQuery(`UPDATE email_campaigns SET sentCount = sentCount + {:sent}, problem = {:problem},
		lastSentAt = CASE WHEN {:sent} > 0 THEN {:now} ELSE lastSentAt END, updatedAt = {:now} WHERE id = {:id}`).
		Bind(dbx.Params{"sent": sent, "problem": problem, "now": database.FormatTime(now), "id": id}).Execute()
	return database.Wrap("record the progress of campaign "+id, err)
}

// recordResults stores the results of a campaign. The rates are per cent of the sent emails.
func recordResults(app core.App, id string, r outbox.CampaignResults, now time.Time) error {
	_, err := app.NonconcurrentDB().
		NewQuery(`UPDATE email_campaigns SET recipientCount = {:recipients}, sentCount = {:sent}, openRate = {:open},
		clickRate = {:click}, updatedAt = {:now} WHERE id = {:id}`).
		Bind(dbx.Params{"recipients": r.Recipients, "sent": r.Sent, "open": percent(r.Opened, r.Sent),
			"click": percent(r.Clicked, r.Sent), "now": database.FormatTime(now), "id": id}).
		Execute()
	return database.Wrap("record the results of campaign "+id, err)
}

func percent(part, whole int64) int64 {
	if whole == 0 {
		return 0
	}
	return (part*100 + whole/2) / whole
}

// listRecent returns the ids of the finished, paused and cancelled campaigns that have sent since a time.
func listRecent(app core.App, since time.Time) (ids []string, err error) {
	err = app.DB().
		NewQuery(`SELECT id FROM email_campaigns WHERE lastSentAt >= {:since}
			AND status IN ('sent', 'paused', 'cancelled')`).
		Bind(dbx.Params{"since": database.FormatTime(since)}).Column(&ids)
	return ids, database.Wrap("list the recent campaigns", err)
}

// campaignList is the list of the campaigns, newest first.
var campaignList = lists.List{
	Whole: true,
	From:  campaignsCollection,
	Columns: []string{"id", "name", "type", "trigger", "topic", "subject", "preheader", "templateId", "content",
		"segment", "status", "scheduledAt", "recipientCount", "sentCount", "openRate", "clickRate", "isActive",
		"lastSentAt", "startedAt", "finishedAt", "startedBy", "approvedBy", "problem", "createdAt", "updatedAt",
		"subjectB", "testShare", "testHours", "testBy", "decideAt", "winner", "decidedBy"},
	Search:      []string{"name", "subject"},
	Sort:        map[string]string{"createdAt": "createdAt", "name": "[[name]] COLLATE folded", "status": "status"},
	DefaultSort: "-createdAt",
}

// findSummary returns a campaign as it is sent in JSON.
func findSummary(app core.App, id string) (Summary, error) {
	var s Summary
	err := app.DB().Select(campaignList.Columns...).From(campaignsCollection).Where(dbx.HashExp{"id": id}).One(&s)
	return s, database.Wrap("find campaign "+id, database.IfMissing(err, errNotFound))
}
