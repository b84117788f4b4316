package checkout

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/tiers"
)

func TestTheSentenceOfAMandateIsInEachLanguage(t *testing.T) {
	t.Parallel()
	for _, language := range languages.Codes()[1:] {
		r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
		r.Header.Set("Content-Language", language)
		for _, duration := range []tiers.Duration{tiers.Monthly, tiers.Annual} {
			for _, startAt := range []time.Time{{}, time.Date(2027, 3, 31, 0, 0, 0, 0, time.UTC)} {
				english := mandateText("₹1,180.00", duration, startAt)
				translated := httpx.Translate(r, english)
				if translated == english || !strings.Contains(translated, "₹1,180.00") ||
					strings.Contains(translated, "2027") == startAt.IsZero() {
					t.Errorf("%s: %q for %q", language, translated, english)
				}
			}
		}
	}
}
