package campaigns

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
)

// A campaign with a second subject is sent in two parts:
//
//	drawn     When sending starts, a random share of the recipients is drawn in the same transaction. Half of them get
//	          the first subject, the other half the second. An email keeps its variant when it is retried.
//	waits     After the share was sent, readers have some hours to open and click.
//	decided   The subject with the better rate of unique clicks, or of opens without proxies, is sent to all others;
//	          the first one if the rates are equal. An admin can choose earlier.

// Variant is one of the two subjects of a test.
type Variant string

// The variants of a campaign's emails. Emails outside of the test have no variant.
const (
	variantA = "a"
	variantB = "b"
)

// Values returns both variants.
func (Variant) Values() []string { return []string{variantA, variantB} }

// TestBy is what decides a test: which subject more readers have clicked or opened.
type TestBy string

const (
	byClicks TestBy = "clicks"
	byOpens  TestBy = "opens"
)

// Values returns both ways.
func (TestBy) Values() []string { return rules.Options(byClicks, byOpens) }

// awaitWinner waits until the test ends and then chooses the better subject.
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
			campaign.decide(better(results[variantA], results[variantB], campaign.isTestedByOpens()), "")
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

// better returns the variant with the higher rate, the first one if both are equal.
func better(a, b outbox.VariantResult, countsOpens bool) Variant {
	ofA, ofB := a.Clicked, b.Clicked
	if countsOpens {
		ofA, ofB = a.Opened, b.Opened
	}
	if ofB*max(a.Sent, 1) > ofA*max(b.Sent, 1) {
		return variantB
	}
	return variantA
}

// SubjectTest has the results of both subjects.
type SubjectTest struct {
	A outbox.VariantResult `json:"a"`
	B outbox.VariantResult `json:"b"`
}

// subjectTest returns nil for a campaign without a second subject.
func (c *Campaigns) subjectTest(app core.App, campaign *Campaign) (*SubjectTest, error) {
	if !campaign.testsSubjects() {
		return nil, nil
	}
	results, err := c.Outbox.VariantResults(app, campaign.Id)
	return &SubjectTest{A: results[variantA], B: results[variantB]}, err
}

// WinnerForm has the subject that an admin chooses.
type WinnerForm struct {
	_       struct{} `wire:"-"`
	Subject Variant  `json:"subject"`
}

// Rules returns the rules of the form.
func (WinnerForm) Rules() rules.Form { return winnerRules }

var winnerRules = rules.Form{
	{
		Name:     "subject",
		Label:    "Subject",
		Kind:     rules.Choice,
		Required: true,
		Options:  []string{variantA, variantB},
		Messages: rules.Messages{
			Required: "Please choose one of the two subjects", Invalid: "Please choose one of the two subjects",
		},
	},
}

// ChooseSubject is POST /api/campaigns/{id}/winner.
func (c *Campaigns) ChooseSubject() httpx.Endpoint {
	return httpx.JSON(c.chooseSubject, httpx.Doc{
		Tag: "campaigns", Summary: "Choose the subject for all other recipients",
		Errors:  []*apperr.Error{errNotFound, errNoTest},
		Example: map[string]any{"subject": "b"},
	})
}

func (c *Campaigns) chooseSubject(e *core.RequestEvent, form WinnerForm) (Detail, error) {
	return c.change(e, "campaign.subject-chosen", func(tx core.App, campaign *Campaign) error {
		if status := campaign.Status(); status != Sending && status != Paused || !campaign.isUndecided() {
			return errNoTest
		}
		campaign.decide(form.Subject, audit.RequestActor(e).Name)
		return c.Jobs.Enqueue(tx, jobs.Job{Type: RunJob, Key: campaign.Id})
	})
}
