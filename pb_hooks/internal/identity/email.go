package identity

import "strings"

// EmailKey is an e-mail address as whatever is kept by address has it: in lower case as SQLite's lower and NOCASE
// understand it, so that beyond ASCII case matters.
func EmailKey(email string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, email)
}
