package scale

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestEveryListAndTheDashboardUseIndexes(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	c := open(t)
	seen := map[string]bool{}
	var paths []string
	for _, route := range c.Routes() {
		admins := route.Access == httpx.Admin || route.Access == httpx.PublicOrAdmin
		if route.Method != http.MethodGet || !admins || strings.HasSuffix(route.Path, "/export") {
			continue
		}
		seen[route.Path] = true
		if len(questions[route.Path]) == 0 && unasked[route.Path] == "" {
			t.Errorf("%s is in neither questions nor unasked", route.Path)
		}
		for _, question := range questions[route.Path] {
			paths = append(paths, fill(route.Path, question))
		}
	}
	for path := range questions {
		if !seen[path] {
			t.Errorf("%s is not a route that an admin reads", path)
		}
	}
	statements := 0
	queryplan.WithAndWithoutStatistics(t, c.PB, func(statistics string) {
		for _, path := range paths {
			captured := queryplan.CaptureQueries(c.PB, func() {
				if a := c.staff.Get(path); a.Status != http.StatusOK {
					t.Errorf("%s: status = %d, want 200: %s", path, a.Status, a.Body)
				}
			})
			statements += len(captured)
			for _, statement := range captured {
				if faults := queryplan.SlowSteps(t, c.PB, statement, few...); len(faults) > 0 {
					t.Errorf("%s with %s statistics: %v in\n%s", path, statistics, faults, statement)
				}
			}
		}
	})
	if statements < 2*len(paths) { // a route may run no statement if the caller's session is cached
		t.Errorf("%d questions ran only %d statements", 2*len(paths), statements)
	}
	t.Logf("%d questions to %d routes ran %d statements", 2*len(paths), len(seen), statements)
}

// parameter matches a parameter of a route's path.
var parameter = regexp.MustCompile(`\{[a-z]+\}`)

// fill inserts a question into a route's path: the values of its parameters, then the query.
func fill(path, question string) string {
	id, query, _ := strings.Cut(question, "?")
	path = parameter.ReplaceAllLiteralString(path, id)
	if query != "" {
		path += "?" + query
	}
	return path
}
