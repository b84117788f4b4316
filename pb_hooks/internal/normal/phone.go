package normal

import (
	"regexp"
	"strings"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"
)

var (
	// phoneCharacters matches what may be one number. The library would also read letters as the keys of a telephone, and
	// join two numbers with a slash between them.
	phoneCharacters = regexp.MustCompile(`^[+0-9 ().\p{Pd}]+$`)
	// spreadsheetNumber matches a number that a spreadsheet has stored as a decimal number.
	spreadsheetNumber = regexp.MustCompile(`^[0-9]+\.0+$`)
	phoneSeparators   = regexp.MustCompile(`[ ()\p{Pd}]`)
	// plainPhone is what the forms accept of numbers that the library does not know: at least ten characters.
	plainPhone = regexp.MustCompile(`^(\+[1-9][0-9]{8,16}|[1-9][0-9]{9,16})$`)
)

// Phone returns a phone number in the form of E.164, such as +919876543210. A number without a plus is read as an
// Indian one. Other digits that the specification accepts, up to 17, only get a plus. A text that is no number stays a
// line as it is (Line), so that a rule can refuse it.
func Phone(s string) string {
	s = Line(s)
	typed := norm.NFKC.String(plainDigits(s))
	if !phoneCharacters.MatchString(typed) {
		return s
	}
	if spreadsheetNumber.MatchString(typed) {
		typed, _, _ = strings.Cut(typed, ".")
	}
	if number, err := phonenumbers.Parse(typed, "IN"); err == nil && phonenumbers.IsValidNumber(number) {
		return phonenumbers.Format(number, phonenumbers.E164)
	}
	if digits := phoneSeparators.ReplaceAllString(typed, ""); plainPhone.MatchString(digits) {
		return "+" + strings.TrimPrefix(digits, "+")
	}
	return s
}

var (
	fiveAndFive    = regexp.MustCompile(`^\+91([6-9][0-9]{4})([0-9]{5})$`)
	areaAndSection = regexp.MustCompile(`^\+91([1-5][0-9])([0-9]{4})([0-9]{4})$`)
)

// PhoneText returns a number of Phone as people read it: +91 98765 43210, +91 22 4000 1234. Only the first digit tells
// how an Indian number is divided. Other numbers are not divided. The web app's phoneText does the same.
func PhoneText(phone string) string {
	return areaAndSection.ReplaceAllString(fiveAndFive.ReplaceAllString(phone, "+91 $1 $2"), "+91 $1 $2 $3")
}

// PhoneDigits returns the digits by which a search finds a number, without the Indian prefixes 0, +91, and 91 before a
// whole number. It returns "" for a text that is no part of a number, or that has fewer than minPhoneDigits.
func PhoneDigits(search string) string {
	search = norm.NFKC.String(plainDigits(Line(search)))
	if !phoneCharacters.MatchString(search) {
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, search)
	isIndian := strings.HasPrefix(search, "+91")
	if digits = strings.TrimLeft(digits, "0"); isIndian || len(digits) > len("9876543210") {
		digits = strings.TrimPrefix(digits, "91")
	}
	digits = strings.TrimLeft(digits, "0")
	if len(digits) < minPhoneDigits {
		return ""
	}
	return digits
}

// minPhoneDigits is how many digits a search for a part of a number needs. Years and most amounts are shorter.
const minPhoneDigits = 5
