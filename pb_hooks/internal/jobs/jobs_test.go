package jobs_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// setup is a runner on a fresh database. Its clock is nil in a setup of newLive.
type setup struct {
	t      testing.TB
	app    *tests.TestApp
	clock  *clock.Fake
	now    clock.Clock
	runner *jobs.Runner
}

func newSetup(t testing.TB, types ...jobs.Type) *setup {
	t.Helper()
	fake := clock.NewFake(start)
	s := &setup{t: t, app: testdb.New(t), clock: fake, now: fake.Now}
	s.runner = s.newRunner(jobs.Options{}, types...)
	return s
}

// newRunner returns another runner on the same database, like that of another process.
func (s *setup) newRunner(options jobs.Options, types ...jobs.Type) *jobs.Runner {
	runner := jobs.New(s.app, s.now, options)
	for _, t := range types {
		runner.Register(t)
	}
	return runner
}

func (s *setup) enqueue(list ...jobs.Job) {
	s.t.Helper()
	if err := s.runner.EnqueueMany(s.app, list); err != nil {
		s.t.Fatal(err)
	}
}

func (s *setup) drain(types ...string) {
	s.t.Helper()
	if err := s.runner.Drain(s.t.Context(), types...); err != nil {
		s.t.Fatal(err)
	}
}

// stats returns the counts of one type, which must have jobs.
func (s *setup) stats(name string) jobs.Stats {
	s.t.Helper()
	all, err := s.runner.Stats()
	if err != nil {
		s.t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(s jobs.Stats) bool { return s.Type == name })
	if i < 0 {
		s.t.Fatalf("no stats of %s in %v", name, all)
	}
	return all[i]
}

func (s *setup) expectCounts(name string, queued, running, failed int) {
	s.t.Helper()
	if got := s.stats(name); got.Queued != queued || got.Running != running || got.Failed != failed {
		s.t.Errorf("%s: %d queued, %d running, %d failed; want %d, %d, %d",
			name, got.Queued, got.Running, got.Failed, queued, running, failed)
	}
}

// row returns the only job in the table.
func (s *setup) row() *core.Record {
	s.t.Helper()
	var rows []*core.Record
	if err := s.app.RecordQuery("jobs").All(&rows); err != nil || len(rows) != 1 {
		s.t.Fatalf("%d rows, want one: %v", len(rows), err)
	}
	return rows[0]
}

// log records the work of handlers, in order.
type log struct {
	mu   sync.Mutex
	seen []string
}

func (l *log) add(entry string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = append(l.seen, entry)
}

func (l *log) expect(t testing.TB, want ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Equal(l.seen, want) {
		t.Errorf("ran %v, want %v", l.seen, want)
	}
	l.seen = nil
}

// keys returns a type whose handler logs the keys of its jobs.
func keys(name string, l *log) jobs.Type {
	return jobs.Type{Name: name, Handle: func(_ context.Context, job jobs.Job) error {
		l.add(job.Key)
		return nil
	}}
}

func TestACompletedJobIsDeleted(t *testing.T) {
	t.Parallel()
	var got jobs.Job
	s := newSetup(t, jobs.Type{Name: "greet", Handle: func(_ context.Context, job jobs.Job) error {
		got = job
		return nil
	}})
	s.enqueue(jobs.Job{
		Type:     "greet",
		Key:      "a",
		Payload:  []byte(`{"name":"Asha \u0000 \"Rao\"","n":9007199254740993}`),
		Priority: jobs.High,
	})
	s.expectCounts("greet", 1, 0, 0)
	s.drain()
	var payload struct {
		Name string
		N    int64
	}
	if err := got.Decode(&payload); err != nil || payload.Name != "Asha \x00 \"Rao\"" || payload.N != 9007199254740993 {
		t.Errorf("payload %+v, %v", payload, err)
	}
	if got.ID == "" || got.Key != "a" || got.Attempt != 1 || got.Priority != jobs.High || !got.CreatedAt.Equal(start) {
		t.Errorf("job %+v", got)
	}
	s.expectCounts("greet", 0, 0, 0)
}

func TestInvalidJobsAreRefused(t *testing.T) {
	t.Parallel()
	s := newSetup(t, jobs.Type{Name: "known"})
	for name, job := range map[string]jobs.Job{
		"unknown type":     {Type: "unknown"},
		"unknown priority": {Type: "known", Priority: 2},
		"bad payload":      {Type: "known", Payload: []byte(`{"a":`)},
		"bare payload":     {Type: "known", Payload: []byte(` 12345678901234567890`)},
		"long key":         {Type: "known", Key: string(make([]byte, 201))},
	} {
		if err := s.runner.Enqueue(s.app, job); err == nil {
			t.Errorf("%s: Enqueue succeeded, want an error", name)
		}
	}
	s.expectCounts("known", 0, 0, 0)
}

func TestAnInvalidRegistrationPanics(t *testing.T) {
	t.Parallel()
	s := newSetup(t, jobs.Type{Name: "known"})
	s.runner.Start(t.Context())
	defer s.runner.Stop()
	for _, name := range []string{"", "known", "late"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Register of the type %q did not panic", name)
				}
			}()
			s.runner.Register(jobs.Type{Name: name})
		}()
	}
}

func TestAJobIsStoredOnlyIfItsTransactionCommits(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("work", &ran))
	rollback := errors.New("rollback")
	err := s.app.RunInTransaction(func(tx core.App) error {
		if err := s.runner.Enqueue(tx, jobs.Job{Type: "work", Key: "undone"}); err != nil {
			return err
		}
		return rollback
	})
	if !errors.Is(err, rollback) {
		t.Fatal(err)
	}
	s.drain()
	ran.expect(t)
	err = s.app.RunInTransaction(func(tx core.App) error {
		return s.runner.Enqueue(tx, jobs.Job{Type: "work", Key: "done"})
	})
	if err != nil {
		t.Fatal(err)
	}
	s.drain()
	ran.expect(t, "done")
}

func TestAKeyIsStoredOnceForEachType(t *testing.T) {
	t.Parallel()
	var ran, others log
	s := newSetup(t, keys("work", &ran), keys("other", &others))
	s.enqueue(jobs.Job{Type: "work", Key: "a"}, jobs.Job{Type: "work", Key: "a"}, jobs.Job{Type: "other", Key: "a"})
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	s.enqueue(jobs.Job{Type: "work"}, jobs.Job{Type: "work"})
	s.expectCounts("work", 3, 0, 0)
	s.drain("other")
	others.expect(t, "a")
	ran.expect(t)
}

func TestEnqueuingAgainOnlyMovesAJobEarlier(t *testing.T) {
	t.Parallel()
	s := newSetup(t, jobs.Type{Name: "work"})
	hour := start.Add(time.Hour)
	s.enqueue(jobs.Job{Type: "work", Key: "a", RunAt: hour, Payload: []byte(`{"v":1}`)})
	for _, step := range []struct {
		job      jobs.Job
		runAt    time.Time
		priority jobs.Priority
		payload  string
	}{
		{jobs.Job{RunAt: hour.Add(time.Minute), Priority: jobs.Low, Payload: []byte(`{"v":2}`)}, hour, jobs.Normal, `{"v":1}`},
		{jobs.Job{RunAt: start.Add(time.Minute), Priority: jobs.High}, start.Add(time.Minute), jobs.High, `{"v":1}`},
		{jobs.Job{RunAt: hour.Add(time.Hour), Replace: true, Payload: []byte(`{"v":3}`)}, hour.Add(time.Hour), jobs.Normal, `{"v":3}`},
	} {
		step.job.Type, step.job.Key = "work", "a"
		s.enqueue(step.job)
		row := s.row()
		if !row.GetDateTime("runAt").Time().Equal(step.runAt) || row.GetInt("priority") != int(step.priority) ||
			row.GetString("payload") != step.payload {
			t.Errorf("%+v: runAt = %s, priority = %d, payload = %s", step.job, row.GetString("runAt"),
				row.GetInt("priority"), row.GetString("payload"))
		}
	}
}

func TestAJobEnqueuedWhileItRunsIsRunOnceMore(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]error{
		"after success":   nil,
		"after an error":  errors.New("broken"),
		"after a discard": jobs.Discard("broken"),
		"after a delay":   jobs.RetryAt(start.Add(time.Hour), "wait"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *setup
			var ran log
			s = newSetup(t, jobs.Type{Name: "work", Handle: func(_ context.Context, job jobs.Job) error {
				ran.add(string(job.Payload))
				if string(job.Payload) != `{"v":1}` {
					return nil
				}
				s.enqueue(jobs.Job{Type: "work", Key: "a", Payload: []byte(`{"v":2}`), Replace: true},
					jobs.Job{Type: "work", Key: "a"})
				return result
			}})
			s.enqueue(jobs.Job{Type: "work", Key: "a", Payload: []byte(`{"v":1}`)})
			s.drain()
			s.clock.Advance(time.Minute) // a job that failed permanently runs again after its backoff
			s.drain()
			ran.expect(t, `{"v":1}`, `{"v":2}`)
			s.expectCounts("work", 0, 0, 0)
		})
	}
}

func TestAJobMayScheduleItsNextRun(t *testing.T) {
	t.Parallel()
	var s *setup
	var ran log
	s = newSetup(t, jobs.Type{Name: "sync", MaxAttempts: 3, Handle: func(_ context.Context, job jobs.Job) error {
		ran.add(job.Key)
		return s.runner.Enqueue(s.app, jobs.Job{Type: "sync", Key: job.Key, RunAt: s.clock.Now().Add(time.Hour)})
	}})
	s.enqueue(jobs.Job{Type: "sync", Key: "a"})
	for range 5 {
		s.drain()
		ran.expect(t, "a")
		if row := s.row(); row.GetInt("attempts") != 0 ||
			!row.GetDateTime("runAt").Time().Equal(s.clock.Now().Add(time.Hour)) {
			t.Errorf("row = %v, want no attempts and a run in an hour", row.PublicExport())
		}
		s.clock.Advance(time.Hour)
	}
}

func TestACancelledJobDoesNotRun(t *testing.T) {
	t.Parallel()
	var s *setup
	var ran log
	s = newSetup(t, jobs.Type{Name: "work", Handle: func(_ context.Context, job jobs.Job) error {
		ran.add(job.Key)
		s.enqueue(jobs.Job{Type: "work", Key: job.Key})
		return s.runner.Cancel(s.app, "work", job.Key)
	}})
	s.enqueue(jobs.Job{Type: "work", Key: "a"}, jobs.Job{Type: "work", Key: "b"})
	if err := s.runner.Cancel(s.app, "work", "a"); err != nil {
		t.Fatal(err)
	}
	s.drain()
	ran.expect(t, "b")
	s.expectCounts("work", 0, 0, 0)
}

func TestAJobIsCompletedInItsHandlersTransaction(t *testing.T) {
	t.Parallel()
	var s *setup
	fail := true
	s = newSetup(t, jobs.Type{Name: "apply", Handle: func(_ context.Context, job jobs.Job) error {
		return s.app.RunInTransaction(func(tx core.App) error {
			if err := s.runner.Enqueue(tx, jobs.Job{Type: "effect"}); err != nil {
				return err
			}
			if err := s.runner.Complete(tx, job); err != nil {
				return err
			}
			if fail {
				return errors.New("rolled back")
			}
			return nil
		})
	}}, jobs.Type{Name: "effect"})
	s.enqueue(jobs.Job{Type: "apply", Key: "a"})
	s.drain()
	s.expectCounts("apply", 1, 0, 0)
	s.expectCounts("effect", 0, 0, 0)
	fail = false
	s.clock.Advance(time.Minute)
	s.drain()
	s.expectCounts("apply", 0, 0, 0)
	s.expectCounts("effect", 1, 0, 0)
	if err := s.runner.Complete(s.app, jobs.Job{Type: "apply", Key: "a"}); err == nil {
		t.Error("Complete accepted a job that was not claimed")
	}
}
