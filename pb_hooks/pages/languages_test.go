package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
)

// languageScript shows the address and the hero's title of each page.
const languageScript = `
globalThis.pages = [
	{path: "/", mode: "rendered", sitemap: true},
	{path: "/renew", mode: "rendered", sitemap: false},
	{path: "/account", mode: "shell", sitemap: false},
	{path: "/admin/*", mode: "shell", sitemap: false},
];
globalThis.render = async function (path, json) {
	var state = JSON.parse(json), language = state.texts.site.language;
	var inEnglish = language === "en" ? path : path.slice(3) || "/";
	var known = ["/", "/renew", "/account", "/admin"].includes(inEnglish);
	return JSON.stringify({
		status: known ? 200 : 404, head: "",
		html: "<h1>" + language + " " + path + "</h1>" +
			(state.texts.landing ? state.texts.landing.texts["hero.title"] : ""),
	});
};`

func newLanguageSite(t *testing.T) testSite {
	t.Helper()
	web := dist(languageScript)
	web["client/index.html"].Data = []byte(strings.Replace(index, "<html>", `<html lang="en-IN">`, 1))
	return newTestSite(t, web)
}

func TestAPageIsRenderedInEachLanguage(t *testing.T) {
	t.Parallel()
	h := newLanguageSite(t)
	for path, want := range map[string][]string{
		"/":         {`<html lang="en-IN">`, "<h1>en /</h1>"},
		"/hi":       {`<html lang="hi-IN">`, "<h1>hi /hi</h1>", "सर्कल"},
		"/hi/":      {`<html lang="hi-IN">`, "<h1>hi /hi</h1>"},
		"/HI/renew": {`<html lang="hi-IN">`, "<h1>hi /hi/renew</h1>"},
		"/mr/renew": {`<html lang="mr-IN">`, "<h1>mr /mr/renew</h1>"},
	} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusOK)
		for _, text := range want {
			expectText(t, answer, text)
		}
	}
}

func TestAnUnknownLanguageOrPageIsNotFound(t *testing.T) {
	t.Parallel()
	h := newLanguageSite(t)
	for path, want := range map[string]string{
		"/fr": "<h1>en /404</h1>", "/fr/renew": "<h1>en /404</h1>", "/en": "<h1>en /404</h1>", "/en/renew": "<h1>en /404</h1>",
		"/hi/nope": "<h1>hi /hi/404</h1>", "/hi/mr": "<h1>hi /hi/404</h1>", "/hi/hi/renew": "<h1>hi /hi/404</h1>",
	} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusNotFound)
		expectText(t, answer, want)
	}
}

func TestAPageThatIsOnlyInEnglishHasNoOtherAddress(t *testing.T) {
	t.Parallel()
	h := newLanguageSite(t)
	for path, want := range map[string]string{
		"/hi/account": "/account", "/hi/admin/content": "/admin/content", "/mr/account?from=email": "/account?from=email",
	} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusFound)
		expectHeader(t, answer, "Location", want)
	}
}

func TestAVisitorReturnsToTheChosenLanguage(t *testing.T) {
	t.Parallel()
	h := newLanguageSite(t)
	for _, c := range []struct{ path, cookie, want string }{
		{"/", "lang=hi", "/hi"},
		{"/renew", "a=b; lang=mr", "/mr/renew"},
		{"/renew?token=secret%26x", "lang=hi", "/hi/renew?token=secret%26x"},
		{"/", "lang=en", ""},
		{"/", "lang=fr", ""},
		{"/", "lang=//evil.example", ""},
		{"/", "", ""},
		{"/mr", "lang=hi", ""}, // the link of another person
		{"/account", "lang=hi", ""},
		{"/?edit", "lang=hi", ""},
	} {
		answer := h.get(c.path, "Cookie", c.cookie, "Accept-Language", "hi")
		status := http.StatusOK
		if c.want != "" {
			status = http.StatusFound
		}
		if answer.Code != status || answer.Header().Get("Location") != c.want {
			t.Errorf("%s with %q: status = %d, Location = %q, want %q", c.path, c.cookie, answer.Code,
				answer.Header().Get("Location"), c.want)
		}
	}
	answer := h.get("/", "Cookie", "lang=hi")
	expectHeader(t, answer, "Vary", "Cookie")
	if vary := strings.Join(h.get("/").Header().Values("Vary"), ", "); !strings.Contains(vary, "Cookie") {
		t.Errorf("Vary = %q", vary)
	}
	expectStatus(t, h.request(http.MethodHead, "/", "Cookie", "lang=hi"), http.StatusOK)
	expectStatus(t, h.get("/nope", "Cookie", "lang=hi"), http.StatusNotFound)
}

func TestAnOldAddressRedirectsToItsPage(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for path, want := range map[string]string{"/old": "/auth#top", "/index.php": "/?from=old", "/hi/old": "/hi/auth#top",
		"/mr/plans": "/mr/auth?from=old"} {
		answer := h.get(path)
		expectStatus(t, answer, http.StatusMovedPermanently)
		expectHeader(t, answer, "Location", want)
		expectHeader(t, answer, "Cache-Control", "public, max-age=3600")
	}
	expectStatus(t, h.get("/"), http.StatusOK) // the page decides first
	expectStatus(t, h.get("/older"), http.StatusNotFound)
	expectStatus(t, h.get("/api/old"), http.StatusNotFound)
}

func TestTheSitemapSaysWhenATextWasPublished(t *testing.T) {
	t.Parallel()
	h := newLanguageSite(t)
	expectNoText(t, h.get("/sitemap.xml"), "<lastmod>")
	versions, err := h.app.FindCollectionByNameOrId("text_versions")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ key, language, state, at string }{
		{"landing.hero.title", "en", "published", "2026-03-01 10:00:00.000Z"},
		{"landing.hero.title", "hi", "published", "2026-03-02 10:00:00.000Z"},
		{"landing.hero.title", "en", "draft", "2026-03-03 10:00:00.000Z"},
		{"site.skip", "en", "published", "2026-03-04 10:00:00.000Z"},
	} {
		record := core.NewRecord(versions)
		record.Load(map[string]any{"key": one.key, "language": one.language, "state": one.state, "at": one.at})
		if err := h.app.Save(record); err != nil {
			t.Fatal(err)
		}
	}
	sitemap := h.get("/sitemap.xml")
	expectText(t, sitemap, "<loc>https://circle.example/</loc>\n    <lastmod>2026-03-01T10:00:00Z</lastmod>")
	expectText(t, sitemap, "<loc>https://circle.example/hi</loc>\n    <lastmod>2026-03-02T10:00:00Z</lastmod>")
	expectText(t, sitemap, "<loc>https://circle.example/mr</loc>\n    <lastmod>2026-03-01T10:00:00Z</lastmod>")
}

func TestTheSitemapNamesThePageInEachLanguage(t *testing.T) {
	t.Parallel()
	sitemap := newLanguageSite(t).get("/sitemap.xml")
	for _, text := range []string{
		"<loc>https://circle.example/</loc>", "<loc>https://circle.example/hi</loc>",
		`hreflang="hi" href="https://circle.example/hi"`, `hreflang="x-default" href="https://circle.example/"`,
	} {
		expectText(t, sitemap, text)
	}
	expectNoText(t, sitemap, "renew")
	expectNoText(t, sitemap, "404")
}
