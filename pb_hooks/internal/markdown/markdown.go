// Package markdown says which texts the Markdown parser must not be given: it takes the square of the time for some.
package markdown

import (
	"regexp"
	"strings"
)

// maxBlock is how many bytes a paragraph may have. The parser looks for the end of a link from each "[a](" to the end of
// the paragraph, so that the time grows with the square of its length, and with the number of paragraphs only.
const maxBlock = 8000

// deepNesting is a line that opens more quotations or lists than a text could mean: it costs the parser the square of
// its depth.
var deepNesting = regexp.MustCompile(`(?m)^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){16,}`)

// bullet is a line that begins a paragraph whatever is before it.
var bullet = regexp.MustCompile(`^ {0,3}[-+*] +\S`)

// Problem says, to the author of a text, why it can't be parsed; "" if it can.
func Problem(source string) string {
	if deepNesting.MatchString(source) {
		return "The lists and quotations are nested too deeply"
	}
	length := 0
	for line := range strings.Lines(source) {
		if strings.TrimSpace(line) == "" || bullet.MatchString(line) {
			length = 0
		}
		if length += len(line); length > maxBlock {
			return "A paragraph is too long: please divide it by empty lines"
		}
	}
	return ""
}
