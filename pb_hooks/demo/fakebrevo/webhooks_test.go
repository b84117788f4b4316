package fakebrevo

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// webhookReceiver is a webhook that records its events. answer, if set, returns the status for the nth call.
type webhookReceiver struct {
	mu     sync.Mutex
	tokens map[string]bool
	events []Event
	answer func(call int) int
	calls  int
}

func (l *webhookReceiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	if l.answer != nil {
		if status := l.answer(l.calls); status != 200 {
			w.WriteHeader(status)
			return
		}
	}
	l.tokens[r.Header.Get("Authorization")] = true
	var events []Event
	var event Event
	if json.Unmarshal(body, &events) == nil {
		l.events = append(l.events, events...)
	} else if json.Unmarshal(body, &event) == nil {
		l.events = append(l.events, event)
	}
}

func (l *webhookReceiver) names() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := map[string]int{}
	for _, e := range l.events {
		names[e.Event]++
	}
	return names
}

func newTestServerWithWebhook(t *testing.T, answer func(int) int) (*testServer, *webhookReceiver) {
	l := &webhookReceiver{tokens: map[string]bool{}, answer: answer}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return newTestServer(t, Options{WebhookURL: server.URL, WebhookToken: "tok"}), l
}

func TestWebhookReceivesTheDeliveryEvents(t *testing.T) {
	t.Parallel()
	b, l := newTestServerWithWebhook(t, nil)
	for _, local := range []string{"asha", "hardbounce", "softbounce", "blocked", "spam", "unsub"} {
		b.send(emailJSON(local+"@example.com", `,"headers":{"X-Mailin-custom":"row1"}`))
	}
	if !b.WaitForWebhooks(10 * time.Second) {
		t.Fatal("the webhooks were not sent in time")
	}
	want := map[string]int{
		"request":      6,
		"delivered":    3,
		"hard_bounce":  1,
		"soft_bounce":  1,
		"blocked":      1,
		"spam":         1,
		"unsubscribed": 1,
	}
	if got := l.names(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("received events = %v, want %v", got, want)
	}
	if len(l.tokens) != 1 || !l.tokens["Bearer tok"] {
		t.Errorf("authorization headers = %v, want Bearer tok", l.tokens)
	}
	for _, e := range l.events {
		if e.Custom != "row1" || e.MessageID == "" || e.TSEpoch != noon.UnixMilli() || e.WebhookID != webhookID {
			t.Errorf("event = %+v, want the custom value, an id, the time and the id of the webhook", e)
		}
	}
}

func TestEventsAreRetriedAfterA429AndDroppedAfterOtherErrors(t *testing.T) {
	t.Parallel()
	b, l := newTestServerWithWebhook(t, func(call int) int {
		if call == 1 {
			return http.StatusTooManyRequests
		}
		return 200
	})
	b.send(emailJSON("asha@example.com", ""))
	b.WaitForWebhooks(10 * time.Second)
	if got := l.names(); got["delivered"] != 1 {
		t.Errorf("received events after a 429 = %v, want delivered", got)
	}
	b, l = newTestServerWithWebhook(t, func(call int) int {
		if call == 1 {
			return http.StatusInternalServerError
		}
		return 200
	})
	b.send(emailJSON("asha@example.com", ""))
	b.WaitForWebhooks(10 * time.Second)
	if got := l.names(); got["request"] != 0 {
		t.Errorf("received events after a 500 = %v, want no request", got)
	}
}

func TestWebhookFaults(t *testing.T) {
	t.Parallel()
	b, l := newTestServerWithWebhook(t, nil)
	b.call("POST", "/sandbox/brevo/switches", `{"webhooks":{"duplicate":true,"shuffle":true,"delayMs":1}}`)
	b.send(emailJSON("asha@example.com", ""))
	b.WaitForWebhooks(10 * time.Second)
	if got := l.names(); got["request"] != 2 || got["delivered"] != 2 {
		t.Errorf("received events with duplicates = %v, want two of each", got)
	}
	b.SetSwitches(Switches{Webhooks: WebhookFaults{DropEvery: 2}})
	b.send(emailJSON("asha@example.com", ""))
	b.WaitForWebhooks(10 * time.Second)
	if got := l.names(); got["request"] != 3 || got["delivered"] != 2 {
		t.Errorf("received events with drops = %v, want one more request", got)
	}
}
