package mail

import "strings"

// wordJoiner is invisible and keeps two braces apart: U+2060 WORD JOINER.
const wordJoiner = "\u2060"

var templateOpeners = []string{"{{", "{%", "{#"}

// escapeTemplateText breaks up whatever Brevo's template language would act on. It is run over a finished
// subject or text, not over each fact: two harmless facts side by side can make an opener.
func escapeTemplateText(s string) string { return escapeTemplate(s, wordJoiner) }

// escapeTemplateHTML is the same for HTML, where a character reference leaves the text as it was written.
func escapeTemplateHTML(s string) string { return escapeTemplate(s, "") }

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
