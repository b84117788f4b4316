package texts

import (
	"regexp"
	"strings"
	"unicode"

	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
)

// greetable matches a name in any script: letters, their marks and the characters between names. Some Indian scripts
// need the two joiners.
var greetable = regexp.MustCompile(`^[\pL\pM][\pL\pM .'’\x{200c}\x{200d}-]*$`)

// GreetingName returns the name to greet a person by. It returns "" for text that is not a name, that is longer than 60
// characters, or that mail programs would turn into a link. Anyone can type a name into a public form and so have an
// email sent to a stranger; that email must not carry a link, an address or a telephone number. The forms still accept
// such names, because the specification requires two characters and nothing else.
func GreetingName(name string) string {
	name = OneLine(name, 60)
	if !greetable.MatchString(name) || rules.HasLink(name) {
		return ""
	}
	return name
}

// company matches the name of a company in any script: letters, digits, and the punctuation that company names have.
var company = regexp.MustCompile(`^[\pL\pN][\pL\pM\pN .,&+()'’\x{200c}\x{200d}-]*$`)

// maxCompanyDigits is the maximum number of digits in a company name. It allows "Studio 2020" but no telephone
// number.
const maxCompanyDigits = 4

// CompanyName returns a company name that is safe to show to other people. It returns "" for a name that could
// contain a link, an address or a telephone number, or that is longer than 100 characters. The forms still accept such
// names, because documents need the legal name, for example "Sample.com Private Limited".
func CompanyName(name string) string {
	name = OneLine(name, 100)
	digits := 0
	for _, r := range name {
		if unicode.IsNumber(r) {
			digits++
		}
	}
	if digits > maxCompanyDigits || !company.MatchString(name) || rules.HasLink(name) {
		return ""
	}
	return name
}

// The maximum lengths of a name and of a subject, in characters.
const (
	MaxName    = 120
	MaxSubject = 250
)

// OneLine makes text that people typed safe for a mail header. It removes line breaks and other control characters, and
// cuts the text to limit characters.
func OneLine(text string, limit int) string {
	runes := []rune(normal.Line(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))))
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return string(runes)
}

// PlainFact makes text that a person typed safe for an email to another person: one line, or "" if mail programs
// would turn it into a link.
func PlainFact(fact string) string {
	fact = OneLine(fact, MaxName)
	if strings.ContainsAny(fact, `@/\`) || rules.HasLink(fact) {
		return ""
	}
	return fact
}
