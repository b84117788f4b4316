package normal

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns the text by which searches and orders compare: without case, without the accents of Latin, Greek and
// Cyrillic letters, and with one space for a run of spaces. The vowel signs of Indian scripts are marks too, but letters
// to their readers, so they stay.
//
// Indexes are sorted by folded texts, and profiles and the search indexes store them. A change of the results, even by
// a new version of Unicode, needs a migration that runs "REINDEX folded", folds the profiles and marks the search
// indexes as stale (the counter "stale"). Without it, SQLite misses rows in the indexes and may refuse to change them.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(Line(s))
	}
	var out strings.Builder
	isAccented := false
	for _, r := range norm.NFKD.String(cases.Fold().String(norm.NFKD.String(Line(s)))) {
		if !unicode.Is(unicode.Mn, r) {
			isAccented = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		} else if isAccented {
			continue
		}
		out.WriteRune(r)
	}
	return norm.NFC.String(out.String())
}

// Compare orders names, titles and places as their readers expect: by their folded texts. Texts that fold alike are
// ordered by their bytes, so that only equal texts compare as 0. SQLite has it as the collation folded.
func Compare(a, b string) int {
	return cmp.Or(strings.Compare(Fold(a), Fold(b)), strings.Compare(a, b))
}
