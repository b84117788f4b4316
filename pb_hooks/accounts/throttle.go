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
	throttleTTL = 48 * time.Hour
	// knownNetworkTTL is how long a network counts as one that the owner of an account signs in from.
	knownNetworkTTL = 30 * 24 * time.Hour
)

// counter counts failures under a key: those of one pair of account and network, of an account over all
// networks, or of a network over all accounts. They are rows of the database, so neither a restart nor
// a change of the settings resets them.
type counter struct {
	key string
	// freeFailures is how many failures cost no wait; each further one doubles it.
	freeFailures int
	// decay is the pause after which one failure is forgiven.
	decay time.Duration
}

// counters are those that an attempt is counted at. A PIN has its own count at the account, so wrong
// PINs do not make the password wait. The account's name is as typed, known or not. Guesses from many
// networks make an account wait everywhere but in the networks that its owner has signed in from, so that
// nobody can lock them out.
func (t attempt) counters(isKnownNetwork bool) []counter {
	network := counter{key: t.networkKey(), freeFailures: 60, decay: time.Minute}
	if t.isPIN() {
		return []counter{network}
	}
	counters := []counter{{key: t.accountNetworkKey(), freeFailures: 5, decay: time.Hour}, network}
	if !isKnownNetwork {
		counters = append(counters, counter{key: t.accountKey(), freeFailures: 30, decay: time.Hour})
	}
	return counters
}

func (t attempt) accountNetworkKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart(t.network)
}

func (t attempt) accountKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart("any network")
}

// knownNetworkKey is the key of a row without failures: the owner has signed in from this network.
func (t attempt) knownNetworkKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart("known "+t.network)
}

func (t attempt) networkKey() string { return hashKeyPart("any account") + hashKeyPart(t.network) }

// accountKey begins the keys of all the counters of an account.
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

// isKnownNetwork tells whether the owner of the account has signed in from the network of an attempt.
func (a *Accounts) isKnownNetwork(tx core.App, t attempt) (bool, error) {
	row, err := findThrottle(tx, t.knownNetworkKey())
	return err == nil && row.UpdatedAt.Time().After(a.now().Add(-knownNetworkTTL)), err
}

// clearSignInThrottle ends the count of an account in the network where it was signed in to, and takes back
// the one failure that the success was counted as elsewhere: who knows one account's password still pays
// for guesses at others, and a stranger's guesses at an account are not forgotten because its owner comes.
func (a *Accounts) clearSignInThrottle(tx core.App, t attempt) error {
	isKnown, err := a.isKnownNetwork(tx, t)
	if err != nil {
		return err
	}
	if err := deleteThrottles(tx, t.accountNetworkKey()); err != nil {
		return err
	}
	for _, c := range t.counters(isKnown) {
		if err := forgiveFailure(tx, c.key); err != nil {
			return err
		}
	}
	if t.isPIN() {
		return nil
	}
	return saveThrottle(tx, t.knownNetworkKey(), 0, a.now(), time.Time{})
}

// clearAccountThrottles ends the counts of an account in every network.
func clearAccountThrottles(tx core.App, collection, name string) error {
	return deleteThrottlesByPrefix(tx, accountKey(collection, name))
}

// PurgeThrottles deletes the counters that nobody has touched for two days, and the networks that nobody has
// signed in from for a month.
func (a *Accounts) PurgeThrottles() error {
	return purgeThrottles(a.app, a.now().Add(-throttleTTL), a.now().Add(-knownNetworkTTL))
}
