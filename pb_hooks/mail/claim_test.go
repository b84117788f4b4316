package mail

import (
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	sandbox "boardcircle/pb_hooks/demo/fakebrevo"
)

func TestALateLetterIsCancelledUnlessItMayBeOnItsWay(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	late, risky := welcome(1), welcome(2)
	late.ExpiresAt, risky.ExpiresAt = noon.Add(time.Minute), noon.Add(time.Minute)
	r.enqueue(risky)
	r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.AcceptThenDrop, Times: 1})
	r.drain()
	r.enqueue(late)
	r.clock.Advance(2 * time.Minute)
	r.drain()
	r.expectStatus(asha, "cancelled", 0)
	r.expectStatus("asha2@example.com", "sent", 1)
}

func TestOnlyAFullSuppressionHoldsBackALetterToOnePerson(t *testing.T) {
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

func TestAResolverThatFailsIsAskedAgainAndThenGivenUp(t *testing.T) {
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

func TestWhoWaitsAtTheDoorGoesFirst(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(2))
	r.clock.Advance(time.Second)
	r.enqueue(resetEmail("late@example.com"))
	ready, _, err := r.claimDue(1)
	if err != nil || len(ready) != 1 || ready[0].Kind != kindReset {
		t.Fatalf("first goes %+v: %v", ready, err)
	}
}

func TestALetterThatMayBeOnItsWayGoesBeforeALongQueue(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(2))
	r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.AcceptThenDrop, Times: 1})
	cutOff, _, err := r.claimDue(1)
	if err != nil || len(cutOff) != 1 {
		t.Fatal(err)
	}
	r.deliver(t.Context(), cutOff[0])
	died, _, err := r.claimDue(1)
	if err != nil || len(died) != 1 {
		t.Fatal(err)
	}
	r.enqueue(welcome(3), welcome(4))
	r.clock.Advance(leaseDuration)
	ready, _, err := r.claimDue(2)
	if err != nil || len(ready) != 2 || !ready[0].mayBeSent || !ready[1].mayBeSent {
		t.Fatalf("first go %+v: %v", ready, err)
	}
}

func TestACampaignsRowsAreNotThisWorkersWork(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1))
	row := r.row(asha)
	row.Set("priority", campaignPriority)
	if err := r.app.Save(row); err != nil {
		t.Fatal(err)
	}
	r.drain()
	r.expectStatus(asha, "queued", 0)
}

func TestALettersFilesAreMadeWhenItIsSent(t *testing.T) {
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
