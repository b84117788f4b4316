// Package linkcheck checks whether links in an admin's text work. The text must not make the server call addresses that
// only the server can reach. So it calls only public internet addresses, by https on port 443. The address is checked
// when the connection is made, after name resolution, and also for the targets of redirects.
package linkcheck

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// timeout is for one link with its redirects. maxRead is how many bytes of a response are read.
	timeout      = 6 * time.Second
	maxRead      = 64 << 10
	maxRedirects = 4
	parallel     = 6
)

var (
	errNotPublic = errors.New("the address is not public")
	errRedirects = errors.New("it redirects too often")
	errNotHTTPS  = errors.New("it redirects to an address without https")
)

// Checker checks links.
type Checker struct{ client *http.Client }

// New returns a checker that connects only to addresses for which may returns true. nil means public addresses at port
// 443.
func New(may func(netip.AddrPort) bool) *Checker {
	if may == nil {
		may = func(to netip.AddrPort) bool { return to.Port() == 443 && IsPublic(to.Addr()) }
	}
	dialer := &net.Dialer{Timeout: timeout, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !may(to) {
			return errNotPublic
		}
		return nil
	}}
	return &Checker{client: &http.Client{
		Timeout: timeout,
		// Proxies from the environment are not used, because the address could not be checked behind a proxy.
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			DisableKeepAlives:      true,
			TLSHandshakeTimeout:    timeout,
			ResponseHeaderTimeout:  timeout,
			MaxResponseHeaderBytes: maxRead,
		},
		CheckRedirect: func(request *http.Request, before []*http.Request) error {
			switch {
			case len(before) > maxRedirects:
				return errRedirects
			case request.URL.Scheme != "https":
				return errNotHTTPS
			}
			return nil
		},
	}}
}

// notPublic are ranges that netip does not classify: shared, documentation, benchmark and translated addresses, and
// IPv6 addresses that contain IPv4 addresses.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("fec0::/10"),
}

// IsPublic reports whether an address is on the public internet.
func IsPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	if !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	for _, prefix := range notPublic {
		if prefix.Contains(address) {
			return false
		}
	}
	return true
}

// Result is the result for one link. If Answers is false, Note says why.
type Result struct {
	Address string
	Answers bool
	Note    string
}

// Check calls all addresses, several at a time, and returns the results in the same order.
func (c *Checker) Check(ctx context.Context, addresses []string) []Result {
	results := make([]Result, len(addresses))
	var group errgroup.Group
	group.SetLimit(parallel)
	for i, address := range addresses {
		group.Go(func() error {
			answers, note := c.ask(ctx, address)
			results[i] = Result{Address: address, Answers: answers, Note: note}
			return nil
		})
	}
	_ = group.Wait() // the functions return no error
	return results
}

// ask makes one call. It uses GET, because many sites refuse HEAD.
func (c *Checker) ask(ctx context.Context, address string) (bool, string) {
	to, err := url.Parse(address)
	if err != nil || to.Scheme != "https" || to.Host == "" || to.User != nil {
		return false, "It is not a plain https address."
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to.String(), nil)
	if err != nil {
		return false, "It is not a plain https address."
	}
	request.Header.Set("User-Agent", "Boardcircle link check")
	response, err := c.client.Do(request)
	switch {
	case errors.Is(err, errNotPublic):
		return false, "It is not on the public internet."
	case errors.Is(err, errRedirects):
		return false, "It redirects too often."
	case errors.Is(err, errNotHTTPS):
		return false, "It redirects to a page without https."
	case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
		return false, "It did not answer in time."
	case err != nil:
		return false, "It does not answer."
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxRead))
	switch status := response.StatusCode; {
	case status < 400:
		return true, ""
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		return true, "It answers, but not to a program: please open it yourself."
	}
	// Some sites use numbers without a standard text.
	number := strconv.Itoa(response.StatusCode)
	return false, "It answers “" + cmp.Or(http.StatusText(response.StatusCode), number) + "”."
}

func isTimeout(err error) bool {
	var timed interface{ Timeout() bool }
	return errors.As(err, &timed) && timed.Timeout()
}
