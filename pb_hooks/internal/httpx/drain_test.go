package httpx

import (
	"context"
	"net/http"
	"testing"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
)

func TestDrainWaitsForRunningRequestsAndRefusesNewOnes(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	router, err := apis.NewRouter(g.app)
	if err != nil {
		t.Fatal(err)
	}
	g.middleware.Bind(router)
	entered, release := make(chan struct{}), make(chan struct{})
	g.middleware.Mount(router, []Route{{Method: "GET", Path: "/api/test/slow", Access: Public, Body: 0,
		Endpoint: Endpoint{Handler: func(e *core.RequestEvent) error {
			close(entered)
			<-release
			return e.String(http.StatusOK, "done")
		}}}})
	if g.mux, err = router.BuildMux(); err != nil {
		t.Fatal(err)
	}

	slow := make(chan int)
	go func() { slow <- g.call("GET", "/api/test/slow", "", nil).Code }()
	<-entered
	drained := make(chan struct{})
	go func() { g.middleware.Drain(context.Background()); close(drained) }()
	for { // until draining has started
		if g.call("GET", "/api/health", "", nil).Code == http.StatusServiceUnavailable {
			break
		}
	}
	select {
	case <-drained:
		t.Error("Drain did not wait")
	default:
	}
	close(release)
	if code := <-slow; code != http.StatusOK {
		t.Errorf("the running request: status = %d, want 200", code)
	}
	<-drained
}
