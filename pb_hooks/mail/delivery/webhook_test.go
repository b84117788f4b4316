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
				r.t.Errorf("it returned %v", err)
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
			t.Errorf("%q gets %d, not %d", authorization, got, want)
		}
	}
	r.cfg.Brevo.WebhookToken = ""
	for _, authorization := range []string{"", "Bearer ", "Bearer " + webhookToken} {
		if got := post(t, url, authorization, `{}`); got != 401 {
			t.Errorf("without a token configured %q gets %d", authorization, got)
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
		{"the same again", fmt.Sprintf(one, 9000), 200, 0},
		{"no event", "[]", 200, 0},
		{"a full batch", list(500), 200, 500},
		{"more than a batch", list(501), 400, 0},
		{"odd entries among good ones", `[7, null, {}, {"event":["x"]}, ` + fmt.Sprintf(one, 9001) + `]`, 200, 1},
		{"only odd entries", `[7, {}]`, 400, 0},
		{"numbers as texts", `{"event":"opened","email":"a@example.com","ts_epoch":"1693000000","message-id":77,"tags":"x"}`, 200, 1},
		{"no JSON", `event=delivered`, 400, 0},
		{"nothing", ``, 400, 0},
		{"a body without end", `{"event":"delivered","reason":"` + strings.Repeat("x", maxWebhookBody) + `"}`, 413, 0},
	} {
		before, _ := r.app.CountRecords("email_events")
		if got := post(t, url, "Bearer "+webhookToken, c.body); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
		if after, _ := r.app.CountRecords("email_events"); int(after-before) != c.stored {
			t.Errorf("%s: %d stored, not %d", c.name, after-before, c.stored)
		}
	}
}

func TestWebhookAsksAgainForEventsThatCannotBeStored(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	_, err := r.app.NonconcurrentDB().NewQuery("ALTER TABLE email_events RENAME TO away").Execute()
	if err != nil {
		t.Fatal(err)
	}
	if got := post(t, url, "Bearer "+webhookToken, `{"event":"delivered"}`); got != http.StatusTooManyRequests {
		t.Errorf("it answers %d, and the event is gone", got)
	}
	if _, err := r.app.NonconcurrentDB().NewQuery("ALTER TABLE away RENAME TO email_events").Execute(); err != nil {
		t.Fatal(err)
	}
	if got := post(t, url, "Bearer "+webhookToken, `{"event":"delivered"}`); got != 200 {
		t.Errorf("it answers %d", got)
	}
}

func TestParseEpochReadsSecondsAndMilliseconds(t *testing.T) {
	t.Parallel()
	for epoch, want := range map[string]time.Time{
		"1693000000": time.Unix(1693000000, 0), "1693000000123": time.UnixMilli(1693000000123),
		"": noon, "soon": noon, "-5": noon, "99999999999999999": noon, "1.5": noon,
	} {
		if got := parseEpoch(epoch, noon); !got.Equal(want) {
			t.Errorf("%q is %v, not %v", epoch, got, want)
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
			t.Fatal("events and an error")
		}
		for _, ev := range events {
			switch {
			case ev.name == "" || len(ev.hash) != 64:
				t.Fatalf("%+v", ev)
			case len([]rune(ev.name)) > 60 || len(ev.email) > 254 || len([]rune(ev.link)) > 2000 || len(ev.payload) > maxPayload:
				t.Fatalf("too long: %+v", ev)
			case strings.ContainsAny(ev.name+ev.email+ev.messageID+ev.link+ev.reason, "\r\n\x00"):
				t.Fatalf("a control character: %+v", ev)
			case !json.Valid([]byte(ev.payload)):
				t.Fatalf("the payload is no JSON: %q", ev.payload)
			case ev.at.IsZero():
				t.Fatal("no time")
			}
			again := outbox.Delivery{Status: "sent"}
			applyEvent(&again, ev)
			once := again
			applyEvent(&again, ev)
			if again != once {
				t.Fatalf("a second time it ends in %+v, not %+v", again, once)
			}
		}
	})
}

func TestEachOrderOfEventsEndsInTheSameStatus(t *testing.T) {
	t.Parallel()
	story := []event{
		{name: "request", at: noon}, {name: "deferred", at: noon.Add(time.Second), reason: "greylisted"},
		{name: "soft_bounce", at: noon.Add(2 * time.Second), reason: "full"},
		{name: "soft_bounce", at: noon.Add(3 * time.Second), reason: "still full"},
		{name: "delivered", at: noon.Add(4 * time.Second)},
		{name: "opened", at: noon.Add(5 * time.Second)}, {name: "unique_opened", at: noon.Add(5 * time.Second)},
		{name: "opened", at: noon.Add(9 * time.Second)}, {name: "proxy_open", at: noon.Add(time.Second)},
		{
			name: "click",
			at:   noon.Add(10 * time.Second),
		}, {name: "hard_bounce", at: noon.Add(11 * time.Second), reason: "gone"},
	}
	for i := range story {
		story[i].messageID = "<1@example>"
	}
	var want outbox.Delivery
	for round := range 3000 {
		got := outbox.Delivery{Status: "sending", Error: "an old reason"}
		for _, i := range rand.Perm(len(story)) {
			applyEvent(&got, story[i])
			if rand.IntN(3) == 0 {
				applyEvent(&got, story[i])
			}
		}
		if round == 0 {
			want = got
		}
		if got != want {
			t.Fatalf("one order ends in %+v, another in %+v", want, got)
		}
	}
	expected := outbox.Delivery{
		Status:      "clicked",
		Error:       "hard_bounce: gone",
		MessageID:   "<1@example>",
		Sent:        dateTime(noon),
		Delivered:   dateTime(noon.Add(4 * time.Second)),
		Opened:      dateTime(noon.Add(5 * time.Second)),
		Clicked:     dateTime(noon.Add(10 * time.Second)),
		ProxyOpened: dateTime(noon.Add(time.Second)),
	}
	if want != expected {
		t.Errorf("the row reads %+v", want)
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

func TestAnEventMayComeBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	r := newTestTracker(t)
	url := r.serveWebhook()
	r.enqueue(welcome())
	r.sender.beforeAnswer = func(m brevo.Message) {
		event := fmt.Sprintf(
			`{"event":"delivered","email":"ASHA1@example.com","message-id":"<early@x>","X-Mailin-custom":%q,"ts_epoch":%d}`,
			m.CorrelationID, noon.UnixMilli())
		if got := post(t, url, "Bearer "+webhookToken, event); got != 200 {
			t.Error(got)
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
		t.Errorf("the row reads %q, %q", row.GetString("errorMessage"), row.GetString("brevoMessageId"))
	}
}

func TestAnEventOfAnotherAddressChangesNothing(t *testing.T) {
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

// storedLog returns the final contents of the log and the suppressions, without ids and creation times.
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

func TestWebhooksShuffledDoubledAndDelayedGiveTheSameFinalLog(t *testing.T) {
	t.Parallel()
	stories := map[string][]string{
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
		emails := slices.Sorted(maps.Keys(stories))
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
			for i, name := range stories[email] {
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
			some := events[:min(len(events), 1+round*3)] // one event or several in one call
			events = events[len(some):]
			body := some[0]
			if len(some) > 1 {
				body = "[" + strings.Join(some, ",") + "]"
			}
			if status := post(t, url, "Bearer "+webhookToken, body); status != http.StatusOK {
				t.Fatalf("%d for %s", status, body)
			}
			r.clock.Advance(time.Duration(round) * 7 * time.Hour)
		}
		return r.storedLog()
	}
	want := run(0)
	for _, line := range []string{"asha@example.com clicked", "devi@example.com spam", "chitra@example.com campaigns", "gita@example.com invalid_email"} {
		if !strings.Contains(want, line) {
			t.Errorf("%q is missing in\n%s", line, want)
		}
	}
	for round := 1; round <= 5; round++ {
		if got := run(round); got != want {
			t.Fatalf("round %d ends in\n%s\nand in order it is\n%s", round, got, want)
		}
	}
}
