package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardcircle/pb_hooks/internal/money"
)

// IntegerPattern is what a Whole looks like; it leaves out what no field needs.
const IntegerPattern = `^-?[0-9]{1,9}$`

// MaxLineLength is how many characters a line of a List may have.
const MaxLineLength = 200

var integerRegexp = regexp.MustCompile(IntegerPattern)

// stringifyScalar turns what JSON has a type of its own for into the text that a form would have sent.
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

// checkNumber checks a number's shape and bounds. The clean value is the text, as it was written.
func (f Field) checkNumber(s string) (any, *Problem) {
	messages := f.ErrorMessages()
	value, ok := f.parseHundredths(s)
	switch lower, upper := money.Amount(f.Min)*100, money.Amount(f.Max)*100; {
	case !ok:
		return nil, f.newProblem("invalid", messages.Invalid)
	case value < lower:
		return nil, f.newProblem("too_small", messages.Short)
	case value > upper:
		return nil, f.newProblem("too_large", messages.Long)
	}
	return s, nil
}

// parseHundredths reads a number in hundredths, which both kinds can be compared in.
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
	messages := f.ErrorMessages()
	items, ok := raw.([]any)
	if raw != nil && !ok {
		return nil, f.newProblem("invalid", messages.Invalid)
	}
	lines := []string{}
	for _, item := range items {
		text, ok := item.(string)
		line := strings.TrimSpace(text)
		switch {
		case !ok || !isLine(line):
			return nil, f.newProblem("invalid", messages.Invalid)
		case utf8.RuneCountInString(line) > MaxLineLength:
			return nil, f.newProblem("too_long", messages.Long)
		case line != "" && !slices.Contains(lines, line):
			lines = append(lines, line)
		}
	}
	if f.Max > 0 && len(lines) > f.Max {
		return nil, f.newProblem("too_long", messages.Long)
	}
	if f.Required && len(lines) == 0 {
		return nil, f.newProblem("required", messages.Required)
	}
	return lines, nil
}
