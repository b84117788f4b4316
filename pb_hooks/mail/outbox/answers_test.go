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
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// faults are the results of a call. Brevo certainly sends nothing with the first three.
var faults = []fakebrevo.Fault{
	fakebrevo.Invalid, fakebrevo.TooMany, fakebrevo.Unauthorised,
	fakebrevo.NoFault, fakebrevo.ServerError, fakebrevo.BadGateway, fakebrevo.Drop,
	fakebrevo.AcceptThenDrop, fakebrevo.AcceptThenError, fakebrevo.AcceptThenText,
}

// TestAnyOrderOfResponsesAndCrashesSendsEachEmailOnce sends three single emails, or a campaign to three people, with a
// random order of responses, crashes and waits. In the end, each email is sent once, failed or uncertain.
func TestAnyOrderOfResponsesAndCrashesSendsEachEmailOnce(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	for _, sending := range []string{"single emails", "a campaign"} {
		t.Run(sending, func(t *testing.T) {
			t.Parallel()
			testdb.Check(t, func(c *testdb.Case) {
				var s sendingCase = newSingleCase(c)
				if sending == "a campaign" {
					s = newCampaignCase(c)
				}
				checkAnyOrder(c, s)
			})
		})
	}
}

// sendingCase sends three single emails or a campaign to three people.
type sendingCase interface {
	outbox() *testOutbox
	// sendDue makes the calls that are due.
	sendDue()
	// crash claims emails like a process that crashes before its call, or after it if isCalled.
	crash(isCalled bool)
	// requeueFailed queues the failed emails again.
	requeueFailed()
	// check checks the properties of this kind of sending, given the number of sent emails.
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
		"crash": func(t *rapid.T) {
			s.crash(rapid.Bool().Draw(t, "is called"))
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
		c.Fatalf("%d emails, want 3; error = %v", len(rows), err)
	}
	sent := 0
	for _, row := range rows {
		email := database.As[storedEmail](row)
		arrived := len(r.provider.Messages(email.EmailAddress()))
		allowed := map[Status][]int{Sent: {1}, Failed: {0}, Uncertain: {0, 1}}[email.Status()]
		if !slices.Contains(allowed, arrived) {
			c.Errorf("an email with status %s arrived %d times, want one of %v", email.Status(), arrived, allowed)
		}
		if email.Status() == Sent {
			sent++
		}
		if state := batchState(r.batch(row).GetString("state")); state != map[Status]batchState{
			Sent: batchAccepted, Failed: batchFailed, Uncertain: batchUncertain}[email.Status()] {
			c.Errorf("the batch of an email with status %s has the state %s", email.Status(), state)
		}
	}
	s.check(sent)
}

// singleCase sends each email with its own job.
type singleCase struct{ *testOutbox }

func newSingleCase(c *testdb.Case) singleCase {
	r := newTestOutbox(c)
	r.enqueue(welcome(0), welcome(1), welcome(2))
	return singleCase{r}
}

func (s singleCase) outbox() *testOutbox { return s.testOutbox }
func (s singleCase) sendDue()            { s.drain() }

func (s singleCase) crash(isCalled bool) {
	for _, claimed := range s.claimDue(2) {
		if message, err := s.message(claimed.claimedBatch); err != nil {
			s.t.Fatal(err)
		} else if isCalled {
			s.sender.Send(context.Background(), message)
		}
	}
}

func (s singleCase) requeueFailed() {
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

// check checks that each email has its own batch.
func (s singleCase) check(int) {
	var shared int
	err := s.app.DB().NewQuery(`SELECT count(*) FROM (SELECT 1 FROM email_logs GROUP BY batchId HAVING count(*) > 1)`).Row(&shared)
	if err != nil || shared > 0 {
		s.t.Errorf("%d batches have several emails, want none; error = %v", shared, err)
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

func (s campaignCase) crash(isCalled bool) {
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

// check checks the number of sent emails that the campaign counts.
func (s campaignCase) check(sent int) {
	if s.progress != sent {
		s.t.Errorf("the campaign counts %d sent emails, want %d", s.progress, sent)
	}
	if n, err := s.app.CountRecords(batchesCollection, dbx.HashExp{"campaignId": ""}); err != nil || n > 0 {
		s.t.Errorf("%d batches have no campaign, want none; error = %v", n, err)
	}
}
