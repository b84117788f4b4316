package signin

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/keys"
)

const (
	minWait = 2 * time.Second
	maxWait = 15 * time.Minute
	// throttleTTL is how long a counter is stored. All of its failures have decayed by then.
	throttleTTL = 48 * time.Hour
	// knownNetworkTTL is how long a network stays known after the owner of an account signed in from it.
	knownNetworkTTL = 30 * 24 * time.Hour
)

// counter counts failures under a key: of an account in one network, of an account in all networks, or of a network
// for all accounts. Counters are stored in the database, so neither a restart nor a change of the settings resets
// them.
type counter struct {
	key string
	// limitedFrom is the number of the first failure that is followed by a wait. Each further failure doubles the wait.
	limitedFrom int
	// decay is the time without a failure after which one failure is subtracted.
	decay time.Duration
}

// counters returns the counters of an attempt. Wrong PINs are counted for the account (countPINAttempt), so they do
// not block the password. Unknown account names have counters too. Guesses from many networks block an account except
// in the networks from which its owner has signed in, so that attackers cannot lock the owner out.
func (t attempt) counters(isKnownNetwork bool) []counter {
	network := counter{key: t.networkKey(), limitedFrom: 60, decay: time.Minute}
	if t.isPIN() {
		return []counter{network}
	}
	counters := []counter{{key: t.accountNetworkKey(), limitedFrom: 5, decay: time.Hour}, network}
	if !isKnownNetwork {
		counters = append(counters, counter{key: t.accountKey(), limitedFrom: 30, decay: time.Hour})
	}
	return counters
}

func (t attempt) accountNetworkKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart(t.network)
}

func (t attempt) accountKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart("any network")
}

// knownNetworkKey returns the key of a row without failures. The row says that the owner has signed in from this
// network.
func (t attempt) knownNetworkKey() string {
	return accountKey(t.collection, t.name) + hashKeyPart("known "+t.network)
}

func (t attempt) networkKey() string { return hashKeyPart("any account") + hashKeyPart(t.network) }

// accountKey returns the prefix of the keys of all counters of an account.
func accountKey(collection, name string) string { return hashKeyPart(collection + " " + name) }

// hashKeyPart returns 128 bits of a hash. A key consists of two parts and contains nothing that a person typed.
func hashKeyPart(s string) string { return keys.Hash(s)[:32] }

// wait returns how long sign-in is blocked after a number of failures.
func (c counter) wait(failures int) time.Duration {
	excess := failures - c.limitedFrom
	if excess < 0 {
		return 0
	}
	return min(minWait<<min(excess, 20), maxWait)
}

// countFailure adds a failure to each counter. If one of them is blocked, it counts nothing and returns the remaining
// time. It runs in a transaction, so there are no concurrent writers.
func (c *Checker) countFailure(tx core.App, counters ...counter) (wait time.Duration, err error) {
	now := c.now()
	failures := make([]int, len(counters))
	for i, c := range counters {
		row, err := findThrottle(tx, c.key)
		if err != nil {
			return 0, err
		}
		since := now.Sub(row.UpdatedAt.Time())
		if since > -time.Minute { // otherwise the clock was set back, and the stored end is too late
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

// countFailureInTransaction is countFailure in a separate transaction.
func (c *Checker) countFailureInTransaction(counters ...counter) (wait time.Duration, err error) {
	err = c.app.RunInTransaction(func(tx core.App) error {
		wait, err = c.countFailure(tx, counters...)
		return err
	})
	return wait, err
}

// isKnownNetwork reports whether the owner of the account has signed in from the network of an attempt.
func (c *Checker) isKnownNetwork(tx core.App, t attempt) (bool, error) {
	row, err := findThrottle(tx, t.knownNetworkKey())
	return err == nil && row.UpdatedAt.Time().After(c.now().Add(-knownNetworkTTL)), err
}

// clearSignInThrottle resets the counter of an account in the network of a successful sign-in. In the other counters
// it only subtracts the failure of this attempt: knowing one password must not allow more guesses at other accounts,
// and the owner's sign-in must not erase a stranger's guesses.
func (c *Checker) clearSignInThrottle(tx core.App, t attempt) error {
	isKnown, err := c.isKnownNetwork(tx, t)
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
	return saveThrottle(tx, t.knownNetworkKey(), 0, c.now(), time.Time{})
}

// ClearThrottles deletes the counters of an account in every network, and its known networks, from which a stranger
// may have signed in.
func ClearThrottles(tx core.App, collection, name string) error {
	return deleteThrottlesByPrefix(tx, accountKey(collection, name))
}

// PurgeThrottles deletes counters that have not changed for two days, and known networks without a sign-in for a
// month.
func (c *Checker) PurgeThrottles() error {
	return purgeThrottles(c.app, c.now().Add(-throttleTTL), c.now().Add(-knownNetworkTTL))
}
