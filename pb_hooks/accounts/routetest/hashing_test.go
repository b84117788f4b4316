package routetest

import (
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
)

// All cores except one compare passwords, one at a time. 64 sign-ins may wait for each core. The server refuses more of
// them with 503.
func TestPasswordComparisonsAreLimited(t *testing.T) {
	t.Parallel()
	s := newAppWithSuperuser(t)
	s.CreateAccount(httpx.Users, form{"email": email, "password": password})
	cores := max(1, runtime.GOMAXPROCS(0)-1)
	signIns := cores*65 + 20
	var comparing, maximum, refusals atomic.Int32
	gate := make(chan struct{})
	onCompare(s, func(string) {
		n := comparing.Add(1)
		for {
			if seen := maximum.Load(); n <= seen || maximum.CompareAndSwap(seen, n) {
				break
			}
		}
		<-gate
		comparing.Add(-1)
	})
	var open sync.Once
	var requests sync.WaitGroup
	for i := range signIns {
		v := visitor(s)
		requests.Go(func() {
			answer := v.Post("/api/login", login(email, wrong))
			if i%2 == 1 {
				answer = v.Post(staffPath+"auth-with-password", staffSignIn(wrong))
			}
			if answer.Status == http.StatusServiceUnavailable {
				if answer.Header.Get("Retry-After") == "" || answer.Message() == "" {
					t.Errorf("refused with headers %v and body %s, want Retry-After and a message", answer.Header, answer.Body)
				}
				if refusals.Add(1) >= 20 {
					open.Do(func() { close(gate) })
				}
			}
		})
	}
	requests.Wait()
	if int(maximum.Load()) > cores {
		t.Errorf("%d comparisons at the same time, want at most %d", maximum.Load(), cores)
	}
	if refusals.Load() < 20 {
		t.Errorf("%d of %d sign-ins were refused, want at least 20", refusals.Load(), signIns)
	}
}
