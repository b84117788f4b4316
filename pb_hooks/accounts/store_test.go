package accounts

import (
	"fmt"
	"testing"

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
	queries := map[string]func() error{
		"find accounts by email": func() error {
			_, err := findAccountsByEmail(app, []string{"u1@example.com", "u2@example.com"})
			return err
		},
	}
	queryplan.RequireIndexes(t, app, queries)
}
