package hooks_test

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/testapp"
)

// console collects the server's console output.
type console struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(p)
}

func (c *console) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// newLoggedApp returns an app that keeps its log, in the table and on a console.
func newLoggedApp(t *testing.T, options ...testapp.Option) (*testapp.App, *console) {
	t.Helper()
	out := &console{}
	h := testapp.New(t, append(options, func(o *hooks.Options) { o.LogOut = out })...)
	h.PB.Settings().Logs.MaxDays = 5 // test apps keep no logs by default
	return h, out
}

// logged returns everything that was logged: the console's text, and the table's.
func logged(t *testing.T, h *testapp.App, out *console) (console, table string) {
	t.Helper()
	if err := logs.Flush(h.PB); err != nil {
		t.Fatal(err)
	}
	var entries []*core.Log
	if err := h.PB.LogQuery().All(&entries); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, entry := range entries {
		text.WriteString(entry.Message + " " + entry.Data.String() + "\n")
	}
	return out.String(), text.String()
}

func TestNoPersonalDataAndNoSecretReachesTheLogs(t *testing.T) {
	t.Parallel()
	h, out := newLoggedApp(t)
	person := map[string]any{
		"name":        "Zubeida Quixote",
		"email":       "zubeida@quixote.example",
		"phone":       "+919812345670",
		"location":    "Xanaduville",
		"password":    "Windmill Giants 77",
		"pin":         "4826",
		"requestType": "enquiry",
	}
	visitor := h.Visitor()
	visitor.Post("/api/register", person)
	visitor.Post("/api/register", person)
	visitor.Get("/api/user")
	visitor.Post("/api/logout", nil)
	visitor.Post("/api/login", map[string]any{"email": "zubeida@quixote.example", "password": "Windmill Giants 78"})
	visitor.Post("/api/login", map[string]any{"email": "Zubeida Quixote <zubeida@quixote.example>",
		"password": "Windmill Giants 77"})
	visitor.Post("/api/login", `{"email": ["Zubeida Quixote"], "password": 77`)
	visitor.Post("/api/forgot-password", map[string]any{"email": "zubeida@quixote.example"})
	visitor.Post("/api/reset-password",
		map[string]any{"token": "SECRETSECRETSECRETSECRET00", "newPassword": "Windmill Giants 79"})
	visitor.Post("/api/drafts", map[string]any{"email": "zubeida@quixote.example", "formData": person})
	visitor.Post("/api/registrations", person)
	for _, path := range []string{
		"/reset-password?token=SECRETSECRETSECRETSECRET00", "/unsubscribe/SECRETSECRETSECRETSECRET00", "/members/zubeida@quixote.example",
		"/Zubeida%20Quixote", "/zubeida-quixote", "/api/members/registered-users/Zubeida%20Quixote", "/api/zubeida@quixote.example",
		"/images/Zubeida%20Quixote.png", "/api/collections/users/records?filter=" + url.QueryEscape("email='zubeida@quixote.example'"),
		"/api/files/users/Zubeida/Quixote.png?token=SECRETSECRETSECRETSECRET00",
	} {
		visitor.Get(path)
	}
	for _, staff := range []*testapp.Visitor{h.SignedIn("admins", nil), h.SignedIn(core.CollectionNameSuperusers, nil)} {
		for _, path := range []string{
			"/api/members/registered-users?search=Zubeida%20Quixote", "/api/members/registered-users?perPage=Quixote",
			"/api/members/leads?sort=Quixote&search=%2B919812345670", "/api/registrations?page=Zubeida", "/api/transactions?status=Quixote",
			"/api/audit?from=Quixote", "/api/jobs/failed?perPage=Quixote&after=Zubeida",
			"/api/collections/users/records?filter=" + url.QueryEscape("name ~ 'Zubeida Quixote' &&"),
		} {
			staff.Get(path)
		}
		staff.Post("/api/cms/content", map[string]any{"section": "Quixote", "title": strings.Repeat("Zubeida", 500)})
	}
	visitor.Post("/api/collections/_superusers/auth-with-password",
		map[string]any{"identity": "zubeida@quixote.example", "password": "Windmill Giants 77"})
	visitor.Header.Set("Referer", "https://quixote.example/zubeida")
	visitor.Header.Set("Authorization", "Bearer SECRETSECRETSECRETSECRET00")
	visitor.Post("/api/webhooks/brevo", map[string]any{"event": "delivered", "email": "zubeida@quixote.example"})
	visitor.Post("/api/webhooks/razorpay", `{"payload": {"payment": {"entity": {"email": "zubeida@quixote.example"}}}}`)

	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Invalid})
	h.Drain()
	h.Brevo.SetSwitches(fakebrevo.Switches{})
	h.PB.Logger().Error("a mistake", "error", "brevo: zubeida@quixote.example, +91 98123 45670 is not valid")

	console, table := logged(t, h, out)
	personal := regexp.MustCompile(`(?i)zubeida|quixote|98123.?45670|xanaduville|windmill|\b4826\b|secretsecret`)
	for name, text := range map[string]string{"the console": console, "the table": table} {
		if n := strings.Count(text, "\n"); n < 30 {
			t.Errorf("%s has only %d lines, too few for this test:\n%s", name, n, text)
		}
		for line := range strings.Lines(text) {
			if found := personal.FindString(line); found != "" {
				t.Errorf("%s has %q: %s", name, found, line)
			}
		}
	}
	for _, expected := range []string{"/api/register", "/api/reset-password", "The email provider rejected an email", "a mistake"} {
		if !strings.Contains(console, expected) || !strings.Contains(table, expected) {
			t.Errorf("the logs have no %q", expected)
		}
	}
}

func TestARequestIsLoggedWithItsIDRouteRecordStatusAndDuration(t *testing.T) {
	t.Parallel()
	h, out := newLoggedApp(t)
	answer := h.SignedIn("admins", nil).Get("/api/people/unknownrecord00")
	id := answer.Header.Get("X-Request-Id")
	if !regexp.MustCompile(`^[a-z2-7]{16}$`).MatchString(id) {
		t.Fatalf("the id is %q", id)
	}
	text, table := logged(t, h, out)
	var found map[string]any
	for line := range strings.Lines(text) {
		if strings.Contains(line, id) {
			if err := json.Unmarshal([]byte(line), &found); err != nil {
				t.Fatal(err)
			}
		}
	}
	for key, want := range map[string]any{
		"msg": "GET /api/people/unknownrecord00", "route": "/api/people/{id}", "method": "GET",
		"record": "unknownrecord00", "status": 404.0, "auth": "admins", "level": "INFO", "type": "request",
	} {
		if found[key] != want {
			t.Errorf("%s is %v, want %v", key, found[key], want)
		}
	}
	if duration, isNumber := found["execTime"].(float64); !isNumber || duration <= 0 {
		t.Errorf("the duration is %v", found["execTime"])
	}
	if !strings.Contains(table, id) {
		t.Error("the table does not have the request")
	}
}

func TestARequestIDIsTakenOnlyFromATrustedProxyAndInASafeForm(t *testing.T) {
	t.Parallel()
	behindProxy := testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	})
	requestID := func(h *testapp.App, id string) string {
		visitor := h.Visitor()
		visitor.Header.Set("X-Request-Id", id)
		return visitor.Get("/api/config").Header.Get("X-Request-Id")
	}
	trusted, direct := testapp.New(t, behindProxy), testapp.New(t)
	if id := requestID(trusted, "6f1c2a34-proxy_id"); id != "6f1c2a34-proxy_id" {
		t.Errorf("the proxy's id became %q", id)
	}
	if id := requestID(direct, "6f1c2a34-proxy_id"); id == "6f1c2a34-proxy_id" || id == "" {
		t.Errorf("the id of an untrusted client became %q", id)
	}
	for _, unsafe := range []string{"short", "zubeida@quixote.example", `x"injected":1`, strings.Repeat("a", 65),
		"two words here"} {
		if id := requestID(trusted, unsafe); id == unsafe || id == "" {
			t.Errorf("%q became %q", unsafe, id)
		}
	}
	if first, second := requestID(direct, ""), requestID(direct, ""); first == second {
		t.Error("two requests have the same id")
	}
}
