package httpx

import (
	"net/netip"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/config"
)

// The client's address is never that of a proxy, and is never taken from part of an invalid address.
func FuzzForwardedFor(f *testing.F) {
	for _, seed := range []string{"203.0.113.7", "1.2.3.4, 203.0.113.7, 10.0.0.1", "", ",,,", "::ffff:10.0.0.1", "203.0.113.7:80", "2001:db8::1%eth0", "unknown, 10.0.0.1", "\x00"} {
		f.Add(seed, seed)
	}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	g := &Middleware{cfg: config.Config{TrustedProxies: proxies}}
	f.Fuzz(func(t *testing.T, first, second string) {
		client, ok := g.forwardedFor([]string{first, second})
		if ok &&
			(g.isProxy(client) || !strings.Contains(first+","+second, strings.TrimPrefix(client.String(), "::ffff:")) && client.Is4() && !strings.Contains(first+second, ":")) {
			t.Errorf("forwardedFor(%q, %q) = %s", first, second, client)
		}
	})
}
