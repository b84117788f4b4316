package jobs

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

// purgeChunk is how many rows Purge deletes with one statement. Other writes can run between two statements.
const purgeChunk = 500

// Stats are the counts of the queue of one type.
type Stats struct {
	Type string
	// Queued counts the waiting jobs, including those that are due, which Due counts. Running may include jobs of a
	// process that has died, until their leases expire.
	Queued, Due, Running, Failed int
	// OldestDue is how long the oldest due job has waited. It is zero if no job is due.
	OldestDue time.Duration
	// Handled is false if this program has no handler for the type. Its jobs wait in the queue.
	Handled bool
	// PausedUntil is zero if the type is not paused.
	PausedUntil time.Time
	PauseReason string
}

// Stats returns the counts of the queue for each registered type and each other type with stored jobs, sorted by name.
func (r *Runner) Stats() ([]Stats, error) {
	names, err := storedTypes(r.app)
	if err != nil {
		return nil, fmt.Errorf("job types: %w", err)
	}
	for name := range r.queues {
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	now := r.now()
	all := make([]Stats, len(names))
	for i, name := range names {
		if all[i], err = countJobs(r.app, name, now); err != nil {
			return nil, fmt.Errorf("job stats of %s: %w", name, err)
		}
		all[i].PausedUntil, all[i].PauseReason = r.Paused(name)
		q := r.queues[name]
		all[i].Handled = q != nil && q.Handle != nil
	}
	return all, nil
}

// FailedJob is a job that failed permanently.
type FailedJob struct {
	ID        string
	Type      string
	Key       string
	Attempts  int
	Error     string
	CreatedAt time.Time
	FailedAt  time.Time
}

// FailedFilter selects failed jobs.
type FailedFilter struct {
	// Type selects one type. "" selects all types.
	Type string
	// After is the last job of the previous page. nil selects the first page.
	After *FailedJob
	// Limit is the maximum number of jobs. The default is 50.
	Limit int
}

// Failed returns the failed jobs, the latest first.
func (r *Runner) Failed(filter FailedFilter) ([]FailedJob, error) {
	if filter.Limit <= 0 {
		filter.Limit = 50
	}
	jobs, err := failedJobs(r.app, filter)
	return jobs, database.Wrap("list failed jobs", err)
}

// Retry queues a failed job again with a fresh count of attempts, within the caller's transaction if tx is one. It
// returns sql.ErrNoRows if no failed job has the id.
func (r *Runner) Retry(tx core.App, id string) error {
	typeName, err := retryFailed(tx, id, r.now())
	if err != nil {
		return fmt.Errorf("retry job %s: %w", id, err)
	}
	r.wakeAfterCommit(tx, typeName)
	return nil
}

// Purge deletes the jobs that failed before a time and returns their number.
func (r *Runner) Purge(before time.Time) (int, error) {
	total := 0
	for {
		n, err := purgeFailed(r.app, before, purgeChunk)
		total += n
		if err != nil || n < purgeChunk {
			return total, database.Wrap("purge failed jobs", err)
		}
	}
}
