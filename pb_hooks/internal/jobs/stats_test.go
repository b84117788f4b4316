package jobs_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/jobs"
)

func failing(name string) jobs.Type {
	return jobs.Type{
		Name:   name,
		Handle: func(_ context.Context, job jobs.Job) error { return jobs.Discard("broken " + job.Key) },
	}
}

func TestStatsCountTheJobsOfEachType(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("idle", &ran), failing("broken"), jobs.Type{Name: "waiting"})
	s.enqueue(
		jobs.Job{Type: "waiting", RunAt: start.Add(-time.Hour), Priority: jobs.Low}, jobs.Job{Type: "waiting"},
		jobs.Job{Type: "waiting", RunAt: start.Add(time.Hour), Priority: jobs.High}, jobs.Job{Type: "broken"},
	)
	s.drain()
	all, err := s.newRunner(jobs.Options{}, keys("idle", &ran)).Stats()
	if err != nil {
		t.Fatal(err)
	}
	want := []jobs.Stats{
		{Type: "broken", Failed: 1},
		{Type: "idle", Handled: true},
		{Type: "waiting", Queued: 3, Due: 2, OldestDue: time.Hour},
	}
	if !slices.Equal(all, want) {
		t.Errorf("got %+v, want %+v", all, want)
	}
}

func TestFailedJobsAreListedInPagesLatestFirst(t *testing.T) {
	t.Parallel()
	s := newSetup(t, failing("a"), failing("b"))
	for i := range 7 {
		s.enqueue(jobs.Job{Type: "a", Key: strconv.Itoa(i)}, jobs.Job{Type: "b", Key: strconv.Itoa(i)})
		s.drain()
		if i%2 == 0 { // some fail at the same time
			s.clock.Advance(time.Minute)
		}
	}
	for typeName, total := range map[string]int{"": 14, "a": 7} {
		var seen []jobs.FailedJob
		filter := jobs.FailedFilter{Type: typeName, Limit: 3}
		for {
			page, err := s.runner.Failed(filter)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, page...)
			if len(page) < filter.Limit {
				break
			}
			filter.After = &page[len(page)-1]
		}
		ids := map[string]bool{}
		for i, job := range seen {
			ids[job.ID] = true
			if i > 0 && job.FailedAt.After(seen[i-1].FailedAt) {
				t.Errorf("job %d failed later than job %d", i, i-1)
			}
			if job.Error != "broken "+job.Key || job.Attempts != 1 || typeName != "" && job.Type != typeName {
				t.Errorf("failed job = %+v", job)
			}
		}
		if len(seen) != total || len(ids) != total {
			t.Errorf("%q: %d jobs, %d ids", typeName, len(seen), len(ids))
		}
	}
}

func TestAFailedJobIsRetried(t *testing.T) {
	t.Parallel()
	broken := true
	var ran log
	s := newSetup(t, jobs.Type{Name: "work", MaxAttempts: 1, Handle: func(_ context.Context, job jobs.Job) error {
		ran.add(job.Key)
		if broken {
			return errors.New("broken")
		}
		return nil
	}})
	s.enqueue(jobs.Job{Type: "work", Key: "a"}, jobs.Job{Type: "work", Key: "b"}, jobs.Job{Type: "work", Key: "c"})
	s.drain()
	ran.expect(t, "a", "b", "c")
	page, err := s.runner.Failed(jobs.FailedFilter{})
	if err != nil || len(page) != 3 {
		t.Fatal(page, err)
	}
	broken = false
	if err := s.runner.Retry(s.app, page[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := s.runner.Retry(s.app, page[0].ID); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("retrying a queued job: %v", err)
	}
	s.drain()
	ran.expect(t, page[0].Key)
	s.expectCounts("work", 0, 0, 2)
}

func TestOldFailedJobsArePurged(t *testing.T) {
	t.Parallel()
	s := newSetup(t, failing("work"), jobs.Type{Name: "waiting"})
	list := make([]jobs.Job, 1200)
	for i := range list {
		list[i] = jobs.Job{Type: "waiting"}
	}
	s.enqueue(list...)
	_, err := s.app.DB().NewQuery("UPDATE jobs SET state = 'failed', failedAt = '2026-03-01 08:00:00.000Z'").Execute()
	if err != nil {
		t.Fatal(err)
	}
	s.enqueue(jobs.Job{Type: "work"}, jobs.Job{Type: "waiting"})
	s.drain()
	if n, err := s.runner.Purge(start); n != 1200 || err != nil {
		t.Errorf("%d jobs purged, %v, want 1200", n, err)
	}
	s.expectCounts("work", 0, 0, 1)
	s.expectCounts("waiting", 1, 0, 0)
}
