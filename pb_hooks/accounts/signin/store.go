package signin

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

const throttles = "sign_in_throttles"

// recentPINFailures selects the times of an account's wrong PINs since a time, as JSON values.
const recentPINFailures = `json_each(iif(json_valid(pinFailureTimes), pinFailureTimes, '[]')) WHERE value > {:since}`

// countPINAttempt counts an attempt and returns the PIN's hash, or "" if the PIN cannot be tried. A single statement
// counts and reads, so that concurrent attempts are all counted.
func countPINAttempt(tx core.App, email string, now time.Time) (hash string, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE users SET pinFailures = pinFailures + 1,
			pinFailureTimes = json_insert(
				(SELECT json_group_array(value) FROM ` + recentPINFailures + `), '$[#]', {:now})
		WHERE email = {:email} COLLATE NOCASE AND isActive AND NOT isAdmin AND pin != '' AND pinFailures < {:max}
			AND (SELECT COUNT(*) FROM ` + recentPINFailures + `) < {:maxRecent}
		RETURNING pin`).
		Bind(dbx.Params{
			"email": email, "max": maxPINFailures, "maxRecent": maxRecentPINFailures,
			"now": database.FormatTime(now), "since": database.FormatTime(now.Add(-pinFailureWindow)),
		}).Row(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return hash, database.Wrap("count PIN attempt", err)
}

// clearGuessedPIN removes the PIN of an account that has reached the limit of wrong PINs, and returns the account. It
// returns sql.ErrNoRows if there is nothing to remove.
func clearGuessedPIN(tx core.App, email string, now time.Time) (id, name, address string, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE users SET pin = '', pinFailures = 0, pinFailureTimes = '[]'
		WHERE email = {:email} COLLATE NOCASE AND pin != ''
			AND (SELECT COUNT(*) FROM `+recentPINFailures+`) >= {:maxRecent}
		RETURNING id, name, email`).
		Bind(dbx.Params{"email": email, "maxRecent": maxRecentPINFailures,
			"since": database.FormatTime(now.Add(-pinFailureWindow))}).
		Row(&id, &name, &address)
	return id, name, address, database.Wrap("remove guessed PIN", err)
}

// resetPINFailures resets the count of consecutive wrong PINs. Those of the last 30 days stay counted.
func resetPINFailures(tx core.App, id string) error {
	return identity.UpdateUser(tx, id, dbx.Params{"pinFailures": 0})
}

// forgivePINAttempt is resetPINFailures after a correct PIN. It also removes the attempt, which was counted as a
// failure.
func forgivePINAttempt(tx core.App, id string) error {
	return identity.UpdateUser(tx, id, dbx.Params{
		"pinFailures": 0, "pinFailureTimes": dbx.NewExp("json_remove(pinFailureTimes, '$[#-1]')"),
	})
}

// throttle is a row of sign_in_throttles.
type throttle struct {
	Failures     int            `db:"failures"`
	BlockedUntil types.DateTime `db:"blockedUntil"`
	UpdatedAt    types.DateTime `db:"updatedAt"`
}

// findThrottle returns the row of a key, or a zero throttle.
func findThrottle(tx core.App, key string) (row throttle, err error) {
	err = tx.NonconcurrentDB().Select("failures", "blockedUntil", "updatedAt").
		From(throttles).Where(dbx.HashExp{"key": key}).One(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return throttle{}, nil
	}
	return row, database.Wrap("find sign-in throttle", err)
}

// saveThrottle stores a row or replaces it in one statement. Each failed attempt of a stranger writes it, and a saved
// record takes three times as long.
func saveThrottle(tx core.App, key string, failures int, now, blockedUntil time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		INSERT INTO sign_in_throttles (id, [[key]], failures, blockedUntil, createdAt, updatedAt)
		VALUES ({:id}, {:key}, {:failures}, {:until}, {:now}, {:now})
		ON CONFLICT ([[key]]) DO UPDATE SET
			failures = excluded.failures, blockedUntil = excluded.blockedUntil, updatedAt = excluded.updatedAt`).
		Bind(dbx.Params{
			"id": core.GenerateDefaultRandomId(), "key": key, "failures": failures,
			"until": database.FormatTime(blockedUntil), "now": database.FormatTime(now),
		}).Execute()
	return database.Wrap("save sign-in throttle", err)
}

// forgiveFailure subtracts one failure and ends the wait.
func forgiveFailure(tx core.App, key string) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE sign_in_throttles SET failures = MAX(failures - 1, 0), blockedUntil = '' WHERE [[key]] = {:key}`).
		Bind(dbx.Params{"key": key}).Execute()
	return database.Wrap("forgive failed sign-in", err)
}

func deleteThrottles(tx core.App, keys ...any) error {
	_, err := tx.NonconcurrentDB().Delete(throttles, dbx.HashExp{"key": keys}).Execute()
	return database.Wrap("delete sign-in throttles", err)
}

// deleteThrottlesByPrefix deletes the rows whose keys start with a hexadecimal prefix.
func deleteThrottlesByPrefix(tx core.App, prefix string) error {
	// "g" sorts after the last hexadecimal digit.
	_, err := tx.NonconcurrentDB().Delete(throttles,
		dbx.NewExp("[[key]] >= {:from} AND [[key]] < {:to}", dbx.Params{"from": prefix, "to": prefix + "g"})).Execute()
	return database.Wrap("delete sign-in throttles of account", err)
}

func purgeThrottles(app core.App, before, knownBefore time.Time) error {
	_, err := app.NonconcurrentDB().Delete(throttles, dbx.NewExp(
		"updatedAt < {:before} AND (failures > 0 OR updatedAt < {:knownBefore})",
		dbx.Params{"before": database.FormatTime(before), "knownBefore": database.FormatTime(knownBefore)})).Execute()
	return database.Wrap("purge sign-in throttles", err)
}
