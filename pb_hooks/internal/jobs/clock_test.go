package jobs_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/jobs"
)

const year = 365 * 24 * time.Hour

func TestSettingTheClockBackDelaysNoJob(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("work", &ran))
	s.clock.Advance(year)
	s.enqueue(
		jobs.Job{Type: "work", Key: "now"},
		jobs.Job{Type: "work", Key: "in an hour", RunAt: s.clock.Now().Add(time.Hour)},
	)
	s.abandon(2 * time.Minute) // claims the job "now"
	s.runner.Pause("work", s.clock.Now().Add(time.Minute), "the provider is away")
	s.clock.Advance(-year)
	s.enqueue(jobs.Job{Type: "work", Key: "in a month", RunAt: s.clock.Now().Add(30 * 24 * time.Hour)})
	s.runner = s.newRunner(jobs.Options{}, keys("work", &ran)) // after a restart
	s.drain()
	ran.expect(t)
	s.clock.Advance(5 * time.Minute)
	s.drain()
	ran.expect(t, "now")
	s.clock.Advance(time.Hour)
	s.drain()
	ran.expect(t, "in an hour")
	s.clock.Advance(-10 * year)
	s.drain()
	ran.expect(t)
	s.clock.Advance(30 * 24 * time.Hour)
	s.drain()
	ran.expect(t, "in a month")
}

func TestSettingTheClockBackDoesNotProlongAPause(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, keys("work", &ran))
	s.clock.Advance(year)
	s.drain()
	s.runner.Pause("work", s.clock.Now().Add(time.Minute), "the provider is away")
	s.enqueue(jobs.Job{Type: "work", Key: "a"})
	s.clock.Advance(-year)
	s.drain()
	ran.expect(t)
	s.clock.Advance(time.Minute)
	s.drain()
	ran.expect(t, "a")
}

func TestSettingTheClockForwardAndBackDelaysNoJob(t *testing.T) {
	t.Parallel()
	var ran log
	s := newSetup(t, jobs.Type{Name: "work", Handle: keys("work", &ran).Handle})
	s.enqueue(jobs.Job{Type: "work", Key: "in an hour", RunAt: s.clock.Now().Add(time.Hour)})
	s.drain()
	s.clock.Advance(10 * time.Minute)
	s.clock.Advance(-5 * time.Second) // as time servers do
	s.drain()
	ran.expect(t)
	s.clock.Advance(time.Hour)
	s.drain()
	ran.expect(t, "in an hour")
}
