package pages_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
)

func TestAPageIsRevalidatedOnEachRequest(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	page := h.get("/")
	expectHeader(t, page, "Cache-Control", "no-cache")
	if vary := page.Header().Values("Vary"); !slices.Contains(vary, "Accept-Encoding") {
		t.Errorf("Vary = %q", vary)
	}
	etag := page.Header().Get("ETag")
	for _, header := range []string{etag, `"other", ` + etag, strings.TrimPrefix(etag, "W/"), "*"} {
		again := h.get("/", "If-None-Match", header, "Accept-Encoding", "br")
		expectStatus(t, again, http.StatusNotModified)
		expectHeader(t, again, "ETag", etag)
		if again.Body.Len() > 0 {
			t.Error("a response with status 304 has a body")
		}
	}
	expectStatus(t, h.get("/", "If-None-Match", `W/"other"`), http.StatusOK)
}

func TestAPageIsSentInTheEncodingThatTheBrowserAccepts(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	plain := h.get("/").Body.String()
	for _, c := range []struct{ accepted, coding string }{
		{"gzip, deflate, br, zstd", "br"},
		{"gzip;q=1.0, br;q=0", "gzip"},
		{"GZIP", "gzip"},
		{"gzip;q=0, identity", ""},
		{"brotli", ""},
		{"", ""},
	} {
		answer := h.get("/", "Accept-Encoding", c.accepted)
		expectHeader(t, answer, "Content-Encoding", c.coding)
		if got := decompress(t, c.coding, answer.Body.Bytes()); got != plain {
			t.Errorf("Accept-Encoding %q: the decompressed body is not the page", c.accepted)
		}
	}
}

func decompress(t *testing.T, coding string, sent []byte) string {
	t.Helper()
	var reader io.Reader = bytes.NewReader(sent)
	switch coding {
	case "br":
		reader = brotli.NewReader(reader)
	case "gzip":
		unzipped, err := gzip.NewReader(reader)
		if err != nil {
			t.Fatal(err)
		}
		reader = unzipped
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAHashedAssetIsCachedForever(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	asset := h.get("/assets/main-abc123.js")
	expectStatus(t, asset, http.StatusOK)
	expectHeader(t, asset, "Cache-Control", "public, max-age=31536000, immutable")
	expectHeader(t, asset, "Content-Type", "text/javascript; charset=utf-8")
	expectHeader(t, asset, "Vary", "Accept-Encoding")
	if asset.Body.String() != longScript {
		t.Error("the body is not the script")
	}
	for coding, sent := range map[string]string{"br": "as brotli", "gzip": "as gzip"} {
		asset := h.get("/assets/main-abc123.js", "Accept-Encoding", coding)
		expectHeader(t, asset, "Content-Encoding", coding)
		expectHeader(t, asset, "Content-Type", "text/javascript; charset=utf-8")
		if asset.Body.String() != sent {
			t.Errorf("%s: body = %q, want %q of the build", coding, asset.Body, sent)
		}
	}
	font := h.get("/assets/text-def456.woff2", "Accept-Encoding", "br, gzip")
	expectHeader(t, font, "Content-Type", "font/woff2")
	expectHeader(t, font, "Content-Encoding", "")
	expectHeader(t, h.get("/favicon.svg"), "Cache-Control", "public, max-age=3600")
}

func TestAMissingFileIsAPlain404(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for _, path := range []string{
		"/assets/main-missing.js", "/assets/", "/assets", "/wp-login.php", "/.env", "/index.html", "/.vite/manifest.json",
		"/assets/main-abc123.js.br", "/favicon.ico", "/assets/..%2f..%2fserver%2fssr.js",
	} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusNotFound)
		if path != "/assets" {
			expectHeader(t, answer, "Content-Type", "text/plain; charset=utf-8")
		}
		if strings.Contains(answer.Header().Get("Cache-Control"), "max-age") {
			t.Errorf("%s: the response may be cached, although the file may be added later", path)
		}
	}
}

func TestAnUnknownRouteOfTheAPIIsAJSON404(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for _, path := range []string{"/api", "/api/nope", "/api/nope.js"} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusNotFound)
		expectText(t, answer, `"status":404`)
	}
	expectStatus(t, h.get("/apiary"), http.StatusNotFound)
	expectText(t, h.get("/apiary"), "404 Page Not Found")
}

func TestHEADSendsOnlyTheHeaders(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for _, path := range []string{"/", "/assets/main-abc123.js"} {
		get, head := h.get(path), h.request(http.MethodHead, path)
		expectStatus(t, head, http.StatusOK)
		for _, name := range []string{"Content-Length", "Content-Type", "ETag", "Cache-Control"} {
			expectHeader(t, head, name, get.Header().Get(name))
		}
		if head.Body.Len() > 0 {
			t.Errorf("HEAD %s has a body", path)
		}
	}
}

func TestOnlyFailedRequestsAreLogged(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	h.app.Settings().Logs.MaxDays = 1 // a test app keeps no logs by default
	for _, path := range []string{"/reset-password", "/auth", "/assets/missing.js", "/api/nope"} {
		h.get(path)
	}
	logged := h.logEntries()
	for deadline := time.Now().Add(20 * time.Second); len(logged) == 0; logged = h.logEntries() {
		if time.Now().After(deadline) {
			t.Fatal("the failed request was not logged, so this test proves nothing")
		}
		time.Sleep(20 * time.Millisecond) // requests are logged asynchronously
	}
	if len(logged) > 1 {
		t.Errorf("%d requests were logged, want only the failed one", len(logged))
	}
}

func TestABinaryWithoutTheWebAppAnswers503(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, fstest.MapFS{".gitkeep": {}})
	for _, path := range []string{"/", "/auth", "/assets/main-abc123.js", "/sitemap.xml"} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusServiceUnavailable)
		expectText(t, answer, "built without its web app")
	}
	expectStatus(t, h.get("/api/config"), http.StatusOK)
	expectStatus(t, h.get("/api/nope"), http.StatusNotFound)
	expectStatus(t, h.get("/robots.txt"), http.StatusOK)
}

func TestThePublicConfigHasOnlyPublicKeys(t *testing.T) {
	t.Parallel()
	var keys map[string]any
	answer := newTestSite(t, dist(script)).get("/api/config")
	if err := json.Unmarshal(answer.Body.Bytes(), &keys); err != nil {
		t.Fatal(err)
	}
	public := []string{
		"siteName", "siteUrl", "contactEmail", "contactPhone", "contactPlace", "eventDay", "figureMembers",
		"figureTarget", "providerUrl", "razorpayKeyId", "nextSession", "hiddenSections", "modules", "hasCircle",
		"checkoutScript", "paymentsEnabled", "isTaxCharged", "languages", "demo", "demoAdmin",
	}
	for key := range keys {
		if !slices.Contains(public, key) {
			t.Errorf("the config has %s, which is not public", key)
		}
	}
	if len(keys) != len(public) {
		t.Errorf("the config lacks a public key: %s", answer.Body)
	}
}

func TestCrawlersFindOnlyThePublicPages(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	sitemap := h.get("/sitemap.xml")
	expectHeader(t, sitemap, "Content-Type", "application/xml; charset=utf-8")
	expectText(t, sitemap, "<loc>https://circle.example/</loc>")
	expectText(t, sitemap, "<loc>https://circle.example/auth</loc>")
	expectNoText(t, sitemap, "admin")

	robots := h.get("/robots.txt")
	for _, line := range []string{"Disallow: /admin\n", "Disallow: /_/\n", "Disallow: /api/\n", "Disallow: /sandbox\n", "Sitemap: https://circle.example/sitemap.xml\n"} {
		expectText(t, robots, line)
	}
	security := h.get("/.well-known/security.txt")
	expectText(t, security, "Contact: mailto:info@circle.example\n")
	expectText(t, security, "Expires: 2026-10-01T00:00:00Z\n")
}
