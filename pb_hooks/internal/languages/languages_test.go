package languages_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/languages"
)

func TestEachLanguageIsComplete(t *testing.T) {
	t.Parallel()
	all := languages.All()
	if all[0].Code != languages.English {
		t.Errorf("the first language is %q", all[0].Code)
	}
	for _, l := range all {
		terms := l.Terms
		for name, text := range map[string]string{
			"name": l.Name, "englishName": l.EnglishName, "offer": terms.Offer, "offerForLife": terms.OfferForLife,
			"openOffer": terms.OpenOffer, "openOfferForLife": terms.OpenOfferForLife,
			"invitation": terms.Invitation, "forLife": terms.ForLife, "or": terms.Or,
			"monthly": terms.MixedUnits.Monthly + terms.ExpiringUnits.Monthly,
			"annual":  terms.MixedUnits.Annual + terms.ExpiringUnits.Annual,
		} {
			if strings.TrimSpace(text) == "" || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %s is %q", l.Code, name, text)
			}
		}
		if !strings.HasPrefix(l.Locale, l.Code+"-") {
			t.Errorf("%s: the locale is %q", l.Code, l.Locale)
		}
		if slices.Contains(l.Months[:], "") || slices.Contains(l.Weekdays[:], "") {
			t.Errorf("%s: a month or a weekday is missing", l.Code)
		}
		for _, text := range []string{terms.Mixed, terms.Expiring} {
			if strings.Count(text, "{term}") != 1 {
				t.Errorf("%s: %q must name the {term} once", l.Code, text)
			}
		}
		for _, name := range []string{"{weekday}", "{date}", "{start}", "{end}"} {
			if strings.Count(l.Session, name) != 1 {
				t.Errorf("%s: the time of a session must have %s once", l.Code, name)
			}
		}
	}
}

func TestADayIsWrittenInTheLanguage(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 9, 15, 19, 0, 0, 0, time.UTC) // the next day in India
	for code, want := range map[string]string{"en": "16 Sep 2026", "hi": "16 सितंबर 2026", "xx": "16 Sep 2026"} {
		if got := languages.Find(code).Day(at); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	if got := languages.Find("mr").DayOfYear(at); got != "16 सप्टेंबर" {
		t.Errorf("got %q", got)
	}
}
