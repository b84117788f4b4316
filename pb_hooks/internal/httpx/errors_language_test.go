package httpx

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/rules"
)

func TestErrorsAreInTheLanguageOfThePage(t *testing.T) {
	t.Parallel()
	declared := apperr.Conflict("already-owned", "You already hold this membership.")
	field := apperr.Invalid("coupon-expired", "couponCode", "This code expired on 31 Mar 2027.")
	missing := rules.Missing("name", "Name is required")
	for _, c := range []struct {
		err                     error
		message, field, problem string
	}{
		{declared, "यह सदस्यता आपके पास पहले से है।", "", ""},
		{field, "यह कोड 31 मार्च 2027 को समाप्त हो गया।", "couponCode", "यह कोड 31 मार्च 2027 को समाप्त हो गया।"},
		{apperr.TooMany("wait", "Too many attempts. Please try again in 90 seconds.", time.Minute),
			"बहुत बार कोशिश हुई। कृपया 90 सेकंड बाद फिर से कोशिश करें।", "", ""},
		{apperr.Fail("The pictures could not be read.", http.ErrBodyNotAllowed),
			"हमारी ओर से कोई गड़बड़ी हुई। कृपया फिर से कोशिश करें।", "", ""},
		{apperr.NotFound("unknown", "There is no such thing."), "There is no such thing.", "", ""},
		{Invalid(missing), "कृपया सभी ज़रूरी जानकारी सही भरें।", "name", "Name is required"},
	} {
		for language, want := range map[string]string{"hi": c.message, "": "", "xx": ""} {
			english := toAnswer(c.err)
			r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
			r.Header.Set("Content-Language", language)
			answer := translateError(r, english).(*router.ApiError)
			if want == "" && answer != english || want != "" && answer.Message != want {
				t.Errorf("in %q: %q, want %q", language, answer.Message, want)
			}
			if problem, _ := answer.Data[c.field].(map[string]string); want != "" && problem["message"] != c.problem {
				t.Errorf("the field %s has the message %q, want %q", c.field, problem["message"], c.problem)
			}
		}
	}
	if declared.Message != "You already hold this membership." {
		t.Errorf("the declared error was changed to %q", declared.Message)
	}
}

func TestARequestIsRefusedInTheLanguageOfItsPage(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	answer := g.call("GET", "/api/test/user", "", func(r *http.Request) {
		r.Header.Set("Content-Language", "mr")
		r.Header.Set("Cookie", "lang=hi")
	})
	if want := "पुढे जाण्यासाठी कृपया साइन इन करा."; !strings.Contains(answer.Body.String(), want) {
		t.Errorf("got %s, want %q", answer.Body, want)
	}
	if answer = g.call("GET", "/api/test/user", "", func(r *http.Request) {
		r.Header.Set("Cookie", "lang=hi")
	}); !strings.Contains(answer.Body.String(), "Please sign in to continue.") {
		t.Errorf("a page in English got %s", answer.Body)
	}
}
