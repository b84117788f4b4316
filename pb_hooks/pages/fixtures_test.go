package pages_test

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"
	"github.com/pocketbase/pocketbase/tools/logger"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/pictures"
	"boardcircle/pb_hooks/texts"
)

// script is a small server script: it shows the hero's title, and fails or hangs for some titles.
const script = `
globalThis.pages = [
	{path: "/", mode: "rendered", sitemap: true},
	{path: "/auth", mode: "rendered", sitemap: true},
	{path: "/admin/*", mode: "shell", sitemap: false},
	{path: "/circle/polls/:id", mode: "shell", sitemap: false},
];
globalThis.render = async function (path, json) {
	var state = JSON.parse(json);
	var title = state.texts && state.texts.landing ? state.texts.landing.texts["hero.title"] : "no landing texts";
	if (title === "throw") throw new Error("the page failed");
	if (title === "wait") await new Promise(function () {});
	function escape(text) { return text.replace(/&/g, "&amp;").replace(/</g, "&lt;"); }
	var known = path === "/" || path === "/auth" || path === "/admin" ||
		path === "/circle/polls/:id";
	return JSON.stringify({
		status: known ? 200 : 404,
		head: "<title>" + (known ? state.config.siteName + path : "Not found") + "</title>",
		html: known ? "<h1>" + escape(title) + "</h1>" + Array(200).join("<p>some text</p>") +
			"<footer>" + escape(state.texts.site.texts["footer.title"]) + "</footer>" : "<h1>404 Page Not Found</h1>",
	});
};`

const index = `<!doctype html><html><head><!--head--><script>document.documentElement.dataset.js = "on"</script>` +
	`<script type="module" src="/assets/main-abc123.js"></script></head><body><div id="root"><!--html--></div>` +
	`<script type="application/json" id="state"><!--state--></script></body></html>`

var longScript = strings.Repeat("console.log('a line of code');\n", 50)

// dist returns a build of the web app with the given server script.
func dist(script string) fstest.MapFS {
	return fstest.MapFS{
		"client/index.html":               {Data: []byte(index)},
		"client/assets/main-abc123.js":    {Data: []byte(longScript)},
		"client/assets/main-abc123.js.br": {Data: []byte("as brotli")},
		"client/assets/main-abc123.js.gz": {Data: []byte("as gzip")},
		"client/assets/text-def456.woff2": {Data: []byte("a font")},
		"client/favicon.svg":              {Data: []byte("<svg/>")},
		"client/.vite/manifest.json":      {Data: []byte("{}")},
		"server/ssr.js":                   {Data: []byte(script)},
	}
}

// testSite is a new app with the site's routes.
type testSite struct {
	*testing.T
	app *tests.TestApp
	mux http.Handler
}

func newTestSite(t *testing.T, web fs.FS) testSite {
	t.Helper()
	app := testdb.New(t)
	now := clock.NewFake(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)).Now
	site := config.Site{Name: "Boardcircle", ContactEmail: "info@circle.example"}
	texts, err := texts.New(app, texts.Deps{
		Audit: audit.New(now), Clock: now, Site: site,
		Pictures: pictures.FindServed,
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := pages.New(app, pages.Options{
		Config: config.Config{
			Demo: true, SiteURL: "https://circle.example",
			Site: site,
		},
		DemoAdmin: &pages.DemoAdmin{Username: "demo", Password: "shown"},
		Clock:     now,
		Texts:     texts,
		MayEdit:   func(*core.RequestEvent) bool { return false },
		RedirectOf: func(_ core.App, path string) (string, error) {
			return map[string]string{"/old": "/auth#top", "/": "/auth", "/index.php": "/?from=old",
				"/plans": "/auth?from=old"}[path], nil
		},
		Dist: web,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start(t.Context())
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	router.GET("/api/config", s.GetConfig().Handler)
	router.GET("/robots.txt", s.GetRobots().Handler)
	router.GET("/sitemap.xml", s.GetSitemap().Handler)
	router.GET("/.well-known/security.txt", s.GetSecurity().Handler)
	router.GET("/{path...}", s.Serve().Handler)
	mux, err := router.BuildMux()
	if err != nil {
		t.Fatal(err)
	}
	return testSite{t, app, mux}
}

// request sends a request; headers are pairs of a name and a value.
func (h testSite) request(method, path string, headers ...string) *httptest.ResponseRecorder {
	h.Helper()
	request := httptest.NewRequestWithContext(context.Background(), method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	h.mux.ServeHTTP(answer, request)
	return answer
}

func (h testSite) get(path string, headers ...string) *httptest.ResponseRecorder {
	h.Helper()
	return h.request(http.MethodGet, path, headers...)
}

// publish publishes texts and returns their rows.
func (h testSite) publish(values map[string]string) map[string]*core.Record {
	h.Helper()
	collection, err := h.app.FindCollectionByNameOrId("texts")
	if err != nil {
		h.Fatal(err)
	}
	rows := map[string]*core.Record{}
	for key, value := range values {
		row := core.NewRecord(collection)
		row.Load(map[string]any{"key": key, "language": "en", "isPublished": true, "published": value})
		h.save(row)
		rows[key] = row
	}
	return rows
}

func (h testSite) save(record *core.Record) {
	h.Helper()
	if err := h.app.Save(record); err != nil {
		h.Fatal(err)
	}
}

// logEntries flushes the log and reads it.
func (h testSite) logEntries() []*core.Log {
	h.Helper()
	handler, ok := h.app.Logger().Handler().(*logger.BatchHandler)
	if !ok {
		h.Fatal("the handler of the logger has another type")
	}
	if err := handler.WriteAll(context.Background()); err != nil {
		h.Fatal(err)
	}
	var entries []*core.Log
	if err := h.app.LogQuery().All(&entries); err != nil {
		h.Fatal(err)
	}
	return entries
}

func expectStatus(t *testing.T, answer *httptest.ResponseRecorder, status int) {
	t.Helper()
	if answer.Code != status {
		t.Fatalf("status = %d, want %d: %s", answer.Code, status, answer.Body)
	}
}

func expectHeader(t *testing.T, answer *httptest.ResponseRecorder, name, value string) {
	t.Helper()
	if got := answer.Header().Get(name); got != value {
		t.Errorf("%s = %q, want %q", name, got, value)
	}
}

func expectText(t *testing.T, answer *httptest.ResponseRecorder, text string) {
	t.Helper()
	if !strings.Contains(answer.Body.String(), text) {
		t.Errorf("the page does not contain %q: %.1500s", text, answer.Body)
	}
}

func expectNoText(t *testing.T, answer *httptest.ResponseRecorder, text string) {
	t.Helper()
	if strings.Contains(answer.Body.String(), text) {
		t.Errorf("the page must not contain %q: %.1500s", text, answer.Body)
	}
}
