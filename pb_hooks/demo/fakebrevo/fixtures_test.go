package fakebrevo

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/clock"
)

var noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

type testServer struct {
	*Server
	t     *testing.T
	url   string
	clock *clock.Fake
}

func newTestServer(t *testing.T, opts Options) *testServer {
	t.Helper()
	fakeClock := clock.NewFake(noon)
	opts.Now = fakeClock.Now
	b, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		_ = b.Close()
		server.Close()
	})
	return &testServer{Server: b, t: t, url: server.URL, clock: fakeClock}
}

// call sends a request and returns the status and the body.
func (b *testServer) call(method, path, body string, header ...string) (int, string) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("api-key", "key")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	data, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(data)
}

func (b *testServer) send(body string, header ...string) (int, string) {
	b.t.Helper()
	return b.call("POST", "/sandbox/brevo/v3/smtp/email", body, header...)
}

func emailJSON(email, more string) string {
	return fmt.Sprintf(
		`{"sender":{"email":"no-reply@boardcircle.example","name":"Boardcircle"},"to":[{"email":%q}],"subject":"Hello","htmlContent":"<p>Hello</p>"%s}`,
		email,
		more,
	)
}
