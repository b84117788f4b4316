package outbox

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/texts"
)

// An admin may resend a failed email of a campaign while the campaign is running. The job mail.send and the campaign
// then compete for the same row. The one that claims the row first sends the email, and each person gets one email.
func TestAResentEmailOfARunningCampaignIsSentOnce(t *testing.T) {
	t.Parallel()
	for _, fault := range []struct {
		name     string
		switches fakebrevo.Switches
	}{
		{"accepted", fakebrevo.Switches{}},
		{"rate-limited", fakebrevo.Switches{Fault: fakebrevo.TooMany, Times: 1}},
		{"without a response", fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1}},
	} {
		t.Run("the campaign claims first and the call of the job is "+fault.name, func(t *testing.T) {
			t.Parallel()
			c := newResendCase(t)
			claimed := c.nextBatch()
			c.provider.SetSwitches(fault.switches)
			c.drain()
			c.provider.SetSwitches(fakebrevo.Switches{})
			c.sendBatch(claimed)
			c.expectOneEach(4)
		})
		t.Run("the job claims first and its call is "+fault.name, func(t *testing.T) {
			t.Parallel()
			c := newResendCase(t)
			c.provider.SetSwitches(fault.switches)
			c.drain()
			c.provider.SetSwitches(fakebrevo.Switches{})
			c.sendBatch(c.nextBatch())
			if next := c.nextBatch(); next != nil {
				t.Errorf("the campaign claimed %d more emails, want none", len(next.emails))
			}
			c.expectOneEach(3)
		})
	}
	t.Run("the process crashes after the claim of the job", func(t *testing.T) {
		t.Parallel()
		c := newResendCase(t)
		claimed, err := emailJob{c.Outbox, jobs.Job{Type: SendJob, Key: c.row("p0@example.com").Id}}.claim()
		if err != nil || claimed == nil {
			t.Fatalf("claim = %v, error = %v, want an email", claimed, err)
		}
		c.sendBatch(c.nextBatch())
		if next := c.nextBatch(); next != nil {
			t.Errorf("the campaign claimed %d more emails, want none", len(next.emails))
		}
		c.expectOneEach(3)
	})
}

// resendCase is a campaign to four people. The email to the first person also has a job, because an admin has resent
// it.
type resendCase struct {
	*testOutbox
	campaign CampaignBatch
	progress int
}

func newResendCase(t *testing.T) *resendCase {
	t.Helper()
	c := &resendCase{testOutbox: newTestOutbox(t)}
	c.start(4)
	resent := []queuedEmail{{ID: c.row("p0@example.com").Id, Kind: kindWelcome}}
	if err := c.enqueueJobs(c.app, resent, c.now()); err != nil {
		t.Fatal(err)
	}
	return c
}

// start stores the recipients of the campaign.
func (c *resendCase) start(recipients int) {
	c.t.Helper()
	content, err := c.Frame(Draft{Draft: texts.Draft{Subject: "News", Body: "<p>News</p>", Text: "News"}})
	if err != nil {
		c.t.Fatal(err)
	}
	c.campaign = CampaignBatch{
		ID: "campaign0000001", Kind: kindWelcome, JobType: "test.campaign",
		Variants: []string{""}, Contents: map[string]Content{"": content},
		MayClaim: func(core.App) (bool, error) { return true, nil },
		Progress: func(_ core.App, n int) error { c.progress += n; return nil },
		HasLeft:  func(core.App, []string) ([]string, error) { return nil, nil },
	}
	var people []Recipient
	for i := range recipients {
		email := fmt.Sprintf("p%d@example.com", i)
		people = append(people, Recipient{Email: email, Params: map[string]string{"name": "Asha Rao", "email": email}})
	}
	if err := c.InsertRecipients(c.app, c.campaign.ID, kindWelcome, "News", people); err != nil {
		c.t.Fatal(err)
	}
}

func (c *resendCase) run() *campaignRun {
	return &campaignRun{Outbox: c.Outbox, c: c.campaign, startedAt: c.now()}
}

// nextBatch claims the next batch of the campaign. It returns nil if no email is unclaimed.
func (c *resendCase) nextBatch() *claimedBatch {
	c.t.Helper()
	claimed, _, err := c.run().claimBatch()
	if err != nil {
		c.t.Fatal(err)
	}
	return claimed
}

func (c *resendCase) sendBatch(claimed *claimedBatch) {
	c.t.Helper()
	if _, err := c.attempt(context.Background(), c.run(), claimed); err != nil {
		c.t.Fatal(err)
	}
}

// expectOneEach runs the retries, and checks that each person got one email and how many of them the campaign counts.
func (c *resendCase) expectOneEach(byCampaign int) {
	c.t.Helper()
	for range 3 {
		c.clock.Advance(3 * time.Minute)
		c.drain()
	}
	for i := range 4 {
		c.expectStatus(fmt.Sprintf("p%d@example.com", i), "sent", 1)
	}
	if c.progress != byCampaign {
		c.t.Errorf("the campaign counts %d sent emails, want %d", c.progress, byCampaign)
	}
}
