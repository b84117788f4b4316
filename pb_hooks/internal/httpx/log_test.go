package httpx

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/logger"

	"boardcircle/pb_hooks/internal/config"
)

func TestNoResetTokenAndNoTicketReachesTheLogs(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	g.app.Settings().Logs.MaxDays = 1 // a test app keeps no logs
	requests := [][2]string{
		{"GET", "/reset-password?token=SECRET"},
		{"POST", "/reset-password?token=SECRET"}, // a form that was sent before its script had loaded
		{"PUT", "/auth?token=SECRET"},
		{"GET", "/api/test/user"},
		{"GET", "/api/test/user?a=1&ticket=SECRET"},
		{"GET", "/api/test/user?ticket=SECRET;&%74icket=SECRET"},
	}
	for _, request := range requests {
		g.call(request[0], request[1], "", func(r *http.Request) {
			r.Header.Set("Referer", "https://circle.example/reset-password?token=SECRET")
		})
	}
	logged := g.requestLogs(t)
	for deadline := time.Now().Add(20 * time.Second); len(logged) < len(requests); logged = g.requestLogs(t) {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d requests were logged, so this test shows nothing", len(logged), len(requests))
		}
		time.Sleep(20 * time.Millisecond) // requests are logged on the side
	}
	for _, entry := range logged {
		if strings.Contains(entry.Message+entry.Data.String(), "SECRET") {
			t.Errorf("logged: %s %s", entry.Message, entry.Data)
		}
	}
}

func (g *testServer) requestLogs(t *testing.T) []*core.Log {
	t.Helper()
	handler, ok := g.app.Logger().Handler().(*logger.BatchHandler)
	if !ok {
		t.Fatal("the logger has changed its kind")
	}
	if err := handler.WriteAll(context.Background()); err != nil {
		t.Fatal(err)
	}
	var entries []*core.Log
	if err := g.app.LogQuery().All(&entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestAStrangerCanNotFillTheRequestLogButOurFailuresAreAlwaysInIt(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	g.app.Settings().Logs.MaxDays = 1
	ask := func(path, address string) *httptest.ResponseRecorder {
		return g.call("GET", path, "", func(r *http.Request) {
			r.RemoteAddr = address
			r.Header.Set("User-Agent", strings.Repeat("u", 100_000))
		})
	}
	most := rateBudgets[RequestLog].burst
	for range most + 50 {
		if w := ask("/api/test/user", "198.51.100.7:1"); w.Code != 401 || !strings.Contains(w.Body.String(), "Please sign in") {
			t.Fatalf("answered %d %s", w.Code, w.Body)
		}
	}
	if w := ask("/api/test/broken", "198.51.100.7:1"); w.Code != 500 {
		t.Fatalf("answered %d", w.Code)
	}
	ask("/api/test/user", "198.51.100.8:1")
	logged := g.requestLogs(t)
	for deadline := time.Now().Add(20 * time.Second); len(logged) < most+2; logged = g.requestLogs(t) {
		if time.Now().After(deadline) {
			t.Fatalf("%d rows, want %d", len(logged), most+2)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if len(logged) > most+2 {
		t.Errorf("%d rows, want %d", len(logged), most+2)
	}
	for _, entry := range logged {
		if size := len(entry.Data.String()); size > 1000 {
			t.Fatalf("a row of %d bytes", size)
		}
	}
}
