package texts

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile is input that a person may enter in a form to manipulate an email.
const hostile = `<script>alert(1)</script>"'&{{params.secret}}{%if 1%}{#x#}`

func FuzzEscapeTemplate(f *testing.F) {
	for _, seed := range []string{"", "{", "{{", "{{{{", "{{x}}", "{%%}", "{#{#", "a{{b", "é{{", hostile, "{\u2060{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, code := EscapeTemplateText(s), EscapeTemplateHTML(s)
		if containsAny(text, templateOpeners) || containsAny(code, templateOpeners) {
			t.Fatalf("%q is not escaped: text = %q, HTML = %q", s, text, code)
		}
		if strings.ReplaceAll(text, WordJoiner, "") != strings.ReplaceAll(s, WordJoiner, "") {
			t.Fatalf("EscapeTemplateText(%q) = %q, want the same visible text", s, text)
		}
		if utf8.ValidString(s) && html.UnescapeString(EscapeTemplateHTML(html.EscapeString(s))) != s {
			t.Fatalf("EscapeTemplateHTML of the escaped %q = %q, want HTML that shows it", s,
				EscapeTemplateHTML(html.EscapeString(s)))
		}
	})
}
