package realtime_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// countOpenStreams opens a stream and returns its status. The stream ends with the context.
func countOpenStreams(t *testing.T, ctx context.Context, h *testapp.App, v *testapp.Visitor) int {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := v.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response.StatusCode
}

func TestAnAccountHasTwentyStreamsAtMost(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	v := h.SignedIn(httpx.Admins, nil)
	for range 19 {
		if status := countOpenStreams(t, t.Context(), h, v); status != http.StatusOK {
			t.Fatalf("a stream answered %d", status)
		}
	}
	last, leave := context.WithCancel(t.Context())
	defer leave()
	if status := countOpenStreams(t, last, h, v); status != http.StatusOK {
		t.Fatalf("the twentieth stream answered %d", status)
	}
	a := v.Get("/api/realtime")
	if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" ||
		a.Message() != "The console is open 20 times with your account. Close it somewhere else, and this one keeps itself up to date again." {
		t.Errorf("the next one: %d %s", a.Status, a.Body)
	}
	if status := countOpenStreams(t, t.Context(), h, h.SignedIn(httpx.Admins, nil)); status != http.StatusOK {
		t.Errorf("another admin's first one: %d", status)
	}

	leave()
	for begun := time.Now(); ; {
		status := countOpenStreams(t, t.Context(), h, v)
		if status == http.StatusOK {
			break
		}
		if time.Since(begun) > eventTimeout {
			t.Fatalf("once another has ended: %d", status)
		}
	}
}
