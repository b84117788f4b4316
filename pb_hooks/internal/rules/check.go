package rules

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The patterns that the server and the web app share, in the dialect that both understand.
const (
	// EmailPattern is matched after trimming and lower-casing.
	EmailPattern = `^[a-z0-9!#$%&'*+/=?^_{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$`
	// PhonePattern is an optional plus, a nonzero first digit and up to 16 further digits.
	PhonePattern = `^\+?[1-9][0-9]{0,16}$`
	// PINPattern is exactly four digits.
	PINPattern = `^[0-9]{4}$`
)

// TrivialPINs are the PINs that a guesser tries first.
var TrivialPINs = []string{
	"0000", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "8888", "9999",
	"0123", "1234", "2345", "3456", "4567", "5678", "6789", "7890",
	"9876", "8765", "7654", "6543", "5432", "4321", "3210", "0987",
	"1212", "1122", "1313", "2580", "0852", "1010", "2000", "2020", "2468", "1357", "6969", "1004",
}

// TrivialPINMessage is the sentence for one of TrivialPINs.
const TrivialPINMessage = "Please choose a PIN that is harder to guess"

var (
	emailRegexp = regexp.MustCompile(EmailPattern)
	phoneRegexp = regexp.MustCompile(PhonePattern)
	pinRegexp   = regexp.MustCompile(PINPattern)
)

// Problem is a broken rule: a stable code and the sentence for a person.
type Problem struct {
	Field   string `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Check reads one decoded JSON value (nil when it was left out) as the field wants it and
// returns the clean value: a string, []string for Choices and List, bool for Consent.
func (f Field) Check(raw any) (any, *Problem) {
	switch f.Kind {
	case Consent:
		if raw != true && raw != "true" {
			return nil, f.newProblem("required", f.ErrorMessages().Required)
		}
		return true, nil
	case Choices:
		return f.checkChoices(raw)
	case List:
		return f.checkList(raw)
	}
	if raw == nil {
		raw = f.Default
	}
	raw = f.stringifyScalar(raw)
	s, ok := raw.(string)
	if !ok {
		return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
	}
	return f.checkString(f.normalize(s))
}

func (f Field) normalize(s string) string {
	switch f.Kind {
	case Secret, Password:
		return s
	case Email:
		return strings.ToLower(strings.TrimSpace(s))
	case Text:
		return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
	case Link:
		s = strings.TrimSpace(s)
		if s != "" && !strings.Contains(s, "://") {
			s = "https://" + s
		}
		return s
	default:
		return strings.TrimSpace(s)
	}
}

func (f Field) checkString(s string) (any, *Problem) {
	messages := f.ErrorMessages()
	if s == "" {
		if !f.Required {
			return "", nil
		}
		return nil, f.newProblem("required", messages.Required)
	}
	length := utf8.RuneCountInString(s)
	if f.Kind == Password {
		length = len(s)
	}
	switch {
	case f.Kind == Amount || f.Kind == Integer:
		return f.checkNumber(s)
	case f.Min > 0 && utf8.RuneCountInString(s) < f.Min:
		return nil, f.newProblem("too_short", messages.Short)
	case f.Max > 0 && length > f.Max:
		return nil, f.newProblem("too_long", messages.Long)
	case f.Kind == PIN && slices.Contains(TrivialPINs, s):
		return nil, f.newProblem("trivial", TrivialPINMessage)
	case !f.hasValidFormat(s):
		return nil, f.newProblem("invalid", messages.Invalid)
	}
	return s, nil
}

// hasValidFormat tells whether a non-empty clean value has the shape that its kind asks for.
func (f Field) hasValidFormat(s string) bool {
	switch f.Kind {
	case Email:
		return emailRegexp.MatchString(s)
	case Phone:
		return phoneRegexp.MatchString(s)
	case PIN:
		return pinRegexp.MatchString(s)
	case Link:
		return isLink(s)
	case Password:
		return !strings.ContainsRune(s, 0) && hasRange(s, 'A', 'Z') && hasRange(s, 'a', 'z') && hasRange(s, '0', '9')
	case Choice:
		return slices.Contains(f.Options, s)
	case Flag:
		return s == "true" || s == "false"
	case Text:
		return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
	case Secret:
		return true
	default:
		return isLine(s) && (f.Pattern == "" || regexp.MustCompile(f.Pattern).MatchString(s))
	}
}

// A line has no control characters, and none of those that turn the order of reading around: they
// make a name look like another's.
func isLine(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
}

func (f Field) checkChoices(raw any) (any, *Problem) {
	messages := f.ErrorMessages()
	list, ok := raw.([]any)
	if raw != nil && !ok {
		return nil, f.newProblem("invalid", messages.Invalid)
	}
	chosen := []string{}
	for _, item := range list {
		s, ok := item.(string)
		if !ok || !slices.Contains(f.Options, s) {
			return nil, f.newProblem("invalid", messages.Invalid)
		}
		if !slices.Contains(chosen, s) {
			chosen = append(chosen, s)
		}
	}
	if f.Required && len(chosen) == 0 {
		return nil, f.newProblem("required", messages.Required)
	}
	return chosen, nil
}

func (f Field) newProblem(code, message string) *Problem {
	return &Problem{Field: f.Name, Code: code, Message: message}
}

func isLink(s string) bool {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.User != nil {
		return false
	}
	return strings.Contains(u.Hostname(), ".") && !strings.ContainsAny(s, " \t\"<>\\") && !strings.ContainsFunc(s, unicode.IsControl)
}

func hasRange(s string, from, to rune) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= from && r <= to })
}
