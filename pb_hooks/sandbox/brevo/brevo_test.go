package brevo

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"boardcircle/pb_hooks/clock"
)

var noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

type bench struct {
	*Brevo
	t     *testing.T
	url   string
	clock *clock.Set
}

func open(t *testing.T, opts Options) *bench {
	t.Helper()
	set := clock.At(noon)
	opts.Now = set.Now
	b, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		_ = b.Close()
		server.Close()
	})
	return &bench{Brevo: b, t: t, url: server.URL, clock: set}
}

// call posts or gets and returns status and body.
func (b *bench) call(method, path, body string, header ...string) (int, string) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("api-key", "key")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	data, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(data)
}

func (b *bench) send(body string, header ...string) (int, string) {
	b.t.Helper()
	return b.call("POST", "/sandbox/brevo/v3/smtp/email", body, header...)
}

func mailTo(email, more string) string {
	return fmt.Sprintf(`{"sender":{"email":"no-reply@boardcircle.example","name":"Boardcircle"},"to":[{"email":%q}],"subject":"Hello","htmlContent":"<p>Hello</p>"%s}`, email, more)
}

func TestItRefusesWhatBrevoRefuses(t *testing.T) {
	t.Parallel()
	b := open(t, Options{APIKey: "key"})
	many := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	person := `{"email":"a@example.com"}`
	version := `{"to":[` + person + `]}`
	general := func(more string) string {
		return `{"sender":{"email":"s@example.com"},"subject":"x","textContent":"x",` + more + `}`
	}
	for _, c := range []struct {
		name, body string
		want       int
		code       string
	}{
		{"a whole mail", mailTo("a@example.com", ""), 201, "messageId"},
		{"no JSON", `{"sender"`, 400, "bad_request"},
		{"no sender", `{"to":[` + person + `],"subject":"x","textContent":"x"}`, 400, "invalid_parameter"},
		{"no recipient", general(`"to":[]`), 400, "missing_parameter"},
		{"a broken address", mailTo("asha", ""), 400, "invalid_parameter"},
		{"a header in a name", general(`"to":[{"email":"a@example.com","name":"a\nb"}]`), 400, "invalid_parameter"},
		{"no subject", `{"sender":{"email":"s@example.com"},"to":[` + person + `],"textContent":"x"}`, 400, "missing_parameter"},
		{"no content", `{"sender":{"email":"s@example.com"},"to":[` + person + `],"subject":"x"}`, 400, "missing_parameter"},
		{"a past date", mailTo("a@example.com", `,"scheduledAt":"0001-01-01T00:00:00Z"`), 400, "invalid_parameter"},
		{"a date to come", mailTo("a@example.com", `,"scheduledAt":"2026-09-02T00:00:00Z"`), 201, "messageId"},
		{"a key that is no UUID", mailTo("a@example.com", `,"headers":{"idempotencyKey":"abc"}`), 400, "invalid_parameter"},
		{"a file", mailTo("a@example.com", `,"attachment":[{"name":"a.PDF","content":"JVBERg=="}]`), 201, "messageId"},
		{"a file without a name", mailTo("a@example.com", `,"attachment":[{"content":"JVBERg=="}]`), 400, "missing_parameter"},
		{"a file without content", mailTo("a@example.com", `,"attachment":[{"name":"a.pdf"}]`), 400, "invalid_parameter"},
		{"a program", mailTo("a@example.com", `,"attachment":[{"name":"a.exe","content":"JVBERg=="}]`), 400, "invalid_parameter"},
		{"a file elsewhere", mailTo("a@example.com", `,"attachment":[{"name":"a.pdf","url":"https://files.example/a.pdf"}]`), 400, "invalid_parameter"},
		{"99 recipients", general(`"to":[` + many(99, person) + `]`), 201, "messageId"},
		{"100 recipients", general(`"to":[` + many(100, person) + `]`), 400, "invalid_parameter"},
		{"1000 versions", general(`"messageVersions":[` + many(1000, version) + `]`), 201, "messageIds"},
		{"1001 versions", general(`"messageVersions":[` + many(1001, version) + `]`), 400, "invalid_parameter"},
		{"2001 recipients", general(`"messageVersions":[` + many(29, `{"to":[`+many(69, person)+`]}`) + `]`), 400, "invalid_parameter"},
		{"params of 100 KB", general(`"to":[` + person + `],"params":{"a":"` + strings.Repeat("x", 100<<10) + `"}`), 400, "invalid_parameter"},
		{"params of 1000 KB together", general(`"messageVersions":[` + many(11, `{"to":[`+person+`],"params":{"a":"`+strings.Repeat("x", 99<<10)+`"}}`) + `]`), 400, "invalid_parameter"},
	} {
		if status, body := b.send(c.body); status != c.want || !strings.Contains(body, `"`+c.code+`"`) {
			t.Errorf("%s: %d %.200s", c.name, status, body)
		}
	}
	for _, key := range []string{"", "other"} {
		if status, _ := b.send(mailTo("a@example.com", ""), "api-key", key); status != 401 {
			t.Errorf("the key %q gets %d", key, status)
		}
	}
	if status, _ := b.call("GET", "/sandbox/brevo/v3/nope", ""); status != 404 {
		t.Errorf("an unknown path is %d", status)
	}
}

func TestAKeyIsRememberedInItsPlaceOnlyAndForAWhile(t *testing.T) {
	t.Parallel()
	b := open(t, Options{})
	key := uuid.NewString()
	inPlace := mailTo("a@example.com", `,"headers":{"idempotencyKey":"`+key+`"}`)
	if status, _ := b.send(inPlace); status != 201 {
		t.Fatal(status)
	}
	b.clock.Advance(14 * time.Minute)
	if status, body := b.send(inPlace); status != 400 || !strings.Contains(body, "duplicate_parameter") {
		t.Errorf("the second call is %d %s", status, body)
	}
	b.clock.Advance(17 * time.Minute)
	if status, _ := b.send(inPlace); status != 201 {
		t.Errorf("after half an hour it is %d", status)
	}
	elsewhere := mailTo("b@example.com", `,"idempotencyKey":"`+key+`"`)
	for range 2 {
		if status, _ := b.send(elsewhere, "Idempotency-Key", key); status != 201 {
			t.Errorf("a key in another place is honoured: %d", status)
		}
	}
	if n := len(b.Messages("b@example.com")); n != 2 {
		t.Errorf("%d mails", n)
	}
}

func TestMessagesSurviveAKilledDemo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, Options{Dir: dir})
	key := mailTo("a@example.com", `,"headers":{"idempotencyKey":"`+uuid.NewString()+`"}`)
	first.send(key)
	first.send(mailTo("b@example.com", ""))
	if err := first.Act("1", "open", ""); err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(dir, "messages.jsonl")
	file, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"message":{"id":"3","mess`); err != nil { // killed within a line
		t.Fatal(err)
	}
	_ = file.Close()

	second := open(t, Options{Dir: dir})
	if status, _ := second.send(key); status != 400 {
		t.Errorf("the key is forgotten: %d", status)
	}
	second.send(mailTo("c@example.com", ""))

	third := open(t, Options{Dir: dir})
	want, got := second.Messages(""), third.Messages("")
	if len(got) != 3 || len(want) != 3 {
		t.Fatalf("%d and %d messages", len(want), len(got))
	}
	if a := third.Messages("a@example.com"); len(a[0].Events) != 4 {
		t.Errorf("%d events", len(a[0].Events))
	}
}

func TestItReplacesPlaceholdersAsBrevoDoes(t *testing.T) {
	t.Parallel()
	b := open(t, Options{})
	b.send(`{"sender":{"email":"s@example.com"},"subject":"For {{ params.name }}","htmlContent":"<p>{{params.name}}, {{contact.X}}{% if 1 %}!{% endif %} {&#123;params.name}}</p>",
		"params":{"name":"all"},"messageVersions":[{"to":[{"email":"a@example.com"}],"params":{"name":"Asha"}},{"to":[{"email":"b@example.com"}]}]}`)
	a, other := b.Messages("a@example.com")[0], b.Messages("b@example.com")[0]
	if a.Subject != "For Asha" || other.Subject != "For all" {
		t.Errorf("%q, %q", a.Subject, other.Subject)
	}
	if a.HTML != "<p>Asha, ! {&#123;params.name}}</p>" {
		t.Errorf("%s", a.HTML)
	}
}

// listener is a webhook that remembers what it was told.
type listener struct {
	mu     sync.Mutex
	tokens map[string]bool
	events []Event
	answer func(call int) int
	calls  int
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
	var many []Event
	var one Event
	if json.Unmarshal(body, &many) == nil {
		l.events = append(l.events, many...)
	} else if json.Unmarshal(body, &one) == nil {
		l.events = append(l.events, one)
	}
}

func (l *listener) names() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := map[string]int{}
	for _, e := range l.events {
		names[e.Event]++
	}
	return names
}

func hooked(t *testing.T, answer func(int) int) (*bench, *listener) {
	l := &listener{tokens: map[string]bool{}, answer: answer}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return open(t, Options{WebhookURL: server.URL, WebhookToken: "tok"}), l
}

func TestTheWebhookHearsWhatBecameOfAMail(t *testing.T) {
	t.Parallel()
	b, l := hooked(t, nil)
	for _, local := range []string{"asha", "hardbounce", "softbounce", "blocked", "spam", "unsub"} {
		b.send(mailTo(local+"@example.com", `,"headers":{"X-Mailin-custom":"row1"}`))
	}
	if !b.Settle(10 * time.Second) {
		t.Fatal("the events did not leave")
	}
	want := map[string]int{"request": 6, "delivered": 3, "hard_bounce": 1, "soft_bounce": 1, "blocked": 1, "spam": 1, "unsubscribed": 1}
	if got := l.names(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("it heard %v", got)
	}
	if len(l.tokens) != 1 || !l.tokens["Bearer tok"] {
		t.Errorf("the tokens are %v", l.tokens)
	}
	for _, e := range l.events {
		if e.Custom != "row1" || e.MessageID == "" || e.TSEpoch != noon.UnixMilli() || e.WebhookID != webhookID {
			t.Errorf("an event reads %+v", e)
		}
	}
}

func TestEventsAreOfferedAgainAfterA429AndGoneAfterAnyOtherRefusal(t *testing.T) {
	t.Parallel()
	b, l := hooked(t, func(call int) int {
		if call == 1 {
			return http.StatusTooManyRequests
		}
		return 200
	})
	b.send(mailTo("asha@example.com", ""))
	b.Settle(10 * time.Second)
	if got := l.names(); got["delivered"] != 1 {
		t.Errorf("after a 429 it heard %v", got)
	}
	b, l = hooked(t, func(call int) int {
		if call == 1 {
			return http.StatusInternalServerError
		}
		return 200
	})
	b.send(mailTo("asha@example.com", ""))
	b.Settle(10 * time.Second)
	if got := l.names(); got["request"] != 0 {
		t.Errorf("after a 500 it heard %v", got)
	}
}

func TestTheSwitchesOfTheWebhook(t *testing.T) {
	t.Parallel()
	b, l := hooked(t, nil)
	b.call("POST", "/sandbox/brevo/switches", `{"webhooks":{"duplicate":true,"shuffle":true,"delayMs":1}}`)
	b.send(mailTo("asha@example.com", ""))
	b.Settle(10 * time.Second)
	if got := l.names(); got["request"] != 2 || got["delivered"] != 2 {
		t.Errorf("duplicated it heard %v", got)
	}
	b.Set(Switches{Webhooks: Travel{DropEvery: 2}})
	b.send(mailTo("asha@example.com", ""))
	b.Settle(10 * time.Second)
	if got := l.names(); got["request"] != 3 || got["delivered"] != 2 {
		t.Errorf("with losses it heard %v", got)
	}
}

func TestTheInboxPageShowsALetterAndRunsNothingOfIt(t *testing.T) {
	t.Parallel()
	b := open(t, Options{})
	b.send(`{"sender":{"email":"s@example.com","name":"S"},"to":[{"email":"a@example.com","name":"<b>Asha</b>"}],"subject":"Hi <script>","htmlContent":"<p>Look \"here\"</p><script>x()</script><a href='https://boardcircle.example/?a=1&amp;b=2'>go</a><a href='javascript:x()'>no</a>","textContent":"Look"}`)
	status, list := b.call("GET", "/sandbox/inbox", "")
	if status != 200 || !strings.Contains(list, "&lt;b&gt;Asha") || strings.Contains(list, "<script>") {
		t.Errorf("the list is %d", status)
	}
	_, page := b.call("GET", "/sandbox/inbox/1", "")
	for _, want := range []string{
		`sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"`,
		`srcdoc="&lt;base target=&#34;_blank&#34;&gt;&lt;p&gt;Look`,
		`href="https://boardcircle.example/?a=1&amp;b=2"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, `href="javascript`) {
		t.Error("the page holds something live")
	}
	if status, _ := b.call("GET", "/sandbox/inbox/77", ""); status != 404 {
		t.Errorf("an unknown letter is %d", status)
	}
	if _, found := b.call("GET", "/sandbox/inbox?q=ASHA", ""); !strings.Contains(found, "/sandbox/inbox/1") {
		t.Error("the search misses her")
	}
	if _, found := b.call("GET", "/sandbox/inbox?q=nobody", ""); strings.Contains(found, "/sandbox/inbox/1") {
		t.Error("the search finds everybody")
	}
}

func TestTheInboxButtonsPlayTheRecipient(t *testing.T) {
	t.Parallel()
	b, l := hooked(t, nil)
	b.send(mailTo("a@example.com", ""))
	act := func(form url.Values, header ...string) int {
		status, _ := b.call("POST", "/sandbox/inbox/1/events", form.Encode(),
			append([]string{"Content-Type", "application/x-www-form-urlencoded"}, header...)...)
		return status
	}
	for _, event := range []string{"open", "open", "proxy-open", "hard-bounce", "soft-bounce", "spam", "unsubscribe"} {
		if status := act(url.Values{"event": {event}}); status != 303 {
			t.Errorf("%s is %d", event, status)
		}
	}
	act(url.Values{"event": {"click"}, "link": {"https://boardcircle.example/"}})
	if status := act(url.Values{"event": {"sing"}}); status != 400 {
		t.Errorf("an unknown event is %d", status)
	}
	if status := act(url.Values{"event": {"open"}}, "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("another site's form is %d", status)
	}
	b.Settle(10 * time.Second)
	got := l.names()
	if got["opened"] != 2 || got["unique_opened"] != 1 || got["click"] != 1 || got["unsubscribed"] != 1 {
		t.Errorf("it heard %v", got)
	}
}

func TestTheProvidersOwnListsTellWhatWasSent(t *testing.T) {
	t.Parallel()
	b := open(t, Options{})
	b.send(mailTo("a@example.com", ""))
	b.send(mailTo("hardbounce@example.com", ""))
	for path, want := range map[string]string{
		"/smtp/emails?email=A@example.com":                     `"count":1`,
		"/smtp/statistics/events?event=hardBounces":            `"hardbounce@example.com"`,
		"/smtp/statistics/events?email=a@example.com&limit=1":  `"delivered"`,
		"/smtp/statistics/events?email=a@example.com&offset=7": `"events":[]`,
		"/account": `"credits"`,
	} {
		if status, body := b.call("GET", "/sandbox/brevo/v3"+path, ""); status != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, _ := b.call("GET", "/sandbox/brevo/v3/smtp/emails", ""); status != 400 {
		t.Errorf("without a filter it is %d", status)
	}
	if _, body := b.call("GET", "/sandbox/inbox.json?to=a@example.com", ""); strings.Count(body, `"messageId"`) != 1 {
		t.Errorf("the listing is %s", body)
	}
}

func TestAFileIsSavedAndNeverShown(t *testing.T) {
	t.Parallel()
	b := open(t, Options{})
	b.send(mailTo("a@example.com", `,"attachment":[{"name":"naïve \"x\".html","content":"PHNjcmlwdD4="}]`))
	response, err := http.Get(b.url + "/sandbox/inbox/1/attachments/0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	kind, params, err := mime.ParseMediaType(response.Header.Get("Content-Disposition"))
	if err != nil || kind != "attachment" || params["filename"] != `naïve "x".html` {
		t.Errorf("it is offered as %s", response.Header.Get("Content-Disposition"))
	}
	if response.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(response.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("the browser may guess or run it: %v", response.Header)
	}
	for _, path := range []string{"1/attachments/1", "1/attachments/-1", "1/attachments/x", "2/attachments/0"} {
		if status, _ := b.call("GET", "/sandbox/inbox/"+path, ""); status != 404 {
			t.Errorf("%s is %d", path, status)
		}
	}
}
