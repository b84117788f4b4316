package campaigns

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

// The admin who starts a campaign types the number of its recipients. Above the number in the settings, another admin
// approves the campaign and types the number too.

// checkStart counts the recipients of a campaign and compares the number with the typed one.
func (c *Campaigns) checkStart(campaign *Campaign, typed int) (int64, error) {
	if status := campaign.Status(); status != Draft && status != Awaiting {
		return 0, errNotDraft
	}
	written, err := c.write(campaign.text())
	if err != nil {
		return 0, err
	}
	if problems := blockingProblems(written.Problems); len(problems) > 0 {
		return 0, httpx.Invalid(problems...)
	}
	segment, err := campaign.Segment()
	if err != nil {
		return 0, err
	}
	count, _, err := c.countSegment(c.app, segment, campaign.Topic())
	switch {
	case err != nil:
		return 0, err
	case count == 0:
		return 0, errEmpty
	case int64(typed) != count:
		message := "This campaign goes to " + strconv.FormatInt(count, 10) +
			" people now. Please type that number."
		return 0, httpx.Conflict(rules.Problem{Field: "count", Code: "count-differs", Message: message})
	}
	return count, nil
}

// beginScheduled starts a scheduled campaign. Its recipients were counted when it was started or approved. If more
// people have been added since than one admin may write to, the campaign waits for approval again.
func (c *Campaigns) beginScheduled(campaign *Campaign) error {
	limits, err := settings.Read(c.app)
	if err != nil {
		return err
	}
	if !limits.NeedsCampaignApproval(math.MaxInt64) {
		return c.moveStatus(campaign.Id, Scheduled, Preparing)
	}
	segment, err := campaign.Segment()
	if err != nil {
		return err
	}
	count, _, err := c.countSegment(c.app, segment, campaign.Topic())
	if err != nil {
		return err
	}
	// No admin has approved the people who were added since.
	if limits.NeedsCampaignApproval(count - campaign.approvedCount()) {
		return c.moveStatus(campaign.Id, Scheduled, Awaiting)
	}
	return c.moveStatus(campaign.Id, Scheduled, Preparing)
}

func (c *Campaigns) start(tx core.App, campaign *Campaign, by audit.Actor, count int64, at time.Time) error {
	now, status := c.now(), campaign.Status()
	limits, err := settings.Read(tx)
	if err != nil {
		return err
	}
	self, err := people.SelfOf(tx, by)
	if err != nil {
		return err
	}
	switch {
	case status == Draft && limits.NeedsCampaignApproval(count):
		campaign.setStart(by, at)
		if err := campaign.setStatus(Awaiting, now); err != nil {
			return err
		}
		return tx.SaveNoValidate(campaign)
	case status == Draft:
		campaign.setStart(by, at)
	case status == Awaiting && self.IsActor(campaign.StartedByKey()):
		return errOwnStart
	case status == Awaiting:
		campaign.setApproved(by.Name, count)
		at = campaign.ScheduledAt().Time()
	default:
		return errNotDraft
	}
	next := Preparing
	if at.After(now) {
		next = Scheduled
	}
	if err := campaign.setStatus(next, now); err != nil {
		return err
	}
	if err := tx.SaveNoValidate(campaign); err != nil {
		return err
	}
	return c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id, RunAt: at})
}

// StartForm is what an admin types to start a campaign.
type StartForm struct {
	_           struct{} `wire:"startCampaign,password"`
	Count       int      `json:"count"`
	ScheduledAt string   `json:"scheduledAt"`
}

// Rules returns the rules of the form.
func (StartForm) Rules() rules.Form { return startRules }

var startRules = rules.Form{
	{
		Name:     "count",
		Label:    "Number of people",
		Kind:     rules.Integer,
		Required: true,
		Min:      0,
		Max:      999_999_999,
		Messages: rules.Messages{
			Required: "Please enter how many people will get this email",
			Invalid:  "Please enter how many people will get this email",
		},
	},
	{Name: "scheduledAt", Label: "Send at", Kind: rules.Line, Max: 40},
}

// Start is POST /api/campaigns/{id}/start.
func (c *Campaigns) Start() httpx.Endpoint {
	return httpx.JSON(c.startOrApprove, httpx.Doc{
		Tag: "campaigns", Summary: "Start a campaign, or approve one that awaits approval",
		Description: "count is the number of people that the campaign goes to, typed by the admin. Above the number " +
			"in the settings another admin must start it too.",
		Errors:   []*apperr.Error{errNotFound, errNotDraft, errEmpty, errOwnStart},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"count": 1}, IsVersioned: true,
	})
}

func (c *Campaigns) startOrApprove(e *core.RequestEvent, form StartForm) (Detail, error) {
	const failed = "The campaign could not be started. Please try again."
	at, err := c.decodeTime(form.ScheduledAt)
	if err != nil {
		return Detail{}, err
	}
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return Detail{}, err
	}
	id, opened := e.Request.PathValue("id"), httpx.Change[Form]{Body: body}
	campaign, err := findOpened(e.App, id, opened)
	if err != nil {
		return Detail{}, apperr.Fail(failed, err)
	}
	count, err := c.checkStart(campaign, form.Count)
	if err != nil {
		return Detail{}, apperr.Fail(failed, err)
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		campaign, err := findOpened(tx, id, opened)
		if err != nil {
			return err
		}
		if err := c.start(tx, campaign, audit.RequestActor(e), count, at); err != nil {
			return err
		}
		action := map[Status]string{Awaiting: "campaign.submitted", Scheduled: "campaign.scheduled",
			Preparing: "campaign.started"}[campaign.Status()]
		return c.record(tx, e, action, campaign, map[string]any{"recipients": count})
	})
	if err != nil {
		return Detail{}, apperr.Fail(failed, err)
	}
	return c.read(e.App, id)
}

// findOpened returns a campaign, or a conflict if someone else has changed it since the admin opened it.
func findOpened(app core.App, id string, opened httpx.Change[Form]) (*Campaign, error) {
	campaign, err := findCampaign(app, id)
	if err != nil {
		return nil, err
	}
	return campaign, campaign.checkVersion(opened)
}

// pastTolerance is how far in the past a start time may be, because the form may have been open for some minutes.
const pastTolerance = 5 * time.Minute

// decodeTime parses an RFC 3339 time, or a date and time in India. It refuses a time in the past, because a mistyped
// day would start the campaign at once.
func (c *Campaigns) decodeTime(value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		at, err = time.ParseInLocation("2006-01-02T15:04", value, india.Zone)
	}
	if err == nil && at.Before(c.now().Add(-pastTolerance)) {
		return at, httpx.Invalid(rules.Problem{
			Field:   "scheduledAt",
			Code:    "past",
			Message: "This time has passed. Please enter a later time, or send now.",
		})
	}
	if err != nil || at.After(c.now().AddDate(1, 0, 0)) {
		return at, httpx.Invalid(rules.Invalid("scheduledAt",
			"Please enter a date and time within a year, such as 2026-11-22T18:30"))
	}
	if !at.After(c.now()) {
		return time.Time{}, nil
	}
	return at, nil
}
