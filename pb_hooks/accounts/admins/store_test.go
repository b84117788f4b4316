package admins

import (
	"fmt"
	"testing"
	"time"

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
	queryplan.Fill(t, app, identity.Admins, 300, func(i int) dbx.Params {
		return dbx.Params{"username": fmt.Sprintf("a%d", i), "isActive": true, "tokenKey": fmt.Sprintf("%050d", i)}
	})
	now := time.Now()
	queries := map[string]func() error{
		"find invited admin":        func() error { _, err := findInvitedAdmin(app, "hash", now); return err },
		"find admin members":        func() error { _, err := findAdminMembers(app); return err },
		"count pending invitations": func() error { _, err := countPendingInvitations(app, "id", now); return err },
	}
	// These partial indexes contain only the few users with admin rights and the pending invitations.
	queryplan.RequireIndexes(t, app, queries, "idx_users_isAdmin", "idx_admins_inviteToken")
}
