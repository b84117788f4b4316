package imports

import (
	"strings"
	"unicode"
)

// RowError is something in a row of which no account can be made.
type RowError struct {
	// Column is the heading as the file has it; "" where the row as a whole is meant.
	Column  string `json:"column"`
	Message string `json:"message"`
}

// RowErrors are all of a row's.
type RowErrors []RowError

func (m RowErrors) String() string {
	var messages []string
	for _, rowErr := range m {
		if rowErr.Column != "" {
			rowErr.Message = rowErr.Column + ": " + rowErr.Message
		}
		messages = append(messages, rowErr.Message)
	}
	return strings.Join(messages, "; ")
}

// unsafeCellError says what in a cell belongs into no account.
func unsafeCellError(field, cell string) string {
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
