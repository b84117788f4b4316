package mail

import (
	"context"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	sandbox "boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/mail/brevo"
)

func TestDeathAfterTheClaimLosesNothingAndSendsNothingTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		die  func(r *testOutbox, c claim)
	}{
		{"before the call", func(*testOutbox, claim) {}},
		{"after the provider took it", func(r *testOutbox, c claim) {
			message, err := r.compose(c)
			if err != nil {
				r.t.Fatal(err)
			}
			if got := r.sender.Send(context.Background(), message); got.Status != brevo.Accepted {
				r.t.Fatal(got)
			}
		}},
		{"after an unanswered call was written down", func(r *testOutbox, c claim) {
			r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.AcceptThenDrop, Times: 1})
			r.deliver(context.Background(), c)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newTestOutbox(t)
			r.enqueue(welcome(1))
			ready, _, err := r.claimDue(concurrency)
			if err != nil || len(ready) != 1 {
				t.Fatal(len(ready), err)
			}
			c.die(r, ready[0])
			r.restart()
			r.drain() // the lease holds: nobody else takes the letter
			r.clock.Advance(leaseDuration)
			r.drain()
			row := r.expectStatus(asha, "sent", 1)
			if r.batch(row).GetString("state") != "accepted" {
				t.Error("its batch is not accepted")
			}
		})
	}
}

func TestAPowerCutThatTakesTheClaimBackSendsNothingTwice(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	before := r.row(asha)
	r.drain()
	// The last commits are gone: the row is as it was, and its batch never existed.
	_, err := r.app.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": "queued", "attempts": before.GetInt("attempts"), "batchId": "", "brevoMessageId": "", "sentAt": "",
	}, dbx.HashExp{"id": before.Id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.app.NonconcurrentDB().NewQuery("DELETE FROM email_batches").Execute(); err != nil {
		t.Fatal(err)
	}
	r.restart()
	r.drain()
	r.expectStatus(asha, "sent", 1)
}

func TestADeadProcessLongAgoLeavesItsLetterUncertain(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	if _, _, err := r.claimDue(concurrency); err != nil {
		t.Fatal(err)
	}
	r.restart()
	r.clock.Advance(time.Hour)
	r.drain()
	r.expectStatus(asha, "uncertain", 0)
}
