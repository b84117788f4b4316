package httpx

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/config"
)

func TestABudgetIsSpentPerAddressAndComesBackWithTime(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	from := func(addr string) func(*http.Request) { return func(r *http.Request) { r.RemoteAddr = addr } }
	spend := func(addr string) *httptest.ResponseRecorder { return g.call("POST", "/api/test/reset", "", from(addr)) }
	for range rateBudgets[Reset].burst {
		if w := spend("198.51.100.7:1"); w.Code != 200 {
			t.Fatalf("%d within the budget", w.Code)
		}
	}
	w := spend("198.51.100.7:2")
	if w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Fatalf("%d, Retry-After %q beyond the budget", w.Code, w.Header().Get("Retry-After"))
	}
	if w := spend("198.51.100.8:1"); w.Code != 200 {
		t.Errorf("another address gets %d", w.Code)
	}
	for range rateBudgets[Reset].burst {
		spend("[2001:db8::1]:1")
	}
	if w := spend("[2001:db8::2]:1"); w.Code != 429 {
		t.Errorf("the next address of the same IPv6 network gets %d", w.Code)
	}
	g.now.Advance(time.Minute)
	if w := spend("198.51.100.7:3"); w.Code != 200 {
		t.Errorf("%d after a minute", w.Code)
	}
}

func TestABucketIsFullAgainWhenItIsSweptAway(t *testing.T) {
	t.Parallel()
	for class, b := range rateBudgets {
		if full := time.Duration(b.burst) * time.Hour / time.Duration(b.perHour); full > bucketTTL {
			t.Errorf("%s takes %s to fill", class, full)
		}
	}
}

func TestForwardedAddressesAreBelievedOnlyFromConfiguredProxies(t *testing.T) {
	t.Parallel()
	proxied := newTestServer(t, config.Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	for name, c := range map[string]struct{ peer, forwarded, proto, want string }{
		"a stranger's claim":             {"203.0.113.5:1", "1.2.3.4", "https", "203.0.113.5 session"},
		"a proxy's word":                 {"10.1.1.1:1", "203.0.113.9", "https", "203.0.113.9 __Host-session"},
		"a client's lie before it":       {"10.1.1.1:1", "1.2.3.4, 203.0.113.9", "http", "203.0.113.9 session"},
		"two proxies in a row":           {"10.1.1.1:1", "1.2.3.4, 203.0.113.9, 10.2.2.2", "", "203.0.113.9 session"},
		"a proxy that says nothing":      {"10.1.1.1:1", "", "", "10.1.1.1 session"},
		"a proxy that passes rubbish on": {"10.1.1.1:1", "rubbish", "", "10.1.1.1 session"},
	} {
		w := proxied.call("GET", "/api/test/address", "", func(r *http.Request) {
			r.RemoteAddr = c.peer
			r.Header.Set("X-Forwarded-For", c.forwarded)
			r.Header.Set("X-Forwarded-Proto", c.proto)
			r.Header.Set("X-Real-IP", "6.6.6.6")
		})
		if w.Body.String() != c.want {
			t.Errorf("%s: %q", name, w.Body)
		}
	}
}
