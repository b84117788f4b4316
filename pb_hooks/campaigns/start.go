package campaigns

import (
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// A campaign is started by who has typed to how many people it goes. Above the number of the settings another admin
// approves it, and types the number again.

// checkStart counts the people of a campaign and compares with what the admin has typed.
func (c *Campaigns) checkStart(campaign *Campaign, typed string) (int64, error) {
	if status := campaign.Status(); status != Draft && status != Awaiting {
		return 0, errNotDraft
	}
	for _, p := range c.write(campaign.text()).Problems {
		if p.Blocking {
			return 0, httpx.Invalid(rules.Problem{Field: p.Field, Code: "invalid", Message: p.Message})
		}
	}
	segment, err := campaign.Segment()
	if err != nil {
		return 0, err
	}
	count, err := c.countSegment(c.app, segment, campaign.Topic())
	switch {
	case err != nil:
		return 0, err
	case count == 0:
		return 0, errNobody
	case typed != strconv.FormatInt(count, 10):
		message := "This campaign goes to " + strconv.FormatInt(count, 10) + " people at this moment. Please type that number."
		return 0, httpx.Conflict(rules.Problem{Field: "count", Code: "count-differs", Message: message})
	}
	return count, nil
}

// beginScheduled begins to send what was scheduled. Whom it goes to was counted when it was started: if they are more than one
// admin may write to by now, a second one approves it, as they would have then.
func (c *Campaigns) beginScheduled(campaign *Campaign) error {
	limits, err := settings.Read(c.app)
	if err != nil {
		return err
	}
	if limits.CampaignApprovalAbove == 0 || campaign.ApprovedBy() != "" {
		return c.move(campaign.Id, Scheduled, Preparing)
	}
	segment, err := campaign.Segment()
	if err != nil {
		return err
	}
	count, err := c.countSegment(c.app, segment, campaign.Topic())
	if err != nil {
		return err
	}
	if count > int64(limits.CampaignApprovalAbove) {
		return c.move(campaign.Id, Scheduled, Awaiting)
	}
	return c.move(campaign.Id, Scheduled, Preparing)
}

func (c *Campaigns) start(tx core.App, campaign *Campaign, by audit.Actor, count int64, at time.Time) error {
	now, status := c.now(), campaign.Status()
	limits, err := settings.Read(tx)
	if err != nil {
		return err
	}
	switch {
	case status == Draft && limits.CampaignApprovalAbove > 0 && count > int64(limits.CampaignApprovalAbove):
		campaign.setStart(by, at)
		if err := campaign.setStatus(Awaiting, now); err != nil {
			return err
		}
		return tx.SaveNoValidate(campaign)
	case status == Draft:
		campaign.setStart(by, at)
	case status == Awaiting && campaign.StartedByKey() == by.Key():
		return errOwnStart
	case status == Awaiting:
		campaign.setApproved(by.Name)
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
