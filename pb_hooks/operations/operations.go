// Package operations shows admins the queue of background jobs, lets them retry failed jobs, serves metrics to a
// monitoring system (metrics.go), and receives crash reports from browsers (crashes.go).
package operations

import (
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
)

const (
	defaultPageSize = 50
	maxPageSize     = 200
)

var (
	errJobNotFound = apperr.NotFound("job-not-found", "No failed job has this ID.")
	errBadPageSize = apperr.Invalid("invalid", "perPage", "perPage must be a whole number from 1")
	errBadCursor   = apperr.Invalid("invalid", "after", "after must be the value of next in another page")
)

// Console handles the admins' requests.
type Console struct {
	jobs  *jobs.Runner
	audit *audit.Log
}

// New returns the handlers for a runner's queue.
func New(runner *jobs.Runner, log *audit.Log) *Console { return &Console{runner, log} }

// JobStats are the counts of the queue of one job type.
type JobStats struct {
	Type    string `json:"type"`
	Queued  int    `json:"queued"`
	Due     int    `json:"due"`
	Running int    `json:"running"`
	Failed  int    `json:"failed"`
	// OldestDueSeconds is how long the oldest due job has waited.
	OldestDueSeconds int `json:"oldestDueSeconds"`
	// Handled is false if there is no handler for the jobs, as for emails if no provider is configured.
	Handled     bool       `json:"handled"`
	PausedUntil httpx.Time `json:"pausedUntil"`
	PauseReason string     `json:"pauseReason"`
}

// FailedJob is a job that failed permanently.
type FailedJob struct {
	ID        string     `json:"id"`
	Type      string     `json:"type"`
	Key       string     `json:"key"`
	Attempts  int        `json:"attempts"`
	Error     string     `json:"error"`
	CreatedAt httpx.Time `json:"createdAt"`
	FailedAt  httpx.Time `json:"failedAt"`
}

// FailedJobs is a page of failed jobs, the latest first.
type FailedJobs struct {
	Jobs []FailedJob `json:"jobs"`
	// Next is the cursor of the next page, or "" on the last page.
	Next string `json:"next"`
}

// ListStats is GET /api/jobs.
func (c *Console) ListStats() httpx.Endpoint {
	return httpx.Get(c.listStats,
		httpx.Doc{Tag: "operations", Summary: "List the types of background job with the state of their queues"})
}

func (c *Console) listStats(*core.RequestEvent) ([]JobStats, error) {
	stats, err := c.jobs.Stats()
	if err != nil {
		return nil, apperr.Fail("The jobs could not be counted.", err)
	}
	list := make([]JobStats, len(stats))
	for i, s := range stats {
		list[i] = JobStats{
			Type: s.Type, Queued: s.Queued, Due: s.Due, Running: s.Running, Failed: s.Failed,
			OldestDueSeconds: int(s.OldestDue.Seconds()), Handled: s.Handled,
			PausedUntil: httpx.TimeOf(s.PausedUntil), PauseReason: s.PauseReason,
		}
	}
	return list, nil
}

// ListFailed is GET /api/jobs/failed.
func (c *Console) ListFailed() httpx.Endpoint {
	return httpx.Get(c.listFailed, httpx.Doc{
		Tag:     "operations",
		Summary: "List the failed jobs, newest first",
		Errors:  []*apperr.Error{errBadPageSize, errBadCursor},
		Query: []httpx.Parameter{
			{Name: "type", Description: "Lists the jobs of this type."},
			{Name: "perPage", Description: "The number of jobs on a page: 50 if missing, 200 at most."},
			{Name: "after", Description: "The value of next in the previous page."},
		},
	})
}

func (c *Console) listFailed(e *core.RequestEvent) (FailedJobs, error) {
	query := e.Request.URL.Query()
	filter := jobs.FailedFilter{Type: query.Get("type"), Limit: defaultPageSize}
	if size := query.Get("perPage"); size != "" {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 {
			return FailedJobs{}, errBadPageSize
		}
		filter.Limit = min(n, maxPageSize)
	}
	if cursor := query.Get("after"); cursor != "" {
		after, err := parseCursor(cursor)
		if err != nil {
			return FailedJobs{}, err
		}
		filter.After = after
	}
	size := filter.Limit
	filter.Limit++ // one extra row shows whether there is another page
	failed, err := c.jobs.Failed(filter)
	if err != nil {
		return FailedJobs{}, apperr.Fail("The failed jobs could not be read.", err)
	}
	page := FailedJobs{Jobs: []FailedJob{}}
	if len(failed) > size {
		failed = failed[:size]
		page.Next = formatCursor(failed[size-1])
	}
	for _, job := range failed {
		page.Jobs = append(page.Jobs, FailedJob{
			ID: job.ID, Type: job.Type, Key: job.Key, Attempts: job.Attempts, Error: job.Error,
			CreatedAt: httpx.TimeOf(job.CreatedAt), FailedAt: httpx.TimeOf(job.FailedAt),
		})
	}
	return page, nil
}

// Retry is POST /api/jobs/{id}/retry.
func (c *Console) Retry() httpx.Endpoint {
	return httpx.Do(c.retry, httpx.Doc{
		Tag:         "operations",
		Summary:     "Run a failed job again",
		Description: "The job starts with a fresh count of attempts.",
		Errors:      []*apperr.Error{errJobNotFound},
	})
}

func (c *Console) retry(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := c.jobs.Retry(tx, id); err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "job.retried",
			audit.Subject{Collection: "jobs", ID: id, Label: id}, nil)
	})
	return apperr.Fail("The job could not be queued. Please try again.", database.IfMissing(err, errJobNotFound))
}

// formatCursor returns the cursor after a job: its time of failure in milliseconds, and its id.
func formatCursor(job jobs.FailedJob) string {
	return strconv.FormatInt(job.FailedAt.UnixMilli(), 10) + "." + job.ID
}

func parseCursor(cursor string) (*jobs.FailedJob, error) {
	millis, id, found := strings.Cut(cursor, ".")
	n, err := strconv.ParseInt(millis, 10, 64)
	if err != nil || !found || id == "" {
		return nil, errBadCursor
	}
	return &jobs.FailedJob{ID: id, FailedAt: time.UnixMilli(n)}, nil
}
