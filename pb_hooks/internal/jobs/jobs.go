// Package jobs runs background work from a durable queue, the collection jobs. A job goes through
// these states:
//
//	Enqueue ──> queued ── claim: lease, attempt + 1 ──> running ──> nil ────────────────────> row deleted
//	               ↑                                       │
//	               ├── error: backoff ─────────────────────┤
//	               ├── RetryAt, runner stopped: no attempt ┤
//	               ├── enqueued while it ran ──────────────┤
//	               │                                       ├──> lease expired ─────────> claimed again
//	               │                                       ╰──> Discard, last attempt ─> failed
//	               ╰── Retry by an admin, or enqueued again ───────────────────────────────╯
//
// What holds:
//
//   - A job is enqueued in the transaction of the change that it follows from: both are stored or
//     neither is.
//   - There is one row for a type and key. Enqueuing a queued job again moves its run earlier, at
//     most. Enqueuing a running job makes it run once more afterwards.
//   - A claim holds for the type's lease, which is renewed while the handler runs. When the process
//     dies, its jobs are claimed again: by the next server at its start ([Runner.ReleaseLeases]), or when
//     the lease expires. A handler runs at least once and must be idempotent. One that changes only the
//     database can call [Runner.Complete] in its transaction; then its changes are stored exactly once.
//   - Each type has its own slots and claims only its own jobs: a long queue of one type delays no
//     other type. Within a type, jobs whose lease has expired run first, then by priority, then by time.
//   - A failed job stays, with its error, until it is retried, enqueued again or purged.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// State is the state of a job. A completed job has no row.
type State string

// The states of a job.
const (
	Queued  State = "queued"
	Running State = "running"
	Failed  State = "failed"
)

// Priority orders the jobs of one type, lowest first. The zero value is Normal.
type Priority int

// The priorities. There are few of them, so that a claim is one index search for each.
const (
	Urgent Priority = iota - 2
	High
	Normal
	Low
)

// Job is one piece of work.
type Job struct {
	// Type is the name of a registered type.
	Type string
	// Key identifies the work within its type, usually by a record's id. Without a key each enqueue
	// is a job of its own.
	Key string
	// Payload is a JSON object, or empty. It must not hold secrets: staff see it in the dashboard.
	Payload json.RawMessage
	// Priority is Normal unless set.
	Priority Priority
	// RunAt is the earliest time of the run; zero is now.
	RunAt time.Time
	// Replace makes a job that is stored already take this one's payload, priority and time. Without
	// it the stored job keeps its payload and takes the earlier time and the higher priority.
	Replace bool

	// ID, Attempt and CreatedAt are set for the handler. The first attempt is 1.
	ID        string
	Attempt   int
	CreatedAt time.Time

	claim *claim
}

// Decode unmarshals the payload into v.
func (j Job) Decode(v any) error {
	if err := json.Unmarshal(j.Payload, v); err != nil {
		return fmt.Errorf("payload of job %s: %w", j.ID, err)
	}
	return nil
}

// Handler does the work of one job. It returns nil when the work is done, [RetryAt], [Discard], or
// any other error to be tried again after the type's backoff. It should return soon after its context
// ends; what it returns then counts as no attempt, unless it was its own timeout.
type Handler func(ctx context.Context, job Job) error

// Type is a kind of job and how it is run.
type Type struct {
	// Name identifies the type in the database: it must not change while jobs are stored.
	Name string
	// Concurrency is how many run at a time in this process, 1 unless set.
	Concurrency int
	// Lease is how long a claim holds without renewal, 2 minutes unless set. A job whose process was killed runs
	// again after at most that long, or as soon as the next server starts.
	Lease time.Duration
	// MaxAttempts is how many attempts a job has before it fails for good; 0 is no limit.
	MaxAttempts int
	// Backoff is the wait after an attempt that failed, counted from 1; up to a fifth is added at
	// random. It is Exponential(5 * time.Second, time.Hour) unless set.
	Backoff func(attempt int) time.Duration
	// Timeout bounds one run; 0 is no bound.
	Timeout time.Duration
	// Handle does the work. Without it the jobs wait in the queue, as e-mails do without a provider.
	Handle Handler
}

const (
	defaultLease = 2 * time.Minute

	maxTypeLength  = 60
	maxKeyLength   = 200
	maxErrorLength = 2000
)

func (t Type) withDefaults() Type {
	if t.Concurrency <= 0 {
		t.Concurrency = 1
	}
	if t.Lease <= 0 {
		t.Lease = defaultLease
	}
	if t.Backoff == nil {
		t.Backoff = Exponential(5*time.Second, time.Hour)
	}
	return t
}

// Exponential returns a backoff that starts with first and doubles up to longest.
func Exponential(first, longest time.Duration) func(attempt int) time.Duration {
	return func(attempt int) time.Duration {
		wait := first
		for i := 1; i < attempt && wait < longest; i++ {
			wait *= 2
		}
		return min(wait, longest)
	}
}

// Steps returns a backoff of the given waits; the last one repeats.
func Steps(waits ...time.Duration) func(attempt int) time.Duration {
	return func(attempt int) time.Duration { return waits[min(max(attempt, 1), len(waits))-1] }
}

// ErrLeaseLost says that a job is no longer this run's: its lease expired, or its row was deleted. It
// is also the cause with which the context of such a run is cancelled.
var ErrLeaseLost = errors.New("the job's lease is lost")

type retryAtError struct {
	at     time.Time
	reason string
}

func (e *retryAtError) Error() string { return e.reason }

// RetryAt is what a handler returns to run again at t without having used an attempt: the provider
// asked to wait, or what the job needs is not there yet. A time that has come is at once, so that
// Drain goes on with it.
func RetryAt(t time.Time, reason string) error { return &retryAtError{at: t, reason: reason} }

type discardError struct{ reason string }

func (e *discardError) Error() string { return e.reason }

// Discard is what a handler returns when another attempt can't help: the job fails at once.
func Discard(reason string) error { return &discardError{reason: reason} }

func (j Job) validate() error {
	switch {
	case len(j.Key) > maxKeyLength:
		return fmt.Errorf("the key has %d bytes, more than %d", len(j.Key), maxKeyLength)
	case j.Priority < Urgent || j.Priority > Low:
		return fmt.Errorf("unknown priority %d", j.Priority)
	case len(j.Payload) > 0 && (!json.Valid(j.Payload) || !isObject(j.Payload)):
		return errors.New("the payload is no JSON object")
	}
	return nil
}

// isObject tells whether valid JSON is an object. SQLite would store a bare number as its own kind
// of number, with less precision.
func isObject(payload json.RawMessage) bool {
	for _, b := range payload {
		switch b {
		case ' ', '\t', '\r', '\n':
		default:
			return b == '{'
		}
	}
	return false
}
