package hooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// A browser or a program may send a GET request that no person made: a link on another site, a prefetch, the HEAD of a
// link checker. With the session of a person who may open the address, it changes nothing.
func TestARequestThatNoPersonMadeChangesNothing(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	document := newDescribedAPI(t)
	for _, route := range document.Routes() {
		name := route.Method + " " + route.Path
		if route.Method != http.MethodGet || notCalled[name] != "" {
			continue
		}
		t.Run(strings.ReplaceAll(name, "/", " "), func(t *testing.T) {
			t.Parallel()
			d := &describedAPI{App: newAppBehindProxy(t), TB: t, apiDocument: document.apiDocument,
				succeeded: map[string]bool{}}
			f := newAuditFixture(t, d.App)
			var c call
			if prepare, exists := fixtures[name]; exists {
				c = prepare(f)
			}
			if c.caller == nil {
				c.caller = callerOf(d, f, route)
			}
			path := route.Path
			for _, parameter := range c.parameters {
				from, to := strings.Index(path, "{"), strings.Index(path, "}")
				path = path[:from] + parameter + path[to+1:]
			}
			path += c.query
			d.Drain()
			before := tablesOf(t, d.App)
			for _, kind := range []struct{ method, header, value string }{
				{http.MethodHead, "", ""}, {http.MethodGet, "Sec-Purpose", "prefetch;prerender"},
				{http.MethodGet, "Sec-Fetch-Site", "cross-site"}, {http.MethodGet, "Sec-Fetch-Site", "same-site"},
			} {
				if kind.header != "" {
					c.caller.Header.Set(kind.header, kind.value)
				}
				answer := c.caller.Send(kind.method, path, nil)
				c.caller.Header.Del(kind.header)
				after := tablesOf(t, d.App)
				for table, rows := range after {
					if before[table] != rows {
						t.Errorf("%s %s %s: status = %d, and %s has changed", kind.method, kind.header, kind.value,
							answer.Status, table)
					}
				}
				before = after
			}
			// What the refused requests would have used up, such as a ticket, is still there.
			if answer := c.caller.Get(path); answer.Status >= http.StatusBadRequest {
				t.Errorf("the request of a person: status = %d: %s", answer.Status, answer.Body)
			}
		})
	}
}

// tablesOf returns the rows of each table as text.
func tablesOf(t *testing.T, app *testapp.App) map[string]string {
	t.Helper()
	var names []string
	if err := app.PB.DB().NewQuery("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' " +
		"AND name NOT LIKE '%\\_data' ESCAPE '\\' AND name NOT LIKE '%\\_idx' ESCAPE '\\'").Column(&names); err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{}
	for _, name := range names {
		rows := []dbx.NullStringMap{}
		if err := app.PB.DB().Select("*").From(name).All(&rows); err != nil {
			t.Fatal(err)
		}
		tables[name] = fmt.Sprint(rows)
	}
	return tables
}
