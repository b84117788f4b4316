// Package clock is the program's source of time, so that a test can set it.
package clock

import (
	"sync"
	"time"
)

// Clock returns the current time in UTC.
type Clock func() time.Time

// System is the machine's clock.
func System() time.Time { return time.Now().UTC() }

// Stopwatch measures how long something takes. It is not a Clock, because a fake clock stands still while code runs.
type Stopwatch struct{ started time.Time }

// StartStopwatch starts to measure.
func StartStopwatch() Stopwatch { return Stopwatch{time.Now()} }

// Elapsed returns the time since the start.
func (s Stopwatch) Elapsed() time.Duration { return time.Since(s.started) }

// Fake is a clock that changes only when a test moves it. It is safe for concurrent use.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a fake clock set to t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now returns the time of the fake clock. It is a Clock.
func (s *Fake) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Advance moves the clock forward by d.
func (s *Fake) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}
