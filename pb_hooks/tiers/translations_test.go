package tiers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/tiers"
)

// localTier has the texts of a tier in the API.
type localTier struct {
	Name         string              `json:"name"`
	Features     []string            `json:"features"`
	Translation  *tiers.LocalTexts   `json:"translation"`
	Translations []tiers.Translation `json:"translations"`
}

// inLanguage returns the first tier that a visitor sees, in a language.
func inLanguage(t *testing.T, v *testapp.Visitor, language string) localTier {
	t.Helper()
	var list []localTier
	answer := v.Get(tiersPath + "?lang=" + language)
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil || len(list) == 0 {
		t.Fatalf("list in %s: %s, %v", language, answer.Body, err)
	}
	return list[0]
}

func translation(language, field, source, text string) map[string]any {
	return map[string]any{"language": language, "field": field, "source": source, "text": text}
}

func TestVisitorsGetATierInTheirLanguageBesideTheEnglishTexts(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin, visitor := staff(h), h.Visitor()
	tier := create(t, admin, map[string]any{
		"name": "Lifetime", "price": "100", "description": "For good.", "features": []string{"Sessions", "The library"},
		"translations": []any{
			translation("hi", "name", "Lifetime", " आजीवन "),
			translation("hi", "features", "Sessions", "सत्र"),
			translation("hi", "features", "A dinner", "रात्रिभोज"), // not a feature of the tier
			translation("hi", "description", "For good.", ""),
			translation("mr", "name", "Lifetime", "कायमचे"),
			translation("mr", "name", "Lifetime", "आजीवन सदस्यत्व"), // the last one counts
		},
	})
	if got := len(tier["translations"].([]any)); got != 3 {
		t.Errorf("stored translations = %v, want 3", tier["translations"])
	}

	english := visitor.Get(tiersPath)
	if strings.Contains(english.Body, "translation") || visitor.Get(tiersPath+"?lang=xx").Body != english.Body {
		t.Errorf("list in English and in an unknown language = %s", english.Body)
	}
	hindi := inLanguage(t, visitor, "hi")
	want := tiers.LocalTexts{Name: "आजीवन", Features: map[string]string{"Sessions": "सत्र"}}
	if hindi.Translation == nil || fmt.Sprint(*hindi.Translation) != fmt.Sprint(want) || hindi.Translations != nil {
		t.Errorf("translation = %+v and %v, want %+v and none", hindi.Translation, hindi.Translations, want)
	}
	if hindi.Name != "Lifetime" || fmt.Sprint(hindi.Features) != "[Sessions The library]" {
		t.Errorf("English texts in the Hindi list = %q, %q", hindi.Name, hindi.Features)
	}
	if marathi := inLanguage(t, visitor, "mr"); marathi.Translation.Name != "आजीवन सदस्यत्व" {
		t.Errorf("name in Marathi = %q", marathi.Translation.Name)
	}
	if got := inLanguage(t, admin, "hi"); got.Translation.Name != "आजीवन" || len(got.Translations) != 3 {
		t.Errorf("tier of an admin = %+v", got)
	}
}

func TestAChangedEnglishTextMakesItsTranslationStale(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	id := create(t, admin, map[string]any{
		"name": "Lifetime", "price": "100", "buttonText": "Join", "features": []string{"Sessions"},
		"translations": []any{
			translation("hi", "name", "Lifetime", "आजीवन"), translation("hi", "features", "Sessions", "सत्र"),
			translation("hi", "buttonText", "Join", "जुड़ें"),
		},
	})["id"].(string)
	check := func(change map[string]any, want tiers.TranslationCounts) {
		t.Helper()
		if answer := admin.Send("PUT", tiersPath+"/"+id, change); answer.Status != 200 {
			t.Fatalf("change %v: %d %s", change, answer.Status, answer.Body)
		}
		tier, err := tiers.Find(h.PB, id)
		if err != nil {
			t.Fatal(err)
		}
		if got := tier.CountTranslations("hi"); got != want {
			t.Errorf("after %v: counts = %+v, want %+v", change, got, want)
		}
	}
	check(map[string]any{"sortOrder": 2}, tiers.TranslationCounts{Total: 3, Translated: 3})
	check(map[string]any{"name": "For life"}, tiers.TranslationCounts{Total: 3, Translated: 3, Stale: 1})
	if got := inLanguage(t, h.Visitor(), "hi").Translation.Name; got != "आजीवन" {
		t.Errorf("stale name = %q, want it to be shown", got)
	}
	reworded := translation("hi", "features", "Sessions", "सत्र")
	reworded["feature"] = "All sessions"
	check(map[string]any{
		"features": []string{"All sessions"},
		"translations": []any{
			translation("hi", "name", "Lifetime", "आजीवन"), translation("hi", "buttonText", "Join", "जुड़ें"), reworded,
		},
	}, tiers.TranslationCounts{Total: 3, Translated: 3, Stale: 2})
	if got := inLanguage(t, h.Visitor(), "hi").Translation.Features["All sessions"]; got != "सत्र" {
		t.Errorf("translation of the reworded feature = %q, want it to be shown", got)
	}
	// A feature with other words is another feature, unless its translation says that it was reworded.
	check(map[string]any{"features": []string{"A dinner"}}, tiers.TranslationCounts{Total: 3, Translated: 2, Stale: 1})
	check(map[string]any{"description": "For good."}, tiers.TranslationCounts{Total: 4, Translated: 2, Stale: 1})

	name := func(sold string) string {
		translated, err := tiers.TranslateName(h.PB, id, sold, "hi")
		if err != nil {
			t.Error(err)
		}
		return translated
	}
	if name("Lifetime") != "आजीवन" || name("For life") != "" {
		t.Errorf("names = %q and %q, want only the name that was translated", name("Lifetime"), name("For life"))
	}
}

func TestAnInvalidTranslationIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	admin := staff(testapp.New(t))
	for _, invalid := range []struct {
		field string
		value map[string]any
	}{
		{"translations.0.language", translation("en", "name", "Life", "Life")},
		{"translations.0.field", translation("hi", "slug", "life", "life")},
		{"translations.0.text", translation("hi", "name", "Life", strings.Repeat("अ", 121))},
		{"translations.0.text", translation("hi", "name", "Life", "two\nlines")},
		{"translations.0.text", translation("hi", "features", "Sessions", strings.Repeat("अ", 201))},
		{"translations.0.text", translation("hi", "buttonText", "Join", strings.Repeat("अ", 61))},
	} {
		answer := admin.Post(tiersPath, map[string]any{"name": "Life", "price": "1", "translations": []any{invalid.value}})
		if problems, _ := answer.JSON["data"].(map[string]any); answer.Status != 400 || problems[invalid.field] == nil {
			t.Errorf("%v: %d %s, want a problem of %s", invalid.value, answer.Status, answer.Body, invalid.field)
		}
	}
}
