package texts

import (
	"slices"
	"testing"
)

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
		"your board seat":        "आपका बोर्ड पद",

		"The circle has decided: Yes.": "सर्कल का निर्णय: Yes।",
		"The next session is Reading the audit report, on Thursday, 26 Nov 2026, 18:00 IST, hosted by Meera Krishnan. " +
			"There you will meet Farah Khan and Bina Das.": "अगला सत्र Reading the audit report है: गुरुवार, 26 नवंबर 2026, " +
			"18:00 IST, मेज़बान Meera Krishnan। वहाँ आप Farah Khan और Bina Das से मिलेंगी।",
	} {
		if got, _ := hindi.Translate(value); got != want {
			t.Errorf("Translate(%q) = %q, want %q", value, got, want)
		}
	}
	for code, d := range dictionaries {
		if !slices.Equal(d.English(), hindi.English()) {
			t.Errorf("the phrases in %s are not those in Hindi", code)
		}
	}
}
