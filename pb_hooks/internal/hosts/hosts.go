// Package hosts decides which host names the server answers to.
//
// An attacker can point the name of their site at this server, and their page can then read our responses as its own
// (DNS rebinding). The only protection is to refuse requests for names that are not ours. A demo, where everyone is an
// admin, accepts only the names of this machine. A site knows its name from SITE_URL; it also accepts addresses and
// names without a dot, which health checks and local proxies use and no other site can have. Without SITE_URL all names
// are accepted. Requests from a configured proxy are accepted too, because the proxy checks the name.
package hosts

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/config"
)

// Rule decides which host names the server answers to.
type Rule struct {
	isDemo bool
	// names are the accepted names. If empty, all names are accepted.
	names []string
	// anyAddress accepts every IP address, because the server listens on all of the machine's addresses.
	anyAddress bool
	// certificates checks whether the server gets certificates for a name. nil if it gets none.
	certificates func(ctx context.Context, name string) error
}

// NewRule returns the rule of a server that listens on an address. cfg is the configuration as the environment set
// it: SiteURL is "" if SITE_URL is not set.
func NewRule(cfg config.Config, listen string, certificates func(context.Context, string) error) Rule {
	rule := Rule{isDemo: cfg.Demo, certificates: certificates}
	if site, err := url.Parse(cfg.SiteURL); err == nil && site.Hostname() != "" {
		rule.names = append(rule.names, site.Hostname(), "www."+site.Hostname())
	}
	if !cfg.Demo {
		return rule
	}
	rule.names = append(rule.names, "localhost", "127.0.0.1", "::1")
	name, _, err := net.SplitHostPort(listen)
	addr, _ := netip.ParseAddr(name)
	switch {
	case err == nil && (name == "" || addr.IsUnspecified()):
		rule.anyAddress = true
	case err == nil:
		rule.names = append(rule.names, name)
	}
	return rule
}

// Allows reports whether a Host header has an accepted name.
func (r Rule) Allows(ctx context.Context, host string) bool {
	if len(r.names) == 0 {
		return true
	}
	name := strings.ToLower(strings.TrimSuffix(hostname(host), "."))
	if slices.ContainsFunc(r.names, func(ours string) bool { return strings.EqualFold(ours, name) }) {
		return true
	}
	_, err := netip.ParseAddr(name)
	isAddress := err == nil
	if r.isDemo {
		return isAddress && r.anyAddress
	}
	return isAddress || !strings.Contains(name, ".") || r.certificates != nil && r.certificates(ctx, name) == nil
}

// hostname returns a Host header without port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}
