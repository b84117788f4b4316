package signin

import (
	"fmt"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestStoreQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	queryplan.Fill(t, app, identity.Users, 300, func(i int) dbx.Params {
		return dbx.Params{
			"email":    fmt.Sprintf("u%d@example.com", i),
			"isActive": true,
			"tokenKey": fmt.Sprintf("%050d", i),
		}
	})
	queryplan.Fill(t, app, throttles, 300, func(i int) dbx.Params {
		return dbx.Params{"key": fmt.Sprintf("%064x", i), "updatedAt": database.FormatTime(time.Now())}
	})
	now := time.Now()
	queries := map[string]func() error{
		"count PIN attempt":          func() error { _, err := countPINAttempt(app, "u7@example.com", now); return err },
		"clear guessed PIN":          func() error { _, _, _, err := clearGuessedPIN(app, "u7@example.com", now); return err },
		"forgive PIN attempt":        func() error { return forgivePINAttempt(app, "id") },
		"reset PIN failures":         func() error { return resetPINFailures(app, "id") },
		"find throttle":              func() error { _, err := findThrottle(app, "key"); return err },
		"save throttle":              func() error { return saveThrottle(app, "key", 1, now, now) },
		"forgive failure":            func() error { return forgiveFailure(app, "key") },
		"delete throttles":           func() error { return deleteThrottles(app, "key", "other") },
		"delete throttles by prefix": func() error { return deleteThrottlesByPrefix(app, "00ff") },
		"purge throttles":            func() error { return purgeThrottles(app, now.Add(-time.Hour), now.Add(-time.Hour)) },
	}
	// json_each reads the ten values of one row.
	queryplan.RequireIndexes(t, app, queries, "SCAN json_each ")
}
