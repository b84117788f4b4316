package hooks_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestARequestForAnotherHostIsRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for host, status := range map[string]int{"boardcircle.test": 200, "evil.example": 421} {
		v := h.Visitor()
		v.Header.Set("Host", host)
		for _, path := range []string{"/api/config", "/api/health"} {
			if a := v.Get(path); a.Status != status || a.Header.Get("X-Content-Type-Options") == "" {
				t.Errorf("%s at %s: status = %d, want %d: %s", path, host, a.Status, status, a.Body)
			}
		}
	}
	proxied := testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	}))
	v := proxied.Visitor()
	v.Header.Set("Host", "app.internal.example")
	if a := v.Get("/api/config"); a.Status != 200 {
		t.Errorf("from a proxy: status = %d, want 200", a.Status)
	}
}

// slowTimeouts returns an option with long timeouts, except for those that change shortens.
func slowTimeouts(change func(*httpx.Timeouts)) testapp.Option {
	timeouts := httpx.Timeouts{Header: time.Minute, Body: time.Minute, Upload: time.Minute, Subscribe: time.Minute}
	change(&timeouts)
	return testapp.WithTimeouts(timeouts)
}

// open sends a text to the server and leaves the connection open.
func open(t *testing.T, h *testapp.App, text string) net.Conn {
	t.Helper()
	conn := h.Dial()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// isClosed reports whether the server closes a connection.
func isClosed(t *testing.T, conn net.Conn) bool {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	_, err := io.Copy(io.Discard, conn)
	timeout, isTimeout := err.(net.Error)
	return !isTimeout || !timeout.Timeout()
}

func TestAStalledRequestIsClosed(t *testing.T) {
	t.Parallel()
	short := 300 * time.Millisecond
	const login = "POST /api/login HTTP/1.1\r\nHost: boardcircle.test\r\nContent-Type: application/json\r\n"
	for name, c := range map[string]struct {
		change func(*httpx.Timeouts)
		text   string
	}{
		"a header":           {func(t *httpx.Timeouts) { t.Header = short }, "GET / HTTP/1.1\r\nHost: boardcircle.test\r\nX-Sl"},
		"no header":          {func(t *httpx.Timeouts) { t.Header = short }, ""},
		"a body":             {func(t *httpx.Timeouts) { t.Body = short }, login + "Content-Length: 50\r\n\r\n{\"email\":"},
		"a chunked body":     {func(t *httpx.Timeouts) { t.Body = short }, login + "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"email\":\r\n"},
		"a webhook":          {func(t *httpx.Timeouts) { t.Body = short }, "POST /api/webhooks/razorpay HTTP/1.1\r\nHost: boardcircle.test\r\nContent-Length: 5000000\r\n\r\n{"},
		"a page's body":      {func(t *httpx.Timeouts) { t.Body = short }, "POST / HTTP/1.1\r\nHost: boardcircle.test\r\nContent-Length: 50\r\n\r\n{"},
		"a visitor's import": {func(t *httpx.Timeouts) { t.Body = short }, "POST /api/members/imports HTTP/1.1\r\nHost: boardcircle.test\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Bubble(t, func(t *testing.T) {
				h := testapp.NewInBubble(t, slowTimeouts(c.change))
				if !isClosed(t, open(t, h, c.text)) {
					t.Error("the connection stays open")
				}
			})
		})
	}
}

func TestABodyThatArrivesTooSlowlyIsClosed(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t, slowTimeouts(func(t *httpx.Timeouts) { t.Body = 500 * time.Millisecond }))
		conn := open(
			t,
			h,
			"POST /api/login HTTP/1.1\r\nHost: boardcircle.test\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n",
		)
		closed := make(chan bool, 1)
		go func() { closed <- isClosed(t, conn) }()
		for {
			select {
			case ok := <-closed:
				if !ok {
					t.Error("a body that arrives one byte at a time is still read")
				}
				return
			case <-time.After(20 * time.Millisecond):
				_, _ = io.WriteString(conn, " ") // fails once the server closes it
			}
		}
	})
}

func TestAnAdminsImportMayTakeLongerThanOtherBodies(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t, slowTimeouts(func(t *httpx.Timeouts) { t.Body = 400 * time.Millisecond }))
		token := h.Token(h.CreateAccount(httpx.Admins, nil))
		superuser := h.Token(h.CreateAccount(core.CollectionNameSuperusers, nil))
		for path, auth := range map[string]string{
			"/api/members/imports/check":     "Cookie: admin_session=" + token,
			"/api/collections/users/records": "Authorization: " + superuser,
		} {
			body := `{"fileName":"members.csv","content":"email\nasha@example.com"}`
			conn := open(
				t,
				h,
				fmt.Sprintf(
					"POST %s HTTP/1.1\r\nHost: boardcircle.test\r\n%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
					path,
					auth,
					len(body),
				),
			)
			time.Sleep(time.Second)
			if _, err := io.WriteString(conn, body); err != nil {
				t.Fatal(err)
			}
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || response.StatusCode >= 500 {
				t.Errorf("%s: response = %v, err = %v, want a status below 500", path, response, err)
				continue
			}
			response.Body.Close()
		}
	})
}

func TestAResponseMayTakeLongerThanTheTimeoutOfItsRequest(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t, slowTimeouts(func(t *httpx.Timeouts) { t.Body = 300 * time.Millisecond }))
		admin := h.SignedIn(httpx.Admins, nil)
		request, err := http.NewRequest(http.MethodGet, h.URL+"/api/realtime", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := admin.Client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		ended := make(chan struct{})
		go func() {
			_, _ = io.Copy(io.Discard, response.Body)
			close(ended)
		}()
		select {
		case <-ended:
			t.Error("the stream ended with the timeout of its request")
		case <-time.After(1500 * time.Millisecond):
		}
	})
}

func TestTheRequestLogHasNoValuesOfAQuery(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		h := testapp.NewInBubble(t)
		h.PB.Settings().Logs.MaxDays = 5
		h.PB.Settings().Logs.MinLevel = -4
		superuser := h.SignedIn(core.CollectionNameSuperusers, nil)
		if a := superuser.Post("/api/backups", fields{"name": "whole.zip"}); a.Status != 204 {
			t.Fatalf("status = %d, want 204: %s", a.Status, a.Body)
		}
		token, _ := superuser.Post("/api/files/token", nil).JSON["token"].(string)
		if a := h.Visitor().Get("/api/backups/whole.zip?token=" + token); a.Status != 200 {
			t.Fatalf("the download: %d", a.Status)
		}
		h.Visitor().Get("/api/backups/none.zip?token=secret-that-was-wrong")
		h.Visitor().Get("/api/nothing?TOKEN=secret-in-capitals&a=secret;b")
		h.SignedIn(httpx.Admins, nil).Get("/api/transactions?page=2&perPage=7&search=asha%40example.com")
		superuser.Get("/api/collections/users/records?filter=" + "email%3D%27kavita%40example.com%27&perPage=3")
		var logged strings.Builder
		synctest.Wait() // requests are logged in the background
		if err := logs.Flush(h.PB); err != nil {
			t.Fatal(err)
		}
		var entries []core.Log
		if err := h.PB.LogQuery().All(&entries); err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			fmt.Fprintln(&logged, entry.Message, entry.Data)
		}
		if !strings.Contains(logged.String(), "/api/transactions") {
			t.Errorf("the log lacks the requests:\n%s", logged.String())
		}
		for _, secret := range []string{token, "secret", "asha", "kavita"} {
			if strings.Contains(logged.String(), secret) {
				t.Errorf("the log contains %s:\n%s", secret, logged.String())
			}
		}
	})
}
