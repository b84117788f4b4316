package links

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
	now := time.Now()
	queries := map[string]func() error{
		"find user by reset token": func() error { _, err := findUserByResetToken(app, "hash", now); return err },
		"find user by new email":   func() error { _, err := findUserByNewEmailToken(app, "hash", now); return err },
		"set new email":            func() error { return setNewEmail(app, "id", "new@example.com", "hash", now) },
		"set reset token":          func() error { return setResetToken(app, "id", "hash", now) },
		"set import invitation":    func() error { return setImportInvitation(app, "id", "hash", now, now) },
		"mark email verified":      func() error { return markEmailVerified(app, "id", "u7@example.com") },
	}
	queryplan.RequireIndexes(t, app, queries)
}
