package fakebrevo

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	placeholder = regexp.MustCompile(`\{\{\s*([^{}]*?)\s*\}\}`)
	statement   = regexp.MustCompile(`\{%.*?%\}|\{#.*?#\}`)
)

// renderTemplate does what Brevo's template language does to any content, inline HTML included: it replaces
// {{params.name}}, and swallows every other placeholder and statement. A person who gets such
// braces into a letter would write into it, which is what our tests look for.
func renderTemplate(content string, params map[string]any) string {
	content = statement.ReplaceAllString(content, "")
	return placeholder.ReplaceAllStringFunc(content, func(found string) string {
		name := strings.TrimPrefix(placeholder.FindStringSubmatch(found)[1], "params.")
		if value, ok := params[name]; ok {
			return fmt.Sprint(value)
		}
		return ""
	})
}
