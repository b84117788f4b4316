package httpx

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/config"
)

func TestTheRestOfABodyIsNeverTheNextRequest(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	server := httptest.NewServer(g.mux)
	defer server.Close()
	const inner = "GET /api/test/who HTTP/1.1\r\nHost: x\r\n\r\n"
	rest := strings.Repeat("\r\n", maxUnreadBody/2+1) + strings.Repeat(inner, 200)
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(rest), rest)
	for _, request := range []string{
		fmt.Sprintf("POST /api/test/form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(rest), rest),
		fmt.Sprintf("GET /api/test/who HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(rest), rest),
		fmt.Sprintf("POST /api/nope HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(rest), rest),
		"POST /api/test/form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
	} {
		line, _, _ := strings.Cut(request, "\r\n")
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		// the server may hang up while the rest is still being written
		go func() { _, _ = io.WriteString(conn, request) }()
		answer, _ := io.ReadAll(conn)
		if n := strings.Count(string(answer), "HTTP/1.1 "); n != 1 {
			t.Errorf("%s: %d answers to one request:\n%.600s", line, n, answer)
		}
		_ = conn.Close()
	}
}

func TestNoOtherSitesPageMayReadAnAnswer(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	for _, method := range []string{"GET", "OPTIONS"} {
		w := g.call(method, "/api/test/who", "", func(r *http.Request) {
			r.Header.Set("Origin", "https://evil.example")
			r.Header.Set("Access-Control-Request-Method", "GET")
		})
		if allowed := w.Header().Get("Access-Control-Allow-Origin"); allowed != "" {
			t.Errorf("%s allows %q", method, allowed)
		}
	}
}
