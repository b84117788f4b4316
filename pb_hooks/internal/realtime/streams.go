package realtime

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// maxStreams is how many open streams an account may have. The newest is refused rather than the
// oldest closed: a console that is cut off opens its stream again by itself, so that closing would go
// round without end. One without a stream works as before, and has its Refresh button.
const maxStreams = 20

// streamCounter counts the open streams of each account.
type streamCounter struct {
	mu   sync.Mutex
	open map[string]int
}

// acquire counts one more stream of an admin's account, until leave is called, or refuses it.
func (s *streamCounter) acquire(e *core.RequestEvent) (release func(), err error) {
	if err := requireAdmin(e); err != nil {
		return nil, err
	}
	accountKey := httpx.AccountKey(e)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[accountKey] >= maxStreams {
		e.Response.Header().Set("Retry-After", "60")
		return nil, httpx.NewError(http.StatusTooManyRequests, fmt.Sprintf(
			"The console is open %d times with your account. Close it somewhere else, and this one keeps itself up to date again.", maxStreams), nil)
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	s.open[accountKey]++
	return func() { s.release(accountKey) }, nil
}

func (s *streamCounter) release(accountKey string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[accountKey]--; s.open[accountKey] == 0 {
		delete(s.open, accountKey)
	}
}
