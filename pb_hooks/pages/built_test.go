package pages_test

import (
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardcircle/web"
)

func TestTheBuiltWebAppRendersItsPages(t *testing.T) {
	t.Parallel()
	dist := web.Dist()
	if _, err := fs.Stat(dist, "client/index.html"); err != nil {
		t.Skip("the web app is not built here")
	}
	h := newTestSite(t, dist)
	h.app.Settings().Logs.MaxDays = 1 // keeps the renderer's messages in the log
	location := regexp.MustCompile(`<loc>https://circle.example(.*)</loc>`)
	// Under the race detector the first pass takes longer than a request waits.
	for deadline := time.Now().Add(2 * time.Minute); !strings.Contains(h.get("/no/such/page").Body.String(), "<h1"); {
		if time.Now().After(deadline) {
			t.Fatal("the not-found screen, the last page of a pass, was not rendered")
		}
	}
	public := location.FindAllStringSubmatch(h.get("/sitemap.xml").Body.String(), -1)
	if len(public) == 0 {
		t.Fatal("the sitemap has no page")
	}
	for _, found := range public {
		var root string
		// On a busy machine the first pass takes longer than a request waits, and the server sends the shell.
		for deadline := time.Now().Add(time.Minute); !strings.Contains(root, "<h1") && time.Now().Before(deadline); {
			page := h.get(found[1])
			expectStatus(t, page, http.StatusOK)
			_, body, _ := strings.Cut(page.Body.String(), `id="root">`)
			root, _, _ = strings.Cut(body, `id="state"`)
		}
		if strings.Count(root, "<h1") != 1 {
			t.Errorf("%s does not have exactly one h1: %.3000s", found[1], root)
		}
	}
	expectText(t, h.get("/"), "10,000 Women, One Circle, One Vision")
	missing := h.get("/no/such/page")
	expectStatus(t, missing, http.StatusNotFound)
	expectText(t, missing, "404 Page Not Found")
	for _, entry := range h.logEntries() {
		if entry.Level >= int(slog.LevelWarn) {
			t.Errorf("the renderer logged a warning: %s %s", entry.Message, entry.Data)
		}
	}
}
