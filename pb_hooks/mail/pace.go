package mail

import (
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
)

// At most this many letters of a kind that people ask for go to an address in an hour, and one a
// minute: whoever takes a session over must not flood anybody's mailbox.
const maxEmailsPerHour = 5

// rateLimiter remembers when letters were asked for, for an hour. A restart forgets it.
type rateLimiter struct {
	mu    sync.Mutex
	times map[string][]time.Time
}

// Throttle counts a letter that somebody at the console asks for, or refuses it. Called for each one
// that can be asked for again and again.
func (o *Outbox) Throttle(kind, email string) error {
	switch tooSoon, tooMany := o.limiter.check(kind+" "+email, o.now()); {
	case tooMany:
		return httpx.NewError(http.StatusTooManyRequests,
			"Five such letters have gone to "+email+" within the hour. Please wait before you send another one.", nil)
	case tooSoon:
		return httpx.NewError(http.StatusTooManyRequests,
			"Such a letter has just gone to "+email+". Please wait a minute before you send another one.", nil)
	}
	return nil
}

// check counts a letter, unless there was one within the minute or there were too many within the hour.
func (p *rateLimiter) check(key string, now time.Time) (tooSoon, tooMany bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.times, func(_ string, times []time.Time) bool { return now.Sub(times[len(times)-1]) >= time.Hour })
	recent := slices.DeleteFunc(p.times[key], func(t time.Time) bool { return now.Sub(t) >= time.Hour })
	tooMany = len(recent) >= maxEmailsPerHour
	tooSoon = len(recent) > 0 && now.Sub(recent[len(recent)-1]) < time.Minute
	if !tooMany && !tooSoon {
		recent = append(recent, now)
	}
	p.times[key] = recent // also when it was refused: what is left of the old slice has holes
	return tooSoon, tooMany
}
