package rules_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/rules"
)

// The stored form of an accepted value is accepted again unchanged, for every kind of field.
func FuzzAnAcceptedValueIsAcceptedAgainUnchanged(f *testing.F) {
	for _, seed := range []string{
		`"asha@example.com"`, `"+91 98765 43210"`, `"https://rzp.io/l/a"`, `"https://rzp.io@evil.example"`, `"0000"`, `"4711"`, `1`, `1.5`, `1e999`, `true`, `"TRUE"`, `null`, `[]`, `["a","a"]`,
		`{"a":1}`, `"\u202eabc"`, `"a\u0000b"`, `"javascript:alert(1)"`, `"25000.50"`, `"rzp.io/l/a"`, `"//evil.example"`, `" a@b.c "`,
		`"rZp.io#000"`, `"https://rzp.io.evil.example"`,
	} {
		f.Add(seed)
	}
	kinds := []rules.Kind{
		rules.Line, rules.Text, rules.Email, rules.Phone, rules.Link, rules.Password, rules.PIN, rules.Choice,
		rules.Choices, rules.Consent, rules.Amount, rules.Integer, rules.Flag, rules.List,
	}
	f.Fuzz(func(t *testing.T, text string) {
		var raw any
		if json.Unmarshal([]byte(text), &raw) != nil {
			return
		}
		for _, kind := range kinds {
			field := rules.Field{Name: "value", Label: "Value", Kind: kind, Max: 200}
			if kind == rules.Link {
				field.Hosts = []string{"rzp.io"}
			}
			value, problem := field.Check(raw)
			if problem != nil || kind == rules.Amount || kind == rules.Integer { // numbers are stored as numbers
				continue
			}
			encoded, err := json.Marshal(value)
			if err != nil {
				t.Fatalf("%s of %s: %v", kind, text, err)
			}
			var stored any
			if err := json.Unmarshal(encoded, &stored); err != nil {
				t.Fatal(err)
			}
			if again, problem := field.Check(stored); problem != nil || !reflect.DeepEqual(again, value) {
				t.Errorf("%s of %s: the clean value is %v, and checked again %v (%v)", kind, text, value, again, problem)
			}
			if link, ok := value.(string); ok && kind == rules.Link && link != "" {
				to, err := url.Parse(link)
				if err != nil || to.Scheme != "https" || !strings.EqualFold(to.Host, "rzp.io") || to.User != nil {
					t.Errorf("%s is accepted as the link %s", text, link)
				}
			}
		}
	})
}
