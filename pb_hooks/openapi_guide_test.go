package hooks_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

var guideRoute = regexp.MustCompile(`(?:\b(GET|POST|PUT|DELETE) |\$SITE)(/api/[\w./{}-]+)`)

// docs/api.md names routes of the table, and PocketBase's sign-in of superusers.
func TestTheGuideNamesRoutesThatExist(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"/api/collections/_superusers/auth-with-password": true}
	for _, route := range testapp.New(t).Routes() {
		known[route.Path], known[route.Method+" "+route.Path] = true, true
	}
	found := guideRoute.FindAllStringSubmatch(string(guide), -1)
	if len(found) < 15 {
		t.Errorf("the guide names %d routes", len(found))
	}
	for _, match := range found {
		if name := strings.TrimSpace(match[1] + " " + match[2]); !known[name] {
			t.Errorf("docs/api.md names %s, which is no route", name)
		}
	}
}
