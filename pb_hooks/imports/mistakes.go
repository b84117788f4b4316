package imports

import (
	"strings"
	"unicode"
)

// Mistake is something in a row of which no account can be made.
type Mistake struct {
	// Column is the heading as the file has it; "" where the row as a whole is meant.
	Column  string `json:"column"`
	Message string `json:"message"`
}

// Mistakes are all of a row's.
type Mistakes []Mistake

func (m Mistakes) String() string {
	var said []string
	for _, mistake := range m {
		if mistake.Column != "" {
			mistake.Message = mistake.Column + ": " + mistake.Message
		}
		said = append(said, mistake.Message)
	}
	return strings.Join(said, "; ")
}

// hostile says what in a cell belongs into no account.
func hostile(field, cell string) string {
	switch {
	case strings.ContainsFunc(strings.TrimSpace(cell), unicode.IsControl):
		return "Has a line break or another control character in it"
	case strings.ContainsFunc(cell, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }):
		return "Has an invisible character in it that turns text around"
	case field != "phone" && strings.IndexAny(strings.TrimSpace(cell), "=+-@＝＋－＠") == 0:
		return "Begins like a formula"
	}
	return ""
}
