package accounts

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestStoreQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	err := app.RunInTransaction(func(tx core.App) error {
		for i := range 300 {
			for collection, values := range map[string]dbx.Params{
				identity.Users:  {"email": fmt.Sprintf("u%d@example.com", i), "isActive": true, "tokenKey": fmt.Sprintf("%050d", i)},
				identity.Admins: {"username": fmt.Sprintf("a%d", i), "isActive": true, "tokenKey": fmt.Sprintf("%050d", i)},
				throttles:       {"key": fmt.Sprintf("%064x", i), "updatedAt": database.FormatTime(time.Now())},
			} {
				values["id"] = fmt.Sprintf("id%013d", i)
				if _, err := tx.NonconcurrentDB().Insert(collection, values).Execute(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	account, err := app.FindFirstRecordByData(identity.Users, "email", "u7@example.com")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	queries := map[string]func() error{
		"find user by e-mail":       func() error { _, err := identity.FindUserByEmail(app, "u7@example.com"); return err },
		"find admin by username":    func() error { _, err := identity.FindAdminByUsername(app, "a7"); return err },
		"find user by reset token":  func() error { _, err := findUserByResetToken(app, "hash", now); return err },
		"find user by new e-mail":   func() error { _, err := findUserByNewEmailToken(app, "hash", now); return err },
		"set new e-mail":            func() error { return setNewEmail(app, "id", "new@example.com", "hash", now) },
		"find passkeys of account":  func() error { _, err := findPasskeysOf(app, account); return err },
		"find passkeys by handle":   func() error { _, err := findPasskeysByHandle(app, []byte("handle")); return err },
		"has passkeys":              func() error { _, err := hasPasskeys(app, account); return err },
		"save passkey use":          func() error { return savePasskeyUse(app, "id", &webauthn.Credential{}, now) },
		"delete passkey":            func() error { _, err := deletePasskey(app, account, "id"); return err },
		"delete passkeys":           func() error { return deletePasskeysOf(app, account) },
		"take ceremony":             func() error { _, err := takeCeremony(app, "hash", "login", now); return err },
		"purge ceremonies":          func() error { return purgeCeremonies(app, now) },
		"find invited admin":        func() error { _, err := findInvitedAdmin(app, "hash", now); return err },
		"find admin members":        func() error { _, err := findAdminMembers(app); return err },
		"count pending invitations": func() error { _, err := countPendingInvitations(app, "id", now); return err },
		"find accounts by e-mail": func() error {
			return findAccountsByEmail(app, []string{"u1@example.com", "u2@example.com"}, func(string, bool) {})
		},
		"count PIN attempt":          func() error { _, err := countPINAttempt(app, "u7@example.com", now); return err },
		"clear guessed PIN":          func() error { _, _, _, err := clearGuessedPIN(app, "u7@example.com", now); return err },
		"take back PIN attempt":      func() error { return takeBackPINAttempt(app, "id") },
		"reset PIN failures":         func() error { return resetPINFailures(app, "id") },
		"set reset token":            func() error { return setResetToken(app, "id", "hash", now) },
		"set import invitation":      func() error { return setImportInvitation(app, "id", "hash", now, now) },
		"mark e-mail verified":       func() error { return markEmailVerified(app, "id", "u7@example.com") },
		"set TOTP step":              func() error { return setTOTPStep(app, account, 7) },
		"find throttle":              func() error { _, err := findThrottle(app, "key"); return err },
		"save throttle":              func() error { return saveThrottle(app, "key", 1, now, now) },
		"forgive failure":            func() error { return forgiveFailure(app, "key") },
		"delete throttles":           func() error { return deleteThrottles(app, "key", "other") },
		"delete throttles by prefix": func() error { return deleteThrottlesByPrefix(app, "00ff") },
		"purge throttles":            func() error { return purgeThrottles(app, now.Add(-time.Hour), now.Add(-time.Hour)) },
	}
	// These partial indexes contain only the few users with admin rights and the pending invitations. json_each reads
	// the ten values of one row.
	isSmall := func(step string) bool {
		return strings.Contains(step, "idx_users_isAdmin") || strings.Contains(step, "idx_admins_inviteToken") || strings.HasPrefix(step, "SCAN json_each ")
	}
	queryplan.WithAndWithoutStatistics(t, app, func(statistics string) {
		for name, query := range queries {
			statements := queryplan.Capture(app, func() {
				if err := query(); database.IgnoreMissing(err) != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
			if len(statements) == 0 {
				t.Errorf("%s runs no statement", name)
			}
			for _, statement := range statements {
				for _, step := range queryplan.Explain(t, app, statement) {
					if strings.HasPrefix(step, "SCAN ") && step != "SCAN CONSTANT ROW" && !isSmall(step) {
						t.Errorf("%s with %s statistics: %s\n%s", name, statistics, step, statement)
					}
				}
			}
		}
	})
}
