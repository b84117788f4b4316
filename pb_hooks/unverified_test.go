package hooks_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// TestAMemberWithoutAConfirmedAddressOnlyReads calls every members' route that changes something as a member who has not
// confirmed their address. A route that lets them act says so in the route table.
func TestAMemberWithoutAConfirmedAddressOnlyReads(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	unverified := app.SignedInAs(app.CreateMember(fields{"verified": false}))
	verified := app.SignedInAs(app.CreateMember(nil))
	acting := 0
	for _, route := range app.Routes() {
		if route.Access != httpx.Member {
			continue
		}
		path := strings.NewReplacer("{id}", "unknown", "{person}", "unknown", "{comment}", "unknown").Replace(route.Path)
		isRefused := func(v *testapp.Visitor) bool {
			return v.Send(route.Method, path, fields{}).Field("verification") != ""
		}
		if isRefused(verified) {
			t.Errorf("%s %s refuses a member with a confirmed address", route.Method, route.Path)
		}
		if got := isRefused(unverified); got == route.IsForUnverified() {
			t.Errorf("%s %s: refused = %t", route.Method, route.Path, got)
		}
		if !route.IsForUnverified() {
			acting++
		}
	}
	if acting < 15 {
		t.Errorf("only %d routes need a confirmed address", acting)
	}
	user := unverified.Get("/api/user").JSON
	if user["isVerified"] != "false" || user["isMember"] != "true" {
		t.Errorf("the account: %v", user)
	}
	// They read the circle, and the page tells what to do.
	if a := unverified.Get("/api/circle"); a.Status != http.StatusOK {
		t.Errorf("the home: %d %s", a.Status, a.Body)
	}
}
