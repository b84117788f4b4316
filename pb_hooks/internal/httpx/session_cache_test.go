package httpx

import (
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

func newCachedAccount(t *testing.T, g *testServer) *core.Record {
	t.Helper()
	users, err := g.app.FindCollectionByNameOrId(Users)
	if err != nil {
		t.Fatal(err)
	}
	account := core.NewRecord(users)
	account.Load(
		map[string]any{"name": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "location": "Pune",
			"requestType": "membership", "source": "user", "isActive": true, "password": "Correct horse 1"})
	if err := g.app.Save(account); err != nil {
		t.Fatal(err)
	}
	return account
}

func (g *testServer) withSession(token string) int {
	return g.call("GET", "/api/test/user", "", func(r *http.Request) {
		r.AddCookie(&http.Cookie{Name: "session", Value: token})
	}).Code
}

func TestASessionIsReadOnceUntilTheNextWrite(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	token, err := sessions.Open(g.app, newCachedAccount(t, g), sessions.Client{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	reads := func() int { return len(queryplan.CaptureQueries(g.app, func() { g.withSession(token) })) }
	if first, second := reads(), reads(); first == 0 || second != 0 {
		t.Errorf("the first request reads %d times, the second %d times", first, second)
	}
	if _, err := g.app.NonconcurrentDB().NewQuery("UPDATE users SET name = 'Asha R.'").Execute(); err != nil {
		t.Fatal(err)
	}
	if reads() == 0 {
		t.Error("the account is not read after a write")
	}
}

func TestACachedSessionEndsWithItsAccount(t *testing.T) {
	t.Parallel()
	endings := map[string]string{
		"signed out":  "UPDATE users SET tokenKey = 'another-key-of-thirty-characters-'",
		"deactivated": "UPDATE users SET isActive = FALSE",
		"deleted":     "DELETE FROM users",
		"ended":       "DELETE FROM sessions",
	}
	for name, ending := range endings {
		for _, isOtherProcess := range []bool{false, true} {
			g := newTestServer(t, config.Config{})
			token, err := sessions.Open(g.app, newCachedAccount(t, g), sessions.Client{}, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if status := g.withSession(token); status != http.StatusOK {
					t.Fatalf("a request with the session: status = %d, want 200", status)
				}
			}
			db := g.app.NonconcurrentDB()
			if isOtherProcess { // like a command that runs at the same time
				other, err := database.Connect(filepath.Join(g.app.DataDir(), "data.db"))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = other.Close() })
				db = other
			}
			if _, err := db.NewQuery(ending).Execute(); err != nil {
				t.Fatal(err)
			}
			if status := g.withSession(token); status != http.StatusUnauthorized {
				t.Errorf("%s, by another process = %t: status = %d, want 401", name, isOtherProcess, status)
			}
		}
	}
}
