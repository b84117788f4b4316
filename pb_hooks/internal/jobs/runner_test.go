package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
)

func TestJobsOfATypeRunByPriorityThenByTime(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("work", &ran))
	s.enqueue(
		jobs.Job{Type: "work", Key: "low", Priority: jobs.Low, RunAt: start.Add(-time.Hour)},
		jobs.Job{Type: "work", Key: "normal 1"}, jobs.Job{Type: "work", Key: "normal 2"},
		jobs.Job{Type: "work", Key: "normal 3"},
		jobs.Job{Type: "work", Key: "high, later", Priority: jobs.High},
		jobs.Job{Type: "work", Key: "high, earlier", Priority: jobs.High, RunAt: start.Add(-time.Minute)},
		jobs.Job{Type: "work", Key: "urgent", Priority: jobs.Urgent},
		jobs.Job{Type: "work", Key: "not yet", Priority: jobs.Urgent, RunAt: start.Add(time.Minute)},
	)
	s.drain()
	ran.expect(t, "urgent", "high, earlier", "high, later", "normal 1", "normal 2", "normal 3", "low")
	s.clock.Advance(time.Minute)
	s.drain()
	ran.expect(t, "not yet")
}

func TestAJobIsRetriedAfterItsBackoffUntilItsLastAttempt(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, jobs.Type{
		Name: "work", MaxAttempts: 3, Backoff: jobs.Steps(time.Minute, time.Hour),
		Handle: func(_ context.Context, job jobs.Job) error {
			ran.add(strconv.Itoa(job.Attempt))
			return fmt.Errorf("attempt %d failed", job.Attempt)
		},
	})
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	s.drain()
	ran.expect(t, "1")
	for _, step := range []struct {
		wait    time.Duration
		attempt string
	}{{time.Minute, "2"}, {time.Hour, "3"}} {
		s.clock.Advance(step.wait - time.Millisecond)
		s.drain()
		ran.expect(t)
		s.clock.Advance(step.wait/5 + time.Millisecond)
		s.drain()
		ran.expect(t, step.attempt)
	}
	s.expectCounts("work", 0, 0, 1)
	s.clock.Advance(24 * time.Hour)
	s.drain()
	ran.expect(t)
	if row := s.row(); row.GetString("error") != "attempt 3 failed" || row.GetInt("attempts") != 3 {
		t.Errorf("row = %v, want the error of the third attempt", row.PublicExport())
	}
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	s.drain()
	ran.expect(t, "1")
}

func TestBackoffsGrowUpToTheirLimit(t *testing.T) {
	t.Parallel()
	exponential, steps := jobs.Exponential(time.Second, 5*time.Second), jobs.Steps(time.Second, 3*time.Second)
	for i, want := range []time.Duration{1, 2, 4, 5, 5} {
		if got := exponential(i + 1); got != want*time.Second {
			t.Errorf("backoff after attempt %d = %s, want %s", i+1, got, want*time.Second)
		}
	}
	for i, want := range []time.Duration{1, 3, 3} {
		if got := steps(i + 1); got != want*time.Second {
			t.Errorf("step %d = %s, want %s", i+1, got, want*time.Second)
		}
	}
	if got := exponential(1 << 20); got != 5*time.Second {
		t.Errorf("backoff after many attempts = %s, want 5s", got)
	}
}

func TestRetryAtUsesNoAttempt(t *testing.T) {
	t.Parallel()
	var s *setup
	var ran log
	s = newSetup(t, jobs.Type{Name: "work", MaxAttempts: 1, Handle: func(_ context.Context, job jobs.Job) error {
		ran.add(strconv.Itoa(job.Attempt))
		return fmt.Errorf("provider: %w", jobs.RetryAt(s.clock.Now().Add(time.Hour), "asked to wait"))
	}})
	s.enqueue(jobs.Job{Type: "work"})
	for range 3 {
		s.drain()
		ran.expect(t, "1")
		s.clock.Advance(time.Hour)
	}
	if row := s.row(); row.GetString("error") != "provider: asked to wait" ||
		row.GetString("state") != string(jobs.Queued) {
		t.Errorf("row = %v, want a queued job with the reason", row.PublicExport())
	}
}

func TestAJobWaitsWhileItsModulesAreOff(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t)
	on := modules.NewSet()
	s.runner = s.newRunner(jobs.Options{ReadModules: func(core.App) (modules.Set, error) { return on, nil }},
		jobs.Type{Name: "work", MaxAttempts: 1, Modules: []modules.ID{modules.Books, modules.Library},
			Handle: func(_ context.Context, job jobs.Job) error {
				ran.add(strconv.Itoa(job.Attempt))
				return nil
			}})
	s.enqueue(jobs.Job{Type: "work"})
	for range 3 {
		s.drain()
		ran.expect(t)
		s.clock.Advance(time.Hour)
	}
	on = modules.NewSet(modules.Library)
	s.drain()
	ran.expect(t, "1")
}

func TestADiscardedJobIsNotRetried(t *testing.T) {
	t.Parallel()
	s := newSetup(t, jobs.Type{
		Name:   "work",
		Handle: func(context.Context, jobs.Job) error { return jobs.Discard("no such record") },
	})
	s.enqueue(jobs.Job{Type: "work"})
	s.drain()
	s.expectCounts("work", 0, 0, 1)
	if text := s.row().GetString("error"); text != "no such record" {
		t.Errorf("error = %q", text)
	}
}

func TestAPanicIsAnError(t *testing.T) {
	t.Parallel()
	s := newSetup(t, jobs.Type{Name: "work", MaxAttempts: 1, Handle: func(context.Context, jobs.Job) error {
		panic(strings.Repeat("é", 3000) + "\xff")
	}})
	s.enqueue(jobs.Job{Type: "work"})
	s.drain()
	s.expectCounts("work", 0, 0, 1)
	if text := s.row().GetString("error"); !strings.HasPrefix(text, "panic: é") || len([]rune(text)) != 2000 {
		t.Errorf("%d characters: %.20s", len([]rune(text)), text)
	}
}

func TestAPausedTypeIsNotClaimed(t *testing.T) {
	t.Parallel()
	var ran, others log
	s := newSetup(t, keys("mail", &ran), keys("other", &others))
	s.runner.Pause("mail", start.Add(time.Hour), "the account is refused")
	s.runner.Pause("mail", start.Add(time.Minute), "asked to wait")
	s.enqueue(jobs.Job{Type: "mail", Key: "a"}, jobs.Job{Type: "other", Key: "b"})
	s.drain()
	ran.expect(t)
	others.expect(t, "b")
	if got := s.stats("mail"); !got.PausedUntil.Equal(start.Add(time.Hour)) ||
		got.PauseReason != "the account is refused" || got.Due != 1 {
		t.Errorf("stats = %+v, want the later pause with its reason", got)
	}
	s.clock.Advance(time.Hour)
	s.drain()
	ran.expect(t, "a")
	s.runner.Pause("mail", start.Add(2*time.Hour), "again")
	s.enqueue(jobs.Job{Type: "mail", Key: "c"})
	s.runner.Resume("mail")
	s.drain()
	ran.expect(t, "c")
}

func TestAJobPausesItsOwnType(t *testing.T) {
	t.Parallel()
	var s *setup
	var ran log
	s = newSetup(t, jobs.Type{Name: "mail", Handle: func(_ context.Context, job jobs.Job) error {
		ran.add(job.Key)
		until := start.Add(time.Hour)
		s.runner.Pause("mail", until, "too many requests")
		return jobs.RetryAt(until, "too many requests")
	}})
	s.enqueue(jobs.Job{Type: "mail", Key: "a"}, jobs.Job{Type: "mail", Key: "b"})
	s.drain()
	ran.expect(t, "a")
	s.expectCounts("mail", 2, 0, 0)
}

func TestAJobWithoutAHandlerWaits(t *testing.T) {
	t.Parallel()
	s := newSetup(t, jobs.Type{Name: "mail"})
	s.enqueue(jobs.Job{Type: "mail", Key: "a"})
	s.drain()
	s.expectCounts("mail", 1, 0, 0)
	if s.stats("mail").Handled {
		t.Error("the stats say that the type has a handler")
	}
	var ran log
	if err := s.newRunner(jobs.Options{}, keys("mail", &ran)).Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	ran.expect(t, "a")
}

func TestDrainRunsJobsThatJobsEnqueue(t *testing.T) {
	t.Parallel()
	var s *setup
	var ran log
	chain := func(name, next string) jobs.Type {
		return jobs.Type{Name: name, Handle: func(_ context.Context, job jobs.Job) error {
			ran.add(name)
			if next == "" {
				return nil
			}
			return s.runner.Enqueue(s.app, jobs.Job{Type: next})
		}}
	}
	s = newSetup(t, chain("c", "b"), chain("b", "a"), chain("a", ""))
	s.enqueue(jobs.Job{Type: "c"})
	s.drain()
	ran.expect(t, "c", "b", "a")
}

func TestDrainEndsWithItsContextAndLosesNoAttempt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := newSetup(t, jobs.Type{Name: "work", MaxAttempts: 1, Handle: func(ctx context.Context, _ jobs.Job) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}})
	s.enqueue(jobs.Job{Type: "work"})
	if err := s.runner.Drain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Drain = %v, want context.Canceled", err)
	}
	if row := s.row(); row.GetString("state") != "queued" || row.GetInt("attempts") != 0 {
		t.Errorf("row = %v, want a queued job without attempts", row.PublicExport())
	}
}
