package rules

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/normal"
)

// The patterns that the server and the web app share, in syntax that both understand.
const (
	// EmailPattern matches the normal form of an email address.
	EmailPattern = `^[a-z0-9!#$%&'*+/=?^_{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*@` +
		`([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`
	// PhonePattern matches a phone number without separators: an optional plus, a nonzero first digit and up to 16
	// further digits.
	PhonePattern = `^\+?[1-9][0-9]{0,16}$`
	// TypedPhonePattern matches a phone number as people type it, with separators.
	TypedPhonePattern = "^[+( ]*[0-9]([ ().\\-\u2010-\u2015]*[0-9]){8,19}$"
	// PINPattern is exactly four digits.
	PINPattern = `^[0-9]{4}$`
)

// TrivialPINs are the PINs that attackers try first.
var TrivialPINs = []string{
	"0000", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "8888", "9999",
	"0123", "1234", "2345", "3456", "4567", "5678", "6789", "7890",
	"9876", "8765", "7654", "6543", "5432", "4321", "3210", "0987",
	"1212", "1122", "1313", "2580", "0852", "1010", "2000", "2020", "2468", "1357", "6969", "1004",
}

// TrivialPINMessage is the message for one of TrivialPINs.
const TrivialPINMessage = "Please choose a PIN that is harder to guess"

var (
	emailRegexp = regexp.MustCompile(EmailPattern)
	phoneRegexp = regexp.MustCompile(PhonePattern)
	pinRegexp   = regexp.MustCompile(PINPattern)
)

// Problem is a broken rule: a stable code and a message for people.
type Problem struct {
	Field   string `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Invalid returns the problem of a field whose value breaks a rule.
func Invalid(field, message string) Problem {
	return Problem{Field: field, Code: "invalid", Message: message}
}

// Missing returns the problem of a required field that is empty.
func Missing(field, message string) Problem {
	return Problem{Field: field, Code: "required", Message: message}
}

// Check validates one decoded JSON value (nil if it is missing) and returns the clean value: a string, []string for
// Choices and List, []Values for Rows, bool for Consent. The field of a problem within a row includes the row, as in
// boards.1.company.
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
	case Rows:
		return f.checkRows(raw)
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
	case Secret:
		return s
	case Password:
		return normal.Password(s)
	case Email:
		return normal.Email(s)
	case Phone:
		return normal.Phone(s)
	case GSTIN:
		return strings.ToUpper(normal.Code(s))
	case PINCode:
		return normal.Code(s)
	case Text:
		return normal.Text(s)
	case Link:
		s = normal.Line(s)
		if s != "" && !strings.Contains(s, "://") {
			s = "https://" + s
		}
		return s
	default:
		return normal.Line(s)
	}
}

func (f Field) checkString(s string) (any, *Problem) {
	if s == "" {
		if !f.Required {
			return "", nil
		}
		return nil, f.newProblem("required", f.ErrorMessages().Required)
	}
	length := utf8.RuneCountInString(s)
	if f.Kind == Password {
		length = len(s)
	}
	switch {
	case f.Kind == Amount || f.Kind == Integer:
		return f.checkNumber(s)
	case f.Min > 0 && utf8.RuneCountInString(s) < f.Min:
		return nil, f.newProblem("too_short", f.ErrorMessages().Short)
	case f.Max > 0 && length > f.Max:
		return nil, f.newProblem("too_long", f.ErrorMessages().Long)
	case f.Kind == PIN && slices.Contains(TrivialPINs, s):
		return nil, f.newProblem("trivial", TrivialPINMessage)
	case !f.hasValidFormat(s):
		return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
	case f.NoLinks && HasLink(s):
		return nil, f.newProblem("link", LinkMessage)
	case f.Kind == Password && IsCommonPassword(s):
		return nil, f.newProblem("common", CommonPasswordMessage)
	}
	return s, nil
}

// hasValidFormat reports whether a non-empty clean value has the format of its kind.
func (f Field) hasValidFormat(s string) bool {
	switch f.Kind {
	case Email:
		return emailRegexp.MatchString(s)
	case Phone:
		return phoneRegexp.MatchString(s)
	case PIN:
		return pinRegexp.MatchString(s)
	case Link:
		return isLink(s) && f.hasAllowedHost(s)
	case Day:
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	case GSTIN:
		return gst.ValidGSTIN(s)
	case PINCode:
		return gst.ValidPIN(s)
	case Password:
		return !strings.ContainsRune(s, 0) && hasRange(s, 'A', 'Z') && hasRange(s, 'a', 'z') && hasRange(s, '0', '9')
	case Choice:
		return slices.Contains(f.Options, s)
	case Flag:
		return s == "true" || s == "false"
	case Text:
		return isVisible(s) && !strings.ContainsFunc(s, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t'
		})
	case Secret:
		return true
	default:
		return isLine(s) && (f.Pattern == "" || regexp.MustCompile(f.Pattern).MatchString(s))
	}
}

// isLine rejects control characters, line separators and text without visible characters.
func isLine(s string) bool {
	return isVisible(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp)
	})
}

// brailleBlank is a symbol without visible marks.
const brailleBlank = '\u2800'

// isVisible rejects non-empty text without visible characters, such as only combining marks.
func isVisible(s string) bool {
	return s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && r != brailleBlank
	})
}

func (f Field) checkChoices(raw any) (any, *Problem) {
	list, ok := raw.([]any)
	if raw != nil && !ok {
		return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
	}
	chosen := []string{}
	for _, item := range list {
		s, ok := item.(string)
		if !ok || !slices.Contains(f.Options, s) {
			return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
		}
		if !slices.Contains(chosen, s) {
			chosen = append(chosen, s)
		}
	}
	if f.Required && len(chosen) == 0 || f.IsStated && raw == nil {
		return nil, f.newProblem("required", f.ErrorMessages().Required)
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
	return strings.Contains(u.Hostname(), ".") && !strings.ContainsAny(s, " \t\"<>\\") &&
		!strings.ContainsFunc(s, unicode.IsControl)
}

// hasAllowedHost reports whether a link leads to one of the field's hosts. A field without hosts allows all.
func (f Field) hasAllowedHost(s string) bool {
	if len(f.Hosts) == 0 {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && slices.ContainsFunc(f.Hosts, func(allowed string) bool {
		host := strings.ToLower(u.Host)
		if strings.HasPrefix(allowed, ".") {
			return strings.HasSuffix("."+host, allowed) && !strings.HasPrefix(host, ".")
		}
		return host == allowed
	})
}

func hasRange(s string, from, to rune) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= from && r <= to })
}

// IntegerPattern matches an Integer. It excludes numbers that are larger than any field needs.
const IntegerPattern = `^-?[0-9]{1,9}$`

// MaxLineLength is the maximum number of characters in a line of a List.
const MaxLineLength = 200

var integerRegexp = regexp.MustCompile(IntegerPattern)

// stringifyScalar converts a JSON number or boolean to the text that a form would have sent.
func (f Field) stringifyScalar(raw any) any {
	switch value := raw.(type) {
	case float64:
		if f.Kind == Amount || f.Kind == Integer {
			return strconv.FormatFloat(value, 'f', -1, 64)
		}
	case bool:
		if f.Kind == Flag {
			return strconv.FormatBool(value)
		}
	}
	return raw
}

// checkNumber validates the format and limits of a number. The clean value is the text as it was sent.
func (f Field) checkNumber(s string) (any, *Problem) {
	value, ok := f.parseHundredths(s)
	switch lower, upper := money.Amount(f.Min)*100, money.Amount(f.Max)*100; {
	case !ok:
		return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
	case value < lower:
		return nil, f.newProblem("too_small", f.ErrorMessages().Short)
	case value > upper:
		return nil, f.newProblem("too_large", f.ErrorMessages().Long)
	}
	return s, nil
}

// parseHundredths parses a number in hundredths, the unit in which both kinds of number can be compared.
func (f Field) parseHundredths(s string) (money.Amount, bool) {
	if f.Kind == Amount {
		value, err := money.Parse(s)
		return value, err == nil
	}
	if !integerRegexp.MatchString(s) {
		return 0, false
	}
	value, err := strconv.ParseInt(s, 10, 64)
	return money.Amount(value) * 100, err == nil
}

func (f Field) checkList(raw any) (any, *Problem) {
	items, ok := raw.([]any)
	if raw != nil && !ok {
		return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
	}
	lines := []string{}
	for _, item := range items {
		text, ok := item.(string)
		line := normal.Line(text)
		switch {
		case !ok || !isLine(line):
			return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
		case utf8.RuneCountInString(line) > MaxLineLength:
			return nil, f.newProblem("too_long", f.ErrorMessages().Long)
		case line != "" && !slices.Contains(lines, line):
			lines = append(lines, line)
		}
	}
	if f.Max > 0 && len(lines) > f.Max {
		return nil, f.newProblem("too_long", f.ErrorMessages().Long)
	}
	if f.Required && len(lines) == 0 {
		return nil, f.newProblem("required", f.ErrorMessages().Required)
	}
	return lines, nil
}

func (f Field) checkRows(raw any) (any, *Problem) {
	if text, ok := raw.(string); ok {
		raw = f.parseLines(text)
	}
	items, ok := raw.([]any)
	if raw != nil && !ok {
		return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
	}
	if f.Max > 0 && len(items) > f.Max {
		return nil, f.newProblem("too_long", f.ErrorMessages().Long)
	}
	if f.Required && len(items) == 0 {
		return nil, f.newProblem("required", f.ErrorMessages().Required)
	}
	rows := make([]Values, len(items))
	for i, item := range items {
		row, ok := item.(map[string]any)
		if !ok {
			return nil, f.newProblem("invalid", f.ErrorMessages().Invalid)
		}
		values, problems := f.Row.Check(row)
		if len(problems) > 0 {
			first := problems[0]
			return nil, &Problem{
				Field:   f.Name + "." + strconv.Itoa(i) + "." + first.Field,
				Code:    first.Code,
				Message: first.Message,
			}
		}
		rows[i] = values
	}
	return rows, nil
}

// parseLines converts lines of text to rows of the first field.
func (f Field) parseLines(text string) []any {
	rows := []any{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			rows = append(rows, map[string]any{f.Row[0].Name: line})
		}
	}
	return rows
}
