package httpx

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/logger"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestABudgetIsSpentPerNetworkAndRefills(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	from := func(addr string) func(*http.Request) { return func(r *http.Request) { r.RemoteAddr = addr } }
	spend := func(addr string) *httptest.ResponseRecorder { return g.call("POST", "/api/test/reset", "", from(addr)) }
	for range rateBudgets[Reset].burst {
		if w := spend("198.51.100.7:1"); w.Code != 200 {
			t.Fatalf("within the budget: status = %d, want 200", w.Code)
		}
	}
	w := spend("198.51.100.7:2")
	if w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Fatalf("beyond the budget: status = %d, Retry-After = %q, want 429", w.Code, w.Header().Get("Retry-After"))
	}
	if w := spend("198.51.100.8:1"); w.Code != 200 {
		t.Errorf("another address: status = %d, want 200", w.Code)
	}
	for range rateBudgets[Reset].burst {
		spend("[2001:db8::1]:1")
	}
	if w := spend("[2001:db8::2]:1"); w.Code != 429 {
		t.Errorf("another address of the same IPv6 network: status = %d, want 429", w.Code)
	}
	g.now.Advance(time.Minute)
	if w := spend("198.51.100.7:3"); w.Code != 200 {
		t.Errorf("after a minute: status = %d, want 200", w.Code)
	}
}

func TestABudgetRefillsAfterTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	spend := func() int {
		return g.call("POST", "/api/test/reset", "", func(r *http.Request) { r.RemoteAddr = "198.51.100.7:1" }).Code
	}
	const year = 365 * 24 * time.Hour
	g.now.Advance(year)
	for range rateBudgets[Reset].burst {
		spend()
	}
	g.now.Advance(-year)
	if code := spend(); code != 429 && code != 200 {
		t.Errorf("status = %d, want 429 or 200", code)
	}
	g.now.Advance(time.Minute)
	if code := spend(); code != 200 {
		t.Errorf("a minute later: status = %d, want 200", code)
	}
	for _, b := range g.middleware.limiter.buckets.Values() {
		if age := g.now.Now().Sub(b.usedAt); age < 0 || age > time.Minute {
			t.Errorf("a bucket was used %v ago", age)
		}
	}
}

// flood is a number of networks that exceeds the number of buckets.
const flood = maxBuckets + 1000

// TestRequestsFromManyAddressesResetNoBudget spends a budget of each class and then sends requests from many addresses.
func TestRequestsFromManyAddressesResetNoBudget(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(n int) string{
		"of one /64":       func(n int) string { return fmt.Sprintf("[2001:db8:7:1::%x:%x]:1", n>>16, n&0xffff) },
		"of many networks": func(n int) string { return fmt.Sprintf("[2001:%x:%x::1]:1", 0xdb8+n>>16, n&0xffff) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newTestServer(t, config.Config{})
			limiter := g.middleware.limiter
			event := func(remote string) *core.RequestEvent {
				r := httptest.NewRequest("GET", "/", nil)
				r.RemoteAddr = remote
				return &core.RequestEvent{App: g.app, Event: router.Event{Request: r, Response: httptest.NewRecorder()}}
			}
			spent := event("203.0.113.5:1")
			for class, budget := range rateBudgets {
				for range budget.burst {
					limiter.take(class, ClientNetwork(spent))
				}
			}
			expectRefused := func() {
				t.Helper()
				for class := range rateBudgets {
					if limiter.take(class, ClientNetwork(spent)) == 0 {
						t.Fatalf("the budget of %s was reset", class)
					}
				}
			}
			for n := range flood {
				e := event(address(n))
				g.middleware.isLogged(e, nil, http.StatusOK)
				limiter.take(SignIn, ClientNetwork(e))
				if n%10_000 == 0 {
					expectRefused()
				}
			}
			expectRefused()
			if n := limiter.buckets.Len(); n > maxBuckets {
				t.Errorf("%d buckets are stored", n)
			}
		})
	}
}

func TestABucketIsFullWhenItIsRemoved(t *testing.T) {
	t.Parallel()
	for class, b := range rateBudgets {
		if full := time.Duration(b.burst) * time.Hour / time.Duration(b.perHour); full > bucketTTL {
			t.Errorf("%s takes %s to fill", class, full)
		}
	}
}

func TestForwardingHeadersAreTrustedOnlyFromConfiguredProxies(t *testing.T) {
	t.Parallel()
	proxied := newTestServer(t, config.Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	for name, c := range map[string]struct{ peer, forwarded, proto, want string }{
		"a header from a visitor":    {"203.0.113.5:1", "1.2.3.4", "https", "203.0.113.5 session"},
		"a header from a proxy":      {"10.1.1.1:1", "203.0.113.9", "https", "203.0.113.9 __Host-session"},
		"a forged address before it": {"10.1.1.1:1", "1.2.3.4, 203.0.113.9", "http", "203.0.113.9 session"},
		"the scheme in capitals":     {"10.1.1.1:1", "203.0.113.9", "HTTPS", "203.0.113.9 __Host-session"},
		"the schemes of two proxies": {"10.1.1.1:1", "203.0.113.9", "https,http", "203.0.113.9 __Host-session"},
		"the schemes in reverse":     {"10.1.1.1:1", "203.0.113.9", "http, Https", "203.0.113.9 __Host-session"},
		"two schemes but no https":   {"10.1.1.1:1", "203.0.113.9", "http, httpsx", "203.0.113.9 session"},
		"two proxies in a row":       {"10.1.1.1:1", "1.2.3.4, 203.0.113.9, 10.2.2.2", "", "203.0.113.9 session"},
		"a proxy without the header": {"10.1.1.1:1", "", "", "10.1.1.1 session"},
		"an invalid address":         {"10.1.1.1:1", "invalid", "", "10.1.1.1 session"},
	} {
		w := proxied.call("GET", "/api/test/address", "", func(r *http.Request) {
			r.RemoteAddr = c.peer
			r.Header.Set("X-Forwarded-For", c.forwarded)
			r.Header.Set("X-Forwarded-Proto", c.proto)
			r.Header.Set("X-Real-IP", "6.6.6.6")
		})
		if w.Body.String() != c.want {
			t.Errorf("%s: %q, want %q", name, w.Body, c.want)
		}
	}
}

func TestResetTokensAndTicketsAreNotLogged(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		g := newTestServer(t, config.Config{})
		g.app.Settings().Logs.MaxDays = 1 // test apps keep no logs by default
		requests := [][2]string{
			{"GET", "/reset-password?token=SECRET"},
			{"POST", "/reset-password?token=SECRET"}, // a form that was sent before its script had loaded
			{"PUT", "/auth?token=SECRET"},
			{"GET", "/api/test/user"},
			{"GET", "/api/test/user?a=1&ticket=SECRET"},
			{"GET", "/api/test/user?ticket=SECRET;&%74icket=SECRET"},
		}
		for _, request := range requests {
			g.call(request[0], request[1], "", func(r *http.Request) {
				r.Header.Set("Referer", "https://circle.example/reset-password?token=SECRET")
			})
		}
		logged := g.requestLogs(t)
		if len(logged) < len(requests) {
			t.Fatalf("%d of %d requests were logged, so this test proves nothing", len(logged), len(requests))
		}
		for _, entry := range logged {
			if strings.Contains(entry.Message+entry.Data.String(), "SECRET") {
				t.Errorf("logged: %s %s", entry.Message, entry.Data)
			}
		}
	})
}

// requestLogs returns the log of the requests, which are logged in the background of a bubble.
func (g *testServer) requestLogs(t *testing.T) []*core.Log {
	t.Helper()
	synctest.Wait()
	handler, ok := g.app.Logger().Handler().(*logger.BatchHandler)
	if !ok {
		t.Fatalf("the handler of the logger is a %T", g.app.Logger().Handler())
	}
	if err := handler.WriteAll(context.Background()); err != nil {
		t.Fatal(err)
	}
	var entries []*core.Log
	if err := g.app.LogQuery().All(&entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestTheRequestLogIsLimitedExceptForServerErrors(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		g := newTestServer(t, config.Config{})
		g.app.Settings().Logs.MaxDays = 1
		request := func(path, address string) *httptest.ResponseRecorder {
			return g.call("GET", path, "", func(r *http.Request) {
				r.RemoteAddr = address
				r.Header.Set("User-Agent", strings.Repeat("u", 100_000))
			})
		}
		limit := rateBudgets[RequestLog].burst
		for range limit + 50 {
			if w := request("/api/test/user", "198.51.100.7:1"); w.Code != 401 ||
				!strings.Contains(w.Body.String(), "Please sign in") {
				t.Fatalf("status = %d, want 401: %s", w.Code, w.Body)
			}
		}
		if w := request("/api/test/broken", "198.51.100.7:1"); w.Code != 500 {
			t.Fatalf("status = %d, want 500", w.Code)
		}
		request("/api/test/user", "198.51.100.8:1")
		logged := g.requestLogs(t)
		if len(logged) != limit+2 {
			t.Fatalf("%d rows, want %d", len(logged), limit+2)
		}
		for _, entry := range logged {
			if size := len(entry.Data.String()); size > 1000 {
				t.Fatalf("a row has %d bytes, want at most 1000", size)
			}
		}
	})
}
