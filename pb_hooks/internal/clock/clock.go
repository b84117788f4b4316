// Package clock is the time that the rooms go by, so that a test can set it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the present instant, in UTC.
type Clock func() time.Time

// System is the machine's clock.
func System() time.Time { return time.Now().UTC() }

// Set is a clock that stands still until it is moved. Safe for concurrent use.
type Set struct {
	mu  sync.Mutex
	now time.Time
}

// At returns a clock that stands at t.
func At(t time.Time) *Set { return &Set{now: t.UTC()} }

// Now tells the instant the clock stands at; it is a Clock.
func (s *Set) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Advance moves the clock forward by d.
func (s *Set) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}
