package jobs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/sync/semaphore"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/modules"
)

const (
	// pollInterval limits how late the runner notices a job from another process.
	pollInterval = 15 * time.Second
	// errorWait is the wait after a database error.
	errorWait = 5 * time.Second
	// emptyClaimWait is the wait when a job was due but another process claimed it.
	emptyClaimWait = 100 * time.Millisecond
	// abandonTimeout is how long Stop waits for handlers whose context it has cancelled.
	abandonTimeout = 5 * time.Second
	// insertChunk is how many jobs one statement stores.
	insertChunk = 500

	defaultGrace = 3 * time.Second
)

// Options are the settings of a Runner. The zero value is valid.
type Options struct {
	// Grace is how long handlers may continue after Stop before their context is cancelled. The default is 3 seconds.
	Grace time.Duration
	// ReadModules returns the modules that are on. It may be nil if no type has modules.
	ReadModules func(core.App) (modules.Set, error)
}

// Runner stores jobs and runs them. It is safe for concurrent use, even by several processes on one database.
type Runner struct {
	app   core.App
	now   clock.Clock
	grace time.Duration
	// readModules returns the modules that are on.
	readModules func(core.App) (modules.Set, error)

	// queues are the registered types. They do not change after Start.
	queues map[string]*queue
	// finished is the number of runs that have ended.
	finished atomic.Int64

	mu      sync.Mutex
	started bool
	stop    func()

	clockMu sync.Mutex
	// lastNow is the last time that correctClock saw.
	lastNow time.Time
}

// queue is a registered type with its free slots.
type queue struct {
	Type
	slots *semaphore.Weighted
	wake  chan struct{}

	mu          sync.Mutex
	pausedUntil time.Time
	pauseReason string
}

// New returns a runner for the jobs of app. It is not started.
func New(app core.App, now clock.Clock, options Options) *Runner {
	if options.Grace <= 0 {
		options.Grace = defaultGrace
	}
	return &Runner{app: app, now: now, grace: options.Grace, readModules: options.ReadModules,
		queues: map[string]*queue{}, stop: func() {}}
}

// Register adds a job type. Features call it in their constructors. It panics if the type has no name or is already
// registered, if the runner has started, or if the type has modules that the runner cannot read.
func (r *Runner) Register(t Type) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case t.Name == "" || len(t.Name) > maxTypeLength:
		panic(fmt.Sprintf("jobs: bad type name %q", t.Name))
	case r.queues[t.Name] != nil:
		panic("jobs: type " + t.Name + " is registered twice")
	case r.started:
		panic("jobs: type " + t.Name + " is registered after Start")
	case len(t.Modules) > 0 && r.readModules == nil:
		panic("jobs: type " + t.Name + " has modules, which the runner cannot read")
	}
	t = t.withDefaults()
	r.queues[t.Name] = &queue{Type: t, slots: semaphore.NewWeighted(int64(t.Concurrency)), wake: make(chan struct{}, 1)}
}

// Types lists the names of the registered types.
func (r *Runner) Types() []string { return slices.Sorted(maps.Keys(r.queues)) }

// Enqueue stores a job and wakes its type. If tx is a transaction, the job is stored within it and the type is woken
// after the commit.
func (r *Runner) Enqueue(tx core.App, job Job) error { return r.EnqueueMany(tx, []Job{job}) }

// EnqueueMany stores jobs like Enqueue, with one statement for hundreds of jobs. Outside of a transaction, an error may
// leave some of the jobs stored.
func (r *Runner) EnqueueMany(tx core.App, jobs []Job) error {
	var names []string
	for _, job := range jobs {
		if r.queues[job.Type] == nil {
			return fmt.Errorf("enqueue job: type %q is not registered", job.Type)
		}
		if err := job.validate(); err != nil {
			return fmt.Errorf("enqueue job %s %s: %w", job.Type, job.Key, err)
		}
		if !slices.Contains(names, job.Type) {
			names = append(names, job.Type)
		}
	}
	now := r.now()
	for len(jobs) > 0 {
		n := 1
		for n < min(len(jobs), insertChunk) && jobs[n].Replace == jobs[0].Replace {
			n++
		}
		if err := insert(tx, jobs[:n], jobs[0].Replace, now); err != nil {
			return fmt.Errorf("enqueue job %s: %w", jobs[0].Type, err)
		}
		jobs = jobs[n:]
	}
	r.wakeAfterCommit(tx, names...)
	return nil
}

// Cancel removes a queued or failed job. A running job is not stopped, but it does not run again.
func (r *Runner) Cancel(tx core.App, typeName, key string) error {
	return database.Wrap("cancel job "+typeName+" "+key, remove(tx, typeName, key, r.now()))
}

// Complete ends a handler's job within the handler's own transaction, so that its changes and the end of the job are
// stored together. The handler then returns nil. ErrLeaseLost means that another run has taken over and the transaction
// must be rolled back.
func (r *Runner) Complete(tx core.App, job Job) error {
	if job.claim == nil {
		return errors.New("complete job: the job was not claimed")
	}
	if err := complete(tx, job.claim, r.now()); err != nil {
		return fmt.Errorf("complete job %s: %w", job.ID, err)
	}
	job.claim.completed.Store(true)
	afterTransaction(tx, func(err error) { job.claim.completed.Store(err == nil) })
	r.wakeAfterCommit(tx, job.Type) // the job may have been enqueued again
	return nil
}

// Pause stops a type from being claimed until a time. The later of two pauses applies. Running jobs continue. A pause
// is not stored and ends with the process.
func (r *Runner) Pause(typeName string, until time.Time, reason string) {
	if q := r.queues[typeName]; q != nil {
		q.mu.Lock()
		defer q.mu.Unlock()
		if until.After(q.pausedUntil) {
			q.pausedUntil, q.pauseReason = until, reason
		}
	}
}

// Resume ends the pause of a type.
func (r *Runner) Resume(typeName string) {
	if q := r.queues[typeName]; q != nil {
		q.mu.Lock()
		q.pausedUntil, q.pauseReason = time.Time{}, ""
		q.mu.Unlock()
		r.Wake(typeName)
	}
}

// Paused returns until when a type is paused, and why. The time is zero if the type is not paused.
func (r *Runner) Paused(typeName string) (until time.Time, reason string) {
	if q := r.queues[typeName]; q != nil {
		return q.paused(r.now())
	}
	return time.Time{}, ""
}

func (q *queue) paused(now time.Time) (time.Time, string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !now.Before(q.pausedUntil) {
		return time.Time{}, ""
	}
	return q.pausedUntil, q.pauseReason
}

// Wake makes a started runner check the queue now, for the given types or for all types.
func (r *Runner) Wake(typeNames ...string) {
	for name, q := range r.queues {
		if len(typeNames) > 0 && !slices.Contains(typeNames, name) {
			continue
		}
		select {
		case q.wake <- struct{}{}:
		default: // it is already woken
		}
	}
}

func (r *Runner) wakeAfterCommit(tx core.App, typeNames ...string) {
	afterTransaction(tx, func(err error) {
		if err == nil && len(typeNames) > 0 {
			r.Wake(typeNames...)
		}
	})
}

// afterTransaction calls do with the result of the transaction, or immediately if tx is not one.
func afterTransaction(tx core.App, do func(error)) {
	info := tx.TxInfo()
	if info == nil {
		do(nil)
		return
	}
	info.OnComplete(func(err error) error {
		do(err)
		return nil
	})
}

// ReleaseLeases makes all running jobs claimable at once and returns their number. Only the server of the database may
// call it, before Start. There is one server per database, and commands run no jobs, so every lease belongs to a
// process that has died.
func (r *Runner) ReleaseLeases() (int64, error) {
	released, err := expireLeases(r.app, r.now())
	return released, database.Wrap("release the leases of an earlier process", err)
}

// Start runs jobs until ctx ends or Stop is called. Jobs of processes that have died are claimed again when their lease
// expires.
func (r *Runner) Start(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.started {
		panic("jobs: Start is called twice")
	}
	r.started = true
	claiming, stopClaiming := context.WithCancel(ctx)
	handling, cancelHandlers := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(claiming, func() {
		timer := time.AfterFunc(r.grace, cancelHandlers)
		context.AfterFunc(handling, func() { timer.Stop() })
	})
	ended := make(chan struct{})
	var loops sync.WaitGroup
	for _, q := range r.queues {
		if q.Handle != nil {
			loops.Go(func() { r.serve(claiming, handling, q) })
		}
	}
	go func() {
		loops.Wait()
		cancelHandlers()
		close(ended)
	}()
	r.stop = func() {
		stopClaiming()
		select {
		case <-ended:
			return
		case <-handling.Done():
		}
		select {
		case <-ended:
		case <-time.After(abandonTimeout):
			r.app.Logger().Error("Some job handlers did not stop; their jobs run again when the leases expire")
		}
	}
}

// Stop stops claiming and waits for running handlers. After the grace period it cancels their contexts and waits again.
// A job whose handler was cancelled stays in the queue.
func (r *Runner) Stop() {
	r.mu.Lock()
	stop := r.stop
	r.mu.Unlock()
	stop()
}

// serve claims and runs the jobs of one type.
func (r *Runner) serve(claiming, handling context.Context, q *queue) {
	var handlers sync.WaitGroup
	defer handlers.Wait()
	for claiming.Err() == nil {
		wait, err := r.untilDue(q)
		if err != nil {
			r.app.Logger().Error("The job queue could not be read", "type", q.Name, "error", err)
			wait = errorWait
		}
		if wait > 0 {
			q.sleep(claiming, min(wait, pollInterval))
			continue
		}
		if q.slots.Acquire(claiming, 1) != nil {
			return
		}
		n := 1
		for n < q.Concurrency && q.slots.TryAcquire(1) {
			n++
		}
		claimed, err := r.claim(q, n)
		q.slots.Release(int64(n - len(claimed)))
		for _, job := range claimed {
			handlers.Go(func() {
				defer q.slots.Release(1)
				r.run(handling, q, job)
			})
		}
		switch {
		case err != nil:
			r.app.Logger().Error("Jobs could not be claimed", "type", q.Name, "error", err)
			q.sleep(claiming, errorWait)
		case len(claimed) == 0:
			q.sleep(claiming, emptyClaimWait)
		}
	}
}

func (q *queue) sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-q.wake:
	case <-time.After(d):
	}
}

// untilDue returns the time until a job of a type can be claimed.
func (r *Runner) untilDue(q *queue) (time.Duration, error) {
	if err := r.correctClock(); err != nil {
		return 0, err
	}
	now := r.now()
	if until, _ := q.paused(now); !until.IsZero() {
		return until.Sub(now), nil
	}
	next, err := nextDue(r.app, q.Name)
	if err != nil || next.IsZero() {
		return pollInterval, err
	}
	return max(next.Sub(now), 0), nil
}

// claim claims up to n due jobs of a type that is not paused.
func (r *Runner) claim(q *queue, n int) ([]Job, error) {
	now := r.now()
	if until, _ := q.paused(now); !until.IsZero() {
		return nil, nil
	}
	return claimDue(r.app, q.Type, n, now)
}

// Drain runs due jobs of the given types, or of all types, until none is due and none of their handlers runs in this
// process. The runner need not be started. Drain does not run jobs that are paused, leased by another process or
// scheduled for later. It returns errors of the database or the context; the error of a handler is stored with its job.
// A handler must not call Drain.
func (r *Runner) Drain(ctx context.Context, typeNames ...string) error {
	var names []string
	for name, q := range r.queues {
		if q.Handle != nil && (len(typeNames) == 0 || slices.Contains(typeNames, name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for {
		before, claimed := r.finished.Load(), 0
		for _, name := range names {
			n, err := r.drainOnce(ctx, r.queues[name])
			if err != nil {
				return fmt.Errorf("drain jobs %s: %w", name, err)
			}
			claimed += n
		}
		if claimed == 0 && r.finished.Load() == before {
			return nil
		}
	}
}

// drainOnce waits until all slots of a type are free and runs as many due jobs as there are slots.
func (r *Runner) drainOnce(ctx context.Context, q *queue) (int, error) {
	if err := q.slots.Acquire(ctx, int64(q.Concurrency)); err != nil {
		return 0, err
	}
	defer q.slots.Release(int64(q.Concurrency))
	if wait, err := r.untilDue(q); err != nil || wait > 0 {
		return 0, err
	}
	claimed, err := r.claim(q, q.Concurrency)
	var handlers sync.WaitGroup
	for _, job := range claimed {
		handlers.Go(func() { r.run(ctx, q, job) })
	}
	handlers.Wait()
	return len(claimed), errors.Join(err, ctx.Err())
}
