package routetest

import (
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
)

func TestACrowdAtTheSignInIsComparedInTurnsAndTheRestIsSentAway(t *testing.T) {
	t.Parallel()
	s := newAppWithSuperuser(t)
	s.CreateAccount(httpx.Users, form{"email": email, "password": password})
	cores := max(1, runtime.GOMAXPROCS(0)-1)
	crowd := cores*65 + 20 // 64 wait for each core that compares
	var comparing, most, sentAway atomic.Int32
	gate := make(chan struct{})
	onCompare(s, func(string) {
		n := comparing.Add(1)
		for {
			if seen := most.Load(); n <= seen || most.CompareAndSwap(seen, n) {
				break
			}
		}
		<-gate
		comparing.Add(-1)
	})
	var open sync.Once
	var all sync.WaitGroup
	for i := range crowd {
		v := visitor(s)
		all.Go(func() {
			answer := v.Post("/api/login", login(email, wrong))
			if i%2 == 1 {
				answer = v.Post(staffPath+"auth-with-password", staffSignIn(wrong))
			}
			if answer.Status == http.StatusServiceUnavailable {
				if answer.Header.Get("Retry-After") == "" || answer.Message() == "" {
					t.Errorf("sent away with %v %s", answer.Header, answer.Body)
				}
				if sentAway.Add(1) >= 20 {
					open.Do(func() { close(gate) })
				}
			}
		})
	}
	all.Wait()
	if int(most.Load()) > cores {
		t.Errorf("%d comparisons at once on %d cores", most.Load(), cores+1)
	}
	if sentAway.Load() < 20 {
		t.Errorf("%d of %d were sent away", sentAway.Load(), crowd)
	}
}
