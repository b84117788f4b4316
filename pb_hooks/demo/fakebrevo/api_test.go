package fakebrevo

import (
	"strings"
	"testing"
)

func TestRequestsAreValidatedAsBrevoDoes(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{APIKey: "key"})
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
		{"a complete email", emailJSON("a@example.com", ""), 201, "messageId"},
		{"invalid JSON", `{"sender"`, 400, "bad_request"},
		{"no sender", `{"to":[` + person + `],"subject":"x","textContent":"x"}`, 400, "invalid_parameter"},
		{"no recipient", general(`"to":[]`), 400, "missing_parameter"},
		{"an invalid address", emailJSON("asha", ""), 400, "invalid_parameter"},
		{"a header in a name", general(`"to":[{"email":"a@example.com","name":"a\nb"}]`), 400, "invalid_parameter"},
		{"no subject", `{"sender":{"email":"s@example.com"},"to":[` + person + `],"textContent":"x"}`, 400, "missing_parameter"},
		{"no content", `{"sender":{"email":"s@example.com"},"to":[` + person + `],"subject":"x"}`, 400, "missing_parameter"},
		{"a past date", emailJSON("a@example.com", `,"scheduledAt":"0001-01-01T00:00:00Z"`), 400, "invalid_parameter"},
		{"a future date", emailJSON("a@example.com", `,"scheduledAt":"2026-09-02T00:00:00Z"`), 201, "messageId"},
		{"a key that is not a UUID", emailJSON("a@example.com", `,"headers":{"idempotencyKey":"abc"}`), 400, "invalid_parameter"},
		{"a file", emailJSON("a@example.com", `,"attachment":[{"name":"a.PDF","content":"JVBERg=="}]`), 201, "messageId"},
		{"a file without a name", emailJSON("a@example.com", `,"attachment":[{"content":"JVBERg=="}]`), 400, "missing_parameter"},
		{"a file without content", emailJSON("a@example.com", `,"attachment":[{"name":"a.pdf"}]`), 400, "invalid_parameter"},
		{"a program", emailJSON("a@example.com", `,"attachment":[{"name":"a.exe","content":"JVBERg=="}]`), 400, "invalid_parameter"},
		{"a file with a URL", emailJSON("a@example.com", `,"attachment":[{"name":"a.pdf","url":"https://files.example/a.pdf"}]`), 400, "invalid_parameter"},
		{"99 recipients", general(`"to":[` + many(99, person) + `]`), 201, "messageId"},
		{"100 recipients", general(`"to":[` + many(100, person) + `]`), 400, "invalid_parameter"},
		{"1000 versions", general(`"messageVersions":[` + many(1000, version) + `]`), 201, "messageIds"},
		{"1001 versions", general(`"messageVersions":[` + many(1001, version) + `]`), 400, "invalid_parameter"},
		{"2001 recipients", general(`"messageVersions":[` + many(29, `{"to":[`+many(69, person)+`]}`) + `]`), 400, "invalid_parameter"},
		{"params of 100 KB", general(`"to":[` + person + `],"params":{"a":"` + strings.Repeat("x", 100<<10) + `"}`), 400, "invalid_parameter"},
		{"params of 1000 KB together", general(`"messageVersions":[` + many(11, `{"to":[`+person+`],"params":{"a":"`+strings.Repeat("x", 99<<10)+`"}}`) + `]`), 400, "invalid_parameter"},
	} {
		if status, body := b.send(c.body); status != c.want || !strings.Contains(body, `"`+c.code+`"`) {
			t.Errorf("%s: status = %d, body = %.200s, want %d with %s", c.name, status, body, c.want, c.code)
		}
	}
	for _, key := range []string{"", "other"} {
		if status, _ := b.send(emailJSON("a@example.com", ""), "api-key", key); status != 401 {
			t.Errorf("key %q: status = %d, want 401", key, status)
		}
	}
	if status, _ := b.call("GET", "/sandbox/brevo/v3/nope", ""); status != 404 {
		t.Errorf("unknown path: status = %d, want 404", status)
	}
}

func TestPlaceholdersAreReplacedAsBrevoDoes(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{})
	b.send(
		`{"sender":{"email":"s@example.com"},"subject":"For {{ params.name }}","htmlContent":"<p>{{params.name}}, {{contact.X}}{% if 1 %}!{% endif %} {&#123;params.name}}</p>",
		"params":{"name":"all"},"messageVersions":[{"to":[{"email":"a@example.com"}],"params":{"name":"Asha"}},{"to":[{"email":"b@example.com"}]}]}`,
	)
	a, other := b.Messages("a@example.com")[0], b.Messages("b@example.com")[0]
	if a.Subject != "For Asha" || other.Subject != "For all" {
		t.Errorf("subjects = %q and %q, want For Asha and For all", a.Subject, other.Subject)
	}
	if a.HTML != "<p>Asha, ! {&#123;params.name}}</p>" {
		t.Errorf("HTML = %s, want the replaced placeholders", a.HTML)
	}
}

func TestListsOfEmailsAndEvents(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{})
	b.send(emailJSON("a@example.com", ""))
	b.send(emailJSON("hardbounce@example.com", ""))
	for path, want := range map[string]string{
		"/smtp/emails?email=A@example.com":                     `"count":1`,
		"/smtp/statistics/events?event=hardBounces":            `"hardbounce@example.com"`,
		"/smtp/statistics/events?email=a@example.com&limit=1":  `"delivered"`,
		"/smtp/statistics/events?email=a@example.com&offset=7": `"events":[]`,
		"/account": `"credits"`,
	} {
		if status, body := b.call("GET", "/sandbox/brevo/v3"+path, ""); status != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: status = %d, body = %s, want %s", path, status, body, want)
		}
	}
	if status, _ := b.call("GET", "/sandbox/brevo/v3/smtp/emails", ""); status != 400 {
		t.Errorf("without a filter: status = %d, want 400", status)
	}
	if _, body := b.call("GET", "/sandbox/inbox.json?to=a@example.com", ""); strings.Count(body, `"messageId"`) != 1 {
		t.Errorf("inbox = %s, want one email", body)
	}
}
