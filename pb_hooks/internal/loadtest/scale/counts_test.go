package scale

import (
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// The cached number of a search's rows is valid only until the next write, by any connection.
func TestTheCachedNumberOfRowsIsUpdatedAfterEachChange(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	if err := loadtest.Fill(app.PB, 1100, false); err != nil {
		t.Fatal(err)
	}
	staff := app.SignedIn("admins", nil)
	expect := func(query, total string) {
		t.Helper()
		for range 2 {
			if a := staff.Get(
				"/api/members/registered-users?search=sample.example" + query,
			); a.Header.Get("X-Total-Count") != total {
				t.Errorf("%q: status = %d, %s rows, want %s", query, a.Status, a.Header.Get("X-Total-Count"), total)
			}
		}
	}
	expect("&page=1", "1100")
	next := queryplan.CaptureQueries(app.PB, func() { expect("&page=2&sort=name", "1100") })
	if len(next) == 0 || slices.ContainsFunc(next, func(statement string) bool {
		return strings.Contains(strings.ToLower(statement), "count(*)")
	}) {
		t.Errorf("the next page counts all rows again: %q", next)
	}
	user, err := app.PB.FindRecordById("users", "u00000000000007")
	if err != nil {
		t.Fatal(err)
	}
	if err := app.PB.Delete(user); err != nil {
		t.Fatal(err)
	}
	expect("&page=1", "1099")
	if _, err := app.PB.NonconcurrentDB().NewQuery(
		"UPDATE users SET email = 'elsewhere@other.example' WHERE id = 'u00000000000008'").Execute(); err != nil {
		t.Fatal(err)
	}
	expect("&page=2", "1098")
}
