// Package clock is the program's source of time, so that a test can set it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the present instant, in UTC.
type Clock func() time.Time

// System is the machine's clock.
func System() time.Time { return time.Now().UTC() }

// Fake is a clock that stands still until it is moved. Safe for concurrent use.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that stands at t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now tells the instant the clock stands at; it is a Clock.
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
