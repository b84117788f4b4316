package passkeys

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/pocketbase/dbx"

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
	account, err := app.FindFirstRecordByData(identity.Users, "email", "u7@example.com")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	queries := map[string]func() error{
		"find passkeys of account": func() error { _, err := findPasskeysOf(app, account); return err },
		"find passkeys by handle":  func() error { _, err := findPasskeysByHandle(app, []byte("handle")); return err },
		"has passkeys":             func() error { _, err := HasAny(app, account); return err },
		"save passkey use":         func() error { return savePasskeyUse(app, "id", &webauthn.Credential{}, now) },
		"delete passkey":           func() error { _, err := Remove(app, account, "id"); return err },
		"delete passkeys":          func() error { return DeleteAll(app, account) },
		"take ceremony":            func() error { _, err := takeCeremony(app, "hash", "login", now); return err },
		"purge ceremonies":         func() error { return purgeCeremonies(app, now) },
	}
	queryplan.RequireIndexes(t, app, queries)
}
