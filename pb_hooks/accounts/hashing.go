package accounts

import (
	"context"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"boardcircle/pb_hooks/internal/apperr"
)

// maxWaitingPerCore is how many may wait for a turn to hash or compare a secret, for each that can work. At
// 60 ms a comparison the last one waits four seconds.
const maxWaitingPerCore = 64

// errBusy sends a caller away while too many others wait.
var errBusy = &apperr.Error{
	Code: "busy", Status: http.StatusServiceUnavailable, RetryAfter: 3 * time.Second,
	Message: "Too many people are signing in at this moment. Please try again in a few seconds.",
}

// hashingQueue lets only so many secrets be hashed or compared at once. bcrypt takes a core for a while, and
// without a bound a crowd at the sign-in leaves none to the pages.
type hashingQueue struct {
	turns      chan struct{}
	waiting    atomic.Int32
	maxWaiting int32
}

// newHashingQueue leaves one core to everything else.
func newHashingQueue() *hashingQueue {
	cores := max(1, runtime.GOMAXPROCS(0)-1)
	return &hashingQueue{turns: make(chan struct{}, cores), maxWaiting: int32(cores * maxWaitingPerCore)}
}

// run calls work in its turn. It returns errBusy when too many wait already, and the context's error when the
// caller has gone.
func (q *hashingQueue) run(ctx context.Context, work func() error) error {
	if q.waiting.Add(1) > q.maxWaiting {
		q.waiting.Add(-1)
		return errBusy
	}
	select {
	case q.turns <- struct{}{}:
		q.waiting.Add(-1)
	case <-ctx.Done():
		q.waiting.Add(-1)
		return ctx.Err()
	}
	defer func() { <-q.turns }()
	return work()
}
