package jobs_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/jobs"
)

// record returns the statements on the table jobs that run during do.
func (s *setup) record(do func()) []string {
	var mu sync.Mutex
	var statements []string
	add := func(statement string) {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(statement, "jobs") {
			statements = append(statements, statement)
		}
	}
	for _, builder := range []dbx.Builder{s.app.ConcurrentDB(), s.app.NonconcurrentDB()} {
		db := builder.(*dbx.DB)
		db.QueryLogFunc = func(_ context.Context, _ time.Duration, statement string, _ *sql.Rows, _ error) { add(statement) }
		db.ExecLogFunc = func(_ context.Context, _ time.Duration, statement string, _ sql.Result, _ error) { add(statement) }
		defer func() { db.QueryLogFunc, db.ExecLogFunc = nil, nil }()
	}
	do()
	return statements
}

func (s *setup) plan(statement string) []string {
	s.t.Helper()
	var steps []struct {
		Detail string `db:"detail"`
	}
	if err := s.app.NonconcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + statement).All(&steps); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	plan := make([]string, len(steps))
	for i, step := range steps {
		plan[i] = step.Detail
	}
	return plan
}

// everyOperation calls every function that has its own statement.
func (s *setup) everyOperation() {
	s.t.Helper()
	s.enqueue(jobs.Job{Type: "work", Key: "done"}, jobs.Job{Type: "work", Key: "again"},
		jobs.Job{Type: "work", Key: "delayed"},
		jobs.Job{Type: "work", Key: "discarded"}, jobs.Job{Type: "work", Key: "renewed"})
	s.drain()
	page, err := s.runner.Failed(jobs.FailedFilter{Type: "work"})
	if err != nil || len(page) == 0 {
		s.t.Fatal(page, err)
	}
	for _, filter := range []jobs.FailedFilter{{}, {After: &page[0]}, {Type: "work", After: &page[0]}} {
		if _, err := s.runner.Failed(filter); err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := s.runner.Stats(); err != nil {
		s.t.Fatal(err)
	}
	if err := s.runner.Retry(s.app, page[0].ID); err != nil {
		s.t.Fatal(err)
	}
	s.drain()
	for _, key := range []string{"again", "delayed"} {
		if err := s.runner.Cancel(s.app, "work", key); err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := s.runner.Purge(s.clock.Now().Add(time.Hour)); err != nil {
		s.t.Fatal(err)
	}
}

func TestEveryStatementUsesAnIndex(t *testing.T) {
	t.Parallel()
	var s *setup
	s = newSetup(t, jobs.Type{Name: "work", Lease: 3 * time.Millisecond,
		Handle: func(ctx context.Context, job jobs.Job) error {
			switch job.Key {
			case "again":
				return s.runner.Enqueue(s.app, jobs.Job{Type: "work", Key: "again", RunAt: start.Add(time.Hour)})
			case "delayed":
				return errors.New("broken")
			case "discarded":
				return jobs.Discard("broken")
			case "renewed":
				until := s.leaseOf(job.ID)
				for s.clock.Advance(time.Millisecond); s.leaseOf(job.ID) == until; {
				}
			}
			return nil
		}})
	check := func(table string) {
		statements := s.record(s.everyOperation)
		for _, verb := range []string{"INSERT INTO jobs", "DELETE FROM jobs", "UPDATE jobs SET leaseUntil", "state = 'running', attempts", "WITH RECURSIVE types"} {
			if !slices.ContainsFunc(statements, func(s string) bool { return strings.Contains(s, verb) }) {
				t.Errorf("%s table: no statement with %q was recorded", table, verb)
			}
		}
		for _, statement := range statements {
			plan := s.plan(statement)
			if slices.ContainsFunc(plan, func(step string) bool {
				return strings.HasPrefix(step, "SCAN jobs") && !isFailedPage(statement, step)
			}) {
				t.Errorf("%s table: a scan of the table: %s\n%s", table, statement, strings.Join(plan, "\n"))
			}
			// The claim sorts the results of its two searches, each of which has at most as many rows as its limit.
			isClaim := strings.Contains(statement, "dueAt LIMIT")
			sorts := 0
			for _, step := range plan {
				if strings.Contains(step, "TEMP B-TREE") {
					sorts++
				}
			}
			if isClaim && !slices.ContainsFunc(plan, func(step string) bool {
				return strings.Contains(step, "idx_jobs_due (type=? AND priority=? AND runAt<?)")
			}) {
				t.Errorf("%s table: a claim reads jobs that are not due: %s", table, strings.Join(plan, "\n"))
			}
			if isClaim && sorts > 1 || !isClaim && sorts > 0 {
				t.Errorf("%s table: sorts: %s\n%s", table, statement, strings.Join(plan, "\n"))
			}
		}
	}
	check("empty")
	s.fill(10_000)
	check("filled")
	if _, err := s.app.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check("analysed")
}

// The list of failed jobs scans a partial index that contains only failed jobs, and stops at the end of its page.
func isFailedPage(statement, step string) bool {
	return strings.Contains(step, "idx_jobs_failed") && strings.Contains(statement, "LIMIT")
}

func (s *setup) leaseOf(id string) (until string) {
	s.t.Helper()
	if err := s.app.DB().Select("leaseUntil").From("jobs").Where(dbx.HashExp{"id": id}).Row(&until); err != nil {
		s.t.Fatal(err)
	}
	return until
}

// fill stores jobs that are due in a year, and some that have failed or are running.
func (s *setup) fill(n int) {
	s.t.Helper()
	_, err := s.app.NonconcurrentDB().NewQuery(`
		INSERT INTO jobs (type, key, state, priority, runAt, leaseUntil, failedAt, payload)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {:n})
		SELECT iif(i % 3 = 0, 'other', 'work'), 'fill ' || i,
			CASE WHEN i % 1000 = 0 THEN 'failed' WHEN i % 1001 = 0 THEN 'running' ELSE 'queued' END,
			i % 4 - 2, '2027-03-01 09:00:00.' || printf('%03d', i % 1000) || 'Z', '2027-03-01 09:00:00.000Z',
			'2027-03-01 09:00:00.000Z', '{}'
		FROM n`).Bind(dbx.Params{"n": n}).Execute()
	if err != nil {
		s.t.Fatal(err)
	}
}
