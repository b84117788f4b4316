package texts_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// content is a page as visitors get it.
type content struct {
	Language     string
	Texts        map[string]string
	Untranslated []string
}

func (o editorFixture) content(page, language string) (c content) {
	o.t.Helper()
	o.decode(o.Visitor().Get("/api/site/texts/"+page+"?lang="+language), &c)
	return c
}

func TestATextWithoutATranslationIsInEnglish(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "membership.body" // it is empty in the files
	hindi := o.content("landing", "hi")
	if slices.Contains(hindi.Untranslated, "hero.title") || !strings.Contains(hindi.Texts["hero.title"], "महिलाएँ") {
		t.Errorf("%q is in English: %v", hindi.Texts["hero.title"], hindi.Untranslated)
	}
	o.save("landing."+key, "Ask {contact.email}. {membership.terms}")
	o.publish("landing." + key)
	hindi = o.content("landing", "hi")
	if !slices.Contains(hindi.Untranslated, key) || !strings.Contains(hindi.Texts[key], "Membership is for life") {
		t.Errorf("untranslated = %v, %q", hindi.Untranslated, hindi.Texts[key])
	}
	if english := o.content("landing", "en"); len(english.Untranslated) > 0 {
		t.Errorf("in English, untranslated = %v", english.Untranslated)
	}

	answer := o.editor.Send(http.MethodPut, "/api/texts/landing?lang=hi",
		map[string]any{"key": "landing." + key, "version": 0, "value": "{membership.terms}"})
	if answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	answer = o.editor.Post("/api/texts/landing/publish?lang=hi", map[string]any{"keys": []string{"landing." + key}})
	if answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	hindi = o.content("landing", "hi")
	if slices.Contains(hindi.Untranslated, key) || !strings.Contains(hindi.Texts[key], "सदस्यता आजीवन है") {
		t.Errorf("untranslated = %v, %q", hindi.Untranslated, hindi.Texts[key])
	}
	if marathi := o.content("landing", "mr"); !slices.Contains(marathi.Untranslated, key) {
		t.Errorf("in Marathi, untranslated = %v", marathi.Untranslated)
	}
}

func TestAScreenIsTheSameInAllLanguages(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const path = "features.cards.expert-mentorship.leadsTo"
	if got := o.content("landing", "hi").Texts[path]; got != "mentors" {
		t.Errorf("built in, it leads to %q", got)
	}
	saved := o.save("landing."+path, "introductions")
	o.publish("landing." + path)
	for _, language := range []string{"en", "hi"} {
		page := o.content("landing", language)
		if page.Texts[path] != "introductions" || slices.Contains(page.Untranslated, path) {
			t.Errorf("%s: it leads to %q; without a translation: %v", language, page.Texts[path], page.Untranslated)
		}
	}
	if r := o.translate("landing."+path, saved.Version+1, "mentors"); r.Status != http.StatusNotFound {
		t.Errorf("a translation: status = %d, want 404", r.Status)
	}
	o.save("landing."+path, "")
	o.publish("landing." + path)
	if got, found := o.content("landing", "hi").Texts[path]; found {
		t.Errorf("without a screen, it leads to %q", got)
	}
}

func TestAnUnknownLanguageIsEnglish(t *testing.T) {
	t.Parallel()
	if c := newEditorFixture(t).content("site", "fr"); c.Language != "en" {
		t.Errorf("language = %q", c.Language)
	}
}

func TestALinkOfATextLeadsToThePageInTheSameLanguage(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "membership.body"
	o.save("landing."+key, "[Plans](/membership-plans?from=a#b), [home](/), [account](/account), [other](https://a.example/)")
	o.publish("landing." + key)
	html := o.content("landing", "hi").Texts[key]
	for _, link := range []string{`"/hi/membership-plans?from=a#b"`, `"/hi"`, `"/account"`, `"https://a.example/"`} {
		if !strings.Contains(html, "<a href="+link) {
			t.Errorf("the link %s is missing: %s", link, html)
		}
	}
	if html := o.content("landing", "en").Texts[key]; strings.Contains(html, "/hi") {
		t.Errorf("in English: %s", html)
	}
}

// translations is the work of a translator.
type translations struct {
	Total, Translated, Stale int
	Texts                    []struct {
		State, Source string
		Previous      *string
		Text          text
	}
}

func (o editorFixture) translations() (list translations) {
	o.t.Helper()
	o.decode(o.editor.Get("/api/texts/translations?lang=hi"), &list)
	return list
}

func (o editorFixture) translate(key string, version int, value string) testapp.Response {
	o.t.Helper()
	return o.editor.Post("/api/texts/"+pageOf(key)+"/translation?lang=hi",
		map[string]any{"key": key, "version": version, "value": value})
}

func TestATranslationBecomesStaleWhenItsEnglishTextChanges(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "landing.hero.subtitle"
	before := o.translations()
	stale := func() (found bool, previous, source string) {
		for _, one := range o.translations().Texts {
			if one.Text.Key == key && one.State == "stale" {
				return true, *one.Previous, one.Source
			}
		}
		return false, "", ""
	}
	english := o.content("landing", "en").Texts["hero.subtitle"]
	hindi := o.content("landing", "hi").Texts["hero.subtitle"]
	o.save(key, "A new sentence.")
	if found, _, _ := stale(); found {
		t.Error("a draft in English makes the translation stale")
	}
	o.publish(key)
	if found, previous, source := stale(); !found || previous != english || source != "A new sentence." {
		t.Errorf("stale = %v, from %q to %q", found, previous, source)
	}
	after := o.translations()
	if after.Stale != before.Stale+1 || after.Total != before.Total || after.Translated != before.Translated {
		t.Errorf("before: %d of %d, %d stale; after: %d of %d, %d stale", before.Translated, before.Total, before.Stale,
			after.Translated, after.Total, after.Stale)
	}
	if o.content("landing", "hi").Texts["hero.subtitle"] != hindi {
		t.Error("visitors no longer get the stale translation")
	}

	// a draft of a new translation does not change what visitors see
	answer := o.editor.Send(http.MethodPut, "/api/texts/landing?lang=hi",
		map[string]any{"key": key, "version": 0, "value": "एक नया वाक्य"})
	if answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if found, _, _ := stale(); !found {
		t.Error("with a draft, the published translation is no longer stale")
	}

	// "Still right" confirms the translation without a change
	if answer := o.translate(key, 1, hindi); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if found, _, _ := stale(); found || o.content("landing", "hi").Texts["hero.subtitle"] != hindi {
		t.Error("the confirmed translation is stale or has changed")
	}
	if answer := o.translate(key, 1, "एक और"); answer.Status != http.StatusConflict {
		t.Errorf("an old version: status = %d", answer.Status)
	}
	o.save(key, english)
	o.publish(key)
	if found, previous, _ := stale(); !found || previous != "A new sentence." {
		t.Errorf("after the English text was restored: stale = %v, from %q", found, previous)
	}
}

func TestAMissingTranslationIsListed(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "landing.membership.body"
	o.save(key, "Write to [us](mailto:a@b.example) until {event.date}.")
	o.publish(key)
	missing := slices.ContainsFunc(o.translations().Texts, func(one struct {
		State, Source string
		Previous      *string
		Text          text
	}) bool {
		return one.Text.Key == key && one.State == "missing" && one.Previous == nil
	})
	if !missing {
		t.Error("the text is not listed")
	}
	for value, message := range map[string]string{
		"":                    "write the translation",
		"हमें लिखें":          "lacks {event.date}",
		"{event.date} {date}": "placeholder that the English text does not have",
		"{event.date} ![](x)": "",
	} {
		if answer := o.translate(key, 0, value); answer.Status != http.StatusBadRequest ||
			!strings.Contains(answer.Body, message) {
			t.Errorf("%q: status = %d, body = %s", value, answer.Status, answer.Body)
		}
	}
	if answer := o.translate(key, 0, "[हमें](mailto:a@b.example) {event.date} तक लिखें"); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if html := o.content("landing", "hi").Texts["membership.body"]; !strings.Contains(html, "16 सितंबर तक") {
		t.Errorf("the page has %q", html)
	}
	for _, language := range []string{"en", "fr"} {
		if answer := o.editor.Get("/api/texts/translations?lang=" + language); answer.Status != http.StatusNotFound {
			t.Errorf("%s: status = %d", language, answer.Status)
		}
	}
}

func TestAnItemThatIsAddedInAnotherLanguageIsPublishedWithItsEnglishTexts(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const list = "landing.faq.cards"
	order := o.texts("landing")[list].Published.([]any)
	o.save(list, append(order, map[string]any{"id": "added"}))
	o.save(list+".added.question", "Is it new?")
	answer := o.editor.Post("/api/texts/landing/publish?lang=hi", map[string]any{"keys": []string{list}})
	if answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	for _, language := range []string{"en", "hi"} {
		if got := o.content("landing", language).Texts["faq.cards.added.question"]; got != "Is it new?" {
			t.Errorf("%s: %q", language, got)
		}
	}
}

func TestTheTextsOfPlansOnSaleCountAsTexts(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	before := o.editor.Get("/api/texts/translations?lang=hi").JSON
	admin := o.SignedIn("admins", nil)
	hindi := func(field, source string) map[string]any {
		return map[string]any{"language": "hi", "field": field, "source": source, "text": "अनुवाद"}
	}
	plan := map[string]any{"name": "Life", "price": "100", "buttonText": "Join", "features": []string{"Sessions"},
		"translations": []any{hindi("name", "Lifetime"), hindi("features", "Sessions")}}
	created := admin.Post("/api/membership-tiers", plan)
	if created.Status != 201 {
		t.Fatalf("create: %d %s", created.Status, created.Body)
	}
	admin.Post("/api/membership-tiers", map[string]any{"name": "Hidden", "price": "100", "isActive": "false"})

	after := o.editor.Get("/api/texts/translations?lang=hi").JSON
	for count, added := range map[string]float64{"total": 3, "translated": 2, "stale": 1} {
		if got := after[count].(float64) - before[count].(float64); got != added {
			t.Errorf("%s increased by %v, want %v", count, got, added)
		}
	}
	want := map[string]any{"id": created.JSON["id"], "name": "Life", "total": 3.0, "translated": 2.0, "stale": 1.0}
	if plans := after["plans"].([]any); len(plans) != 1 || !maps.Equal(plans[0].(map[string]any), want) {
		t.Errorf("plans = %v, want %v", plans, want)
	}
	coverage := o.editor.Get("/api/texts/coverage").JSON
	listed := coverage["plans"].([]any)
	if len(listed) != 1 || len(listed[0].(map[string]any)["languages"].([]any)) != 2 {
		t.Errorf("plans in the coverage = %v, want one in Hindi and Marathi", listed)
	}
}
