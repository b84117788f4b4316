// Package normal gives each kind of text one form in which it is stored and compared. Texts then are the same if they
// differ only in how their letters are composed, in invisible characters, in the width of spaces or in runs of spaces.
// Letters of different scripts that look alike stay different.
package normal

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Line returns one line of text: composed (Unicode NFC), without invisible characters, without spaces at the ends, and
// with one space for a run of spaces. Line breaks and other control characters stay, so that a rule can refuse them.
func Line(s string) string {
	if isPlain(s) {
		return s
	}
	var out strings.Builder
	isAfterSpace := false
	for _, r := range strings.TrimSpace(visible(s)) {
		isSpace := r == '\t' || unicode.Is(unicode.Zs, r)
		switch {
		case !isSpace:
			out.WriteRune(r)
		case !isAfterSpace:
			out.WriteByte(' ')
		}
		isAfterSpace = isSpace
	}
	return out.String()
}

// Text returns a text of several lines: composed, without invisible characters, without white space at the ends, and
// with line breaks of one kind.
func Text(s string) string { return strings.TrimSpace(visible(strings.ReplaceAll(s, "\r\n", "\n"))) }

// Code returns a code without the spaces in which people group it: a PIN code, a GSTIN, a coupon. Its digits are 0 to 9.
func Code(s string) string { return plainDigits(Line(strings.Join(strings.Fields(s), ""))) }

// zeros are the zeros of the digits that the keyboards of Indian and Arabic scripts type, and the wide one.
const zeros = "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\uff10"

// plainDigits replaces the digits of other scripts with 0 to 9. The web app's form-schema.ts does the same.
func plainDigits(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		for _, zero := range zeros {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		return r
	}, s)
}

// Password returns a password as it is hashed. Only the composition of its letters changes, because the same key gives
// different code points on different systems. Spaces and invisible characters stay: they are part of the password.
func Password(s string) string { return norm.NFC.String(s) }

// Passwords returns the forms in which a password may have been hashed. The first is that of Password. Hashes from
// before there was one form are of what was typed.
func Passwords(typed string) []string {
	forms := []string{norm.NFC.String(typed)}
	for _, form := range []string{typed, norm.NFD.String(typed)} {
		if form != forms[0] && form != forms[len(forms)-1] {
			forms = append(forms, form)
		}
	}
	return forms
}

// domains converts the domain of an email address to ASCII, as mail servers and DNS know it.
var domains = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(true))

// Email returns an email address as it is stored, compared and sent: in lower case, its domain in ASCII (IDNA). Only
// ASCII letters are lowered in the part before the @, as SQLite's NOCASE does. An address that is not valid stays
// invalid.
func Email(s string) string {
	s = lowerASCII(Line(s))
	if isASCII(s) {
		return s
	}
	at := strings.LastIndexByte(s, '@')
	domain, err := domains.ToASCII(s[at+1:])
	if err != nil || at < 0 {
		return s
	}
	return s[:at+1] + domain
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// isPlain reports whether a line has its form already, for the texts that have only ASCII letters.
func isPlain(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		if c := s[i]; c > '~' || c < ' ' || c == ' ' && before == ' ' {
			return false
		}
		before = s[i]
	}
	return before != ' ' || s == ""
}

const (
	nonJoiner  = '\u200c'
	joiner     = '\u200d'
	emojiStyle = '\ufe0f'
)

// viramas are the signs of the Indian scripts that join two consonants. A joiner next to one chooses the shape.
const viramas = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"

// visible composes a text and drops the characters that show nothing and those that change the reading direction. It
// keeps the joiners that scripts need. The web app's form-schema.ts does the same.
func visible(s string) string {
	if isASCII(s) {
		return s
	}
	runes := []rune(strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	kept := runes[:0]
	before := rune(' ')
	for i, r := range runes {
		if IsIgnorable(r) {
			after := ' '
			if i+1 < len(runes) {
				after = runes[i+1]
			}
			if !isNeeded(r, before, after) {
				continue
			}
		}
		kept = append(kept, r)
		before = r
	}
	return norm.NFC.String(string(kept))
}

// isNeeded reports whether an ignorable character has a purpose between two others: in an Indian or Arabic script, or in
// an emoji.
func isNeeded(r, before, after rune) bool {
	switch r {
	case emojiStyle:
		return unicode.Is(unicode.So, before)
	case joiner, nonJoiner:
		return strings.ContainsRune(viramas, before) || strings.ContainsRune(viramas, after) ||
			unicode.Is(unicode.Arabic, before) && unicode.Is(unicode.Arabic, after) ||
			r == joiner && unicode.Is(unicode.So, after) &&
				(unicode.In(before, unicode.So, unicode.Sk) || before == emojiStyle)
	}
	return false
}

// IsIgnorable reports whether Unicode has a character as Default_Ignorable_Code_Point. The characters that change the
// reading direction and the tags, invisible copies of ASCII, are among them.
func IsIgnorable(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r) &&
		(r < 0xfff9 || r > 0xfffb) && (r < 0x13430 || r > 0x1343f)
}
