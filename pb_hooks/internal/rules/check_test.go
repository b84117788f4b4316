package rules_test

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/rules"
)

func TestCheckByKind(t *testing.T) {
	t.Parallel()
	email := rules.Field{Name: "email", Label: "Email", Kind: rules.Email, Required: true, Max: 40}
	phone := rules.Field{Name: "phone", Label: "Phone", Kind: rules.Phone, Required: true, Min: 10, Max: 18}
	link := rules.Field{Name: "link", Label: "Link", Kind: rules.Link, Max: 100}
	line := rules.Field{Name: "line", Label: "Line", Kind: rules.Line, Required: true, Min: 2, Max: 5}
	text := rules.Field{Name: "text", Label: "Text", Kind: rules.Text, Max: 20}
	pin := rules.Field{Name: "pin", Label: "PIN", Kind: rules.PIN}
	password := rules.Field{Name: "password", Label: "Password", Kind: rules.Password, Required: true, Min: 12, Max: 71}
	choice := rules.Field{
		Name:     "choice",
		Label:    "Choice",
		Kind:     rules.Choice,
		Required: true,
		Options:  []string{"a", "b"},
	}
	optional := rules.Field{
		Name:    "optional",
		Label:   "Optional",
		Kind:    rules.Choice,
		Options: []string{"a"},
		Default: "a",
	}

	for _, c := range []struct {
		field rules.Field
		raw   any
		want  string // the clean value, or "!" and the problem's code
	}{
		{email, "  Asha@Example.COM ", "asha@example.com"},
		{email, "", "!required"},
		{email, nil, "!required"},
		{email, 7.0, "!invalid"},
		{email, "asha@example", "!invalid"},
		{email, "a..b@example.com", "!invalid"},
		{email, "asha@exam ple.com", "!invalid"},
		{email, "asha@example.com\nBcc: x@y.zz", "!invalid"},
		{email, strings.Repeat("a", 40) + "@b.co", "!too_long"},
		{phone, "+919876543210", "+919876543210"},
		{phone, "9876543210", "+919876543210"},
		{phone, "0987654321", "!invalid"},
		{phone, "+91 98765 43210", "+919876543210"},
		{phone, "+91 22 2654/11", "!invalid"},
		{phone, "987654321", "!too_short"},
		{phone, "+1234567890123456789", "!too_long"},
		{link, "www.linkedin.com/in/asha", "https://www.linkedin.com/in/asha"},
		{link, "http://linkedin.com/in/asha", "http://linkedin.com/in/asha"},
		{link, "javascript://linkedin.com/%0aalert(1)", "!invalid"},
		{link, "https://user:pw@linkedin.com", "!invalid"},
		{link, "https://nowhere", "!invalid"},
		{link, "", ""},
		{line, " ab ", "ab"},
		{line, "a", "!too_short"},
		{line, "  a  ", "!too_short"},
		{line, "ab\ncd", "!invalid"},
		{line, "ab\x00", "!invalid"},
		{line, "ಅಆಇಈಉ", "ಅಆಇಈಉ"},
		{line, "abcdef", "!too_long"},
		{text, "one\r\ntwo", "one\ntwo"},
		{text, "bell \a", "!invalid"},
		{text, "one\n\u202eowt", "one\nowt"},
		{text, "one\u2066two", "onetwo"},
		{text, "one\U000e0041", "one"},
		{text, "क्\u200dष\n👩\u200d💼", "क्\u200dष\n👩\u200d💼"},
		{text, nil, ""},
		{pin, "4826", "4826"},
		{pin, "1234", "!trivial"},
		{pin, "48261", "!invalid"},
		{pin, "４８２６", "!invalid"},
		{pin, "", ""},
		{password, "Correct horse 1", "Correct horse 1"},
		{password, "Password1234", "!common"},
		{password, "Short1", "!too_short"},
		{password, "no capitals 12345", "!invalid"},
		{password, " Spaces stay 1 ", " Spaces stay 1 "},
		{password, "Zb1" + strings.Repeat("xy", 34), "Zb1" + strings.Repeat("xy", 34)},
		{password, "Aa1" + strings.Repeat("x", 69), "!too_long"},
		{password, "Aa1" + strings.Repeat("é", 35), "!too_long"},
		{choice, "b", "b"},
		{choice, "c", "!invalid"},
		{choice, "", "!required"},
		{optional, nil, "a"},
		{optional, "", ""},
	} {
		value, problem := c.field.Check(c.raw)
		got, _ := value.(string)
		if problem != nil {
			got = "!" + problem.Code
		}
		if got != c.want {
			t.Errorf("%s: Check(%q) = %q, want %q", c.field.Name, c.raw, got, c.want)
		}
	}
}

func TestChoicesContainEachOptionOnce(t *testing.T) {
	t.Parallel()
	field := rules.Field{Name: "areas", Label: "Areas", Kind: rules.Choices, Options: []string{"a", "b"}}
	value, problem := field.Check([]any{"b", "a", "b"})
	if options, _ := value.([]string); problem != nil || strings.Join(options, ",") != "b,a" {
		t.Errorf("got %v, %v, want b and a", value, problem)
	}
	for _, raw := range []any{"a", []any{"c"}, []any{1.0}, map[string]any{}} {
		if _, problem := field.Check(raw); problem == nil {
			t.Errorf("%v was accepted", raw)
		}
	}
}

func TestConsentIsRequired(t *testing.T) {
	t.Parallel()
	field := rules.Field{Name: "agree", Label: "Agreement", Kind: rules.Consent, Required: true}
	for raw, want := range map[any]bool{true: true, "true": true, false: false, "false": false, nil: false, 1.0: false} {
		if _, problem := field.Check(raw); (problem == nil) != want {
			t.Errorf("%v: problem = %v, want accepted = %v", raw, problem, want)
		}
	}
}

func TestAFormReportsEveryProblemInOrderAndIgnoresUnknownKeys(t *testing.T) {
	t.Parallel()
	form := rules.Form{
		{Name: "first", Label: "First", Kind: rules.Line, Required: true},
		{Name: "second", Label: "Second", Kind: rules.Line, Required: true},
	}
	_, problems := form.Check(map[string]any{"isAdmin": true})
	if len(problems) != 2 || problems[0].Field != "first" || problems[1].Message != "Second is required" {
		t.Errorf("problems = %+v, want one for each field", problems)
	}
	values, problems := form.Check(map[string]any{"first": "a", "second": "b", "isAdmin": true})
	if _, found := values["isAdmin"]; found || len(problems) > 0 {
		t.Errorf("values = %+v, problems = %+v", values, problems)
	}
}

func FuzzAnAcceptedLineHasNoControlCharacters(f *testing.F) {
	field := rules.Field{Name: "line", Label: "Line", Kind: rules.Line, Max: 50}
	for _, seed := range []string{"Asha Rao", "a\r\nb", "\u202e", "\x7f", " "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		value, problem := field.Check(raw)
		if problem != nil {
			return
		}
		if s := value.(string); strings.ContainsAny(s, "\r\n\x00\x1b\x7f\u202e") || len([]rune(s)) > 50 {
			t.Errorf("%q was accepted as %q", raw, s)
		}
	})
}
