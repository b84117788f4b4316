package signin

import (
	"context"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
)

// maxWaitingPerCore is the length of the hashing queue per core. At 60 ms a comparison, the last request waits four
// seconds.
const maxWaitingPerCore = 64

// errBusy is returned if the hashing queue is full.
var errBusy = &apperr.Error{
	Code: "busy", Status: http.StatusServiceUnavailable, RetryAfter: 3 * time.Second,
	Message: "Too many people are signing in right now. Please try again in a few seconds.",
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

// Hash calls work, which hashes a secret, when its turn comes.
func (c *Checker) Hash(ctx context.Context, work func()) error {
	return c.hashing.run(ctx, func() error {
		work()
		return nil
	})
}

// HashPassword returns the value of a password field for an account of the collection. Hashing is slow, so it waits
// for its turn and must be called outside of transactions.
func (c *Checker) HashPassword(ctx context.Context, collection *core.Collection, password string) (any, error) {
	hashed := core.NewRecord(collection)
	err := c.Hash(ctx, func() { hashed.SetPassword(password) })
	return identity.HashedPassword(hashed), err
}

// UnknownPassword returns the value of a password field whose password no one knows. An account with an empty hash
// would change the time that a sign-in takes.
func (c *Checker) UnknownPassword() any { return &core.PasswordFieldValue{Hash: c.dummyHash()} }

// newDummyHash hashes a random secret at the bcrypt cost of the accounts' passwords.
func newDummyHash(app core.App) string {
	cost := bcrypt.DefaultCost
	if users, err := app.FindCachedCollectionByNameOrId(identity.Users); err == nil {
		if field, ok := users.Fields.GetByName(core.FieldNamePassword).(*core.PasswordField); ok && field.Cost > 0 {
			cost = field.Cost
		}
	}
	// The token is shorter than bcrypt's limit and the cost is in range, so there can be no error.
	hash, _ := bcrypt.GenerateFromPassword([]byte(keys.Random()), cost)
	return string(hash)
}
