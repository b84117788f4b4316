package content_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/content"
)

func (h testSite) landing() content.Landing {
	h.Helper()
	answer := h.get("/api/site/landing")
	expectStatus(h.T, answer, http.StatusOK)
	var landing content.Landing
	if err := json.Unmarshal(answer.Body.Bytes(), &landing); err != nil {
		h.Fatal(err)
	}
	return landing
}

func TestTheBuiltInTextsFillEverySection(t *testing.T) {
	t.Parallel()
	built := newTestSite(t, dist(script)).landing()
	for name, cards := range map[string]struct{ got, want int }{
		"about":        {len(built.About.Cards), 3},
		"concerns":     {len(built.Concerns.Cards), 4},
		"testimonials": {len(built.Testimonials.Cards), 3},
		"features":     {len(built.Features.Cards), 6},
	} {
		if cards.got != cards.want {
			t.Errorf("%s has %d cards, expected %d", name, cards.got, cards.want)
		}
	}
	if len(built.FAQ.Cards) == 0 || len(built.Stats) == 0 || built.Register.Title == "" || built.Contact.Title == "" {
		t.Error("a section has no text")
	}
}

func TestAContentSectionReplacesFieldByField(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	built := h.landing()
	h.createSection(map[string]any{"section": "hero", "title": "Second", "sortOrder": 2})
	h.createSection(map[string]any{"section": "hero", "title": "First", "sortOrder": 1})
	h.createSection(map[string]any{"section": "hero", "title": "Hidden", "sortOrder": 0, "isActive": false})
	h.createSection(map[string]any{"section": "membership", "subtitle": "For life"})
	now := h.landing()
	if now.Hero.Title != "First" || now.Hero.Subtitle != built.Hero.Subtitle {
		t.Errorf("the hero is %+v", now.Hero)
	}
	if now.Membership.Heading.Subtitle != "For life" || now.Membership.Heading.Title != built.Membership.Heading.Title {
		t.Errorf("membership is %+v", now.Membership)
	}
	if now.Footer != built.Footer {
		t.Errorf("the footer is %+v", now.Footer)
	}
}

func TestCardsReplaceAllBuiltInCards(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	built := h.landing()
	h.createSection(map[string]any{"section": "testimonials", "title": "What members say"})
	now := h.landing()
	if now.Testimonials.Heading.Title != "What members say" || !slices.Equal(now.Testimonials.Cards, built.Testimonials.Cards) {
		t.Errorf("a heading alone must leave the cards: %+v", now.Testimonials)
	}
	h.createSection(map[string]any{"section": "testimonials", "title": "Meera", "subtitle": "Chair", "content": "A quote.", "sortOrder": 5, "imageUrl": "https://pictures.example/meera.webp"})
	h.createSection(map[string]any{"section": "testimonials", "title": "Asha", "content": "Another.", "sortOrder": 4})
	now = h.landing()
	want := []content.TextBlock{
		{Title: "Asha", HTML: "<p>Another.</p>"},
		{Title: "Meera", Subtitle: "Chair", HTML: "<p>A quote.</p>", ImageURL: "https://pictures.example/meera.webp"},
	}
	if !slices.Equal(now.Testimonials.Cards, want) {
		t.Errorf("the cards are %+v", now.Testimonials.Cards)
	}
}

func TestVisitorsSeeActiveSectionsAndAdminsAll(t *testing.T) {
	t.Parallel()
	h := newTestSite(t, dist(script))
	h.createSection(map[string]any{"section": "hero", "title": "Shown", "sortOrder": 2})
	h.createSection(map[string]any{"section": "about", "title": "Hidden", "sortOrder": 1, "isActive": false})

	visitor := h.get("/api/cms/content")
	expectText(t, visitor, `"title":"Shown"`)
	expectText(t, visitor, `"isActive":"true","sortOrder":"2"`)
	expectNoText(t, visitor, "Hidden")

	superusers, err := h.app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	admin := core.NewRecord(superusers)
	admin.SetEmail("staff@circle.example")
	admin.SetPassword("a long password 1")
	h.save(admin)
	token, err := admin.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	var sections []struct{ Title, IsActive string }
	answer := h.get("/api/cms/content", "Authorization", token)
	if err := json.Unmarshal(answer.Body.Bytes(), &sections); err != nil {
		t.Fatal(err)
	}
	if len(sections) != 2 || sections[0].Title != "Hidden" || sections[0].IsActive != "false" || sections[1].IsActive != "true" {
		t.Errorf("an admin sees %s", answer.Body)
	}
}

func TestThePublicConfigHoldsNoSecret(t *testing.T) {
	t.Parallel()
	var keys map[string]any
	answer := newTestSite(t, dist(script)).get("/api/config")
	if err := json.Unmarshal(answer.Body.Bytes(), &keys); err != nil {
		t.Fatal(err)
	}
	public := []string{
		"siteName", "siteUrl", "contactEmail", "contactPhone", "contactPlace", "eventDay", "figureMembers", "figureTarget", "providerUrl", "razorpayKeyId",
		"checkoutScript", "paymentsEnabled", "demo", "demoAdmin",
	}
	for key := range keys {
		if !slices.Contains(public, key) {
			t.Errorf("%s is shown to everybody", key)
		}
	}
	if len(keys) != len(public) {
		t.Errorf("the answer is %s", answer.Body)
	}
}

func TestCrawlersFindThePublicPagesOnly(t *testing.T) {
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
