package identity

import (
	"fmt"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestStoreQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	queryplan.Fill(t, app, Users, 300, func(i int) dbx.Params {
		return dbx.Params{
			"email":    fmt.Sprintf("u%d@example.com", i),
			"isActive": true,
			"tokenKey": fmt.Sprintf("%050d", i),
		}
	})
	queryplan.Fill(t, app, Admins, 300, func(i int) dbx.Params {
		return dbx.Params{"username": fmt.Sprintf("a%d", i), "isActive": true, "tokenKey": fmt.Sprintf("%050d", i)}
	})
	account, err := app.FindFirstRecordByData(Users, "email", "u7@example.com")
	if err != nil {
		t.Fatal(err)
	}
	queries := map[string]func() error{
		"find user by email":     func() error { _, err := FindUserByEmail(app, "u7@example.com"); return err },
		"find admin by username": func() error { _, err := FindAdminByUsername(app, "a7"); return err },
		"set TOTP step":          func() error { return SetTOTPStep(app, account, 7) },
	}
	queryplan.RequireIndexes(t, app, queries)
}

// Go and the database must agree on which stored addresses are the same.
func TestEmailKeyFoldsLettersAsSQLiteDoes(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	// U+0130 is the capital I with a dot.
	addresses := []string{
		"asha@example.com", "ASHA@Example.COM", "\u00c4sha@example.com", "\u00e4sha@example.com",
		"Kiran@example.com", "\u0130la@example.com", "ila@example.com", "a_z@example.com", "[\\]^`{|}~@example.com",
	}
	for _, a := range addresses {
		var lower string
		if err := app.DB().NewQuery("SELECT lower({:a})").Bind(dbx.Params{"a": a}).Row(&lower); err != nil {
			t.Fatal(err)
		}
		if got := EmailKey(a); got != lower || EmailKey(" "+a+"\n") != lower {
			t.Errorf("EmailKey(%q) = %q, want %q as in SQLite", a, got, lower)
		}
		for _, b := range addresses {
			var isSame bool
			query := app.DB().NewQuery("SELECT {:a} = {:b} COLLATE NOCASE").Bind(dbx.Params{"a": a, "b": b})
			if err := query.Row(&isSame); err != nil {
				t.Fatal(err)
			}
			if isSame != (EmailKey(a) == EmailKey(b)) {
				t.Errorf("SQLite compares %q and %q as equal: %v, but EmailKey does not", a, b, isSame)
			}
		}
	}
	// SQLite does not fold the Kelvin sign, so no address is stored with it.
	if got := EmailKey("\u212airan@example.com"); got != "kiran@example.com" {
		t.Errorf("EmailKey with the Kelvin sign = %q, want kiran@example.com", got)
	}
}
