package realtime_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// stream is an open stream: what it hears arrives on the channel, which closes with it.
type stream struct {
	id     string
	events chan string
}

// openStream opens a stream and subscribes to the console's hints, as the web app does.
func openStream(t *testing.T, h *testapp.App, v *testapp.Visitor) stream {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := v.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the stream answered %d", response.StatusCode)
	}
	l := stream{events: make(chan string, 100)}
	first := make(chan string, 1)
	go func() {
		defer close(l.events)
		event := ""
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if name, ok := strings.CutPrefix(lines.Text(), "event:"); ok {
				event = name
			}
			data, ok := strings.CutPrefix(lines.Text(), "data:")
			switch {
			case ok && event == "PB_CONNECT":
				first <- data
			case ok:
				l.events <- data
			}
		}
	}()
	var hello struct {
		ClientID string `json:"clientId"`
	}
	if err := json.Unmarshal([]byte(<-first), &hello); err != nil {
		t.Fatal(err)
	}
	l.id = hello.ClientID
	if a := subscribe(v, l); a.Status != http.StatusNoContent {
		t.Fatalf("subscribing: %d %s", a.Status, a.Body)
	}
	return l
}

func subscribe(v *testapp.Visitor, l stream) testapp.Response {
	return v.Post("/api/realtime", fields{"clientId": l.id, "subscriptions": []string{"console"}})
}

// A hint is waited for longer than any machine is slow, silence for longer than hints are gathered.
const (
	eventTimeout = 20 * time.Second
	quietPeriod  = time.Second
)

// next tells the next hint, or "" when none comes in time.
func (l stream) next(within time.Duration) string {
	select {
	case data := <-l.events:
		return data
	case <-time.After(within):
		return ""
	}
}

// drain reads what is still on its way.
func (l stream) drain() {
	for l.next(quietPeriod) != "" {
	}
}

// isDenied tells whether a status is one of the two that end an admin's day.
func isDenied(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// triggerChange changes something that every console is told of.
func triggerChange(h *testapp.App) { h.Realtime.Notify("plans") }

func TestAConsoleHearsWhichTopicHasChangedAndNoMore(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	l := openStream(t, h, h.SignedIn(httpx.Admins, nil))
	l.drain()
	h.CreateAccount(httpx.Users, nil)
	if got := l.next(eventTimeout); got != `{"topic":"members"}` {
		t.Errorf("heard %q", got)
	}
	if got := l.next(quietPeriod); got != "" {
		t.Errorf("one change is told twice: %q", got)
	}
}

// However slow the machine: a busy one may take a burst apart, but not into as many hints as changes.
func TestABurstIsToldAsAFewHints(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	l := openStream(t, h, h.SignedIn(httpx.Admins, nil))
	l.drain()
	const changes = 1000
	for range changes {
		triggerChange(h)
	}
	heard := 0
	for within := eventTimeout; l.next(within) != ""; within = quietPeriod {
		heard++
	}
	if heard == 0 || heard > changes/100 {
		t.Errorf("%d changes are told by %d hints", changes, heard)
	}
}

func TestNobodyButAnAdminListens(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	open := openStream(t, h, h.SignedIn(httpx.Admins, nil))
	for name, c := range map[string]struct {
		visitor *testapp.Visitor
		status  int
	}{
		"nobody":           {h.Visitor(), http.StatusUnauthorized},
		"a member":         {h.SignedIn(httpx.Users, nil), http.StatusForbidden},
		"an inactive one":  {h.SignedIn(httpx.Admins, fields{"isActive": false}), http.StatusUnauthorized},
		"an inactive user": {h.SignedIn(httpx.Users, fields{"isAdmin": true, "isActive": false}), http.StatusUnauthorized},
	} {
		a := c.visitor.Get("/api/realtime")
		if a.Status != c.status || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") || a.Message() == "" {
			t.Errorf("%s opens a stream: %d %s %s", name, a.Status, a.Header.Get("Content-Type"), a.Body)
		}
		if a := subscribe(c.visitor, open); !isDenied(a.Status) {
			t.Errorf("%s subscribes with an admin's stream: %d %s", name, a.Status, a.Body)
		}
	}
	other := h.SignedIn(httpx.Admins, nil)
	if a := subscribe(other, open); a.Status != http.StatusForbidden {
		t.Errorf("another admin subscribes with a stream that is not hers: %d %s", a.Status, a.Body)
	}
}

func TestWhoIsNoAdminAnyMoreHearsNoMore(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(h *testapp.App, account *core.Record) error{
		"deactivated": func(h *testapp.App, account *core.Record) error {
			account.Set("isActive", false)
			return h.PB.Save(account)
		},
		"demoted": func(h *testapp.App, account *core.Record) error {
			account.Set("isAdmin", false)
			return h.PB.Save(account)
		},
		"given another password": func(h *testapp.App, account *core.Record) error {
			account.SetPassword("Monsoon Ledger 7")
			return h.PB.Save(account)
		},
		"signed out elsewhere": func(h *testapp.App, account *core.Record) error {
			account.RefreshTokenKey()
			return h.PB.Save(account)
		},
		"deleted": func(h *testapp.App, account *core.Record) error { return h.PB.Delete(account) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := testapp.New(t)
			v := h.SignedIn(httpx.Users, fields{"email": "asha@example.com", "isAdmin": true})
			l := openStream(t, h, v)
			l.drain()
			triggerChange(h)
			if l.next(eventTimeout) == "" {
				t.Fatal("she hears nothing while she may")
			}
			account, err := h.PB.FindAuthRecordByEmail(httpx.Users, "asha@example.com")
			if err != nil {
				t.Fatal(err)
			}
			if err := lose(h, account); err != nil {
				t.Fatal(err)
			}
			triggerChange(h)
			if got := l.next(quietPeriod); got != "" {
				t.Errorf("she still hears %s", got)
			}
			if a := v.Get("/api/admin/stats"); !isDenied(a.Status) {
				t.Errorf("her next call: %d", a.Status)
			}
			if a := subscribe(v, l); !isDenied(a.Status) {
				t.Errorf("she subscribes again: %d", a.Status)
			}
		})
	}
}

func TestWhoLacksASecondFactorHearsNoMoreOnceItIsMandatory(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	l := openStream(t, h, h.SignedIn(httpx.Admins, nil))
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	if a := staff.Post("/api/collections/settings/records", fields{"key": "site", "gstRate": 18, "totpRequired": true}); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	l.drain()
	triggerChange(h)
	if got := l.next(quietPeriod); got != "" {
		t.Errorf("she still hears %s", got)
	}
}

// countOpenStreams opens a stream and returns its status. The stream ends with the context.
func countOpenStreams(t *testing.T, ctx context.Context, h *testapp.App, v *testapp.Visitor) int {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := v.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response.StatusCode
}

func TestAnAccountHasTwentyStreamsAtMost(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	v := h.SignedIn(httpx.Admins, nil)
	for range 19 {
		if status := countOpenStreams(t, t.Context(), h, v); status != http.StatusOK {
			t.Fatalf("a stream answered %d", status)
		}
	}
	last, leave := context.WithCancel(t.Context())
	defer leave()
	if status := countOpenStreams(t, last, h, v); status != http.StatusOK {
		t.Fatalf("the twentieth stream answered %d", status)
	}
	a := v.Get("/api/realtime")
	if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" ||
		a.Message() != "The console is open 20 times with your account. Close it somewhere else, and this one keeps itself up to date again." {
		t.Errorf("the next one: %d %s", a.Status, a.Body)
	}
	if status := countOpenStreams(t, t.Context(), h, h.SignedIn(httpx.Admins, nil)); status != http.StatusOK {
		t.Errorf("another admin's first one: %d", status)
	}

	leave()
	for begun := time.Now(); ; {
		status := countOpenStreams(t, t.Context(), h, v)
		if status == http.StatusOK {
			break
		}
		if time.Since(begun) > eventTimeout {
			t.Fatalf("once another has ended: %d", status)
		}
	}
}
