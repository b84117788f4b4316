package httpx

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
)

// Another site's name can be made to lead to this server, and its page then reads our answers as its own: all
// that protects is not to answer under a name that is not ours (DNS rebinding). A demo, where everybody is an
// admin, has the names of this machine alone. A site knows its name from SITE_URL; addresses and names without a
// dot, which a health check or a proxy beside us uses, belong to no other site. Without SITE_URL all names are
// answered, and so is a configured proxy, which has judged the name itself.

// HostRule are the names that a server answers to.
type HostRule struct {
	isDemo bool
	// names are ours; none is all.
	names []string
	// anyAddress are the addresses of this machine, which it listens on all of.
	anyAddress bool
	// certificates knows the names that the server gets certificates for; nil if it gets none.
	certificates func(ctx context.Context, name string) error
}

// NewHostRule returns the rule of a server that listens on an address, by
// the configuration as it was given: SiteURL is "" if SITE_URL is not set.
func NewHostRule(cfg config.Config, listen string, certificates func(context.Context, string) error) HostRule {
	rule := HostRule{isDemo: cfg.Demo, certificates: certificates}
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

func (r HostRule) allows(ctx context.Context, host string) bool {
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

// hostname is a Host header without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// checkHost refuses a request under another site's name.
func (g *Middleware) checkHost(e *core.RequestEvent) error {
	if e.Get(proxiedKey) == true || g.hosts.allows(e.Request.Context(), e.Request.Host) {
		return e.Next()
	}
	return NewError(http.StatusMisdirectedRequest, "This site has another address.", nil)
}
