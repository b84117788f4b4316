package pages_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestAPageIsRenderedWithItsTexts(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	page := h.get("/")
	expectStatus(t, page, http.StatusOK)
	expectHeader(t, page, "Content-Type", "text/html; charset=utf-8")
	expectText(t, page, "<h1>10,000 Women, One Circle, One Vision</h1>")
	expectText(t, page, "<title>Boardcircle/</title>")
	expectText(t, page, `"siteUrl":"https://circle.example"`)
	expectText(t, h.get("/auth/"), "<h1>no landing texts</h1>")
}

func TestAnEditedTextIsOnThePageAtTheNextReload(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	before := h.get("/").Header().Get("ETag")
	text := h.publish(map[string]string{"landing.hero.title": "A new promise"})["landing.hero.title"]
	after := h.get("/", "If-None-Match", before)
	expectStatus(t, after, http.StatusOK)
	expectText(t, after, "<h1>A new promise</h1>")

	text.Set("published", "A newer promise")
	h.save(text)
	expectText(t, h.get("/"), "<h1>A newer promise</h1>")

	text.Set("isPublished", false)
	h.save(text)
	expectText(t, h.get("/"), "<h1>10,000 Women")

	text.Set("isPublished", true)
	h.save(text)
	if err := h.app.Delete(text); err != nil {
		t.Fatal(err)
	}
	expectText(t, h.get("/"), "<h1>10,000 Women")
}

func TestTheTextOfTheFooterIsOnEveryPage(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for _, path := range []string{"/", "/auth"} {
		expectText(t, h.get(path), "<footer>Boardcircle, Mumbai</footer>")
	}
	h.publish(map[string]string{"site.footer.title": "The circle, Pune"})
	for _, path := range []string{"/", "/auth"} {
		expectText(t, h.get(path), "<footer>The circle, Pune</footer>")
	}
}

func TestAFailedRenderingKeepsTheLastGoodPage(t *testing.T) {
	t.Parallel()
	for name, title := range map[string]string{"it throws": "throw", "it hangs": "wait"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newTestSite(t, dist(script))
			text := h.publish(map[string]string{"landing.hero.title": "Good"})["landing.hero.title"]
			expectText(t, h.get("/"), "<h1>Good</h1>")
			text.Set("published", title)
			h.save(text)
			expectText(t, h.get("/"), "<h1>Good</h1>")
			expectText(t, h.get("/auth"), "<h1>no landing texts</h1>")
			text.Set("published", "Better")
			h.save(text)
			expectText(t, h.get("/"), "<h1>Better</h1>")
		})
	}
}

func TestTheShellAndItsStateAreSentForAPageThatCannotBeRendered(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(strings.Replace(script, `title === "throw"`, `path === "/"`, 1)))
	page := h.get("/")
	expectStatus(t, page, http.StatusOK)
	expectText(t, page, `<div id="root"></div>`)
	expectText(t, page, "<title>Boardcircle</title>")
	expectText(t, page, "10,000 Women, One Circle, One Vision")
}

func TestTheShellIsSentIfTheScriptDoesNotRun(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]string{"it does not compile": "function (", "it throws": "throw new Error('no')", "it is empty": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := newTestSite(t, dist(broken)).get("/auth")
			expectStatus(t, page, http.StatusOK)
			expectText(t, page, `<div id="root"></div>`)
		})
	}
}

func TestTheConsoleGetsAnEmptyShellWithItsHead(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for _, path := range []string{"/admin", "/admin/members", "/admin/email-texts/account-notice.pin-set"} {
		page := h.get(path)
		expectStatus(t, page, http.StatusOK)
		expectText(t, page, `<div id="root"></div>`)
		expectText(t, page, "<title>Boardcircle/admin</title>")
	}
	expectStatus(t, h.get("/administrators"), http.StatusNotFound)
}

func TestARouteWithAnIDIsThePageOfEveryRecord(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	for _, path := range []string{"/circle/polls/4k2n8v6xq0c1b3d", "/circle/polls/OTHER/"} {
		page := h.get(path)
		expectStatus(t, page, http.StatusOK)
		expectText(t, page, "<title>Boardcircle/circle/polls/:id</title>")
	}
	for _, path := range []string{"/circle/polls", "/circle/polls/", "/circle/polls/one/votes", "/circle/other/one"} {
		expectStatus(t, h.get(path), http.StatusNotFound)
	}
}

func TestAnUnknownPathIsTheNotFoundScreen(t *testing.T) {
	t.Parallel()
	page := newTestSite(t, dist(script)).get("/no/such/page")
	expectStatus(t, page, http.StatusNotFound)
	expectHeader(t, page, "Content-Type", "text/html; charset=utf-8")
	expectHeader(t, page, "ETag", "")
	expectText(t, page, "<h1>404 Page Not Found</h1>")
}

func TestHostileTextIsInert(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	h.publish(map[string]string{
		"landing.hero.title":    "</script><script>alert(1)</script>",
		"landing.hero.subtitle": "<!--state--><!--html-->\u2028<!--head-->",
		"landing.hero.body":     "<!--state--><!--html-->\u2028<!--head-->",
	})
	page := h.get("/")
	expectText(t, page, `\u003c/script\u003e\u003cscript\u003ealert(1)`)
	expectText(t, page, `\u2028`)
	expectNoText(t, page, "<script>alert(1)")
	expectNoText(t, page, "\u2028")
	if n := strings.Count(page.Body.String(), `"siteName"`); n != 1 {
		t.Errorf("the state is %d times on the page, want once", n)
	}
}

func TestThePolicyAllowsTheInlineScriptOnlyByItsHash(t *testing.T) {
	t.Parallel()
	site := newTestSite(t, dist(script))
	policyOf := func(path string) string { return site.get(path).Header().Get("Content-Security-Policy") }
	// echo -n 'document.documentElement.dataset.js = "on"' | openssl dgst -sha256 -binary | base64
	const scripts = "script-src 'self' 'sha256-sLR/2I59Qgm7jMCRYoPMbOpKR27vAGkRNty8XBOpIFo='"
	for path, parts := range map[string][]string{
		"/":                  {scripts + "; ", "style-src 'self' 'sha256-", "style-src-attr 'none'", "connect-src 'self'; ", "frame-ancestors 'none'"},
		"/membership-plans":  {scripts + " https://*.razorpay.com; ", "frame-src 'self' https://*.razorpay.com; ", "style-src-attr 'none'"},
		"/Membership-Plans/": {"https://*.razorpay.com"},
		"/admin":             {scripts + "; ", "frame-src 'self'; ", "style-src-attr 'none'"},
	} {
		policy := policyOf(path)
		for _, part := range parts {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy %q does not contain %q", path, policy, part)
			}
		}
		if strings.Contains(policy, "style-src 'self' 'unsafe-inline'") ||
			!strings.Contains(strings.ToLower(path), "plans") && strings.Contains(policy, "razorpay") {
			t.Errorf("%s: the policy allows inline styles or Razorpay: %q", path, policy)
		}
	}
}

func TestTheCheckOfACampaignFindsLinksToUnknownPages(t *testing.T) {
	t.Parallel()
	o := testapp.New(t, testapp.WithDist(dist(script)))
	admin := o.SignedIn("admins", map[string]any{"username": "meera"})
	answer := admin.Post("/api/campaigns/check", map[string]any{
		"subject": "News", "content": "[a](/auth?mode=x#y) [b](/no-such-page) [c](/images/any.png) [d](/api/health)",
	})
	var check struct {
		Links []struct{ Address, State string }
	}
	if err := json.Unmarshal([]byte(answer.Body), &check); err != nil {
		t.Fatal(err, answer.Body)
	}
	got := map[string]string{}
	for _, link := range check.Links {
		got[strings.TrimPrefix(link.Address, "http://boardcircle.test")] = link.State
	}
	want := map[string]string{
		"/auth?mode=x#y":  "own",
		"/no-such-page":   "fails",
		"/images/any.png": "own",
		"/api/health":     "own",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The test requests every public route before and after a draft is saved.
func TestNoVisitorSeesADraft(t *testing.T) {
	t.Parallel()
	o := testapp.New(t, testapp.WithDist(dist(script)))
	admin := o.SignedIn("admins", map[string]any{"username": "meera"})
	create := func(values map[string]any) string {
		answer := admin.Post("/api/cms/content", values)
		if answer.Status != http.StatusCreated {
			t.Fatalf("status = %d, want 201: %s", answer.Status, answer.Body)
		}
		return answer.JSON["id"].(string)
	}
	update := func(id string, values map[string]any) { admin.Send(http.MethodPut, "/api/cms/content/"+id, values) }
	visitor, secret := o.Visitor(), "Not before the sixteenth"
	public := func() map[string]string {
		seen := map[string]string{}
		for _, route := range o.Routes() {
			if route.Method != http.MethodGet {
				continue
			}
			answer := visitor.Get(strings.NewReplacer("{path...}", "", "{id}", "unknownrecord00", "{page}", "landing", "{name}",
				"none.jpg").Replace(route.Path))
			if strings.Contains(answer.Body, secret) {
				t.Errorf("%s shows the draft", route.Path)
			}
			seen[route.Path] = answer.Header.Get("ETag") + answer.Body
		}
		for _, page := range []string{"/", "/auth", "/membership-plans", "/no-such-page"} {
			answer := visitor.Get(page)
			if strings.Contains(answer.Body, secret) {
				t.Errorf("%s shows the draft", page)
			}
			seen[page] = answer.Header.Get("ETag") + answer.Body
		}
		return seen
	}
	create(map[string]any{"section": "hero", "title": "Shown"})
	draft := create(map[string]any{"section": "membership", "title": secret, "sortOrder": "-5", "isActive": "false"})
	// The part has disappeared. What is written meanwhile changes nothing.
	before := public()
	update(draft, map[string]any{"title": "Still: " + secret, "content": secret + "!"})
	for path, answer := range public() {
		if before[path] != answer {
			t.Errorf("%s has changed because of the draft", path)
		}
	}
	if list := admin.Get("/api/cms/content").Body; !strings.Contains(list, secret) {
		t.Errorf("an admin does not see the draft: %s", list)
	}
	update(draft, map[string]any{"isActive": "true"})
	if page := visitor.Get("/"); !strings.Contains(page.Body, secret) {
		t.Error("the page does not show the published text")
	}
}

// An editor gets the page with drafts and its keys, and a colleague with a link the page with drafts. No one else does.
func TestOnlyEditorsAndPreviewsGetAPageWithDrafts(t *testing.T) {
	t.Parallel()
	o := testapp.New(t, testapp.WithDist(dist(script)))
	editor := o.SignedIn("admins", map[string]any{"username": "meera", "role": "editor"})
	reviewer := o.SignedIn("admins", map[string]any{"username": "asha", "role": "reviewer"})
	saved := editor.Send(http.MethodPut, "/api/texts/landing",
		map[string]any{"key": "landing.hero.title", "version": 0, "value": "Drafted"})
	link := editor.Post("/api/texts/landing/preview", map[string]any{})
	if saved.Status != http.StatusOK || link.Status != http.StatusOK {
		t.Fatalf("saved: %s, link: %s", saved.Body, link.Body)
	}
	_, token, _ := strings.Cut(link.JSON["url"].(string), "?preview=")
	type request struct {
		from *testapp.Visitor
		path string
	}
	expect := func(r request, isDrafted, isEditing bool) {
		t.Helper()
		page := r.from.Get(r.path)
		if is := strings.Contains(page.Body, "<h1>Drafted</h1>"); page.Status != http.StatusOK || is != isDrafted {
			t.Errorf("%s: status = %d, shows the draft: %t, want %t", r.path, page.Status, is, isDrafted)
		}
		if is := strings.Contains(page.Body, `"editing":true`); is != isEditing {
			t.Errorf("%s: editing: %t, want %t", r.path, is, isEditing)
		}
		isPrivate := page.Header.Get("Cache-Control") == "no-store" && page.Header.Get("X-Robots-Tag") == "noindex"
		if isPrivate != isDrafted {
			t.Errorf("%s: headers = %v", r.path, page.Header)
		}
	}
	visitor := o.Visitor()
	for range 3 { // each valid link is a row, so a revocation ends all of them
		o.Clock.Advance(time.Second)
		link = editor.Post("/api/texts/landing/preview", map[string]any{})
	}
	_, later, _ := strings.Cut(link.JSON["url"].(string), "?preview=")
	expect(request{editor, "/?edit"}, true, true)
	expect(request{editor, "/"}, false, false)
	expect(request{reviewer, "/?edit"}, false, false)
	expect(request{visitor, "/?edit"}, false, false)
	expect(request{visitor, "/?preview=" + token}, true, false)
	for _, other := range []string{token + "x", "", token[7:], "%00", "%ff"} {
		expect(request{visitor, "/?preview=" + other}, false, false)
	}
	o.Clock.Advance(7*24*time.Hour - 3*time.Second)
	expect(request{visitor, "/?preview=" + token}, false, false)
	expect(request{visitor, "/?preview=" + later}, true, false)
	if other := editor.Send(http.MethodDelete, "/api/texts/plans/preview", nil); other.Status != http.StatusNoContent {
		t.Fatalf("%d %s", other.Status, other.Body)
	}
	expect(request{visitor, "/?preview=" + later}, true, false)
	if revoked := editor.Send(http.MethodDelete, "/api/texts/landing/preview", nil); revoked.Status != http.StatusNoContent {
		t.Fatalf("%d %s", revoked.Status, revoked.Body)
	}
	expect(request{visitor, "/?preview=" + later}, false, false)
}

// Several pages share an address, and the texts of the site are on all of them.
func TestALinkShowsTheDraftsOfItsPageOnly(t *testing.T) {
	t.Parallel()
	o := testapp.New(t, testapp.WithDist(dist(script)))
	editor := o.SignedIn("admins", map[string]any{"role": "editor"})
	for page, key := range map[string]string{"landing": "landing.hero.title", "site": "site.footer.title"} {
		if saved := editor.Send(http.MethodPut, "/api/texts/"+page,
			map[string]any{"key": key, "version": 0, "value": "Drafted " + page}); saved.Status != http.StatusOK {
			t.Fatalf("saved: %s", saved.Body)
		}
	}
	for shared, want := range map[string]map[string]bool{
		"landing": {"Drafted landing": true, "Drafted site": false},
		"site":    {"Drafted landing": false, "Drafted site": true},
	} {
		link := editor.Post("/api/texts/"+shared+"/preview", map[string]any{"path": "/"})
		_, token, _ := strings.Cut(link.JSON["url"].(string), "?preview=")
		page := o.Visitor().Get("/?preview=" + token)
		for text, is := range want {
			if strings.Contains(page.Body, text) != is {
				t.Errorf("the link of %s shows %q: %t, want %t", shared, text, !is, is)
			}
		}
	}
}

// Each page with drafts is rendered for its reader, so one network opens a limited number of them.
func TestPagesThatALinkOpensAreLimited(t *testing.T) {
	t.Parallel()
	o := testapp.New(t, testapp.WithDist(dist(script)))
	editor := o.SignedIn("admins", map[string]any{"role": "editor"})
	link := editor.Post("/api/texts/landing/preview", map[string]any{})
	_, token, _ := strings.Cut(link.JSON["url"].(string), "?preview=")
	statuses := map[int]int{}
	for range 35 {
		answer := o.Visitor().Get("/?preview=" + token)
		statuses[answer.Status]++
		if answer.Status == http.StatusTooManyRequests && answer.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	if statuses[http.StatusOK] != 30 || statuses[http.StatusTooManyRequests] != 5 {
		t.Errorf("the statuses are %v", statuses)
	}
	if answer := o.Visitor().Get("/"); answer.Status != http.StatusOK {
		t.Errorf("the page without drafts: %d", answer.Status)
	}
}
