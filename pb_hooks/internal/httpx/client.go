package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// proxiedKey marks a request that came from a configured proxy.
const proxiedKey = "boardcircleProxied"

// clientAddress sets the caller's address on the request. Behind a configured proxy it is the last address in
// X-Forwarded-For that is not a proxy; otherwise it is the address of the connection. Forwarding headers from other
// senders are removed, so that no later code trusts them.
func (g *Middleware) clientAddress(e *core.RequestEvent) error {
	r := e.Request
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	trusted := err == nil && g.isProxy(peer.Addr())
	if trusted {
		e.Set(proxiedKey, true)
		if client, ok := g.forwardedFor(r.Header.Values("X-Forwarded-For")); ok {
			r.RemoteAddr = net.JoinHostPort(client.String(), "0")
		}
	} else {
		r.Header.Del("X-Forwarded-Proto")
	}
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "Cf-Connecting-Ip", "Fly-Client-Ip",
		"True-Client-Ip"} {
		r.Header.Del(name)
	}
	return e.Next()
}

func (g *Middleware) forwardedFor(headers []string) (netip.Addr, bool) {
	hops := strings.Split(strings.Join(headers, ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		addr, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return netip.Addr{}, false
		}
		if !g.isProxy(addr) {
			return addr.Unmap(), true
		}
	}
	return netip.Addr{}, false
}

func (g *Middleware) isProxy(addr netip.Addr) bool {
	addr = addr.Unmap()
	for _, prefix := range g.cfg.TrustedProxies {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// https reports whether the client uses https. The site's address, the connection itself or a configured proxy can say
// so.
func (g *Middleware) https(r *http.Request) bool {
	return g.cfg.HTTPS() || r.TLS != nil || isForwardedHTTPS(r.Header.Values("X-Forwarded-Proto"))
}

// isForwardedHTTPS reports whether any proxy on the way was reached over https. Each proxy of a chain may add its own
// value, in any letter case. If in doubt it returns true, because an unnecessarily Secure cookie is the smaller harm.
func isForwardedHTTPS(headers []string) bool {
	for _, scheme := range strings.Split(strings.Join(headers, ","), ",") {
		if strings.EqualFold(strings.TrimSpace(scheme), "https") {
			return true
		}
	}
	return false
}

// ClientNetwork returns the client's network for limits and throttles. An IPv6 client counts as its /48: one customer
// may have up to 65536 networks of /64, and an attacker could guess from each.
func ClientNetwork(e *core.RequestEvent) string { return network(e.RemoteIP(), 48) }

// ClientSubnet returns the client's network for logs that people read. An IPv6 client is shown as its /64, the usual
// size for one household.
func ClientSubnet(e *core.RequestEvent) string { return network(e.RemoteIP(), 64) }

// network derives a network from an address: the address itself for IPv4, a prefix of bitsOfIPv6 bits for IPv6.
func network(ip string, bitsOfIPv6 int) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		prefix, _ := addr.Prefix(bitsOfIPv6)
		return prefix.String()
	}
	return addr.String()
}

// checkHost refuses a request for a host name that is not ours.
func (g *Middleware) checkHost(e *core.RequestEvent) error {
	if e.Get(proxiedKey) == true || g.hosts.Allows(e.Request.Context(), e.Request.Host) {
		return e.Next()
	}
	return NewError(http.StatusMisdirectedRequest, "The site is at another address.", nil)
}
