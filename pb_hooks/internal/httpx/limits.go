package httpx

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/time/rate"

	"boardcircle/pb_hooks/internal/clock"
)

// RateClass is a class of routes that share a budget per network (ClientNetwork).
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
	Quotes      RateClass = "quotes"
	StaffSignIn RateClass = "staff-sign-in"
	// TakenEmails are answers that an e-mail address is known here already.
	TakenEmails RateClass = "taken-emails"
	// ProviderTests are calls to a provider that an administrator makes to see whether it answers.
	ProviderTests RateClass = "trials"
	// TestEmails are e-mails that an administrator sends to an address of their choice, of a text that nobody has approved.
	TestEmails RateClass = "test-emails"
	// PersonalEmails are e-mails that an administrator writes to one person: many at once ask for the password.
	PersonalEmails RateClass = "personal-emails"
	// Portraits are pictures that members upload: each is decoded and kept.
	Portraits RateClass = "portraits"
	// Previews are texts that are rendered for their author while they write.
	Previews RateClass = "previews"
	// RequestLog is a row of the request log, RequestLogTotal a row from any network.
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
	Nominations: {30, 120}, Orders: {30, 1800}, Quotes: {120, 7200}, StaffSignIn: {10, 60}, TakenEmails: {10, 10},
	ProviderTests: {6, 60}, TestEmails: {20, 60}, PersonalEmails: {30, 300}, Portraits: {20, 120}, Previews: {120, 7200}, RequestLog: {300, 3600}, RequestLogTotal: {3000, 36000},
}

const (
	// bucketTTL is how long an untouched bucket is kept: by then it is full again.
	bucketTTL = time.Hour
	// maxBuckets bounds the memory that a flood of networks can take.
	maxBuckets = 100_000
)

type rateLimiter struct {
	now clock.Clock
	mu  sync.Mutex
	// buckets are in the order of their use. When there are too many, the one that was used longest ago goes: it is
	// the fullest, and a flood of new networks takes no budget back that was spent a moment ago.
	buckets *simplelru.LRU[string, *bucket]
}

type bucket struct {
	*rate.Limiter
	usedAt time.Time
	// held are the requests of HoldRateLimit that are not decided yet.
	held int
}

func newRateLimiter(now clock.Clock) *rateLimiter {
	buckets, _ := simplelru.NewLRU[string, *bucket](maxBuckets, nil) // the error is about the size
	return &rateLimiter{now: now, buckets: buckets}
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
	if wait := g.limiter.take(class, ClientNetwork(e)); wait > 0 {
		return TooManyRequests(e, wait)
	}
	return nil
}

// HoldRateLimit keeps one request of a class free in the caller's budget, or returns the refusal. It is for what
// counts only with a certain answer: the caller must not learn the answer first. release gives the request
// back, or spends it.
func (g *Middleware) HoldRateLimit(e *core.RequestEvent, class RateClass) (release func(spend bool), err error) {
	b, wait := g.limiter.hold(class, ClientNetwork(e))
	if wait > 0 {
		return nil, TooManyRequests(e, wait)
	}
	return func(spend bool) { g.limiter.release(b, spend) }, nil
}

func (l *rateLimiter) hold(class RateClass, network string) (b *bucket, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b = l.bucket(class, network)
	if missing := float64(b.held+1) - b.TokensAt(b.usedAt); missing > 0 {
		return nil, time.Duration(missing / float64(b.Limit()) * float64(time.Second))
	}
	b.held++
	return b, 0
}

func (l *rateLimiter) release(b *bucket, spend bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b.held--
	if spend {
		b.AllowN(l.now(), 1)
	}
}

// take spends one request of a network's budget; it returns how long to wait when there is none.
func (l *rateLimiter) take(class RateClass, network string) time.Duration {
	if _, limited := rateBudgets[class]; !limited {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucket(class, network)
	reservation := b.ReserveN(b.usedAt, 1)
	wait := reservation.DelayFrom(b.usedAt)
	if wait > 0 {
		reservation.CancelAt(b.usedAt)
	}
	return wait
}

// bucket returns the bucket of a network, used now. The caller holds the lock.
func (l *rateLimiter) bucket(class RateClass, network string) *bucket {
	now := l.now()
	l.sweep(now)
	key := string(class) + " " + network
	b, isKept := l.buckets.Get(key)
	if !isKept {
		budget := rateBudgets[class]
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(float64(budget.perHour)/3600), budget.burst)}
		l.buckets.Add(key, b)
	}
	b.usedAt = now
	return b
}

// sweep removes the buckets that are full again.
func (l *rateLimiter) sweep(now time.Time) {
	for {
		_, oldest, isKept := l.buckets.GetOldest()
		// the clock may have been set back
		if !isKept || now.Sub(oldest.usedAt).Abs() <= bucketTTL {
			return
		}
		l.buckets.RemoveOldest()
	}
}
