// Package rules describes the valid values of a form's fields. The rules of a form are data, declared once by the
// feature that owns the form. The server validates with them, and the web app's forms are generated from them.
package rules

import (
	"fmt"
	"strings"
	"unicode"

	"boardcircle/pb_hooks/internal/india"
)

// Kind is how a field's value is parsed and validated.
type Kind string

// The kinds of field.
const (
	Line     Kind = "line"     // one line of text (normal.Line)
	Text     Kind = "text"     // text of several lines (normal.Text)
	Email    Kind = "email"    // an address (normal.Email)
	Phone    Kind = "phone"    // a phone number (normal.Phone), stored with a plus and digits only
	Link     Kind = "link"     // an http(s) address; https:// is added to an address without a scheme
	Secret   Kind = "secret"   // used unchanged; only its presence is checked
	Password Kind = "password" // a new password: upper case, lower case, digit, and not a common password
	PIN      Kind = "pin"      // four digits, but none of TrivialPINs
	Day      Kind = "day"      // a day that exists, such as 2027-03-31
	GSTIN    Kind = "gstin"    // upper-cased, without spaces; its state exists and its check character is right
	PINCode  Kind = "pincode"  // a PIN code of India's post, without spaces
	Choice   Kind = "choice"   // one of Options
	Choices  Kind = "choices"  // any of Options, without repeats
	Consent  Kind = "consent"  // must be true
	Amount   Kind = "amount"   // an amount of money in major units; a JSON number is accepted too
	Integer  Kind = "whole"    // a whole number; a JSON number is accepted too
	Flag     Kind = "flag"     // "true" or "false"; JSON's true and false are accepted too
	List     Kind = "list"     // lines of text, without blanks or repeats
	Rows     Kind = "rows"     // rows with the fields of Row; in plain text, each line is the first field of a row
)

// Field is the rule of one field.
type Field struct {
	// Name is the field's name in JSON. Label is its name for people.
	Name, Label string
	Kind        Kind
	Required    bool
	// IsStated refuses a form without this list of Choices. Unlike Required, it allows an empty list.
	IsStated bool
	// Min and Max limit the number of characters. For Password, Max limits the bytes (bcrypt's limit); for List, Max
	// limits the lines; for Rows, Min and Max limit the rows; for Amount and Integer, they limit the number. 0 means no
	// limit.
	Min, Max int
	// Pattern must match a Line that is not empty, in syntax that Go and JavaScript share. "" means no pattern.
	Pattern string
	// Hosts are the allowed hosts of a Link, which must use https. If empty, all hosts are allowed. A host that starts
	// with a full stop, such as ".linkedin.com", includes its subdomains.
	Hosts []string
	// NoLinks refuses web and email addresses in a Line or Text. Only the server checks it.
	NoLinks bool
	// Row is the form of each row of Rows.
	Row Form
	// Options are the allowed values of Choice and Choices.
	Options []string
	// Default replaces a missing value.
	Default string
	// Messages replace the built-in messages.
	Messages Messages
}

// Messages are shown to people whose input breaks a rule.
type Messages struct {
	Required string `json:"required"`
	Short    string `json:"short"`
	Long     string `json:"long"`
	Invalid  string `json:"invalid"`
}

// Options returns values of a string type as text, for the options of a field.
func Options[T ~string](values ...T) []string {
	options := make([]string, len(values))
	for i, value := range values {
		options[i] = string(value)
	}
	return options
}

// ErrorMessages returns the field's messages. Built-in messages replace those that are empty.
func (f Field) ErrorMessages() Messages {
	m := f.Messages
	fill := func(s *string, fallback string) {
		if *s == "" {
			*s = fallback
		}
	}
	label := lowerFirst(f.Label)
	switch f.Kind {
	case Line, Text:
		fill(&m.Invalid, "“"+f.Label+"” contains characters that are not allowed")
	case Choice:
		fill(&m.Required, "Please choose "+withArticle(label))
		fill(&m.Invalid, "Please choose one of the listed values for "+label)
	case Choices:
		fill(&m.Required, "Please choose at least one of "+label)
		fill(&m.Invalid, "Please choose from the listed values for "+label)
	case Consent:
		fill(&m.Required, "Please confirm and agree")
		fill(&m.Invalid, m.Required)
	case Day:
		fill(&m.Invalid, india.NoSuchDay)
	case PINCode:
		fill(&m.Invalid, "Please enter a PIN code of six digits, such as 400001")
	case GSTIN:
		fill(&m.Invalid, "This is not a GSTIN. Please compare its 15 characters with the certificate")
	case Flag:
		fill(&m.Invalid, f.Label+" must be true or false")
	case Amount, Integer:
		if f.Kind == Integer {
			fill(&m.Invalid, "Please enter a whole number")
		}
		fill(&m.Short, fmt.Sprintf("%s must be at least %d", f.Label, f.Min))
		fill(&m.Long, fmt.Sprintf("%s must be at most %d", f.Label, f.Max))
	case List:
		fill(&m.Long, fmt.Sprintf("%s must be at most %d lines of %d characters", f.Label, f.Max, MaxLineLength))
		fill(&m.Invalid, "Please enter plain lines of text for "+label)
	case Rows:
		fill(&m.Long, fmt.Sprintf("%s: at most %d", f.Label, f.Max))
		fill(&m.Invalid, "Please enter rows for "+label)
	}
	fill(&m.Required, f.Label+" is required")
	fill(&m.Invalid, "Please enter a valid "+label)
	fill(&m.Short, fmt.Sprintf("%s must be at least %d characters", f.Label, f.Min))
	fill(&m.Long, fmt.Sprintf("%s must be at most %d characters", f.Label, f.Max))
	return m
}

// lowerFirst returns a label for the middle of a sentence. It keeps abbreviations, such as "PIN code".
func lowerFirst(label string) string {
	if len(label) < 2 || unicode.IsUpper(rune(label[1])) {
		return label
	}
	return strings.ToLower(label[:1]) + label[1:]
}

func withArticle(label string) string {
	if strings.ContainsAny(label[:1], "aeiou") {
		return "an " + label
	}
	return "a " + label
}

// Form is a list of fields in the order in which people see them.
type Form []Field

// Values are the clean values of a form's fields, by name.
type Values map[string]any

// Check validates a decoded JSON object by the form's rules. Unknown keys are ignored. The problems are in the order of
// the fields. If there is a problem, the values must not be used.
func (f Form) Check(raw map[string]any) (Values, []Problem) {
	values := make(Values, len(f))
	var problems []Problem
	for _, field := range f {
		value, problem := field.Check(raw[field.Name])
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		values[field.Name] = value
	}
	return values, problems
}

// Field returns the rule of one field. It panics if the form has no field of that name.
func (f Form) Field(name string) Field {
	for _, field := range f {
		if field.Name == name {
			return field
		}
	}
	panic("rules: no field " + name)
}
