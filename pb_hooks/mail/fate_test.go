package mail

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	sandbox "boardcircle/pb_hooks/demo/fakebrevo"
)

func TestEachOrderOfEventsEndsInTheSameRow(t *testing.T) {
	t.Parallel()
	story := []event{
		{name: "request", at: noon}, {name: "deferred", at: noon.Add(time.Second), reason: "greylisted"},
		{name: "soft_bounce", at: noon.Add(2 * time.Second), reason: "full"},
		{name: "soft_bounce", at: noon.Add(3 * time.Second), reason: "still full"},
		{name: "delivered", at: noon.Add(4 * time.Second)},
		{name: "opened", at: noon.Add(5 * time.Second)}, {name: "unique_opened", at: noon.Add(5 * time.Second)},
		{name: "opened", at: noon.Add(9 * time.Second)}, {name: "proxy_open", at: noon.Add(time.Second)},
		{name: "click", at: noon.Add(10 * time.Second)}, {name: "hard_bounce", at: noon.Add(11 * time.Second), reason: "gone"},
	}
	for i := range story {
		story[i].messageID = "<1@example>"
	}
	var want deliveryStatus
	for round := range 3000 {
		got := deliveryStatus{Status: "sending", Error: "an old reason"}
		for _, i := range rand.Perm(len(story)) {
			got.applyEvent(story[i])
			if rand.IntN(3) == 0 {
				got.applyEvent(story[i])
			}
		}
		if round == 0 {
			want = got
		}
		if got != want {
			t.Fatalf("one order ends in %+v, another in %+v", want, got)
		}
	}
	told := deliveryStatus{
		Status: "clicked", Error: "hard_bounce: gone", MessageID: "<1@example>", Sent: formatTime(noon),
		Delivered: formatTime(noon.Add(4 * time.Second)), Opened: formatTime(noon.Add(5 * time.Second)), Clicked: formatTime(noon.Add(10 * time.Second)),
	}
	if want != told {
		t.Errorf("the row reads %+v", want)
	}
}

func TestTheStatusFollowsTheWebhook(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	r.provider.SetWebhook(url, webhookToken)
	r.provider.SetSwitches(sandbox.Switches{Webhooks: sandbox.WebhookFaults{Duplicate: true, Shuffle: true}})
	want := map[string]string{
		"asha@example.com": "delivered", "hardbounce@example.com": "bounced", "softbounce@example.com": "bounced",
		"blocked@example.com": "blocked", "spam@example.com": "spam", "unsub@example.com": "delivered",
	}
	for email := range want {
		r.enqueue(welcomeTo(email))
	}
	r.drain()
	if !r.provider.WaitForWebhooks(20 * time.Second) {
		t.Fatal("the events did not arrive")
	}
	for email, status := range want {
		r.expectStatus(email, status, 1)
	}
	for email, kept := range map[string]bool{
		"hardbounce@example.com": true, "spam@example.com": true, "unsub@example.com": true,
		"softbounce@example.com": false, "blocked@example.com": false, "asha@example.com": false,
	} {
		n, _ := r.app.CountRecords("suppressions", dbx.HashExp{"email": email, "scope": "campaigns"})
		if (n == 1) != kept {
			t.Errorf("%s has %d suppressions", email, n)
		}
	}
	message := r.provider.Messages("asha@example.com")[0]
	for _, act := range []string{"click", "open", "open"} {
		if err := r.provider.SimulateEvent(message.ID, act, "https://boardcircle.example/"); err != nil {
			t.Fatal(err)
		}
	}
	r.provider.WaitForWebhooks(20 * time.Second)
	row := r.expectStatus("asha@example.com", "clicked", 1)
	for _, name := range []string{"sentAt", "deliveredAt", "openedAt", "clickedAt"} {
		if row.GetDateTime(name).IsZero() {
			t.Errorf("%s is empty", name)
		}
	}
}

func TestAnEventMayOvertakeTheAnswer(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	r.enqueue(welcome(1))
	ready, _, err := r.claimDue(1)
	if err != nil || len(ready) != 1 {
		t.Fatal(err)
	}
	event := fmt.Sprintf(`{"event":"delivered","email":"ASHA1@example.com","message-id":"<early@x>","X-Mailin-custom":%q,"ts_epoch":%d}`, ready[0].ID, noon.UnixMilli())
	if got := post(t, url, "Bearer "+webhookToken, event); got != 200 {
		t.Fatal(got)
	}
	r.deliver(t.Context(), ready[0])
	r.clock.Advance(time.Hour)
	r.drain()
	r.expectStatus(asha, "delivered", 1)
}

func TestAnUncertainLetterIsClearedUpByItsEvents(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	r.enqueue(welcome(1))
	r.provider.SetSwitches(sandbox.Switches{Fault: sandbox.ServerError})
	for range 30 {
		r.drain()
		r.clock.Advance(time.Minute)
	}
	row := r.expectStatus(asha, "uncertain", 0)
	post(t, url, "Bearer "+webhookToken, fmt.Sprintf(`{"event":"delivered","email":%q,"message-id":"<x>","X-Mailin-custom":%q}`, asha, row.Id))
	row = r.expectStatus(asha, "delivered", 0)
	if row.GetString("errorMessage") != "" || row.GetString("brevoMessageId") != "<x>" {
		t.Errorf("the row reads %q, %q", row.GetString("errorMessage"), row.GetString("brevoMessageId"))
	}
}

func TestAnotherAddressesEventMovesNothing(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	r.enqueue(welcome(1))
	r.drain()
	row := r.row(asha)
	post(t, url, "Bearer "+webhookToken, fmt.Sprintf(`{"event":"spam","email":"other@example.com","message-id":%q,"X-Mailin-custom":%q}`,
		row.GetString("brevoMessageId"), row.Id))
	r.expectStatus(asha, "sent", 1)
}
