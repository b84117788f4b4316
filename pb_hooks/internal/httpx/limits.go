package httpx

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/time/rate"

	"boardcircle/pb_hooks/internal/clock"
)

// Rate is a class of routes that share a budget per address.
type Rate string

// The rate classes. Their budgets are generous to a person and an office behind one address, and
// mean to a script; guesses at one account have a throttle of their own in accounts.
const (
	Free        Rate = ""
	SignIn      Rate = "sign-in"
	SignUp      Rate = "sign-up"
	Reset       Rate = "reset"
	Drafts      Rate = "drafts"
	NewDrafts   Rate = "new-drafts"
	Nominations Rate = "nominations"
	Orders      Rate = "orders"
	StaffSignIn Rate = "staff-sign-in"
	// Trials are calls to a provider that an administrator makes to see whether it answers.
	Trials Rate = "trials"
	// Logged is a row of the request log, LoggedInAll one by whatever address.
	Logged      Rate = "logged"
	LoggedInAll Rate = "logged-in-all"
)

// budget is how many requests may come at once, and how many come back in an hour.
type budget struct{ atOnce, anHour int }

// What leaves something behind comes back slowly: a row that is kept, or a letter to an address
// that nobody has confirmed. An afternoon of it from one address must fill no disk and use up
// nobody's quota of mails.
var budgets = map[Rate]budget{
	SignIn: {30, 1800}, SignUp: {30, 120}, Reset: {10, 600}, Drafts: {120, 7200}, NewDrafts: {20, 60},
	Nominations: {30, 120}, Orders: {30, 1800}, StaffSignIn: {10, 60},
	Trials: {6, 60}, Logged: {300, 3600}, LoggedInAll: {3000, 36000},
}

const (
	// idle is how long an untouched bucket is kept: by then it is full again.
	idle = 20 * time.Minute
	// most bounds the memory that a flood of addresses can take.
	most = 100_000
)

type limits struct {
	now     clock.Clock
	mu      sync.Mutex
	buckets map[string]*bucket
	swept   time.Time
}

type bucket struct {
	*rate.Limiter
	used time.Time
}

func newLimits(now clock.Clock) *limits {
	return &limits{now: now, buckets: map[string]*bucket{}}
}

func (g *Edge) limit(class Rate) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if err := g.Spend(e, class); err != nil {
			return err
		}
		return e.Next()
	}
}

// Spend takes one request of a class out of the caller's budget, or returns the refusal. A route
// has its class in the table; this is for what only the handler can tell.
func (g *Edge) Spend(e *core.RequestEvent, class Rate) error {
	if wait := g.limits.take(class, e.RemoteIP()); wait > 0 {
		return TooMany(e, wait)
	}
	return nil
}

// take spends one request of an address's budget; it returns how long to wait when there is none.
func (l *limits) take(class Rate, ip string) time.Duration {
	budget, limited := budgets[class]
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
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(float64(budget.anHour)/3600), budget.atOnce)}
		l.buckets[key] = b
	}
	b.used = now
	reservation := b.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute && len(l.buckets) < most {
		return
	}
	for key, b := range l.buckets {
		if now.Sub(b.used) > idle {
			delete(l.buckets, key)
		}
	}
	if len(l.buckets) >= most {
		clear(l.buckets)
	}
	l.swept = now
}
