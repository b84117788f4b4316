package scale

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestEveryListAndTheDashboardAnswerFromIndexes(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	c := open(t)
	asked := map[string]bool{}
	var paths []string
	for _, route := range c.Routes() {
		admins := route.Access == httpx.Admin || route.Access == httpx.PublicOrAdmin
		if route.Method != http.MethodGet || !admins || strings.HasSuffix(route.Path, "/export") {
			continue
		}
		asked[route.Path] = true
		if len(questions[route.Path]) == 0 && unasked[route.Path] == "" {
			t.Errorf("%s is asked nothing: questions lacks a line", route.Path)
		}
		for _, question := range questions[route.Path] {
			paths = append(paths, fill(route.Path, question))
		}
	}
	for path := range questions {
		if !asked[path] {
			t.Errorf("%s is no route that an admin reads from", path)
		}
	}
	statements := 0
	queryplan.WithAndWithoutStatistics(t, c.PB, func(statistics string) {
		for _, path := range paths {
			heard := queryplan.CaptureQueries(c.PB, func() {
				if a := c.staff.Get(path); a.Status != http.StatusOK {
					t.Errorf("%s: %d %s", path, a.Status, a.Body)
				}
			})
			statements += len(heard)
			for _, statement := range heard {
				if faults := queryplan.SlowSteps(t, c.PB, statement, few...); len(faults) > 0 {
					t.Errorf("%s with %s statistics: %v in\n%s", path, statistics, faults, statement)
				}
			}
		}
	})
	if statements < 2*len(paths) { // a route may run no statement if the caller's session is cached
		t.Errorf("%d questions ran only %d statements", 2*len(paths), statements)
	}
	t.Logf("%d questions to %d routes ran %d statements", 2*len(paths), len(asked), statements)
}

// fill inserts a question into a route's path: the values of its parameters, then the query.
func fill(path, question string) string {
	id, query, _ := strings.Cut(question, "?")
	path = strings.ReplaceAll(path, "{id}", id)
	if query != "" {
		path += "?" + query
	}
	return path
}
