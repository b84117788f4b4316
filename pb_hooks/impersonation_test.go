package hooks_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// TestASuperuserWhoImpersonatesAnAccountOnlyReads calls every route that changes something, and the one that records an
// attendance, with the token of an impersonation. With it, one superuser could vote as each member.
func TestASuperuserWhoImpersonatesAnAccountOnlyReads(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	staff := app.SignedIn("_superusers", nil)
	impersonate := func(collection, id string) *testapp.Visitor {
		t.Helper()
		answer := staff.Post("/api/collections/"+collection+"/impersonate/"+id, fields{"duration": 600})
		token, _ := answer.JSON["token"].(string)
		if token == "" {
			t.Fatalf("impersonating: %d %s", answer.Status, answer.Body)
		}
		visitor := app.Visitor()
		visitor.Header.Set("Authorization", token)
		return visitor
	}
	member := impersonate("users", app.CreateMember(nil).Id)
	admin := impersonate("admins", app.CreateAccount("admins", fields{"role": "owner"}).Id)
	parameter := regexp.MustCompile(`\{[^}]+\}`)
	for _, route := range app.Routes() {
		isJoin := strings.HasSuffix(route.Path, "/join")
		if route.Method == http.MethodGet && !isJoin || strings.HasSuffix(route.Path, "/logout") {
			continue
		}
		caller := member
		if route.Access == httpx.Admin || route.Access == httpx.AdminAccount {
			caller = admin
		}
		path := parameter.ReplaceAllString(route.Path, "unknown")
		answer := caller.Send(route.Method, path, fields{})
		if answer.Status != http.StatusForbidden || !strings.Contains(answer.Body, "only its owner") {
			t.Errorf("%s %s: %d %s", route.Method, path, answer.Status, answer.Body)
		}
	}
	for path, caller := range map[string]*testapp.Visitor{"/api/circle": member, "/api/admins": admin} {
		if answer := caller.Get(path); answer.Status != http.StatusOK {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
}
