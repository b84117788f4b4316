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
		arrived  int    // emails that Brevo accepted in one attempt
		wait     time.Duration
		last     string
	}{
		{"accepted", fakebrevo.Switches{}, "sent", 1, 0, "sent"},
		{"rejected", fakebrevo.Switches{Fault: fakebrevo.Invalid, Times: 1}, "failed", 0, time.Hour, "failed"},
		{"rate-limited", fakebrevo.Switches{Fault: fakebrevo.TooMany, Times: 1, Reset: 90}, "queued", 0, 2 * time.Minute, "sent"},
		{"an error before it was accepted", fakebrevo.Switches{Fault: fakebrevo.ServerError, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"an error page of a proxy", fakebrevo.Switches{Fault: fakebrevo.BadGateway, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"disconnected before it was accepted", fakebrevo.Switches{Fault: fakebrevo.Drop, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"disconnected after it was accepted", fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1}, "queued", 1, time.Minute, "sent"},
		{"an error after it was accepted", fakebrevo.Switches{Fault: fakebrevo.AcceptThenError, Times: 1}, "queued", 1, time.Minute, "sent"},
		{"an unreadable response after it was accepted", fakebrevo.Switches{Fault: fakebrevo.AcceptThenText, Times: 1}, "queued", 1, time.Minute, "sent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newTestOutbox(t)
			r.enqueue(welcome(1))
			r.provider.SetSwitches(c.switches)
			r.drain()
			r.expectStatus(asha, c.first, c.arrived)
			r.clock.Advance(c.wait)
			r.drain()
			arrived := 1
			if c.last == "failed" {
				arrived = 0
			}
			row := r.expectStatus(asha, c.last, arrived)
			if c.last == "sent" && row.GetString("errorMessage") != "" {
				t.Errorf("errorMessage = %s, want none after a successful attempt", row.GetString("errorMessage"))
			}
		})
	}
}

func TestRefusedAccountPausesSending(t *testing.T) {
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
				t.Error("the outbox called Brevo during the pause")
			}
			if h := r.Health(); h.PausedUntil.IsZero() || h.Reason == "" {
				t.Errorf("health = %+v, want the time and the reason of the pause", h)
			}
			r.provider.SetSwitches(fakebrevo.Switches{})
			r.clock.Advance(time.Hour)
			r.drain()
			r.expectStatus(asha, "sent", 1)
			r.expectStatus("asha2@example.com", "sent", 1)
			if h := r.Health(); !h.PausedUntil.IsZero() {
				t.Errorf("health = %+v, want no pause", h)
			}
		})
	}
}

func TestUnreachableProviderIsRetriedForDays(t *testing.T) {
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

func TestEmailWithoutAResponseIsUncertainAfterTenMinutes(t *testing.T) {
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
		t.Errorf("%d calls in ten minutes, want 4 to 12", calls)
	}
	if r.batch(row).GetString("state") != "uncertain" {
		t.Errorf("state of the batch = %s, want uncertain", r.batch(row).GetString("state"))
	}
	// If an admin resends the email, it gets a new batch with another key.
	old := r.batch(row).GetString("idempotencyKey")
	r.provider.SetSwitches(fakebrevo.Switches{})
	row.Set("status", "queued")
	row.Set("batchId", "")
	if err := r.app.Save(row); err != nil {
		t.Fatal(err)
	}
	r.drain()
	if row = r.expectStatus(asha, "sent", 1); r.batch(row).GetString("idempotencyKey") == old {
		t.Error("the resent email has the old key")
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
		t.Error("the key of the email changed")
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
			t.Fatal("the email was not sent")
		}
		time.Sleep(5 * time.Millisecond)
	}
	r.jobs.Stop()
	r.expectStatus(asha, "sent", 1)
}

func TestSendingPausesForTheTimeOfA429(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 30})
	r.drain()
	if until, _ := r.jobs.Paused(SendJob); until.Sub(noon) < 30*time.Second {
		t.Errorf("paused until %v, want at least 30s", until)
	}
}

func TestExpiredEmailIsCancelledUnlessItMayHaveBeenSent(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	unsent, attempted := welcome(1), welcome(2)
	unsent.ExpiresAt, attempted.ExpiresAt = noon.Add(time.Minute), noon.Add(time.Minute)
	r.enqueue(attempted)
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1})
	r.drain()
	r.enqueue(unsent)
	r.clock.Advance(2 * time.Minute)
	r.drain()
	r.expectStatus(asha, "cancelled", 0)
	r.expectStatus("asha2@example.com", "sent", 1)
}

func TestOnlyAFullSuppressionStopsATransactionalEmail(t *testing.T) {
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
	calls := 0
	r.changeKind(kindWelcome, func(k *Kind) {
		k.Params = func(core.App, map[string]string) (map[string]string, error) {
			calls++
			return nil, errors.New("the disk is full")
		}
	})
	r.enqueue(welcome(1))
	for range 2 * maxRenderAttempts {
		r.drain()
		r.clock.Advance(time.Hour)
	}
	r.expectStatus(asha, "failed", 0)
	if calls != maxRenderAttempts {
		t.Errorf("%d calls of Params, want %d", calls, maxRenderAttempts)
	}
}

func TestHighPriorityIsSentFirst(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(2))
	r.clock.Advance(time.Second)
	r.enqueue(resetEmail("late@example.com"))
	ready := r.claimDue(1)
	if len(ready) != 1 || ready[0].emails[0].Kind != kindReset {
		t.Fatalf("claimed emails = %+v, want the one with high priority", ready)
	}
}

func TestEmailThatMayHaveBeenSentIsRetriedFirst(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(2))
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1})
	attempted := r.claimDue(1)
	if len(attempted) != 1 {
		t.Fatalf("claimed emails = %+v, want one", attempted)
	}
	if _, err := r.attempt(t.Context(), attempted[0], attempted[0].claimedBatch); err != nil {
		t.Fatal(err)
	}
	if claimed := r.claimDue(1); len(claimed) != 1 {
		t.Fatalf("claimed emails = %+v, want one", claimed)
	}
	r.enqueue(welcome(3), welcome(4))
	r.clock.Advance(leaseDuration)
	ready := r.claimDue(2)
	if len(ready) != 2 || !ready[0].mayBeSent || !ready[1].mayBeSent {
		t.Fatalf("claimed emails = %+v, want the two that may have been sent", ready)
	}
}

func TestAQueuedRowWithoutAJobIsNotSent(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	if err := r.jobs.Cancel(r.app, SendJob, r.row(asha).Id); err != nil {
		t.Fatal(err)
	}
	r.drain() // Rows of a campaign have no job either.
	r.expectStatus(asha, "queued", 0)
}

func TestAttachmentsAreCreatedWhenTheEmailIsSent(t *testing.T) {
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
		t.Errorf("attachments = %+v, want welcome.pdf", files)
	}
	r.expectStatus("asha2@example.com", "cancelled", 0)
}

func TestCrashAfterTheClaimLosesNoEmailAndSendsNoneTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		crash func(r *testOutbox, d claimedByJob)
	}{
		{"before the call", func(*testOutbox, claimedByJob) {}},
		{"after Brevo accepted the email", func(r *testOutbox, d claimedByJob) {
			message, err := r.message(d.claimedBatch)
			if err != nil {
				r.t.Fatal(err)
			}
			if got := r.sender.Send(context.Background(), message); got.Status != brevo.Accepted {
				r.t.Fatalf("result = %+v, want accepted", got)
			}
		}},
		{"after the result of a call without a response was stored", func(r *testOutbox, d claimedByJob) {
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
				t.Fatalf("%d claimed emails, want 1", len(ready))
			}
			c.crash(r, ready[0])
			r.restart()
			r.drain() // The lease prevents a second claim.
			r.clock.Advance(leaseDuration)
			r.drain()
			row := r.expectStatus(asha, "sent", 1)
			if r.batch(row).GetString("state") != "accepted" {
				t.Errorf("state of the batch = %s, want accepted", r.batch(row).GetString("state"))
			}
		})
	}
}

func TestPowerCutThatLosesTheClaimSendsNoEmailTwice(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	before := r.row(asha)
	r.drain()
	// The last commits are lost, so the row has its earlier state, and its batch does not exist.
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

func TestEmailOfAProcessThatCrashedLongAgoIsUncertain(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.claimDue(concurrency)
	r.restart()
	r.clock.Advance(time.Hour)
	r.drain()
	r.expectStatus(asha, "uncertain", 0)
}
