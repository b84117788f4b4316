package texts_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp"
)

func (o editorFixture) createSection(values map[string]any) string {
	o.t.Helper()
	answer := o.editor.Post("/api/cms/content", values)
	if answer.Status != http.StatusCreated {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return answer.JSON["id"].(string)
}

func (o editorFixture) updateSection(id string, values map[string]any) testapp.Response {
	o.t.Helper()
	return o.editor.Send(http.MethodPut, "/api/cms/content/"+id, values)
}

func expectTitles(t *testing.T, answer testapp.Response, want ...string) {
	t.Helper()
	var rows []struct{ Title string }
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	got := []string{}
	for _, row := range rows {
		got = append(got, row.Title)
	}
	if !slices.Equal(got, want) {
		t.Errorf("titles = %q, want %q", got, want)
	}
}

func TestSectionIsCreatedChangedAndDeleted(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	visitor := o.Visitor()
	created := o.editor.Post("/api/cms/content",
		map[string]any{"section": "hero", "title": " A new line ", "id": "mine", "createdAt": "2001-01-01"})
	if created.Status != http.StatusCreated || created.JSON["title"] != "A new line" ||
		created.JSON["isActive"] != "true" || created.JSON["sortOrder"] != "0" || created.JSON["subtitle"] != "" {
		t.Fatalf("status = %d, body = %s", created.Status, created.Body)
	}
	id, _ := created.JSON["id"].(string)
	if id == "mine" {
		t.Errorf("id = %q, want one that the caller did not choose", id)
	}
	expectTitles(t, visitor.Get("/api/cms/content"), "A new line")

	changed := o.updateSection(id, map[string]any{"subtitle": "Below it", "isActive": true, "sortOrder": "7"})
	if changed.Status != http.StatusOK || changed.JSON["id"] != id || changed.JSON["title"] != "A new line" ||
		changed.JSON["subtitle"] != "Below it" || changed.JSON["sortOrder"] != "7" {
		t.Errorf("status = %d, body = %s", changed.Status, changed.Body)
	}
	hero := o.public("landing").Texts
	if hero["hero.title"] != "A new line" || hero["hero.subtitle"] != "Below it" {
		t.Errorf("texts of the landing page = %v, want the changed section", hero)
	}
	if answer := o.updateSection(id, map[string]any{"isActive": "false"}); answer.JSON["isActive"] != "false" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	expectTitles(t, visitor.Get("/api/cms/content"))
	expectTitles(t, o.editor.Get("/api/cms/content"), "A new line")

	if answer := o.editor.Send(http.MethodDelete, "/api/cms/content/"+id, nil); answer.Status != http.StatusNoContent {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if title := o.public("landing").Texts["hero.title"]; title != "10,000 Women, One Circle, One Vision" {
		t.Errorf("title after the section was deleted = %q, want the built-in one", title)
	}
	for _, answer := range []testapp.Response{
		o.updateSection(id, map[string]any{}), o.editor.Send(http.MethodDelete, "/api/cms/content/"+id, nil),
	} {
		if answer.Status != http.StatusNotFound || answer.Message() != "This content section was not found." {
			t.Errorf("deleted section: status = %d, want 404; body: %s", answer.Status, answer.Body)
		}
	}
	if got := strings.Join(o.auditOf("action"), " "); got !=
		"content.created content.updated content.updated content.deleted" {
		t.Errorf("audit actions = %s", got)
	}
}

func TestInvalidFieldsOfASectionAreRefused(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	id := o.createSection(map[string]any{"section": "about", "title": "Stands"})
	const badImage = "Please enter an address that begins with https://, or upload an image"
	for _, c := range []struct {
		field string
		value any
		want  string
	}{
		{"section", "", "Please choose a section"},
		{"section", "sidebar", "Please choose one of the listed values for section"},
		{"title", strings.Repeat("x", 201), "Title must be at most 200 characters"},
		{"title", "two\nlines", "“Title” contains characters that are not allowed"},
		{"title", "", "Please write a title or some content, or choose an image"},
		{"subtitle", strings.Repeat("x", 401), "Subtitle must be at most 400 characters"},
		{"content", strings.Repeat("x", 20_001), "Content must be at most 20000 characters"},
		{"content", "bell \a", "“Content” contains characters that are not allowed"},
		{"content", 7, "“Content” contains characters that are not allowed"},
		{"imageUrl", "http://pictures.example/a.jpg", badImage},
		{"imageUrl", "javascript:alert(1)", badImage},
		{"imageUrl", "data:image/png;base64,AAAA", badImage},
		{"imageUrl", "//elsewhere.example/a.jpg", badImage},
		{"imageUrl", `/\elsewhere.example/a.jpg`, badImage},
		{"imageUrl", `https://a.example/" onerror="alert(1)`, badImage},
		{"isActive", "perhaps", "Active must be true or false"},
		{"sortOrder", "first", "Please enter a whole number"},
		{"sortOrder", "100001", "Sort order must be at most 100000"},
	} {
		body := map[string]any{"section": "about", "title": "Stands", c.field: c.value}
		for name, answer := range map[string]testapp.Response{
			"create": o.editor.Post("/api/cms/content", body), "update": o.updateSection(id, body),
		} {
			if answer.Status != http.StatusBadRequest || answer.Field(c.field) != c.want {
				t.Errorf("%s with %s = %.40v: status = %d, body = %s, want 400 with %q", name, c.field, c.value,
					answer.Status, answer.Body, c.want)
			}
		}
	}
	expectTitles(t, o.editor.Get("/api/cms/content"), "Stands")
	for _, address := range []string{"https://pictures.example/a.jpg?w=3#top", "/images/abc.jpg", "/og.png"} {
		if answer := o.updateSection(id, map[string]any{"imageUrl": address}); answer.Status != http.StatusOK {
			t.Errorf("image address %s: status = %d, want 200; body: %s", address, answer.Status, answer.Body)
		}
	}
}

func TestSectionsWithContentAreItemsOfTheirList(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	built := o.public("landing").Lists["testimonials.cards"]
	o.createSection(map[string]any{"section": "testimonials", "title": "What members say"})
	meera := o.createSection(map[string]any{"section": "testimonials", "title": "Meera", "subtitle": "Chair",
		"content": "A **quote**.", "sortOrder": 5, "imageUrl": "/images/meera.webp"})
	o.createSection(map[string]any{"section": "testimonials", "title": "Asha", "content": "Another.", "sortOrder": 4})
	now := o.public("landing")
	ids := now.Lists["testimonials.cards"]
	if now.Texts["testimonials.heading.title"] != "What members say" || len(ids) != len(built)+2 ||
		!slices.Equal(ids[:3], built) {
		t.Fatalf("cards = %v, want the built-in ones and two more", ids)
	}
	asha, last := "testimonials.cards."+ids[3], "testimonials.cards."+ids[4]
	if now.Texts[asha+".title"] != "Asha" || now.Texts[last+".body"] != "<p>A <strong>quote</strong>.</p>" ||
		now.Images[last+".image"].Image != "/images/meera.webp" {
		t.Errorf("texts = %v", now.Texts)
	}
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "What members say", "Asha", "Meera")
	o.updateSection(meera, map[string]any{"sortOrder": 1})
	if ids := o.public("landing").Lists["testimonials.cards"]; o.public("landing").Texts["testimonials.cards."+ids[3]+
		".title"] != "Meera" {
		t.Errorf("cards = %v, want Meera's before Asha's", ids)
	}
	o.editor.Send(http.MethodDelete, "/api/cms/content/"+meera, nil)
	if ids := o.public("landing").Lists["testimonials.cards"]; len(ids) != 4 {
		t.Errorf("cards after one was deleted = %v", ids)
	}
}

func TestOnlyPicturesOfThisSiteAndAllowedHostsAreShown(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const picture = "https://elsewhere.example/meera.webp"
	o.createSection(map[string]any{
		"section": "testimonials", "title": "Meera", "content": "A quote.", "imageUrl": picture,
	})
	shown := func() string {
		page := o.public("landing")
		ids := page.Lists["testimonials.cards"]
		return page.Images["testimonials.cards."+ids[len(ids)-1]+".image"].Image
	}
	owner := o.SignedIn("admins", map[string]any{"username": "asha"})
	allow := func(hosts string) {
		t.Helper()
		answer := owner.Send(http.MethodPut, "/api/admin/settings",
			map[string]any{"pictureHosts": hosts, "password": testapp.Password})
		if answer.Status != http.StatusOK {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	if got := shown(); got != "" {
		t.Errorf("picture = %q, want none of elsewhere.example, which would learn who reads the page", got)
	}
	if stored := o.editor.Get("/api/cms/content").Body; !strings.Contains(stored, picture) {
		t.Errorf("stored sections = %s, want the address of the picture", stored)
	}
	for _, other := range []string{"pictures.example", "sub.elsewhere.example elsewhere.example.org"} {
		allow(other)
		if got := shown(); got != "" {
			t.Errorf("picture with %s allowed = %q, want none of elsewhere.example", other, got)
		}
	}
	allow("pictures.example elsewhere.example")
	if got := shown(); got != picture {
		t.Errorf("picture = %q, want that of the allowed host", got)
	}
}

func TestSectionWithTheTitleOfABuiltInCardReplacesOrHidesIt(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	built := o.public("landing").Lists["features.cards"]
	o.createSection(map[string]any{"section": "features", "title": "Elite Network Access", "content": "Our words."})
	hidden := o.createSection(map[string]any{"section": "features", "title": "Expert Mentorship",
		"content": "This card is hidden.", "isActive": false})
	now := o.public("landing")
	if ids := now.Lists["features.cards"]; len(ids) != 5 || slices.Contains(ids, "expert-mentorship") ||
		now.Texts["features.cards.elite-network-access.body"] != "<p>Our words.</p>" {
		t.Errorf("cards = %v", ids)
	}
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Elite Network Access")
	o.editor.Send(http.MethodDelete, "/api/cms/content/"+hidden, nil)
	if ids := o.public("landing").Lists["features.cards"]; !slices.Equal(ids, built) {
		t.Errorf("cards = %v, want the built-in ones", ids)
	}
}

// A section of any part can be switched off and on, whether it has texts or not. While it is off, visitors do not get
// its texts.
func TestEverySectionCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	for page, groups := range map[string]map[string]string{
		"landing": {"hero": "hero", "about": "about.heading", "features": "features.heading",
			"membership": "membership", "testimonials": "testimonials.heading"},
		"site": {"footer": "footer"},
	} {
		for section, group := range groups {
			t.Run(section, func(t *testing.T) {
				t.Parallel()
				o := newEditorFixture(t)
				expect := func(what string, answer testapp.Response, isActive string) {
					t.Helper()
					if answer.Status/100 != 2 || answer.JSON["isActive"] != isActive {
						t.Errorf("%s: status = %d, body = %s, want isActive %s", what, answer.Status, answer.Body, isActive)
					}
					if got := o.public(page).Texts[group+".isActive"]; got != isActive {
						t.Errorf("%s: the page has isActive %q, want %q", what, got, isActive)
					}
					if got := strings.Contains(o.Visitor().Get("/api/cms/content").Body, section); got != (isActive == "true") {
						t.Errorf("%s: visitors see the section: %t", what, got)
					}
				}
				off := map[string]any{"isActive": "false"}
				created := o.editor.Post("/api/cms/content", map[string]any{"section": section, "isActive": false})
				expect("created without texts and off", created, "false")
				id, _ := created.JSON["id"].(string)
				expect("on", o.updateSection(id, map[string]any{"isActive": true}), "true")
				expect("with a title", o.updateSection(id, map[string]any{"title": "A line"}), "true")
				expect("off", o.updateSection(id, off), "false")
				if title, isSent := o.public(page).Texts[group+".title"]; isSent {
					t.Errorf("title = %q, want none while the section is off", title)
				}
				expect("on again", o.updateSection(id, map[string]any{"isActive": true}), "true")
				if title := o.public(page).Texts[group+".title"]; title != "A line" {
					t.Errorf("title = %q, want that of the section", title)
				}
				expect("off again", o.updateSection(id, off), "false")
				replaced := o.editor.Post("/api/cms/content",
					map[string]any{"section": section, "title": "Another line", "isActive": "false"})
				if section == "hero" || section == "membership" || section == "footer" {
					expect("replaced by one that is off", replaced, "false")
				}
				if answer := o.editor.Send(http.MethodDelete, "/api/cms/content/"+id, nil); answer.Status != http.StatusNoContent {
					t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
				}
				if got := o.public(page).Texts[group+".isActive"]; got != "true" {
					t.Errorf("after the section was deleted: isActive = %q, want true", got)
				}
			})
		}
	}
}

// The page does not show the cards of a part whose heading is off, so visitors do not get their sections either.
func TestVisitorsDoNotGetTheCardsOfAPartThatIsOff(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	heading := o.createSection(map[string]any{"section": "testimonials", "title": "What members say"})
	o.createSection(map[string]any{"section": "testimonials", "title": "Asha", "content": "A quote."})
	o.createSection(map[string]any{"section": "about", "title": "Who we are"})
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Who we are", "What members say", "Asha")
	o.updateSection(heading, map[string]any{"isActive": false})
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Who we are")
	expectTitles(t, o.editor.Get("/api/cms/content"), "Who we are", "What members say", "Asha")
	o.updateSection(heading, map[string]any{"isActive": true})
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Who we are", "What members say", "Asha")
}

// The texts of a section that do not change keep their drafts and their descriptions.
func TestSectionKeepsWhatItDoesNotChange(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	o.save("landing.hero.image", map[string]any{"image": "/images/a.webp", "alt": "Women at a table"})
	o.publish("landing.hero.image")
	id := o.createSection(map[string]any{"section": "hero", "title": "A line", "imageUrl": "/images/a.webp"})
	o.save("landing.hero.title", "A drafted line")
	o.updateSection(id, map[string]any{"subtitle": "Below it", "sortOrder": 3})
	if draft := o.texts("landing")["landing.hero.title"].Draft; draft != "A drafted line" {
		t.Errorf("draft of the title = %v, want the one that was saved", draft)
	}
	if image := o.public("landing").Images["hero.image"]; image.Alt != "Women at a table" {
		t.Errorf("image = %+v, want its description", image)
	}
	answer := o.editor.Send(http.MethodPut, "/api/texts/landing",
		map[string]any{"key": "landing.hero.isActive", "version": 0, "value": "perhaps"})
	if answer.Status != http.StatusBadRequest || answer.Field("value") != "Please send true or false" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
}

// The links of all pages leave out what leads to a section that is off.
func TestTheConfigNamesTheSectionsThatAreOff(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	expect := func(want string) {
		t.Helper()
		config := o.Visitor().Get("/api/config")
		if got := fmt.Sprint(config.JSON["hiddenSections"]); got != want {
			t.Errorf("hidden sections = %s, want %s", got, want)
		}
	}
	expect("[]")
	about := o.createSection(map[string]any{"section": "about", "title": "Stands", "isActive": "false"})
	o.createSection(map[string]any{"section": "features", "title": "Benefits", "isActive": "false"})
	o.createSection(map[string]any{"section": "hero", "title": "A line"})
	expect("[about features]")
	o.updateSection(about, map[string]any{"isActive": true})
	expect("[features]")
}

// An upgrade stores the inactive sections of earlier releases as drafts without an author.
func TestAnInactiveSectionOfAnEarlierReleaseIsListed(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "landing.hero.title"
	move := func() {
		t.Helper()
		row, err := database.NewRecord(o.PB, "texts")
		if err != nil {
			t.Fatal(err)
		}
		row.Load(map[string]any{"key": key, "language": "en", "version": 1, "draft": "Not yet", "hasDraft": true,
			"sortOrder": 3})
		if err := o.PB.SaveNoValidate(row); err != nil {
			t.Fatal(err)
		}
	}
	list := func(who *testapp.Visitor) (sections []map[string]any) {
		t.Helper()
		o.decode(who.Get("/api/cms/content"), &sections)
		return sections
	}
	only := func() map[string]any {
		t.Helper()
		sections := list(o.editor)
		if len(sections) != 1 || sections[0]["title"] != "Not yet" || sections[0]["isActive"] != "false" {
			t.Fatalf("sections = %v, want the inactive one", sections)
		}
		return sections[0]
	}
	builtIn := o.public("landing").Texts["hero.title"]
	move()
	section := only()
	if shown := list(o.Visitor()); len(shown) != 0 || o.public("landing").Texts["hero.title"] != builtIn {
		t.Errorf("visitors get %v, want the page as before", shown)
	}
	o.updateSection(section["id"].(string), map[string]any{"isActive": true})
	if title := o.public("landing").Texts["hero.title"]; title != "Not yet" {
		t.Errorf("title = %q, want that of the section after it became active", title)
	}

	if _, err := o.PB.DB().NewQuery("DELETE FROM texts").Execute(); err != nil {
		t.Fatal(err)
	}
	move()
	answer := o.editor.Send(http.MethodDelete, "/api/cms/content/"+only()["id"].(string), nil)
	if sections := list(o.editor); answer.Status >= 300 || len(sections) != 0 {
		t.Errorf("deletion: status = %d, sections = %v, want none", answer.Status, sections)
	}
}
