package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardcircle/pb_hooks/internal/money"
)

// WholePattern is what a Whole looks like; it leaves out what no field needs.
const WholePattern = `^-?[0-9]{1,9}$`

// LongestLine is how many characters a line of a List may have.
const LongestLine = 200

var wholeRegexp = regexp.MustCompile(WholePattern)

// asText turns what JSON has a type of its own for into the text that a form would have sent.
func (f Field) asText(raw any) any {
	switch value := raw.(type) {
	case float64:
		if f.Kind == Amount || f.Kind == Whole {
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
	say := f.Sentences()
	value, ok := f.number(s)
	switch least, most := money.Amount(f.Min)*100, money.Amount(f.Max)*100; {
	case !ok:
		return nil, f.problem("invalid", say.Invalid)
	case value < least:
		return nil, f.problem("too_small", say.Short)
	case value > most:
		return nil, f.problem("too_large", say.Long)
	}
	return s, nil
}

// number reads a number in hundredths, which both kinds can be compared in.
func (f Field) number(s string) (money.Amount, bool) {
	if f.Kind == Amount {
		value, err := money.Parse(s)
		return value, err == nil
	}
	if !wholeRegexp.MatchString(s) {
		return 0, false
	}
	value, err := strconv.ParseInt(s, 10, 64)
	return money.Amount(value) * 100, err == nil
}

func (f Field) checkList(raw any) (any, *Problem) {
	say := f.Sentences()
	items, ok := raw.([]any)
	if raw != nil && !ok {
		return nil, f.problem("invalid", say.Invalid)
	}
	lines := []string{}
	for _, item := range items {
		text, ok := item.(string)
		line := strings.TrimSpace(text)
		switch {
		case !ok || !isLine(line):
			return nil, f.problem("invalid", say.Invalid)
		case utf8.RuneCountInString(line) > LongestLine:
			return nil, f.problem("too_long", say.Long)
		case line != "" && !slices.Contains(lines, line):
			lines = append(lines, line)
		}
	}
	if f.Max > 0 && len(lines) > f.Max {
		return nil, f.problem("too_long", say.Long)
	}
	if f.Required && len(lines) == 0 {
		return nil, f.problem("required", say.Required)
	}
	return lines, nil
}
