package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"
)

// run executes one claimed job and stores the result. The handler's context is cancelled when ctx ends.
func (r *Runner) run(ctx context.Context, q *queue, job Job) {
	defer r.finished.Add(1)
	log := r.app.Logger().With("type", job.Type, "job", job.ID, "key", job.Key, "attempt", job.Attempt)
	var err error
	if q.MaxAttempts > 0 && job.Attempt > q.MaxAttempts {
		// This happens only after a lease has expired. The job itself may have killed the process.
		err = Discard(fmt.Sprintf("The process ended during the last of %d attempts.", q.MaxAttempts))
	} else {
		err = r.handle(ctx, q, job)
	}
	if job.claim.completed.Load() {
		if err != nil {
			log.Warn("A job failed after it was completed", "error", err)
		}
		return
	}
	if storeErr := r.storeResult(ctx, q, job, err); errors.Is(storeErr, ErrLeaseLost) {
		log.Warn("A job's lease was lost while it ran", "error", err)
		return
	} else if storeErr != nil {
		log.Error("A job's result could not be stored; it runs again when its lease expires", "error", storeErr)
		return
	}
	var retry *retryAtError
	var discard *discardError
	switch {
	case err == nil:
	case errors.As(err, &retry):
		r.Wake(q.Name) // the job may be due at once, long before the next poll
		log.Debug("A job was delayed", "reason", err, "until", retry.at)
	case ctx.Err() != nil && !errors.As(err, &discard):
		log.Info("A job was interrupted", "error", err)
	case errors.As(err, &discard) || job.isLast(q.Type):
		log.Error("A job failed", "error", err)
	default:
		log.Warn("An attempt of a job failed; the job will be retried", "error", err)
	}
}

// handle calls the type's handler with a context that ends at the type's timeout or when the lease is lost. It renews
// the lease meanwhile. A panic becomes an error.
func (r *Runner) handle(ctx context.Context, q *queue, job Job) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if q.Timeout > 0 {
		var cancelTimeout context.CancelFunc
		ctx, cancelTimeout = context.WithTimeout(ctx, q.Timeout)
		defer cancelTimeout()
	}
	renewing := make(chan struct{})
	go func() {
		defer close(renewing)
		r.renewLease(ctx, cancel, q, job)
	}()
	defer func() {
		if p := recover(); p != nil {
			r.app.Logger().Error("A job's handler panicked", "type", job.Type, "job", job.ID, "key", job.Key,
				"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
		cancel(nil)
		<-renewing
	}()
	if len(q.Modules) > 0 {
		on, err := r.readModules(r.app)
		if err != nil {
			return err
		}
		if !on.HasAny(q.Modules...) {
			return RetryAt(r.now().Add(moduleInterval), "its module is switched off")
		}
	}
	return q.Handle(ctx, job)
}

// moduleInterval is the wait before a job checks again whether its module is on.
const moduleInterval = 15 * time.Minute

// renewLease renews a job's lease until ctx ends, and cancels the run if the lease is lost. It stops renewing after the
// timeout, so a handler that ignores its context loses its job.
func (r *Runner) renewLease(ctx context.Context, cancel context.CancelCauseFunc, q *queue, job Job) {
	ticker := time.NewTicker(max(q.Lease/3, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		held, err := renew(r.app, job.claim, r.now().Add(q.Lease))
		switch {
		case err != nil:
			r.app.Logger().Warn("A job's lease could not be renewed", "type", job.Type, "job", job.ID, "key", job.Key,
				"error", err)
		case !held && !job.claim.completed.Load():
			cancel(ErrLeaseLost)
			return
		}
	}
}

// storeResult stores the result of a run.
func (r *Runner) storeResult(ctx context.Context, q *queue, job Job, err error) error {
	now := r.now()
	var retry *retryAtError
	var discard *discardError
	switch {
	case err == nil:
		return complete(r.app, job.claim, now)
	case errors.As(err, &retry):
		return requeue(r.app, job.claim, job.Attempt-1, retry.at, errorText(err), now)
	case errors.As(err, &discard):
		return fail(r.app, job.claim, now, errorText(err), now)
	case ctx.Err() != nil: // the runner is stopping
		return requeue(r.app, job.claim, job.Attempt-1, now, errorText(err), now)
	}
	wait := q.Backoff(job.Attempt)
	next := now.Add(wait + jitter(wait))
	if job.isLast(q.Type) {
		return fail(r.app, job.claim, next, errorText(err), now)
	}
	return requeue(r.app, job.claim, job.Attempt, next, errorText(err), now)
}

func (j Job) isLast(t Type) bool { return t.MaxAttempts > 0 && j.Attempt >= t.MaxAttempts }

// jitter returns up to a fifth of a wait, so that jobs that failed together are not retried together.
func jitter(wait time.Duration) time.Duration {
	if wait < 5 {
		return 0
	}
	return rand.N(wait / 5)
}

// errorText returns an error in the form in which it is stored: valid UTF-8 of limited length.
func errorText(err error) string {
	text := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if runes := []rune(text); len(runes) > maxErrorLength {
		text = string(runes[:maxErrorLength])
	}
	return text
}
