package realtime_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

type fields = map[string]any

// stream is an open stream. Its events arrive on the channel, which is closed with the stream.
type stream struct {
	id     string
	events chan string
}

// openStream opens a stream and subscribes to the console's events, as the web app does.
func openStream(t *testing.T, h *testapp.App, v *testapp.Visitor) stream {
	t.Helper()
	s := connect(t, h, v)
	if a := subscribe(v, s); a.Status != http.StatusNoContent {
		t.Fatalf("subscribe: status = %d: %s", a.Status, a.Body)
	}
	return s
}

// connect opens a stream.
func connect(t *testing.T, h *testapp.App, v *testapp.Visitor) stream {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = v.Header.Clone()
	response, err := v.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the stream has status %d", response.StatusCode)
	}
	s := stream{events: make(chan string, 100)}
	first := make(chan string, 1)
	go func() {
		defer close(s.events)
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
				s.events <- data
			}
		}
	}()
	var connected struct {
		ClientID string `json:"clientId"`
	}
	if err := json.Unmarshal([]byte(<-first), &connected); err != nil {
		t.Fatal(err)
	}
	s.id = connected.ClientID
	return s
}

func subscribe(v *testapp.Visitor, s stream) testapp.Response { return subscribeTo(v, s, "console") }

func subscribeTo(v *testapp.Visitor, s stream, names ...string) testapp.Response {
	return v.Post("/api/realtime", fields{"clientId": s.id, "subscriptions": names})
}

// The tests run in bubbles, so these waits take no time. quietPeriod is longer than the debounce delay.
const (
	eventTimeout = 20 * time.Second
	quietPeriod  = time.Second
)

// next returns the next event, or "" if none arrives in time.
func (s stream) next(within time.Duration) string {
	select {
	case data := <-s.events:
		return data
	case <-time.After(within):
		return ""
	}
}

// drain reads the events that were already sent.
func (s stream) drain() {
	for s.next(quietPeriod) != "" {
	}
}

// isDenied reports whether a status denies access to the console.
func isDenied(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// triggerChange notifies every console of a change.
func triggerChange(h *testapp.App) { h.Realtime.Notify() }

func TestAConsoleIsToldOnceOfAChangeOfAnyCollection(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		s := openStream(t, h, h.SignedIn(httpx.Admins, nil))
		s.drain()
		h.CreateAccount(httpx.Users, nil)
		if got := s.next(eventTimeout); got != "{}" {
			t.Errorf("received %q, want an event without data", got)
		}
		if got := s.next(quietPeriod); got != "" {
			t.Errorf("one change has sent a second event: %q", got)
		}
	})
}

// On a busy machine, a burst may become several events, but not as many events as changes.
func TestABurstIsDebounced(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		s := openStream(t, h, h.SignedIn(httpx.Admins, nil))
		s.drain()
		const changes = 1000
		for range changes {
			triggerChange(h)
		}
		received := 0
		for within := eventTimeout; s.next(within) != ""; within = quietPeriod {
			received++
		}
		if received == 0 || received > changes/100 {
			t.Errorf("%d changes sent %d events", changes, received)
		}
	})
}

func TestOnlyAdminsSubscribe(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		open := openStream(t, h, h.SignedIn(httpx.Admins, nil))
		collections, err := h.PB.FindAllCollections()
		if err != nil {
			t.Fatal(err)
		}
		for name, visitor := range map[string]*testapp.Visitor{
			"a visitor":         h.Visitor(),
			"a user":            h.SignedIn(httpx.Users, nil),
			"a member":          h.SignedInAs(h.CreateMember(nil)),
			"an inactive admin": h.SignedIn(httpx.Admins, fields{"isActive": false}),
			"an inactive user":  h.SignedIn(httpx.Users, fields{"isAdmin": true, "isActive": false}),
		} {
			own := connect(t, h, visitor)
			if a := subscribe(visitor, own); !isDenied(a.Status) {
				t.Errorf("%s can subscribe: %d %s", name, a.Status, a.Body)
			}
			if a := subscribe(visitor, open); !isDenied(a.Status) {
				t.Errorf("%s can subscribe with an admin's stream: %d %s", name, a.Status, a.Body)
			}
			for _, collection := range collections {
				// A filter over a hidden field would answer questions about its value.
				filtered := collection.Name + `/*?options={"query":{"filter":"id != ''"}}`
				if a := subscribeTo(visitor, own, collection.Name+"/*", filtered); !isDenied(a.Status) {
					t.Errorf("%s can subscribe to %s: %d %s", name, collection.Name, a.Status, a.Body)
				}
			}
			triggerChange(h)
			if got := own.next(quietPeriod); got != "" {
				t.Errorf("%s receives %s", name, got)
			}
		}
		other := h.SignedIn(httpx.Admins, nil)
		if a := subscribe(other, open); a.Status != http.StatusForbidden {
			t.Errorf("another admin can subscribe with this stream: status = %d, want 403: %s", a.Status, a.Body)
		}
	})
}

func TestAFormerAdminReceivesNoEvents(t *testing.T) {
	t.Parallel()
	for name, revoke := range map[string]func(h *testapp.App, account *core.Record) error{
		"deactivated": func(h *testapp.App, account *core.Record) error {
			account.Set("isActive", false)
			return h.PB.Save(account)
		},
		"demoted": func(h *testapp.App, account *core.Record) error {
			account.Set("isAdmin", false)
			return h.PB.Save(account)
		},
		"given a new password": func(h *testapp.App, account *core.Record) error {
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
			testdb.Bubble(t, func(t *testing.T) {
				h := testapp.NewInBubble(t)
				v := h.SignedIn(httpx.Users, fields{"email": "asha@example.com", "isAdmin": true})
				s := openStream(t, h, v)
				s.drain()
				triggerChange(h)
				if s.next(eventTimeout) == "" {
					t.Fatal("the admin received no event")
				}
				account, err := h.PB.FindAuthRecordByEmail(httpx.Users, "asha@example.com")
				if err != nil {
					t.Fatal(err)
				}
				if err := revoke(h, account); err != nil {
					t.Fatal(err)
				}
				triggerChange(h)
				if got := s.next(quietPeriod); got != "" {
					t.Errorf("still receives %s", got)
				}
				if a := v.Get("/api/admin/stats"); !isDenied(a.Status) {
					t.Errorf("the next call: status = %d, want 401 or 403", a.Status)
				}
				if a := subscribe(v, s); !isDenied(a.Status) {
					t.Errorf("second subscription: status = %d, want 401 or 403", a.Status)
				}
			})
		})
	}
}

func TestAnAdminWithoutMFAReceivesNoEventsOnceItIsMandatory(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		admin := h.SignedIn(httpx.Admins, nil)
		s := openStream(t, h, admin)
		superuser := h.SignedIn(core.CollectionNameSuperusers, nil)
		settings, err := h.PB.FindFirstRecordByData("settings", "key", "site")
		if err != nil {
			t.Fatal(err)
		}
		if a := superuser.Send(
			http.MethodPatch, "/api/collections/settings/records/"+settings.Id, fields{"totpRequired": true},
		); a.Status != http.StatusOK {
			t.Fatalf("status = %d, want 200: %s", a.Status, a.Body)
		}
		s.drain()
		triggerChange(h)
		if got := s.next(quietPeriod); got != "" {
			t.Errorf("still receives %s", got)
		}
		if a := subscribe(admin, connect(t, h, admin)); !isDenied(a.Status) {
			t.Errorf("second subscription: status = %d, want 401 or 403: %s", a.Status, a.Body)
		}
	})
}

// streamStatus opens a stream and returns its status. The stream ends with the context.
func streamStatus(t *testing.T, ctx context.Context, h *testapp.App, v *testapp.Visitor) int {
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

func TestAnAccountHasAtMostTwentyStreams(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		v := h.SignedIn(httpx.Admins, nil)
		for range 19 {
			if status := streamStatus(t, t.Context(), h, v); status != http.StatusOK {
				t.Fatalf("a stream has status %d", status)
			}
		}
		last, closeLast := context.WithCancel(t.Context())
		defer closeLast()
		if status := streamStatus(t, last, h, v); status != http.StatusOK {
			t.Fatalf("the twentieth stream has status %d", status)
		}
		a := v.Get("/api/realtime")
		if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" ||
			a.Message() != "The console is open 20 times with your account. Close another one to get live updates here again." {
			t.Errorf("the next stream: status = %d, want 429: %s", a.Status, a.Body)
		}
		if status := streamStatus(t, t.Context(), h, h.SignedIn(httpx.Admins, nil)); status != http.StatusOK {
			t.Errorf("another admin's first stream: %d", status)
		}

		closeLast()
		synctest.Wait()
		if status := streamStatus(t, t.Context(), h, v); status != http.StatusOK {
			t.Errorf("after a stream has ended: %d", status)
		}
	})
}

func TestPocketBasesSDKSubscribesAsASuperuser(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		s := connect(t, h, h.Visitor()) // an EventSource sends no header
		superuser := h.SignedIn(core.CollectionNameSuperusers, nil)
		if a := superuser.Post(
			"/api/realtime", fields{"clientId": s.id, "subscriptions": []string{"users/*"}},
		); a.Status != http.StatusNoContent {
			t.Fatalf("subscribe: status = %d: %s", a.Status, a.Body)
		}
		account := h.CreateAccount(httpx.Users, nil)
		if got := s.next(eventTimeout); !strings.Contains(got, account.Id) || !strings.Contains(got, `"create"`) {
			t.Errorf("received %q", got)
		}
	})
}

func TestAStreamWithoutAnAllowedSubscriptionIsClosed(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		timeouts := httpx.DefaultTimeouts()
		timeouts.Subscribe = 200 * time.Millisecond
		h := testapp.NewInBubble(t, testapp.WithTimeouts(timeouts))
		admin := h.SignedIn(httpx.Admins, nil)
		subscribed := openStream(t, h, admin)
		for name, visitor := range map[string]*testapp.Visitor{"a visitor": h.Visitor(), "a member": h.SignedIn(httpx.Users, nil), "an admin": admin} {
			s := connect(t, h, visitor)
			if name == "a member" {
				subscribe(visitor, s)
			}
			if name == "an admin" { // an empty subscription does not count
				visitor.Post("/api/realtime", fields{"clientId": s.id, "subscriptions": []string{}})
			}
			select {
			case data, open := <-s.events:
				if open {
					t.Errorf("%s receives %s", name, data)
				}
			case <-time.After(eventTimeout):
				t.Errorf("the stream of %s subscribed open", name)
			}
		}
		triggerChange(h)
		if subscribed.next(eventTimeout) == "" {
			t.Error("a stream with a subscription was closed too")
		}
	})
}

func TestANetworkHasAtMostTwentyUnsubscribedStreams(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t, testapp.WithConfig(func(c *config.Config) {
			c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		}))
		from := func(address string) *testapp.Visitor {
			v := h.Visitor()
			v.Header.Set("X-Forwarded-For", address)
			return v
		}
		streams := make([]stream, 20)
		for i := range streams {
			streams[i] = connect(t, h, from(fmt.Sprintf("2001:db8:1:%x::1", i)))
		}
		a := from("2001:db8:1:ffff::1").Get("/api/realtime")
		if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" ||
			!strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
			t.Errorf("the next stream of the /48: status = %d, want 429: %s", a.Status, a.Body)
		}
		connect(t, h, from("2001:db8:2::1"))
		connect(t, h, from("192.0.2.1"))
		// A stream with a subscription counts towards the limit of its account.
		superuser := h.SignedIn(core.CollectionNameSuperusers, nil)
		superuser.Header.Set("X-Forwarded-For", "2001:db8:1:0::1")
		if a := subscribe(superuser, streams[0]); a.Status != http.StatusNoContent {
			t.Fatalf("subscribe: status = %d: %s", a.Status, a.Body)
		}
		connect(t, h, from("2001:db8:1:ffff::1"))
	})
}
