package hosts

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/config"
)

func TestOnlyTheNamesOfTheServerAreAllowed(t *testing.T) {
	t.Parallel()
	certificates := func(_ context.Context, name string) error {
		if name == "second.example" {
			return nil
		}
		return errors.New("not ours")
	}
	for name, c := range map[string]struct {
		rule            Rule
		allows, refuses []string
	}{
		"a site": {
			NewRule(config.Config{SiteURL: "https://boardcircle.example"}, "0.0.0.0:443", certificates),
			[]string{"boardcircle.example", "BoardCircle.Example.", "boardcircle.example:8443", "www.boardcircle.example", "second.example", "127.0.0.1:8090", "[::1]:8090", "203.0.113.7", "localhost:8090", "app:8090"},
			[]string{"evil.example", "boardcircle.example.evil.example", "evil.example:443", "127.0.0.1.evil.example", "xboardcircle.example"},
		},
		"a site without SITE_URL": {NewRule(config.Config{}, "0.0.0.0:8090", nil), []string{"any.example", "127.0.0.1"}, nil},
		"a demo": {
			NewRule(config.Config{Demo: true}, "127.0.0.1:8090", nil),
			[]string{"localhost", "localhost:8090", "127.0.0.1:8090", "[::1]:8090", "::1"},
			[]string{"evil.example", "192.168.1.7:8090", "app", "", "localhost.evil.example", "127.0.0.2"},
		},
		"a demo with a host name": {
			NewRule(config.Config{Demo: true}, "demo.example:8090", nil), []string{"demo.example:8090", "localhost"}, []string{"192.168.1.7", "evil.example"},
		},
		"a demo on all addresses": {
			NewRule(config.Config{Demo: true}, "0.0.0.0:8090", nil), []string{"192.168.1.7:8090", "[2001:db8::1]:8090", "localhost"}, []string{"evil.example", "app"},
		},
		"a demo on all addresses, with only a port": {NewRule(config.Config{Demo: true}, ":8090", nil), []string{"192.168.1.7:8090"}, []string{"evil.example"}},
		"a demo with a site's address": {
			NewRule(config.Config{Demo: true, SiteURL: "https://demo.example"}, "127.0.0.1:8090", nil), []string{"demo.example"}, []string{"evil.example"},
		},
	} {
		for _, host := range c.allows {
			if !c.rule.Allows(t.Context(), host) {
				t.Errorf("%s: Allows(%q) = false, want true", name, host)
			}
		}
		for _, host := range c.refuses {
			if c.rule.Allows(t.Context(), host) {
				t.Errorf("%s: Allows(%q) = true, want false", name, host)
			}
		}
	}
}

func FuzzAllows(f *testing.F) {
	for _, seed := range []string{"circle.example", "circle.example:443", "[::1]:80", "evil.example", "circle.example.evil.example", "circle.example@evil.example", "", ":", "[", "CIRCLE.example."} {
		f.Add(seed)
	}
	rule := NewRule(config.Config{SiteURL: "https://circle.example"}, "127.0.0.1:8090", nil)
	f.Fuzz(func(t *testing.T, host string) {
		name := strings.ToLower(strings.TrimSuffix(hostname(host), "."))
		if !rule.Allows(t.Context(), host) || !strings.Contains(name, ".") || name == "circle.example" ||
			name == "www.circle.example" {
			return
		}
		if _, err := netip.ParseAddr(name); err != nil {
			t.Errorf("Allows(%q) = true, want false", host)
		}
	})
}
