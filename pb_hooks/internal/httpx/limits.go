package httpx

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/time/rate"

	"boardcircle/pb_hooks/internal/clock"
)

// RateClass is a class of routes that share a request budget per network (ClientNetwork).
type RateClass string

// The rate classes. The budgets suffice for a person or an office behind one address, but stop scripts. Password
// guesses for one account have their own throttle in package accounts.
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
	// TakenEmails counts responses that reveal that an email address already has an account.
	TakenEmails RateClass = "taken-emails"
	// ProviderTests counts test calls to a provider by an admin.
	ProviderTests RateClass = "trials"
	// TestEmails counts test emails of unapproved texts that an admin sends to any address.
	TestEmails RateClass = "test-emails"
	// PersonalEmails counts emails that an admin writes to one person. Sending many at once requires re-authentication.
	PersonalEmails RateClass = "personal-emails"
	// Portraits counts pictures that members upload, because each is decoded and stored.
	Portraits RateClass = "portraits"
	// Comments counts what members write for others to read.
	Comments RateClass = "comments"
	// Previews counts texts that are rendered while their author writes.
	Previews RateClass = "previews"
	// SharedDrafts counts pages with drafts that people without an account open with a link.
	SharedDrafts RateClass = "shared-drafts"
	// Directory counts what a member reads of other members. A member also opens a limited number of profiles a day.
	Directory RateClass = "directory"
	// Crashes counts errors that the web app reports from a browser.
	Crashes RateClass = "crashes"
	// RequestLog counts rows of the request log per network, RequestLogTotal those of all networks.
	RequestLog      RateClass = "logged"
	RequestLogTotal RateClass = "logged-in-all"
)

// rateBudget is the number of requests allowed at once, and how many are added back per hour.
type rateBudget struct{ burst, perHour int }

// Budgets refill slowly for requests with lasting effects: a stored row, or an email to an unconfirmed address. Hours
// of such requests from one address must not fill the disk or use up the email quota.
var rateBudgets = map[RateClass]rateBudget{
	SignIn:          {30, 1800},
	SignUp:          {30, 120},
	Reset:           {10, 600},
	Drafts:          {120, 7200},
	NewDrafts:       {20, 60},
	Nominations:     {30, 120},
	Orders:          {30, 1800},
	Quotes:          {120, 7200},
	StaffSignIn:     {10, 60},
	TakenEmails:     {10, 10},
	ProviderTests:   {6, 60},
	TestEmails:      {20, 60},
	PersonalEmails:  {30, 300},
	Portraits:       {20, 120},
	Comments:        {30, 240},
	Previews:        {120, 7200},
	SharedDrafts:    {30, 600},
	Directory:       {240, 3600},
	Crashes:         {20, 60},
	RequestLog:      {300, 3600},
	RequestLogTotal: {3000, 36000},
}

const (
	// bucketTTL is how long an unused bucket is stored. After that time it is full again.
	bucketTTL = time.Hour
	// maxBuckets bounds the memory for requests from very many networks.
	maxBuckets = 100_000
)

type rateLimiter struct {
	now clock.Clock
	mu  sync.Mutex
	// buckets are ordered by last use. If there are too many, the least recently used bucket is dropped: it is the
	// fullest, and a flood of requests from new networks cannot reset a budget that was just spent.
	buckets *simplelru.LRU[string, *bucket]
}

type bucket struct {
	*rate.Limiter
	usedAt time.Time
	// held is the number of undecided requests of HoldRateLimit.
	held int
}

func newRateLimiter(now clock.Clock) *rateLimiter {
	buckets, _ := simplelru.NewLRU[string, *bucket](maxBuckets, nil) // it fails only for an invalid size
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

// CheckRateLimit takes one request of a class from the caller's budget, or returns a 429. The route table sets a class
// for whole routes; this method is for cases that only the handler can recognise.
func (g *Middleware) CheckRateLimit(e *core.RequestEvent, class RateClass) error {
	if wait := g.limiter.take(class, ClientNetwork(e)); wait > 0 {
		return TooManyRequests(e, wait)
	}
	return nil
}

// HoldRateLimit reserves one request of a class in the caller's budget, or returns a 429. Use it if only certain
// results count, because the limit must be checked before the caller can learn the result. release returns the reserved
// request to the budget, or spends it.
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
		return nil, max(1, time.Duration(missing/float64(b.Limit())*float64(time.Second))) // 0 would mean no wait
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

// take spends one request of a network's budget. If the budget is empty, it returns how long to wait.
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

// bucket returns the bucket of a network and marks it as used. The caller holds the lock.
func (l *rateLimiter) bucket(class RateClass, network string) *bucket {
	now := l.now()
	l.sweep(now)
	key := string(class) + " " + network
	b, exists := l.buckets.Get(key)
	if !exists {
		budget := rateBudgets[class]
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(float64(budget.perHour)/3600), budget.burst)}
		l.buckets.Add(key, b)
	}
	b.usedAt = now
	return b
}

// sweep removes buckets that are full again.
func (l *rateLimiter) sweep(now time.Time) {
	for {
		_, oldest, exists := l.buckets.GetOldest()
		// Abs, because the clock may have been set back.
		if !exists || now.Sub(oldest.usedAt).Abs() <= bucketTTL {
			return
		}
		l.buckets.RemoveOldest()
	}
}
