package texts

import "testing"

func TestComposedValuesAreTranslated(t *testing.T) {
	t.Parallel()
	hindi := dictionaries["hi"]
	for value, want := range map[string]string{
		"until 31 Mar 2027":      "31 मार्च 2027 तक",
		"31 Mar 2027, 15:04 IST": "31 मार्च 2027, 15:04 IST",
		"for life":               "आजीवन",
		"1 seat":                 "1 सदस्यता",
		"5 seats":                "5 सदस्यताएँ",
		"0 members were":         "कोई नहीं",
		"Tax invoice":            "टैक्स इनवॉइस",
		"GST 18%":                "GST 18%",
		"Plan":                   "प्लान",
		"The plan until we meet": "The plan until we meet",
		"Asha Rao":               "Asha Rao",
		"Monday mixer":           "Monday mixer",
		"your board seat":        "आपका बोर्ड पद",

		"The circle has decided: Yes.": "सर्कल का निर्णय: Yes।",
		"The next session is Friday review, on Thursday, 26 Nov 2026, 18:00 IST, hosted by Meera Krishnan. " +
			"There you will meet Farah Khan and Bina Das.": "अगला सत्र Friday review है: गुरुवार, 26 नवंबर 2026, " +
			"18:00 IST, मेज़बान Meera Krishnan। वहाँ आप Farah Khan और Bina Das से मिलेंगी।",
	} {
		if got, _ := hindi.Translate(value); got != want {
			t.Errorf("Translate(%q) = %q, want %q", value, got, want)
		}
	}
}

// A title such as "Receipt" is not a phrase, although the words have a translation of it.
func TestOnlyPhrasesOfTheProgramAreTranslated(t *testing.T) {
	t.Parallel()
	kind := Kind{Declaration: Declaration{Fields: []Field{Line("title", ""), Phrase("document", ""),
		Facts(Fact("Receipt", "{{.title}}"))}}}
	params := map[string]string{"title": "Receipt", "document": "Receipt", ParamLanguage: "hi"}
	values := kind.Values(params)
	if values["title"] != "Receipt" || values["document"] != "रसीद" {
		t.Errorf("the values are %q", values)
	}
	if facts, err := kind.facts(params); err != nil || facts[0] != (fact{"रसीद", "Receipt"}) {
		t.Errorf("the facts are %q, error %v", facts, err)
	}
}
