package mail

import "strings"

// joiner is invisible and keeps two braces apart: U+2060 WORD JOINER.
const joiner = "\u2060"

var openers = []string{"{{", "{%", "{#"}

// inertText breaks up whatever Brevo's template language would act on. It is run over a finished
// subject or text, not over each fact: two harmless facts side by side can make an opener.
func inertText(s string) string { return inert(s, joiner) }

// inertHTML is the same for HTML, where a character reference leaves the text as it was written.
func inertHTML(s string) string { return inert(s, "") }

func inert(s, between string) string {
	if !containsAny(s, openers) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if i > 0 && s[i-1] == '{' && (s[i] == '{' || s[i] == '%' || s[i] == '#') {
			if between == "" {
				out.WriteString(reference(s[i]))
				continue
			}
			out.WriteString(between)
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

func reference(c byte) string {
	switch c {
	case '{':
		return "&#123;"
	case '%':
		return "&#37;"
	}
	return "&#35;"
}

func containsAny(s string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
