package texts

import (
	"strings"
)

// WordJoiner is U+2060 WORD JOINER. It is invisible and separates two braces.
const WordJoiner = "\u2060"

var templateOpeners = []string{"{{", "{%", "{#"}

// EscapeTemplateText escapes Brevo's template syntax. It must be applied to a finished subject or text, because two
// harmless facts next to each other can form an opening delimiter.
func EscapeTemplateText(s string) string { return escapeTemplate(s, WordJoiner) }

// EscapeTemplateHTML does the same for HTML with character references, which do not change the visible text.
func EscapeTemplateHTML(s string) string { return escapeTemplate(s, "") }

func escapeTemplate(s, separator string) string {
	if !containsAny(s, templateOpeners) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if i > 0 && s[i-1] == '{' && (s[i] == '{' || s[i] == '%' || s[i] == '#') {
			if separator == "" {
				out.WriteString(charReference(s[i]))
				continue
			}
			out.WriteString(separator)
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

func charReference(c byte) string {
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
