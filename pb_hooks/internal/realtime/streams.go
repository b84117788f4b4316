package realtime

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// mostStreams is how many open streams an account may have. The newest is refused rather than the
// oldest closed: a console that is cut off opens its stream again by itself, so that closing would go
// round without end. One without a stream works as before, and has its Refresh button.
const mostStreams = 20

// streams counts the open streams of each account.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

// enter counts one more stream of an admin's account, until leave is called, or refuses it.
func (s *streams) enter(e *core.RequestEvent) (leave func(), err error) {
	if err := onlyAdmins(e); err != nil {
		return nil, err
	}
	holder := httpx.Holder(e)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[holder] >= mostStreams {
		e.Response.Header().Set("Retry-After", "60")
		return nil, httpx.Refuse(http.StatusTooManyRequests, fmt.Sprintf(
			"The console is open %d times with your account. Close it somewhere else, and this one keeps itself up to date again.", mostStreams), nil)
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	s.open[holder]++
	return func() { s.leave(holder) }, nil
}

func (s *streams) leave(holder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[holder]--; s.open[holder] == 0 {
		delete(s.open, holder)
	}
}
