package campaigns

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
)

// A campaign with a second subject goes out in two parts:
//
//	drawn     When the sending begins, a share of the recipients is drawn by lot, in the same transaction; half of it gets the
//	          one subject, half the other. An e-mail keeps its variant, whatever dies or is tried again.
//	waits     When the share has gone out, readers have some hours to open and click.
//	decided   Then the subject with the better rate of unique clicks, or of opens that no proxy made, goes to all others; the
//	          first one if they do equally well. An admin may choose before.

// The variants of a campaign's e-mails; those outside of the test have none.
const (
	variantA = "a"
	variantB = "b"
)

// awaitWinner waits for the readers of a test, and then chooses the better subject.
func (c *Campaigns) awaitWinner(id string) error {
	results, err := c.Outbox.VariantResults(c.app, id)
	if err != nil {
		return err
	}
	at := c.now()
	err = c.app.RunInTransaction(func(tx core.App) error {
		campaign, err := findCampaign(tx, id)
		if err != nil || campaign.Status() != Sending || !campaign.isUndecided() {
			return err
		}
		switch decideAt := campaign.DecideAt(); {
		case decideAt.IsZero():
			campaign.awaitDecision(c.now())
			at = campaign.DecideAt().Time()
		case decideAt.Time().After(c.now()):
			at = decideAt.Time()
			return nil
		default:
			campaign.decide(better(results[variantA], results[variantB], campaign.byOpens()), "")
		}
		return tx.SaveNoValidate(campaign)
	})
	if err != nil {
		return err
	}
	if err := c.storeResults(id); err != nil {
		return err
	}
	return jobs.RetryAt(at, "its two subjects are tested")
}

// better is the variant with the greater share of readers, the first one if both are equal.
func better(a, b mail.VariantResult, byOpens bool) string {
	ofA, ofB := a.Clicked, b.Clicked
	if byOpens {
		ofA, ofB = a.Opened, b.Opened
	}
	if ofB*max(a.Sent, 1) > ofA*max(b.Sent, 1) {
		return variantB
	}
	return variantA
}

// SubjectTest is how two subjects do.
type SubjectTest struct {
	A mail.VariantResult `json:"a"`
	B mail.VariantResult `json:"b"`
}

// subjectTest is nil for a campaign without a second subject.
func (c *Campaigns) subjectTest(app core.App, campaign *Campaign) (*SubjectTest, error) {
	if !campaign.testsSubjects() {
		return nil, nil
	}
	results, err := c.Outbox.VariantResults(app, campaign.Id)
	return &SubjectTest{A: results[variantA], B: results[variantB]}, err
}

// WinnerForm is the body of POST /api/campaigns/{id}/winner.
var WinnerForm = rules.Form{
	{Name: "subject", Label: "Subject", Kind: rules.Choice, Required: true, Options: []string{variantA, variantB}, Messages: rules.Messages{
		Required: "Please choose one of the two subjects", Invalid: "Please choose one of the two subjects",
	}},
}

// ChooseSubject is POST /api/campaigns/{id}/winner: an admin chooses the subject that all others get.
func (c *Campaigns) ChooseSubject(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, WinnerForm)
	if err != nil {
		return err
	}
	return c.change(e, "campaign.subject-chosen", func(tx core.App, campaign *Campaign) error {
		if status := campaign.Status(); status != Sending && status != Paused || !campaign.isUndecided() {
			return errNoTest
		}
		campaign.decide(values.Text("subject"), audit.RequestActor(e).Name)
		return c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id})
	})
}
