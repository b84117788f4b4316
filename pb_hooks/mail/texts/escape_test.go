package texts

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile is input that a person may type into a form to manipulate an email.
const hostile = `<script>alert(1)</script>"'&{{params.secret}}{%if 1%}{#x#}`

func FuzzEscapeTemplate(f *testing.F) {
	for _, seed := range []string{"", "{", "{{", "{{{{", "{{x}}", "{%%}", "{#{#", "a{{b", "é{{", hostile, "{\u2060{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, code := EscapeTemplateText(s), EscapeTemplateHTML(s)
		if containsAny(text, templateOpeners) || containsAny(code, templateOpeners) {
			t.Fatalf("%q is still live", s)
		}
		if strings.ReplaceAll(text, WordJoiner, "") != strings.ReplaceAll(s, WordJoiner, "") {
			t.Fatalf("%q reads %q", s, text)
		}
		if utf8.ValidString(s) && html.UnescapeString(EscapeTemplateHTML(html.EscapeString(s))) != s {
			t.Fatalf("%q shows %q", s, EscapeTemplateHTML(html.EscapeString(s)))
		}
	})
}
