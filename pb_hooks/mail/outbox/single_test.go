package outbox

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/brevo"
)

func TestEachResultOfACallSetsTheStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		switches fakebrevo.Switches
		first    string // the status after one attempt
		mails    int    // accepted in one attempt
		wait     time.Duration
		last     string
	}{
		{"taken", fakebrevo.Switches{}, "sent", 1, 0, "sent"},
		{"refused for good", fakebrevo.Switches{Fault: fakebrevo.Invalid, Times: 1}, "failed", 0, time.Hour, "failed"},
		{"asked to wait", fakebrevo.Switches{Fault: fakebrevo.TooMany, Times: 1, Reset: 90}, "queued", 0, 2 * time.Minute, "sent"},
		{"an error before it was taken", fakebrevo.Switches{Fault: fakebrevo.ServerError, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"a proxy's error page", fakebrevo.Switches{Fault: fakebrevo.BadGateway, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"cut off before it was taken", fakebrevo.Switches{Fault: fakebrevo.Drop, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"cut off after it was taken", fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1}, "queued", 1, time.Minute, "sent"},
		{"an error after it was taken", fakebrevo.Switches{Fault: fakebrevo.AcceptThenError, Times: 1}, "queued", 1, time.Minute, "sent"},
		{"an answer that says nothing", fakebrevo.Switches{Fault: fakebrevo.AcceptThenText, Times: 1}, "queued", 1, time.Minute, "sent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newTestOutbox(t)
			r.enqueue(welcome(1))
			r.provider.SetSwitches(c.switches)
			r.drain()
			r.expectStatus(asha, c.first, c.mails)
			r.clock.Advance(c.wait)
			r.drain()
			mails := 1
			if c.last == "failed" {
				mails = 0
			}
			row := r.expectStatus(asha, c.last, mails)
			if c.last == "sent" && row.GetString("errorMessage") != "" {
				t.Errorf("the error of an earlier attempt is still shown: %s", row.GetString("errorMessage"))
			}
		})
	}
}

func TestARefusedAccountPausesSending(t *testing.T) {
	t.Parallel()
	for _, fault := range []fakebrevo.Fault{fakebrevo.Unauthorised, fakebrevo.NoCredits, fakebrevo.Forbidden} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			r := newTestOutbox(t)
			r.enqueue(welcome(1))
			r.provider.SetSwitches(fakebrevo.Switches{Fault: fault})
			r.drain()
			calls := r.provider.Calls()
			r.enqueue(welcome(2))
			r.drain()
			if r.provider.Calls() != calls {
				t.Error("a paused sender calls")
			}
			if h := r.Health(); h.PausedUntil.IsZero() || h.Reason == "" {
				t.Errorf("its health is %+v", h)
			}
			r.provider.SetSwitches(fakebrevo.Switches{})
			r.clock.Advance(time.Hour)
			r.drain()
			r.expectStatus(asha, "sent", 1)
			r.expectStatus("asha2@example.com", "sent", 1)
			if h := r.Health(); !h.PausedUntil.IsZero() {
				t.Errorf("its health is %+v", h)
			}
		})
	}
}

func TestAnUnreachableProviderIsTriedForDays(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.sender = brevo.New("http://127.0.0.1:1", "key")
	r.enqueue(welcome(1))
	for range 60 {
		r.drain()
		r.clock.Advance(time.Hour)
	}
	r.expectStatus(asha, "queued", 0)
	r.restart()
	r.drain()
	r.expectStatus(asha, "sent", 1)
}

func TestAnUnansweredEmailIsUncertainAfterTenMinutes(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.ServerError})
	for range 30 {
		r.drain()
		r.clock.Advance(time.Minute)
	}
	row := r.expectStatus(asha, "uncertain", 0)
	if calls := r.provider.Calls(); calls < 4 || calls > 12 {
		t.Errorf("%d calls in ten minutes", calls)
	}
	if r.batch(row).GetString("state") != "uncertain" {
		t.Error("its batch is not uncertain")
	}
	// An admin resends the email: it gets a new batch with another key.
	old := r.batch(row).GetString("idempotencyKey")
	r.provider.SetSwitches(fakebrevo.Switches{})
	row.Set("status", "queued")
	row.Set("batchId", "")
	if err := r.app.Save(row); err != nil {
		t.Fatal(err)
	}
	r.drain()
	if row = r.expectStatus(asha, "sent", 1); r.batch(row).GetString("idempotencyKey") == old {
		t.Error("the old key was used again")
	}
}

func TestAnEmailKeepsItsIdempotencyKey(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 1, Times: 3})
	r.drain()
	key := r.batch(r.row(asha)).GetString("idempotencyKey")
	for range 5 {
		r.clock.Advance(time.Hour)
		r.drain()
	}
	r.expectStatus(asha, "sent", 1)
	if r.batch(r.row(asha)).GetString("idempotencyKey") != key || r.provider.Messages(asha)[0].IdempotencyKey != key {
		t.Error("the key changed")
	}
}

func TestACommitWakesTheRunner(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.jobs.Start(t.Context())
	defer r.jobs.Stop()
	r.enqueue(welcome(1))
	for deadline := time.Now().Add(20 * time.Second); len(r.provider.Messages(asha)) == 0; {
		if time.Now().After(deadline) {
			t.Fatal("the email did not leave")
		}
		time.Sleep(5 * time.Millisecond)
	}
	r.jobs.Stop()
	r.expectStatus(asha, "sent", 1)
}

func TestSendingPausesAsLongAsTheProviderAsks(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 30})
	r.drain()
	if until, _ := r.jobs.Paused(SendJob); until.Sub(noon) < 30*time.Second {
		t.Errorf("the pause lasts until %v", until)
	}
}

func TestAnExpiredEmailIsCancelledUnlessItMayBeSent(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	late, risky := welcome(1), welcome(2)
	late.ExpiresAt, risky.ExpiresAt = noon.Add(time.Minute), noon.Add(time.Minute)
	r.enqueue(risky)
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1})
	r.drain()
	r.enqueue(late)
	r.clock.Advance(2 * time.Minute)
	r.drain()
	r.expectStatus(asha, "cancelled", 0)
	r.expectStatus("asha2@example.com", "sent", 1)
}

func TestOnlyAFullSuppressionHoldsBackAnEmail(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	for email, scope := range map[string]string{"ASHA1@example.com": "all", "asha2@example.com": "campaigns"} {
		suppressions, err := r.app.FindCollectionByNameOrId("suppressions")
		if err != nil {
			t.Fatal(err)
		}
		row := core.NewRecord(suppressions)
		row.Load(map[string]any{"email": email, "scope": scope, "reason": "asked"})
		if err := r.app.Save(row); err != nil {
			t.Fatal(err)
		}
	}
	r.enqueue(welcome(1), welcome(2))
	r.drain()
	r.expectStatus(asha, "suppressed", 0)
	r.expectStatus("asha2@example.com", "sent", 1)
}

func TestFailingParamsAreRetriedAndThenFail(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	asked := 0
	r.changeKind(kindWelcome, func(k *Kind) {
		k.Params = func(core.App, map[string]string) (map[string]string, error) {
			asked++
			return nil, errors.New("the disk is away")
		}
	})
	r.enqueue(welcome(1))
	for range 2 * maxRenderAttempts {
		r.drain()
		r.clock.Advance(time.Hour)
	}
	r.expectStatus(asha, "failed", 0)
	if asked != maxRenderAttempts {
		t.Errorf("it was asked %d times", asked)
	}
}

func TestHighPriorityGoesFirst(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(2))
	r.clock.Advance(time.Second)
	r.enqueue(resetEmail("late@example.com"))
	ready := r.claimDue(1)
	if len(ready) != 1 || ready[0].emails[0].Kind != kindReset {
		t.Fatalf("first goes %+v", ready)
	}
}

func TestAnEmailThatMayBeSentGoesFirst(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(2))
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1})
	cutOff := r.claimDue(1)
	if len(cutOff) != 1 {
		t.Fatal(cutOff)
	}
	if _, err := r.attempt(t.Context(), cutOff[0], cutOff[0].claimedBatch); err != nil {
		t.Fatal(err)
	}
	if died := r.claimDue(1); len(died) != 1 {
		t.Fatal(died)
	}
	r.enqueue(welcome(3), welcome(4))
	r.clock.Advance(leaseDuration)
	ready := r.claimDue(2)
	if len(ready) != 2 || !ready[0].mayBeSent || !ready[1].mayBeSent {
		t.Fatalf("first go %+v", ready)
	}
}

func TestAQueuedRowWithoutAJobIsNotSent(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	if err := r.jobs.Cancel(r.app, SendJob, r.row(asha).Id); err != nil {
		t.Fatal(err)
	}
	r.drain() // as for the rows of a campaign
	r.expectStatus(asha, "queued", 0)
}

func TestAttachmentsAreMadeWhenTheEmailIsSent(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.changeKind(kindWelcome, func(k *Kind) {
		k.Attachments = func(_ core.App, params map[string]string) ([]Attachment, error) {
			if params["email"] != asha {
				return nil, ErrObsolete
			}
			return []Attachment{{"welcome.pdf", []byte("for " + params["email"])}}, nil
		}
	})
	r.enqueue(welcome(1), welcome(2))
	r.drain()
	r.expectStatus(asha, "sent", 1)
	if files := r.provider.Messages(asha)[0].Attachments; len(files) != 1 || string(files[0].Content) != "for "+asha {
		t.Errorf("%+v", files)
	}
	r.expectStatus("asha2@example.com", "cancelled", 0)
}

func TestDeathAfterTheClaimLosesNothingAndSendsNothingTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		die  func(r *testOutbox, d claimedByJob)
	}{
		{"before the call", func(*testOutbox, claimedByJob) {}},
		{"after the provider took it", func(r *testOutbox, d claimedByJob) {
			message, err := r.message(d.claimedBatch)
			if err != nil {
				r.t.Fatal(err)
			}
			if got := r.sender.Send(context.Background(), message); got.Status != brevo.Accepted {
				r.t.Fatal(got)
			}
		}},
		{"after an unanswered call was written down", func(r *testOutbox, d claimedByJob) {
			r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1})
			if _, err := r.attempt(context.Background(), d, d.claimedBatch); err != nil {
				r.t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newTestOutbox(t)
			r.enqueue(welcome(1))
			ready := r.claimDue(concurrency)
			if len(ready) != 1 {
				t.Fatal(len(ready))
			}
			c.die(r, ready[0])
			r.restart()
			r.drain() // the lease prevents a second claim
			r.clock.Advance(leaseDuration)
			r.drain()
			row := r.expectStatus(asha, "sent", 1)
			if r.batch(row).GetString("state") != "accepted" {
				t.Error("its batch is not accepted")
			}
		})
	}
}

func TestAPowerCutThatLosesTheClaimSendsNothingTwice(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	before := r.row(asha)
	r.drain()
	// The last commits are lost: the row has its earlier state, and its batch does not exist.
	_, err := r.app.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": "queued", "attempts": before.GetInt("attempts"), "batchId": "", "brevoMessageId": "", "sentAt": "",
	}, dbx.HashExp{"id": before.Id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.app.NonconcurrentDB().NewQuery("DELETE FROM email_batches").Execute(); err != nil {
		t.Fatal(err)
	}
	if err := r.jobs.Enqueue(r.app, jobs.Job{Type: SendJob, Key: before.Id}); err != nil {
		t.Fatal(err)
	}
	r.restart()
	r.drain()
	r.expectStatus(asha, "sent", 1)
}

func TestAnEmailOfAProcessThatDiedLongAgoIsUncertain(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.claimDue(concurrency)
	r.restart()
	r.clock.Advance(time.Hour)
	r.drain()
	r.expectStatus(asha, "uncertain", 0)
}
