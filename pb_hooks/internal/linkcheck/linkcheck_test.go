package linkcheck

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

func TestIsPublic(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1", "192.0.2.1", "224.0.0.1",
		"240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
		"64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1", "2001:db8::1", "2001::1",
	} {
		if IsPublic(netip.MustParseAddr(address)) {
			t.Errorf("IsPublic(%s) = true, want false", address)
		}
	}
	for _, address := range []string{"1.1.1.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"} {
		if !IsPublic(netip.MustParseAddr(address)) {
			t.Errorf("IsPublic(%s) = false, want true", address)
		}
	}
}

func TestCheckSendsNoRequestToInternalAddresses(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	internal := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	t.Cleanup(internal.Close)
	port := internal.URL[strings.LastIndex(internal.URL, ":"):]
	for _, address := range []string{
		internal.URL, "https://localhost" + port, "https://0x7f000001" + port, "https://2130706433" + port, "https://[::1]" + port, "https://[::ffff:127.0.0.1]" + port,
		"https://169.254.169.254/latest/meta-data/", "http://example.com/", "file:///etc/passwd", "https://office@example.com/", "mailto:a@example.com", "https://",
	} {
		if got := New(nil).Check(t.Context(), []string{address})[0]; got.Answers || got.Note == "" {
			t.Errorf("Check(%s) = %+v, want a note and no answer", address, got)
		}
	}
	if n := requests.Load(); n != 0 {
		t.Errorf("the internal server got %d requests, want none", n)
	}
}

// newTestChecker returns a checker that may connect only to one server, whose certificate it trusts.
func newTestChecker(server *httptest.Server) *Checker {
	address := strings.TrimPrefix(server.URL, "https://")
	c := New(func(to netip.AddrPort) bool { return to.String() == address })
	c.client.Transport.(*http.Transport).TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	return c
}

func TestCheckReportsWhichLinksAnswer(t *testing.T) {
	t.Parallel()
	internal := httptest.NewTLSServer(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect to an internal address") }),
	)
	t.Cleanup(internal.Close)
	mux := http.NewServeMux()
	mux.HandleFunc("/fine", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/fine", http.StatusFound)
	})
	mux.HandleFunc("/to-internal", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, internal.URL, http.StatusFound)
	})
	mux.HandleFunc("/to-plain-http", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://example.com/", http.StatusFound)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/loop", http.StatusFound)
	})
	mux.HandleFunc("/members", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	server := httptest.NewTLSServer(mux)
	t.Cleanup(server.Close)
	paths := []string{"/fine", "/moved", "/members", "/endless", "/to-internal", "/to-plain-http", "/loop", "/missing"}
	addresses := make([]string, len(paths))
	for i, path := range paths {
		addresses[i] = server.URL + path
	}
	for i, got := range newTestChecker(server).Check(t.Context(), addresses) {
		if want := i < 4; got.Answers != want || got.Address != addresses[i] || !got.Answers && got.Note == "" {
			t.Errorf("got %+v, want Answers = %v, and a note otherwise", got, want)
		}
	}
}
