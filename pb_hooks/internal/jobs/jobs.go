// Package jobs runs background work from a durable queue, the collection jobs. A job moves through these states:
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
// The guarantees:
//
//   - A job is enqueued in the transaction of the change that causes it, so both are stored or neither is.
//   - There is one row for each type and key. Enqueuing a queued job again can only move its run earlier. Enqueuing a
//     running job makes it run once more afterwards.
//   - A claim holds for the type's lease, which is renewed while the handler runs. If the process dies, its jobs are
//     claimed again when the next server starts ([Runner.ReleaseLeases]) or when the lease expires. So a handler runs
//     at least once and must be idempotent. A handler that changes only the database can call [Runner.Complete] in its
//     transaction; then its changes are stored exactly once.
//   - Each type has its own slots and claims only its own jobs, so a long queue of one type delays no other type.
//     Within a type, jobs whose lease has expired run first, then by priority, then by time.
//   - A failed job is stored with its error until it is retried, enqueued again or purged.
package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"boardcircle/pb_hooks/internal/modules"
)

// State is the state of a job. A completed job has no row.
type State string

// The states of a job.
const (
	Queued  State = "queued"
	Running State = "running"
	Failed  State = "failed"
)

// Priority orders the jobs of one type; lower values run first. The zero value is Normal.
type Priority int

// The priorities. There are only a few, because a claim searches the index once for each.
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
	// Key identifies the work within its type, usually by a record's id. Without a key, each Enqueue creates a new job.
	Key string
	// Payload is a JSON object, or empty. It must not contain secrets, because staff can see it in the dashboard.
	Payload json.RawMessage
	// Priority defaults to Normal.
	Priority Priority
	// RunAt is the earliest time of the run. Zero means now.
	RunAt time.Time
	// Replace gives a stored job of the same key the payload, priority and time of this job. Without Replace, the
	// stored job keeps its payload and gets the earlier of the two times and the higher priority.
	Replace bool

	// ID, Attempt and CreatedAt are set when a handler is called. The first attempt is 1.
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

// Handler does the work of one job. It returns nil when the work is done, or [RetryAt] or [Discard]. After any other
// error, the job is retried after the type's backoff. A handler should return soon after its context ends. If the
// context ended for another reason than the job's own timeout, the run does not count as an attempt.
type Handler func(ctx context.Context, job Job) error

// Type is a kind of job and says how it is run.
type Type struct {
	// Name identifies the type in the database. It must not change while jobs are stored.
	Name string
	// Concurrency is how many jobs of the type run at a time in this process. The default is 1.
	Concurrency int
	// Lease is how long a claim holds without renewal. The default is 2 minutes. If the process is killed, its job runs
	// again when the lease expires or the next server starts.
	Lease time.Duration
	// MaxAttempts is how many attempts a job has before it fails permanently. 0 means no limit.
	MaxAttempts int
	// Backoff returns the wait after a failed attempt, counted from 1. Up to a fifth is added at random. The default is
	// Exponential(5 * time.Second, time.Hour).
	Backoff func(attempt int) time.Duration
	// Timeout limits one run. 0 means no limit.
	Timeout time.Duration
	// Modules are those of which one must be on. While all are off, the jobs wait. Without any, the jobs always run.
	Modules []modules.ID
	// Handle does the work. If nil, the jobs wait in the queue, as emails do if no provider is configured.
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

// ErrLeaseLost means that a run no longer owns its job: the lease expired, or the row was deleted. It is also the cause
// with which the context of such a run is cancelled.
var ErrLeaseLost = errors.New("the job's lease is lost")

type retryAtError struct {
	at     time.Time
	reason string
}

func (e *retryAtError) Error() string { return e.reason }

// RetryAt is returned by a handler to run the job again at t without using an attempt, for example because the provider
// asked to wait. If t has passed, the job is due at once, and Drain runs it.
func RetryAt(t time.Time, reason string) error { return &retryAtError{at: t, reason: reason} }

type discardError struct{ reason string }

func (e *discardError) Error() string { return e.reason }

// Discard is returned by a handler if another attempt cannot help. The job fails at once.
func Discard(reason string) error { return &discardError{reason: reason} }

func (j Job) validate() error {
	switch {
	case len(j.Key) > maxKeyLength:
		return fmt.Errorf("the key has %d bytes, more than %d", len(j.Key), maxKeyLength)
	case j.Priority < Urgent || j.Priority > Low:
		return fmt.Errorf("unknown priority %d", j.Priority)
	case len(j.Payload) > 0 && (!json.Valid(j.Payload) || !isObject(j.Payload)):
		return errors.New("the payload is not a JSON object")
	}
	return nil
}

// isObject reports whether valid JSON is an object. SQLite would convert a bare number to its own number type and lose
// precision.
func isObject(payload json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimLeft(payload, " \t\r\n"), []byte("{"))
}
