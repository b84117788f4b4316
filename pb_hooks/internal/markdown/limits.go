package markdown

import (
	"regexp"
	"strings"
)

// maxBlock is the maximum length of a paragraph in bytes. From each "[a](" the parser searches for the end of the link
// up to the end of the paragraph, so its time grows with the square of the paragraph's length. It grows only linearly
// with the number of paragraphs.
const maxBlock = 8000

// deepNesting matches a line that opens more quotations or lists than a real text needs. The parser's time grows with
// the square of the depth.
var deepNesting = regexp.MustCompile(`(?m)^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){16,}`)

// bullet matches a line that always starts a new paragraph.
var bullet = regexp.MustCompile(`^ {0,3}[-+*] +\S`)

// Problem returns a message for the author if a text cannot be parsed, or "".
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
