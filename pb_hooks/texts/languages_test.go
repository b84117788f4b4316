package texts_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
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
