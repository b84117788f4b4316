package httpx

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/time/rate"

	"boardcircle/pb_hooks/internal/clock"
)

// RateClass is a class of routes that share a budget per address.
type RateClass string

// The rate classes. Their budgets are generous to a person and an office behind one address, and
// mean to a script; guesses at one account have a throttle of their own in accounts.
const (
	Unlimited   RateClass = ""
	SignIn      RateClass = "sign-in"
	SignUp      RateClass = "sign-up"
	Reset       RateClass = "reset"
	Drafts      RateClass = "drafts"
	NewDrafts   RateClass = "new-drafts"
	Nominations RateClass = "nominations"
	Orders      RateClass = "orders"
	StaffSignIn RateClass = "staff-sign-in"
	// ProviderTests are calls to a provider that an administrator makes to see whether it answers.
	ProviderTests RateClass = "trials"
	// RequestLog is a row of the request log, RequestLogTotal one by whatever address.
	RequestLog      RateClass = "logged"
	RequestLogTotal RateClass = "logged-in-all"
)

// rateBudget is how many requests may come at once, and how many come back in an hour.
type rateBudget struct{ burst, perHour int }

// What leaves something behind comes back slowly: a row that is kept, or an email to an address
// that nobody has confirmed. An afternoon of it from one address must fill no disk and use up
// nobody's quota of mails.
var rateBudgets = map[RateClass]rateBudget{
	SignIn: {30, 1800}, SignUp: {30, 120}, Reset: {10, 600}, Drafts: {120, 7200}, NewDrafts: {20, 60},
	Nominations: {30, 120}, Orders: {30, 1800}, StaffSignIn: {10, 60},
	ProviderTests: {6, 60}, RequestLog: {300, 3600}, RequestLogTotal: {3000, 36000},
}

const (
	// bucketTTL is how long an untouched bucket is kept: by then it is full again.
	bucketTTL = 20 * time.Minute
	// maxBuckets bounds the memory that a flood of addresses can take.
	maxBuckets = 100_000
)

type rateLimiter struct {
	now     clock.Clock
	mu      sync.Mutex
	buckets map[string]*bucket
	sweptAt time.Time
}

type bucket struct {
	*rate.Limiter
	usedAt time.Time
}

func newRateLimiter(now clock.Clock) *rateLimiter {
	return &rateLimiter{now: now, buckets: map[string]*bucket{}}
}

func (g *Middleware) rateLimit(class RateClass) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if err := g.CheckRateLimit(e, class); err != nil {
			return err
		}
		return e.Next()
	}
}

// CheckRateLimit takes one request of a class out of the caller's budget, or returns the refusal. A route
// has its class in the table; this is for what only the handler can tell.
func (g *Middleware) CheckRateLimit(e *core.RequestEvent, class RateClass) error {
	if wait := g.limiter.take(class, e.RemoteIP()); wait > 0 {
		return TooManyRequests(e, wait)
	}
	return nil
}

// take spends one request of an address's budget; it returns how long to wait when there is none.
func (l *rateLimiter) take(class RateClass, ip string) time.Duration {
	budget, limited := rateBudgets[class]
	if !limited {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.sweep(now)
	key := string(class) + " " + network(ip)
	b := l.buckets[key]
	if b == nil {
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(float64(budget.perHour)/3600), budget.burst)}
		l.buckets[key] = b
	}
	b.usedAt = now
	reservation := b.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (l *rateLimiter) sweep(now time.Time) {
	// the clock may have been set back
	if now.Sub(l.sweptAt).Abs() < time.Minute && len(l.buckets) < maxBuckets {
		return
	}
	for key, b := range l.buckets {
		if now.Sub(b.usedAt).Abs() > bucketTTL {
			delete(l.buckets, key)
		}
	}
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
	l.sweptAt = now
}
