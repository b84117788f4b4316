package delivery

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/outbox"
)

// serveWebhook starts a server with only the webhook route.
func (r *testTracker) serveWebhook() string {
	r.t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		e := &core.RequestEvent{App: r.app}
		e.Response, e.Request = w, request
		if err := r.Webhook().Handler(e); err != nil {
			var domain *apperr.Error
			if !errors.As(err, &domain) {
				r.t.Errorf("error = %v, want an *apperr.Error", err)
				return
			}
			w.WriteHeader(domain.Status)
		}
	}))
	r.t.Cleanup(server.Close)
	return server.URL
}

func post(t *testing.T, url, authorization, body string) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", authorization)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func TestWebhookRequiresItsToken(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	for authorization, want := range map[string]int{
		"":                             401,
		"Bearer ":                      401,
		"Bearer wrong":                 401,
		webhookToken:                   401,
		"Basic " + webhookToken:        401,
		"bearer " + webhookToken:       401,
		"Bearer " + webhookToken + "x": 401,
		"Bearer " + webhookToken:       200,
	} {
		if got := post(t, url, authorization, `{"event":"delivered","email":"a@example.com"}`); got != want {
			t.Errorf("%q: status = %d, want %d", authorization, got, want)
		}
	}
	r.cfg.Brevo.WebhookToken = ""
	for _, authorization := range []string{"", "Bearer ", "Bearer " + webhookToken} {
		if got := post(t, url, authorization, `{}`); got != 401 {
			t.Errorf("%q without a configured token: status = %d, want 401", authorization, got)
		}
	}
}

func TestWebhookAcceptsEvents(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	one := `{"event":"delivered","email":"a@example.com","ts_epoch":1693000000000,"message-id":"<%d>"}`
	list := func(n int) string {
		events := make([]string, n)
		for i := range events {
			events[i] = fmt.Sprintf(one, i)
		}
		return "[" + strings.Join(events, ",") + "]"
	}
	for _, c := range []struct {
		name, body string
		want       int
		stored     int
	}{
		{"one event", fmt.Sprintf(one, 9000), 200, 1},
		{"the same event again", fmt.Sprintf(one, 9000), 200, 0},
		{"no event", "[]", 200, 0},
		{"a full batch", list(500), 200, 500},
		{"more than a batch", list(501), 400, 0},
		{"valid and invalid events", `[7, null, {}, {"event":["x"]}, ` + fmt.Sprintf(one, 9001) + `]`, 200, 1},
		{"only invalid events", `[7, {}]`, 400, 0},
		{"numbers as strings", `{"event":"opened","email":"a@example.com","ts_epoch":"1693000000","message-id":77,"tags":"x"}`, 200, 1},
		{"invalid JSON", `event=delivered`, 400, 0},
		{"an empty body", ``, 400, 0},
		{"a too long body", `{"event":"delivered","reason":"` + strings.Repeat("x", maxWebhookBody) + `"}`, 413, 0},
	} {
		before, _ := r.app.CountRecords("email_events")
		if got := post(t, url, "Bearer "+webhookToken, c.body); got != c.want {
			t.Errorf("%s: status = %d, want %d", c.name, got, c.want)
		}
		if after, _ := r.app.CountRecords("email_events"); int(after-before) != c.stored {
			t.Errorf("%s: %d events stored, want %d", c.name, after-before, c.stored)
		}
	}
}

func TestWebhookReturns429IfEventsCannotBeStored(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	_, err := r.app.NonconcurrentDB().NewQuery("ALTER TABLE email_events RENAME TO renamed").Execute()
	if err != nil {
		t.Fatal(err)
	}
	if got := post(t, url, "Bearer "+webhookToken, `{"event":"delivered"}`); got != http.StatusTooManyRequests {
		t.Errorf("status = %d, want 429, so that Brevo sends the event again", got)
	}
	if _, err := r.app.NonconcurrentDB().NewQuery("ALTER TABLE renamed RENAME TO email_events").Execute(); err != nil {
		t.Fatal(err)
	}
	if got := post(t, url, "Bearer "+webhookToken, `{"event":"delivered"}`); got != 200 {
		t.Errorf("status of the second request = %d, want 200", got)
	}
}

func TestParseEpochReadsSecondsAndMilliseconds(t *testing.T) {
	t.Parallel()
	for epoch, want := range map[string]time.Time{
		"1693000000": time.Unix(1693000000, 0), "1693000000123": time.UnixMilli(1693000000123),
		"": noon, "soon": noon, "-5": noon, "99999999999999999": noon, "1.5": noon,
	} {
		if got := parseEpoch(epoch, noon); !got.Equal(want) {
			t.Errorf("parseEpoch(%q) = %v, want %v", epoch, got, want)
		}
	}
}

func FuzzParseEvents(f *testing.F) {
	for _, seed := range []string{
		`{"event":"delivered","email":"a@example.com","ts_epoch":1693000000000,"message-id":"<x>","tags":["a"]}`,
		`[{"event":"click","link":"https://x/","ts_epoch":"1"},{"event":1}]`, `[]`, `null`, `{"event":{"a":1}}`, "\x00", `[[[]]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		events, err := parseEvents(body, noon)
		if err != nil && len(events) > 0 {
			t.Fatalf("events = %+v, error = %v, want only one of them", events, err)
		}
		for _, ev := range events {
			switch {
			case ev.name == "" || len(ev.hash) != 64:
				t.Fatalf("event = %+v, want a name and a hash", ev)
			case len([]rune(ev.name)) > 60 || len(ev.email) > 254 || len([]rune(ev.link)) > 2000 || len(ev.payload) > maxPayload:
				t.Fatalf("event = %+v, want shorter values", ev)
			case strings.ContainsAny(ev.name+ev.email+ev.messageID+ev.link+ev.reason, "\r\n\x00"):
				t.Fatalf("event = %+v, want no control character", ev)
			case !json.Valid([]byte(ev.payload)):
				t.Fatalf("payload = %q, want JSON", ev.payload)
			case ev.at.IsZero():
				t.Fatalf("event = %+v, want a time", ev)
			}
			delivery := outbox.Delivery{Status: "sent"}
			applyEvent(&delivery, ev)
			first := delivery
			applyEvent(&delivery, ev)
			if delivery != first {
				t.Fatalf("delivery after the second application = %+v, want %+v", delivery, first)
			}
		}
	})
}

func TestEachOrderOfEventsEndsInTheSameStatus(t *testing.T) {
	t.Parallel()
	events := []event{
		{name: "request", at: noon}, {name: "deferred", at: noon.Add(time.Second), reason: "greylisted"},
		{name: "soft_bounce", at: noon.Add(2 * time.Second), reason: "full"},
		{name: "soft_bounce", at: noon.Add(3 * time.Second), reason: "still full"},
		{name: "delivered", at: noon.Add(4 * time.Second)},
		{name: "opened", at: noon.Add(5 * time.Second)}, {name: "unique_opened", at: noon.Add(5 * time.Second)},
		{name: "opened", at: noon.Add(9 * time.Second)}, {name: "proxy_open", at: noon.Add(time.Second)},
		{name: "click", at: noon.Add(10 * time.Second)}, {name: "hard_bounce", at: noon.Add(11 * time.Second), reason: "closed"},
	}
	for i := range events {
		events[i].messageID = "<1@example>"
	}
	var want outbox.Delivery
	for round := range 3000 {
		got := outbox.Delivery{Status: "sending", Error: "an old reason"}
		for _, i := range rand.Perm(len(events)) {
			applyEvent(&got, events[i])
			if rand.IntN(3) == 0 {
				applyEvent(&got, events[i])
			}
		}
		if round == 0 {
			want = got
		}
		if got != want {
			t.Fatalf("delivery = %+v, another order of the events gave %+v", got, want)
		}
	}
	expected := outbox.Delivery{
		Status:      "clicked",
		Error:       "hard_bounce: closed",
		MessageID:   "<1@example>",
		Sent:        dateTime(noon),
		Delivered:   dateTime(noon.Add(4 * time.Second)),
		Opened:      dateTime(noon.Add(5 * time.Second)),
		Clicked:     dateTime(noon.Add(10 * time.Second)),
		ProxyOpened: dateTime(noon.Add(time.Second)),
	}
	if want != expected {
		t.Errorf("delivery = %+v, want %+v", want, expected)
	}
}

func TestWebhookSetsTheStatus(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	r.provider.SetWebhook(url, webhookToken)
	r.provider.SetSwitches(fakebrevo.Switches{Webhooks: fakebrevo.WebhookFaults{Duplicate: true, Shuffle: true}})
	want := map[string]string{
		"asha@example.com": "delivered", "hardbounce@example.com": "bounced", "softbounce@example.com": "bounced",
		"blocked@example.com": "blocked", "spam@example.com": "spam", "unsub@example.com": "delivered",
	}
	for email := range want {
		r.enqueue(welcomeTo(email))
	}
	r.drain()
	if !r.provider.WaitForWebhooks(20 * time.Second) {
		t.Fatal("the webhooks did not arrive")
	}
	for email, status := range want {
		r.expectStatus(email, status, 1)
	}
	for email, isSuppressed := range map[string]bool{
		"hardbounce@example.com": true, "spam@example.com": true, "unsub@example.com": true,
		"softbounce@example.com": false, "blocked@example.com": false, "asha@example.com": false,
	} {
		n, _ := r.app.CountRecords("suppressions", dbx.HashExp{"email": email, "scope": "campaigns"})
		if (n == 1) != isSuppressed {
			t.Errorf("%s has %d suppressions, want one: %t", email, n, isSuppressed)
		}
	}
	message := r.provider.Messages("asha@example.com")[0]
	for _, name := range []string{"click", "open", "open"} {
		if err := r.provider.SimulateEvent(message.ID, name, "https://boardcircle.example/"); err != nil {
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

func TestEventMayArriveBeforeTheResponse(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	r.enqueue(welcome())
	r.sender.beforeAnswer = func(m brevo.Message) {
		event := fmt.Sprintf(
			`{"event":"delivered","email":"ASHA1@example.com","message-id":"<early@x>","X-Mailin-custom":%q,"ts_epoch":%d}`,
			m.CorrelationID, noon.UnixMilli())
		if got := post(t, url, "Bearer "+webhookToken, event); got != 200 {
			t.Errorf("status of the webhook = %d, want 200", got)
		}
	}
	r.drain()
	r.clock.Advance(time.Hour)
	r.drain()
	r.expectStatus(asha, "delivered", 1)
}

func TestEventsResolveAnUncertainEmail(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	r.enqueue(welcome())
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.ServerError})
	for range 30 {
		r.drain()
		r.clock.Advance(time.Minute)
	}
	row := r.expectStatus(asha, "uncertain", 0)
	post(t, url, "Bearer "+webhookToken,
		fmt.Sprintf(`{"event":"delivered","email":%q,"message-id":"<x>","X-Mailin-custom":%q}`, asha, row.Id))
	row = r.expectStatus(asha, "delivered", 0)
	if row.GetString("errorMessage") != "" || row.GetString("brevoMessageId") != "<x>" {
		t.Errorf("errorMessage = %q, brevoMessageId = %q, want no error and <x>", row.GetString("errorMessage"),
			row.GetString("brevoMessageId"))
	}
}

func TestEventOfAnotherAddressIsIgnored(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	r.enqueue(welcome())
	r.drain()
	row := r.row(asha)
	post(t, url, "Bearer "+webhookToken,
		fmt.Sprintf(`{"event":"spam","email":"other@example.com","message-id":%q,"X-Mailin-custom":%q}`,
			row.GetString("brevoMessageId"), row.Id))
	r.expectStatus(asha, "sent", 1)
}

func dateTime(t time.Time) types.DateTime {
	at, _ := types.ParseDateTime(t)
	return at
}

// storedLog returns the emails, events, suppressions and choices, without ids and creation times.
func (r *testTracker) storedLog() string {
	r.t.Helper()
	var lines []string
	for _, query := range []string{
		`SELECT emailAddress || ' ' || status || ' ' || errorMessage || ' ' || brevoMessageId || ' ' || sentAt || ' ' || deliveredAt || ' ' || openedAt || ' ' ||
			clickedAt || ' ' || proxyOpenedAt FROM email_logs ORDER BY emailAddress`,
		`SELECT emailAddress || ' ' || event || ' ' || link || ' ' || reason || ' ' || occurredAt FROM email_events ORDER BY 1`,
		`SELECT email || ' ' || scope || ' ' || reason FROM suppressions ORDER BY 1`,
		`SELECT email || ' ' || topic || ' ' || wanted || ' ' || source FROM email_choices ORDER BY 1`,
	} {
		var rows []string
		if err := r.app.DB().NewQuery(query).Column(&rows); err != nil {
			r.t.Fatal(err)
		}
		lines = append(append(lines, rows...), "--")
	}
	return strings.Join(lines, "\n")
}

func TestShuffledDuplicatedAndDelayedWebhooksGiveTheSameLog(t *testing.T) {
	t.Parallel()
	eventsOf := map[string][]string{
		"asha@example.com":   {"request", "deferred", "delivered", "proxy_open", "opened", "opened", "click", "click"},
		"bina@example.com":   {"request", "soft_bounce", "soft_bounce", "delivered", "opened"},
		"chitra@example.com": {"request", "hard_bounce"},
		"devi@example.com":   {"request", "delivered", "opened", "spam"},
		"esha@example.com":   {"request", "delivered", "click", "unsubscribed"},
		"farah@example.com":  {"request", "blocked"},
		"gita@example.com":   {"request", "invalid_email"},
	}
	run := func(round int) string {
		r := newTestTracker(t)
		url := r.serveWebhook()
		emails := slices.Sorted(maps.Keys(eventsOf))
		for _, email := range emails {
			r.enqueue(welcomeTo(email))
		}
		r.drain()
		var events []string
		for _, email := range emails {
			row := r.row(email)
			message := strings.Split(email, "@")[0]
			if _, err := r.app.DB().NewQuery("UPDATE email_logs SET brevoMessageId = {:message} WHERE id = {:id}").
				Bind(dbx.Params{"message": message, "id": row.Id}).Execute(); err != nil {
				t.Fatal(err)
			}
			for i, name := range eventsOf[email] {
				events = append(
					events,
					fmt.Sprintf(
						`{"event":%q,"email":%q,"message-id":%q,"X-Mailin-custom":%q,"ts_epoch":%d,"link":"https://example.com/%d","reason":"reason %d"}`,
						name, email, message, row.Id, noon.Add(time.Duration(i)*time.Minute).UnixMilli(), i, i))
			}
		}
		if round > 0 {
			random := rand.New(rand.NewPCG(uint64(round), 12))
			for _, event := range events {
				if random.IntN(2) == 0 {
					events = append(events, event)
				}
			}
			random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		}
		for len(events) > 0 {
			batch := events[:min(len(events), 1+round*3)] // one event or several in a request
			events = events[len(batch):]
			body := batch[0]
			if len(batch) > 1 {
				body = "[" + strings.Join(batch, ",") + "]"
			}
			if status := post(t, url, "Bearer "+webhookToken, body); status != http.StatusOK {
				t.Fatalf("%s: status = %d, want 200", body, status)
			}
			r.clock.Advance(time.Duration(round) * 7 * time.Hour)
		}
		return r.storedLog()
	}
	want := run(0)
	for _, line := range []string{"asha@example.com clicked", "devi@example.com spam", "chitra@example.com campaigns", "gita@example.com invalid_email"} {
		if !strings.Contains(want, line) {
			t.Errorf("log =\n%s\nwant it to contain %q", want, line)
		}
	}
	for round := 1; round <= 5; round++ {
		if got := run(round); got != want {
			t.Fatalf("log of round %d =\n%s\nwant\n%s", round, got, want)
		}
	}
}
