package operations_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/testapp"
)

var crash = map[string]any{
	"message": "TypeError: e is undefined", "stack": "assets/site-DxK3.js:1:2345\nassets/react-a1B2.js:8:17",
	"route": "/admin/people/:id", "release": "site-DxK3.js",
}

func TestErrorsInBrowsersAreCountedAndLogged(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.PB.Settings().Logs.MaxDays = 5 // test apps keep no logs by default
	visitor := h.Visitor()
	onSite := maps.Clone(crash)
	onSite["route"] = "/administration"
	for _, body := range []map[string]any{crash, crash, onSite} {
		if answer := visitor.Post("/api/crashes", body); answer.Status != 204 {
			t.Fatalf("status = %d, want 204: %s", answer.Status, answer.Body)
		}
	}
	values := metrics(t, h)
	for series, want := range map[string]float64{
		`boardcircle_browser_errors_total{area="console"}`: 2, `boardcircle_browser_errors_total{area="site"}`: 1,
	} {
		if values[series] != want {
			t.Errorf("%s = %v, want %v", series, values[series], want)
		}
	}
	if err := logs.Flush(h.PB); err != nil {
		t.Fatal(err)
	}
	var entries []*core.Log
	if err := h.PB.LogQuery().All(&entries); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, entry := range entries {
		text.WriteString(entry.Message + " " + entry.Data.String() + "\n")
	}
	for _, part := range []string{"e is undefined", "/admin/people/:id", "site-DxK3.js", `react-a1B2.js:8:17`} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("the log does not contain %q:\n%s", part, text.String())
		}
	}
}

func TestInvalidCrashReportsAreRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	visitor := h.Visitor()
	for name, value := range map[string]string{
		"message": "",
		"stack":   "at Asha Rao (assets/site-DxK3.js:1:2345)",
		"route":   "/admin/people/4f2a?name=Asha",
		"release": "site DxK3",
	} {
		body := maps.Clone(crash)
		body[name] = value
		if answer := visitor.Post("/api/crashes", body); answer.Status != 400 || !strings.Contains(answer.Body, `"`+name+`"`) {
			t.Errorf("%s %q: status = %d, want 400: %s", name, value, answer.Status, answer.Body)
		}
	}
	long := maps.Clone(crash)
	long["stack"] = strings.Repeat("assets/site-DxK3.js:1:2345\n", 200)
	if answer := visitor.Post("/api/crashes", long); answer.Status != 413 {
		t.Errorf("a long report: status = %d, want 413: %s", answer.Status, answer.Body)
	}
}

func TestCrashReportsAreRateLimited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	visitor := h.Visitor()
	for range 30 {
		if visitor.Post("/api/crashes", crash).Status == 429 {
			return
		}
	}
	t.Error("30 reports at once were accepted")
}
