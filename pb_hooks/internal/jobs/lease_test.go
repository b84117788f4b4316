package jobs_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/jobs"
)

// abandon claims a job like a process that then dies: the handler does not return, and the lease is not renewed.
func (s *setup) abandon(lease time.Duration) {
	s.t.Helper()
	claimed, release := make(chan struct{}), make(chan struct{})
	dying := s.newRunner(jobs.Options{},
		jobs.Type{Name: "work", Lease: lease, Handle: func(context.Context, jobs.Job) error {
			close(claimed)
			<-release
			return errors.New("dead")
		}})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = dying.Drain(context.Background())
	}()
	<-claimed
	s.t.Cleanup(func() {
		close(release)
		<-ended
	})
}

func TestAJobOfADeadProcessRunsAgainWhenItsLeaseExpires(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("work", &ran))
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	s.abandon(time.Hour)
	s.expectCounts("work", 0, 1, 0)
	s.clock.Advance(time.Hour - time.Millisecond)
	s.drain()
	ran.expect(t)
	s.clock.Advance(time.Millisecond)
	s.drain()
	ran.expect(t, "a")
	s.expectCounts("work", 0, 0, 0)
}

func TestReleaseLeasesRequeuesTheJobsOfADeadProcess(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("work", &ran))
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	s.abandon(time.Hour)
	s.enqueue(jobs.Job{Type: "work", Key: "future", RunAt: s.clock.Now().Add(time.Minute)})
	for _, want := range []int64{1, 0} {
		if released, err := s.runner.ReleaseLeases(); err != nil || released != want {
			t.Fatalf("%d leases released, want %d: %v", released, want, err)
		}
		s.drain()
	}
	ran.expect(t, "a")
	s.expectCounts("work", 1, 0, 0)
}

func TestAJobWhoseLeasesAreReleasedFailsAfterItsLastAttempt(t *testing.T) {
	t.Parallel()
	var ran log
	killer := keys("work", &ran)
	killer.MaxAttempts = 2
	s := newSetup(t, killer)
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	for range 2 {
		s.abandon(time.Hour)
		if _, err := s.runner.ReleaseLeases(); err != nil {
			t.Fatal(err)
		}
	}
	s.drain()
	ran.expect(t)
	s.expectCounts("work", 0, 0, 1)
}

func TestARunThatHasLostItsLeaseChangesNothing(t *testing.T) {
	t.Parallel()
	first, second := make(chan struct{}), make(chan struct{})
	s := newSetup(t)
	slow := s.newRunner(jobs.Options{},
		jobs.Type{Name: "work", Lease: time.Hour, MaxAttempts: 1, Handle: func(context.Context, jobs.Job) error {
			close(first)
			<-second
			return errors.New("too late")
		}})
	s.runner = slow
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	ended := make(chan error)
	go func() { ended <- slow.Drain(t.Context()) }()
	<-first
	s.clock.Advance(time.Hour)
	var late jobs.Job
	other := s.newRunner(jobs.Options{}, jobs.Type{Name: "work", Handle: func(_ context.Context, job jobs.Job) error {
		late = job
		close(second)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		s.expectCounts("work", 0, 1, 0) // the error of the first run is not stored
		return nil
	}})
	if err := other.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if late.Attempt != 2 {
		t.Errorf("attempt = %d, want 2", late.Attempt)
	}
	s.expectCounts("work", 0, 0, 0)
	if err := other.Complete(s.app, late); !errors.Is(err, jobs.ErrLeaseLost) {
		t.Errorf("Complete = %v, want ErrLeaseLost", err)
	}
}

func TestAJobThatKillsItsProcessFailsAfterItsLastAttempt(t *testing.T) {
	t.Parallel()
	var ran log
	killer := keys("work", &ran)
	killer.MaxAttempts = 2
	s := newSetup(t, killer)
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	for range 2 {
		s.abandon(time.Hour)
		s.clock.Advance(time.Hour)
	}
	s.drain()
	ran.expect(t)
	s.expectCounts("work", 0, 0, 1)
}

func TestTwoRunnersNeverRunTheSameJob(t *testing.T) {
	t.Parallel()
	const total = 200
	var mu sync.Mutex
	runs := map[string]int{}
	var all sync.WaitGroup
	all.Add(total)
	work := jobs.Type{Name: "work", Concurrency: 4, Handle: func(_ context.Context, job jobs.Job) error {
		mu.Lock()
		defer mu.Unlock()
		runs[job.Key]++
		if runs[job.Key] == 1 {
			all.Done()
		}
		return nil
	}}
	s := newSetup(t, work)
	second := s.newRunner(jobs.Options{}, work)
	s.runner.Start(t.Context())
	second.Start(t.Context())
	list := make([]jobs.Job, total)
	for i := range list {
		list[i] = jobs.Job{Type: "work", Key: strconv.Itoa(i)}
	}
	s.enqueue(list...)
	second.Wake()
	all.Wait()
	s.runner.Stop()
	second.Stop()
	for key, n := range runs {
		if n != 1 {
			t.Errorf("job %s ran %d times", key, n)
		}
	}
	s.expectCounts("work", 0, 0, 0)
}
