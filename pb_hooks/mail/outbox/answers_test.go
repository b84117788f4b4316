package outbox

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// faults are the ways in which a call ends. The first three certainly send nothing.
var faults = []fakebrevo.Fault{
	fakebrevo.Invalid, fakebrevo.TooMany, fakebrevo.Unauthorised,
	fakebrevo.NoFault, fakebrevo.ServerError, fakebrevo.BadGateway, fakebrevo.Drop,
	fakebrevo.AcceptThenDrop, fakebrevo.AcceptThenError, fakebrevo.AcceptThenText,
}

// TestAnyOrderOfAnswersAndDeathsSendsEachEmailOnce sends three single emails, or a campaign to three people, through any
// order of answers, deaths of the process and waits. In the end each email is sent once, failed or is uncertain.
func TestAnyOrderOfAnswersAndDeathsSendsEachEmailOnce(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	for _, sending := range []string{"alone", "by a campaign"} {
		t.Run(sending, func(t *testing.T) {
			t.Parallel()
			testdb.Check(t, func(c *testdb.Case) {
				var s sendingCase = newAloneCase(c)
				if sending == "by a campaign" {
					s = newCampaignCase(c)
				}
				checkAnyOrder(c, s)
			})
		})
	}
}

// sendingCase sends three emails, alone or as a campaign.
type sendingCase interface {
	outbox() *testOutbox
	// sendDue makes the calls that are due.
	sendDue()
	// die claims emails like a process that dies before its call, or after it.
	die(isCalled bool)
	// requeueFailed sends the failed emails again.
	requeueFailed()
	// check asserts what only these emails guarantee, given how many were sent.
	check(sent int)
}

func checkAnyOrder(c *testdb.Case, s sendingCase) {
	r := s.outbox()
	c.Repeat(map[string]func(*rapid.T){
		"call": func(t *rapid.T) {
			fault := rapid.SampledFrom(faults).Draw(t, "fault")
			r.provider.SetSwitches(fakebrevo.Switches{Fault: fault, Times: rapid.IntRange(1, 3).Draw(t, "times"), Reset: 30})
			s.sendDue()
			r.provider.SetSwitches(fakebrevo.Switches{})
		},
		"die": func(t *rapid.T) {
			s.die(rapid.Bool().Draw(t, "is called"))
			r.restart()
			r.clock.Advance(leaseDuration)
		},
		"wait": func(t *rapid.T) {
			r.clock.Advance(time.Duration(rapid.IntRange(1, 300).Draw(t, "seconds")) * time.Second)
		},
		"requeue failed": func(*rapid.T) { s.requeueFailed() },
	})
	for range 8 {
		r.clock.Advance(accountPause + time.Minute)
		s.sendDue()
	}
	rows, err := r.app.FindAllRecords(emailsCollection)
	if err != nil || len(rows) != 3 {
		c.Fatalf("%d emails: %v", len(rows), err)
	}
	sent := 0
	for _, row := range rows {
		email := wrapEmail(row)
		arrived := len(r.provider.Messages(email.EmailAddress()))
		allowed := map[Status][]int{Sent: {1}, Failed: {0}, Uncertain: {0, 1}}[email.Status()]
		if !slices.Contains(allowed, arrived) {
			c.Errorf("an email is %s and arrived %d times", email.Status(), arrived)
		}
		if email.Status() == Sent {
			sent++
		}
		if state := batchState(r.batch(row).GetString("state")); state != map[Status]batchState{
			Sent: batchAccepted, Failed: batchFailed, Uncertain: batchUncertain}[email.Status()] {
			c.Errorf("the batch of an email that is %s is %s", email.Status(), state)
		}
	}
	s.check(sent)
}

// aloneCase sends each email with a job of its own.
type aloneCase struct{ *testOutbox }

func newAloneCase(c *testdb.Case) aloneCase {
	r := newTestOutbox(c)
	r.enqueue(welcome(0), welcome(1), welcome(2))
	return aloneCase{r}
}

func (s aloneCase) outbox() *testOutbox { return s.testOutbox }
func (s aloneCase) sendDue()            { s.drain() }

func (s aloneCase) die(isCalled bool) {
	for _, claimed := range s.claimDue(2) {
		if message, err := s.message(claimed.claimedBatch); err != nil {
			s.t.Fatal(err)
		} else if isCalled {
			s.sender.Send(context.Background(), message)
		}
	}
}

func (s aloneCase) requeueFailed() {
	err := s.app.RunInTransaction(func(tx core.App) error {
		queued, err := requeueFailedEmails(tx, s.now())
		if err != nil {
			return err
		}
		return s.enqueueJobs(tx, queued, s.now())
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// check asserts that no email is in a batch with another one.
func (s aloneCase) check(int) {
	var shared int
	err := s.app.DB().NewQuery(`SELECT count(*) FROM (SELECT 1 FROM email_logs GROUP BY batchId HAVING count(*) > 1)`).Row(&shared)
	if err != nil || shared > 0 {
		s.t.Errorf("%d batches have several emails: %v", shared, err)
	}
}

// campaignCase sends the emails as a campaign.
type campaignCase struct{ *resendCase }

func newCampaignCase(c *testdb.Case) campaignCase {
	s := campaignCase{&resendCase{testOutbox: newTestOutbox(c)}}
	s.resendCase.start(3)
	return s
}

func (s campaignCase) outbox() *testOutbox { return s.testOutbox }

func (s campaignCase) sendDue() {
	for range 4 {
		result, err := s.SendCampaignBatches(context.Background(), s.campaign)
		if err != nil {
			s.t.Fatal(err)
		}
		if result.Done || result.RetryAt.After(s.now()) {
			return
		}
	}
}

func (s campaignCase) die(isCalled bool) {
	claimed := s.nextBatch()
	if claimed == nil {
		return
	}
	send, err := s.run().compose(claimed)
	if err != nil {
		s.t.Fatal(err)
	}
	if isCalled {
		send(context.Background())
	}
}

func (s campaignCase) requeueFailed() {
	if _, err := s.RequeueFailed(s.app, s.campaign.ID); err != nil {
		s.t.Fatal(err)
	}
}

// check asserts that the campaign counts what it has sent.
func (s campaignCase) check(sent int) {
	if s.progress != sent {
		s.t.Errorf("the campaign counts %d, not %d", s.progress, sent)
	}
	if n, err := s.app.CountRecords(batchesCollection, dbx.HashExp{"campaignId": ""}); err != nil || n > 0 {
		s.t.Errorf("%d batches have no campaign: %v", n, err)
	}
}
