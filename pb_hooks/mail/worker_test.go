package mail

import (
	"testing"
	"time"

	sandbox "boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/mail/brevo"
)

func TestEachAnswerOfTheProviderMovesTheLetter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		switches sandbox.Switches
		first    string // status after one try
		mails    int    // taken in one try
		wait     time.Duration
		last     string
	}{
		{"taken", sandbox.Switches{}, "sent", 1, 0, "sent"},
		{"refused for good", sandbox.Switches{Fault: sandbox.Invalid, Times: 1}, "failed", 0, time.Hour, "failed"},
		{"asked to wait", sandbox.Switches{Fault: sandbox.TooMany, Times: 1, Reset: 90}, "queued", 0, 2 * time.Minute, "sent"},
		{"an error before it was taken", sandbox.Switches{Fault: sandbox.ServerError, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"a proxy's error page", sandbox.Switches{Fault: sandbox.BadGateway, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"cut off before it was taken", sandbox.Switches{Fault: sandbox.Drop, Times: 1}, "queued", 0, time.Minute, "sent"},
		{"cut off after it was taken", sandbox.Switches{Fault: sandbox.AcceptThenDrop, Times: 1}, "queued", 1, time.Minute, "sent"},
		{"an error after it was taken", sandbox.Switches{Fault: sandbox.AcceptThenError, Times: 1}, "queued", 1, time.Minute, "sent"},
		{"an answer that says nothing", sandbox.Switches{Fault: sandbox.AcceptThenText, Times: 1}, "queued", 1, time.Minute, "sent"},
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
				t.Errorf("an old trouble is still told: %s", row.GetString("errorMessage"))
			}
		})
	}
}

func TestARefusedAccountPausesTheWholeSender(t *testing.T) {
	t.Parallel()
	for _, fault := range []sandbox.Fault{sandbox.Unauthorised, sandbox.NoCredits, sandbox.Forbidden} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			r := newTestOutbox(t)
			r.enqueue(welcome(1))
			r.provider.SetSwitches(sandbox.Switches{Fault: fault})
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
			r.provider.SetSwitches(sandbox.Switches{})
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

func TestAProviderThatCannotBeReachedIsAskedForDays(t *testing.T) {
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

func TestAnUnansweredLetterIsLeftToAPersonAfterTenMinutes(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.ServerError})
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
	// A person sends it again: that is a new batch with another key.
	old := r.batch(row).GetString("idempotencyKey")
	r.provider.SetSwitches(sandbox.Switches{})
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

func TestALetterKeepsItsKeyFromCallToCall(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.TooMany, Reset: 1, Times: 3})
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

func TestACommitWakesTheWorker(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.Start(t.Context())
	defer r.Stop()
	r.enqueue(welcome(1))
	for deadline := time.Now().Add(20 * time.Second); len(r.provider.Messages(asha)) == 0; {
		if time.Now().After(deadline) {
			t.Fatal("the letter did not leave")
		}
		time.Sleep(5 * time.Millisecond)
	}
	r.Stop()
	r.expectStatus(asha, "sent", 1)
}

func TestAnIdleWorkerRests(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	if nap := r.untilNext(); nap != maxPoll {
		t.Errorf("with an empty outbox it naps %v", nap)
	}
	r.enqueue(welcome(1))
	if nap := r.untilNext(); nap != minPoll {
		t.Errorf("with a letter due it naps %v", nap)
	}
	r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.TooMany, Reset: 30})
	r.drain()
	if nap := r.untilNext(); nap < 30*time.Second {
		t.Errorf("while asked to wait it naps %v", nap)
	}
}
