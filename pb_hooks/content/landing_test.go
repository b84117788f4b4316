package content_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/internal/testapp"
)

func (o consoleFixture) landing() content.Landing {
	o.t.Helper()
	answer := o.Visitor().Get("/api/site/landing")
	var landing content.Landing
	if err := json.Unmarshal([]byte(answer.Body), &landing); err != nil || answer.Status != http.StatusOK {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return landing
}

func TestEverySectionHasBuiltInText(t *testing.T) {
	t.Parallel()
	built := newConsoleFixture(t).landing()
	for name, cards := range map[string]struct{ got, want int }{
		"about":        {len(built.About.Cards), 3},
		"concerns":     {len(built.Concerns.Cards), 4},
		"testimonials": {len(built.Testimonials.Cards), 3},
		"features":     {len(built.Features.Cards), 6},
	} {
		if cards.got != cards.want {
			t.Errorf("%s has %d cards, want %d", name, cards.got, cards.want)
		}
	}
	if len(built.FAQ.Cards) == 0 || len(built.Stats) == 0 || built.Register.Title == "" || built.Contact.Title == "" {
		t.Error("a section has no text")
	}
}

func TestSectionReplacesOnlyTheBuiltInFieldsItSets(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	built := h.landing()
	h.createSection(map[string]any{"section": "hero", "title": "Second", "sortOrder": 2})
	h.createSection(map[string]any{"section": "hero", "title": "First", "sortOrder": 1})
	h.createSection(map[string]any{"section": "hero", "title": "Hidden", "sortOrder": 0, "isActive": false})
	h.createSection(map[string]any{"section": "membership", "subtitle": "For life"})
	now := h.landing()
	if now.Hero.Title != "First" || now.Hero.Subtitle != built.Hero.Subtitle {
		t.Errorf("hero = %+v, want the title First and the built-in subtitle", now.Hero)
	}
	if now.Membership.Heading.Subtitle != "For life" || now.Membership.Heading.Title != built.Membership.Heading.Title {
		t.Errorf("membership = %+v, want the new subtitle and the built-in title", now.Membership)
	}
	if now.Footer != built.Footer {
		t.Errorf("footer = %+v, want the built-in one", now.Footer)
	}
}

func TestNewCardsAreAddedToTheBuiltInCards(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	built := h.landing()
	h.setPictureHosts("pictures.example")
	h.createSection(map[string]any{"section": "testimonials", "title": "What members say"})
	now := h.landing()
	if now.Testimonials.Heading.Title != "What members say" ||
		!slices.Equal(now.Testimonials.Cards, built.Testimonials.Cards) {
		t.Errorf("testimonials = %+v, want the new heading and the built-in cards", now.Testimonials)
	}
	h.createSection(map[string]any{
		"section":   "testimonials",
		"title":     "Meera",
		"subtitle":  "Chair",
		"content":   "A quote.",
		"sortOrder": 5,
		"imageUrl":  "https://pictures.example/meera.webp",
	})
	h.createSection(map[string]any{"section": "testimonials", "title": "Asha", "content": "Another.", "sortOrder": 4})
	now = h.landing()
	want := append(slices.Clone(built.Testimonials.Cards),
		content.TextBlock{Title: "Asha", HTML: "<p>Another.</p>"},
		content.TextBlock{
			Title:    "Meera",
			Subtitle: "Chair",
			HTML:     "<p>A quote.</p>",
			ImageURL: "https://pictures.example/meera.webp",
		},
	)
	if !slices.Equal(now.Testimonials.Cards, want) {
		t.Errorf("cards = %+v, want %+v", now.Testimonials.Cards, want)
	}
}

func TestCardWithABuiltInTitleReplacesOrHidesTheBuiltInCard(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	built := h.landing().Features.Cards
	h.createSection(map[string]any{"section": "features", "title": built[1].Title, "content": "Our words."})
	h.createSection(map[string]any{
		"section":  "features",
		"title":    built[4].Title,
		"content":  "This card is hidden.",
		"isActive": false,
	})
	now := h.landing().Features.Cards
	if len(now) != 5 || now[1].HTML != "<p>Our words.</p>" || now[0] != built[0] || now[4] != built[5] {
		t.Errorf("cards = %+v, want the second one replaced and the fifth one hidden", now)
	}
}

func TestBuiltInTextsCanBeSavedAsSections(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	before := h.landing()
	var texts []map[string]any
	if err := json.Unmarshal([]byte(h.admin.Get("/api/cms/built-in").Body), &texts); err != nil || len(texts) < 15 {
		t.Fatalf("%d built-in texts, error = %v", len(texts), err)
	}
	for _, text := range texts {
		h.createSection(text)
	}
	now := h.landing()
	if now.Hero != before.Hero || now.Footer != before.Footer ||
		!slices.Equal(now.Features.Cards, before.Features.Cards) ||
		!slices.Equal(now.About.Cards, before.About.Cards) ||
		!slices.Equal(now.Testimonials.Cards, before.Testimonials.Cards) {
		t.Errorf("landing page = %+v, want it unchanged", now)
	}
}

func TestVisitorsGetActiveSectionsAndAdminsAllSections(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	h.createSection(map[string]any{"section": "hero", "title": "Shown", "sortOrder": 2})
	h.createSection(map[string]any{"section": "about", "title": "Hidden", "sortOrder": 1, "isActive": false})

	visitor := h.Visitor().Get("/api/cms/content").Body
	if !strings.Contains(visitor, `"title":"Shown"`) ||
		!strings.Contains(visitor, `"isActive":"true","sortOrder":"2"`) || strings.Contains(visitor, "Hidden") {
		t.Errorf("sections for a visitor = %s", visitor)
	}
	var sections []struct{ Title, IsActive string }
	answer := h.SignedIn(core.CollectionNameSuperusers, nil).Get("/api/cms/content")
	if err := json.Unmarshal([]byte(answer.Body), &sections); err != nil {
		t.Fatal(err)
	}
	if len(sections) != 2 || sections[0].Title != "Hidden" || sections[0].IsActive != "false" ||
		sections[1].IsActive != "true" {
		t.Errorf("sections for an admin = %s", answer.Body)
	}
}

// setPictureHosts sets the hosts, separated by spaces, whose pictures the site shows.
func (o consoleFixture) setPictureHosts(hosts string) {
	o.t.Helper()
	answer := o.admin.Send("PUT", "/api/admin/settings",
		map[string]any{"pictureHosts": hosts, "password": testapp.Password})
	if answer.Status != http.StatusOK {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
}

func TestOnlyPicturesOfThisSiteAndAllowedHostsAreShown(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	h.createSection(map[string]any{
		"section":  "testimonials",
		"title":    "Meera",
		"content":  "![A pixel](https://elsewhere.example/pixel.png) ![Ours](/images/a.png)",
		"imageUrl": "https://elsewhere.example/meera.webp",
	})
	shown := func() content.TextBlock {
		cards := h.landing().Testimonials.Cards
		return cards[len(cards)-1]
	}
	if card := shown(); card.ImageURL != "" || strings.Contains(card.HTML, "elsewhere") ||
		!strings.Contains(card.HTML, "/images/a.png") {
		t.Errorf("card = %+v, want no picture of elsewhere.example, which would learn who reads the page", card)
	}
	if stored := h.admin.Get("/api/cms/content").Body; !strings.Contains(stored,
		"https://elsewhere.example/meera.webp") {
		t.Errorf("stored sections = %s, want the address of the picture", stored)
	}
	for _, other := range []string{"pictures.example", "sub.elsewhere.example elsewhere.example.org"} {
		h.setPictureHosts(other)
		if card := shown(); card.ImageURL != "" || strings.Contains(card.HTML, "elsewhere") {
			t.Errorf("card with %s allowed = %+v, want no picture of elsewhere.example", other, card)
		}
	}
	h.setPictureHosts("pictures.example elsewhere.example")
	if card := shown(); card.ImageURL != "https://elsewhere.example/meera.webp" ||
		!strings.Contains(card.HTML, "https://elsewhere.example/pixel.png") {
		t.Errorf("card = %+v, want the pictures of the allowed host", card)
	}
}
