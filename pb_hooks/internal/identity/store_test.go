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
