package accounts

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/keys"
)

const (
	minWait = 2 * time.Second
	maxWait = 15 * time.Minute
	// throttleTTL is how long a counter is kept; by then all of its failures would be forgiven.
	throttleTTL = 24 * time.Hour
)

// counter counts failures under a key: those of one pair of account and address, of an account and a
// site (the many IPv6 networks that one customer has), or of an address over all accounts. The owner
// at another address has another pair.
type counter struct {
	key string
	// freeFailures is how many failures cost no wait; each further one doubles it.
	freeFailures int
	// decay is the pause after which one failure is forgiven.
	decay time.Duration
}

// counters are those that an attempt is counted at. A PIN has its own count at the account, so wrong
// PINs do not make the password wait. The account's name is as typed, known or not.
func (t attempt) counters() []counter {
	address := counter{key: t.addressKey(), freeFailures: 60, decay: time.Minute}
	if t.isPIN() {
		return []counter{address}
	}
	counters := []counter{{key: t.accountAddressKey(), freeFailures: 5, decay: time.Hour}, address}
	if t.site != "" {
		counters = append(counters, counter{key: t.accountSiteKey(), freeFailures: 20, decay: time.Hour})
	}
	return counters
}

func (t attempt) accountAddressKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart(t.address)
}

func (t attempt) accountSiteKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart("site "+t.site)
}

func (t attempt) addressKey() string { return hashKeyPart("any account") + hashKeyPart(t.address) }

// accountKey begins the keys of all the pairs of an account.
func accountKey(collection, name string) string { return hashKeyPart(collection + " " + name) }

// hashKeyPart is 128 bits of a hash: a key is two of them and holds nothing that a person typed.
func hashKeyPart(s string) string { return keys.Hash(s)[:32] }

// wait is how long nobody may try after so many failures.
func (c counter) wait(failures int) time.Duration {
	excess := failures - c.freeFailures
	if excess < 0 {
		return 0
	}
	return min(minWait<<min(excess, 20), maxWait)
}

// countFailure adds a failure to each of the counters, unless one of them says to wait: then it returns
// how long, and counts nothing. It runs inside a transaction, and there is one writer at a time.
func (a *Accounts) countFailure(tx core.App, counters ...counter) (wait time.Duration, err error) {
	now := a.now()
	failures := make([]int, len(counters))
	for i, c := range counters {
		row, err := findThrottle(tx, c.key)
		if err != nil {
			return 0, err
		}
		since := now.Sub(row.UpdatedAt.Time())
		if since > -time.Minute { // else the clock was set back, and nobody was meant to wait until then
			wait = max(wait, row.BlockedUntil.Time().Sub(now))
		}
		forgiven := int(max(0, since) / c.decay)
		failures[i] = max(0, row.Failures-forgiven) + 1
	}
	if wait > 0 {
		return wait, nil
	}
	for i, c := range counters {
		if err := saveThrottle(tx, c.key, failures[i], now, now.Add(c.wait(failures[i]))); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// countFailureInTransaction is countFailure in a transaction of its own.
func (a *Accounts) countFailureInTransaction(counters ...counter) (wait time.Duration, err error) {
	err = a.app.RunInTransaction(func(tx core.App) error {
		wait, err = a.countFailure(tx, counters...)
		return err
	})
	return wait, err
}

// clearSignInThrottle ends the counts of an account where it was signed in to, and takes back the one
// failure that the success was counted as at its address: who knows one account's password still pays
// for guesses at others.
func clearSignInThrottle(tx core.App, t attempt) error {
	if err := deleteThrottles(tx, t.accountAddressKey(), t.accountSiteKey()); err != nil {
		return err
	}
	return forgiveFailure(tx, t.addressKey())
}

// clearAccountThrottles ends the counts of an account at every address.
func clearAccountThrottles(tx core.App, collection, name string) error {
	return deleteThrottlesByPrefix(tx, accountKey(collection, name))
}

// PurgeThrottles deletes the counters that nobody has touched for a day.
func (a *Accounts) PurgeThrottles() error { return purgeThrottles(a.app, a.now().Add(-throttleTTL)) }
