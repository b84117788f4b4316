package accounts

import (
	"context"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"boardcircle/pb_hooks/internal/apperr"
)

// maxWaitingPerCore is the length of the hashing queue per core. At 60 ms a comparison, the last request waits four
// seconds.
const maxWaitingPerCore = 64

// errBusy is returned if the hashing queue is full.
var errBusy = &apperr.Error{
	Code: "busy", Status: http.StatusServiceUnavailable, RetryAfter: 3 * time.Second,
	Message: "Too many people are signing in at this moment. Please try again in a few seconds.",
}

// hashingQueue limits how many secrets are hashed or compared at once. bcrypt occupies a core for a while. Without
// the limit, many concurrent sign-ins would block all other requests.
type hashingQueue struct {
	turns      chan struct{}
	waiting    atomic.Int32
	maxWaiting int32
}

// newHashingQueue reserves one core for everything else.
func newHashingQueue() *hashingQueue {
	cores := max(1, runtime.GOMAXPROCS(0)-1)
	return &hashingQueue{turns: make(chan struct{}, cores), maxWaiting: int32(cores * maxWaitingPerCore)}
}

// run calls work when its turn comes. It returns errBusy if the queue is full, and the context's error if the caller
// has disconnected.
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
