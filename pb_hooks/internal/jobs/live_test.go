package jobs_test

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The tests in this file run in a synctest bubble. The runner, its clock and its timers use the bubble's time, so a
// test can check exact times and never has to wait.

// newLive returns a setup in a bubble. Its runner uses the bubble's clock.
func newLive(t testing.TB, options jobs.Options, types ...jobs.Type) *setup {
	t.Helper()
	s := &setup{t: t, app: testdb.New(t), now: clock.System}
	s.runner = s.newRunner(options, types...)
	return s
}

// start starts the runner until the end of the test.
func (s *setup) start() {
	s.runner.Start(s.t.Context())
	s.t.Cleanup(s.runner.Stop)
}

// busy is a handler that works for d unless its context ends.
func busy(d time.Duration) func(context.Context, jobs.Job) error {
	return func(ctx context.Context, _ jobs.Job) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
			return nil
		}
	}
}

// expectSince checks how much of the bubble's time has passed.
func expectSince(t testing.TB, since time.Time, want time.Duration) {
	t.Helper()
	if got := time.Since(since); got != want {
		t.Errorf("%s passed, want %s", got, want)
	}
}

func TestAFullQueueOfOneTypeDoesNotDelayAnother(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		var served log
		s := newLive(t, jobs.Options{}, jobs.Type{Name: "flood", Concurrency: 2, Handle: busy(time.Hour)},
			keys("single", &served))
		for i := range 300 {
			s.enqueue(jobs.Job{Type: "flood", Key: strconv.Itoa(i), Priority: jobs.Urgent})
		}
		s.start()
		s.enqueue(jobs.Job{Type: "single", Key: "a", Priority: jobs.Low})
		synctest.Wait()
		served.expect(t, "a")
		s.expectCounts("flood", 298, 2, 0)
	})
}

func TestConcurrencyLimitsTheJobsThatRunAtATime(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		const allowed, total = 3, 60
		var running, most atomic.Int64
		work := busy(time.Minute)
		s := newLive(t, jobs.Options{},
			jobs.Type{Name: "work", Concurrency: allowed, Handle: func(ctx context.Context, job jobs.Job) error {
				now := running.Add(1)
				defer running.Add(-1)
				for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
				}
				return work(ctx, job)
			}})
		s.start()
		list := make([]jobs.Job, total)
		for i := range list {
			list[i] = jobs.Job{Type: "work"}
		}
		s.enqueue(list...)
		s.drain() // runs in addition to the started runner
		if most.Load() != allowed {
			t.Errorf("%d jobs ran at a time, want %d", most.Load(), allowed)
		}
		s.expectCounts("work", 0, 0, 0)
	})
}

func TestAJobWithARetryTimeOfNowRunsAgainImmediately(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		before, runs := time.Now(), 0
		s := newLive(t, jobs.Options{}, jobs.Type{Name: "work", Handle: func(context.Context, jobs.Job) error {
			if runs++; runs < 20 {
				return jobs.RetryAt(time.Now(), "the next step")
			}
			return nil
		}})
		s.start()
		s.enqueue(jobs.Job{Type: "work"})
		synctest.Wait()
		if runs != 20 {
			t.Errorf("%d runs, want 20", runs)
		}
		expectSince(t, before, 0)
	})
}

func TestAStartedRunnerIsWokenByACommit(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		var ran log
		s := newLive(t, jobs.Options{}, keys("work", &ran))
		s.start()
		for _, key := range []string{"a", "b"} {
			synctest.Wait() // the runner sleeps
			err := s.app.RunInTransaction(func(tx core.App) error {
				return s.runner.Enqueue(tx, jobs.Job{Type: "work", Key: key})
			})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			ran.expect(t, key)
		}
	})
}

func TestAStartedRunnerRunsAJobWhenItIsDue(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		var ran log
		s := newLive(t, jobs.Options{}, keys("work", &ran))
		s.start()
		s.enqueue(jobs.Job{Type: "work", Key: "later", RunAt: time.Now().Add(time.Hour)})
		time.Sleep(time.Hour - time.Millisecond)
		synctest.Wait()
		ran.expect(t)
		time.Sleep(time.Millisecond)
		synctest.Wait()
		ran.expect(t, "later")
	})
}

func TestAStartedRunnerNoticesAJobOfAnotherProcessWithinFifteenSeconds(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		var ran log
		s := newLive(t, jobs.Options{}, keys("work", &ran))
		s.start()
		synctest.Wait()
		other := s.newRunner(jobs.Options{}, jobs.Type{Name: "work"})
		if err := other.Enqueue(s.app, jobs.Job{Type: "work", Key: "a"}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		ran.expect(t)
		time.Sleep(15 * time.Second)
		synctest.Wait()
		ran.expect(t, "a")
	})
}

func TestStopWaitsForTheRunningJobs(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		s := newLive(t, jobs.Options{Grace: time.Hour}, jobs.Type{Name: "work", Handle: busy(40 * time.Minute)})
		s.runner.Stop() // before it has started
		s.start()
		s.enqueue(jobs.Job{Type: "work", Key: "first"})
		synctest.Wait()
		s.enqueue(jobs.Job{Type: "work", Key: "second"})
		before := time.Now()
		s.runner.Stop()
		expectSince(t, before, 40*time.Minute)
		s.expectCounts("work", 1, 0, 0)
		s.runner.Stop() // a second call does nothing
	})
}

func TestStopCancelsAJobAfterTheGracePeriodAndRequeuesIt(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		s := newLive(t, jobs.Options{}, jobs.Type{Name: "work", MaxAttempts: 1, Handle: busy(time.Hour)})
		s.start()
		s.enqueue(jobs.Job{Type: "work"})
		synctest.Wait()
		before := time.Now()
		s.runner.Stop()
		expectSince(t, before, 3*time.Second)
		if row := s.row(); row.GetString("state") != "queued" || row.GetInt("attempts") != 0 {
			t.Errorf("row = %v, want a queued job without attempts", row.PublicExport())
		}
	})
}

func TestStopGivesUpOnAHandlerThatIgnoresItsContext(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		s := newLive(t, jobs.Options{}, jobs.Type{Name: "work", Handle: func(context.Context, jobs.Job) error {
			time.Sleep(time.Minute)
			return nil
		}})
		s.start()
		s.enqueue(jobs.Job{Type: "work"})
		synctest.Wait()
		before := time.Now()
		s.runner.Stop()
		expectSince(t, before, 8*time.Second)
		s.expectCounts("work", 0, 1, 0)
		time.Sleep(time.Minute)
	})
}

func TestATimeoutIsAFailedAttempt(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		s := newLive(t, jobs.Options{},
			jobs.Type{Name: "work", MaxAttempts: 1, Timeout: time.Minute, Handle: busy(time.Hour)})
		s.enqueue(jobs.Job{Type: "work"})
		before := time.Now()
		s.drain()
		expectSince(t, before, time.Minute)
		s.expectCounts("work", 0, 0, 1)
	})
}

func TestALeaseIsRenewedWhileItsJobRuns(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		const lease = time.Minute
		var ran log
		s := newLive(t, jobs.Options{}, jobs.Type{Name: "work", Lease: lease, Handle: busy(10 * lease)})
		s.start()
		s.enqueue(jobs.Job{Type: "work", Key: "a"})
		synctest.Wait()
		other := s.newRunner(jobs.Options{}, keys("work", &ran))
		other.Start(t.Context())
		defer other.Stop()
		time.Sleep(10*lease - time.Millisecond)
		s.expectCounts("work", 0, 1, 0)
		time.Sleep(time.Millisecond)
		synctest.Wait()
		s.expectCounts("work", 0, 0, 0)
		ran.expect(t)
	})
}

func TestARunIsCancelledWhenItsJobIsDeleted(t *testing.T) {
	t.Parallel()
	testdb.Bubble(t, func(t *testing.T) {
		const lease = time.Minute
		var s *setup
		var cause error
		s = newLive(t, jobs.Options{},
			jobs.Type{Name: "work", Lease: lease, Handle: func(ctx context.Context, job jobs.Job) error {
				record, err := s.app.FindRecordById("jobs", job.ID)
				if err == nil {
					err = s.app.Delete(record) // as a superuser can in the dashboard
				}
				if err != nil {
					return err
				}
				<-ctx.Done()
				cause = context.Cause(ctx)
				return ctx.Err()
			}})
		s.enqueue(jobs.Job{Type: "work"})
		before := time.Now()
		s.drain()
		expectSince(t, before, lease/3)
		if !errors.Is(cause, jobs.ErrLeaseLost) {
			t.Errorf("cause = %v, want ErrLeaseLost", cause)
		}
		s.expectCounts("work", 0, 0, 0)
	})
}
