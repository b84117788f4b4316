package hooks_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/testapp"
)

// exampleKey is the key of the examples of all POST endpoints.
const exampleKey = "3f1c0b9e-example"

// requireRunsOnce repeats a POST request that has succeeded with exampleKey. The repeat must get the same answer and
// change nothing. Another body must be refused.
func requireRunsOnce(d *describedAPI, route httpx.Route, c call, first testapp.Response) {
	d.Helper()
	name := route.Method + " " + route.Path
	if cookie := first.Header.Get("Set-Cookie"); cookie != "" && !strings.Contains(cookie, "Max-Age=0") {
		d.Errorf("%s takes an Idempotency-Key, but its answer sets a cookie, which is not stored: %s", name, cookie)
	}
	before := countRows(d.TB, d.App)
	repeat := func() testapp.Response {
		if c.send != nil {
			return c.send()
		}
		return d.call(c.caller, name, arguments(route, c)...)
	}
	second := repeat()
	if second.Status != first.Status || second.Body != first.Body ||
		second.Header.Get("Content-Type") != first.Header.Get("Content-Type") ||
		second.Header.Get(idempotency.ReplayedHeader) != "true" {
		d.Errorf("%s: the repeat was answered %d %s, want %d %s", name, second.Status, second.Body, first.Status, first.Body)
	}
	if after := countRows(d.TB, d.App); after != before {
		d.Errorf("%s: the repeat has changed the number of rows from\n%s\nto\n%s", name, before, after)
	}
	if c.send != nil {
		return
	}
	c.body = fields{"other": "details"}
	other := repeat()
	if other.Status != http.StatusConflict || other.Field("idempotencyKey") == "" {
		d.Errorf("%s: another body with the same key: status = %d, want 409: %s", name, other.Status, other.Body)
	}
}

// countRows returns the number of rows of each table.
func countRows(t testing.TB, app *testapp.App) string {
	t.Helper()
	var names, queries []string
	err := app.PB.DB().NewQuery("SELECT name FROM _collections WHERE type != 'view' " +
		"AND name NOT IN ('idempotency_keys', 'sign_in_throttles')").Column(&names)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		queries = append(queries, "SELECT '"+name+" ' || count(*) AS line FROM `"+name+"`")
	}
	var lines []string
	if err := app.PB.DB().NewQuery(strings.Join(queries, " UNION ALL ")).Column(&lines); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, ", ")
}
