package rules

import (
	"net/netip"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"boardcircle/pb_hooks/internal/normal"
)

// LinkMessage is the message for a field without links whose text has a link.
const LinkMessage = "Please write without web and email addresses"

var (
	// bracketedDot matches a full stop that is written so that programs do not see it: example[.]com, example (dot)
	// com.
	bracketedDot = regexp.MustCompile(`(?i)\s*[\[({<]\s*(?:\.|dot)\s*[\])}>]\s*`)
	// address matches web and email addresses. The last part of a host has at least two characters, so abbreviations
	// such as "e.g." and "Ph.D." are not hosts.
	address = regexp.MustCompile(`(?i)://|\bwww\.|\S@\S|[\pL\pM\pN]\.(?:xn--|\pL[\pM]*[\pL\pM\pN-]*[\pL\pN])`)
	// numbers matches what may be an IP address.
	numbers = regexp.MustCompile(`(?i)[0-9a-f:.]{3,}`)
)

// HasLink reports whether a text has a web, email or IP address. A member who reads the text does not know its author
// yet, so links in it are refused.
func HasLink(text string) bool {
	// Browsers read fullwidth letters and the full stops of other scripts as ASCII, and skip invisible characters.
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '。' || r == '｡':
			return '.'
		case normal.IsIgnorable(r):
			return -1
		case unicode.Is(unicode.Nd, r) && r > unicode.MaxASCII:
			return digit(r)
		}
		return r
	}, norm.NFKC.String(text))
	text = bracketedDot.ReplaceAllString(text, ".")
	if address.MatchString(text) {
		return true
	}
	for _, found := range numbers.FindAllString(text, -1) {
		if ip, err := netip.ParseAddr(strings.Trim(found, ".")); err == nil && !ip.IsUnspecified() {
			return true
		}
	}
	return false
}

// digit returns the ASCII digit of a decimal digit of any script. Unicode has the digits of a script in order.
func digit(r rune) rune {
	value := '0'
	for value < '9' && unicode.Is(unicode.Nd, r-(value-'0')-1) {
		value++
	}
	return value
}
