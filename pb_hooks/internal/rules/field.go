// Package rules says what the fields of a form may hold. A form's rules are data, written
// once by the room that owns the form: the server checks with them, and the web app's forms
// are generated from them.
package rules

import (
	"fmt"
	"strings"
)

// Kind is how a field's value is read and checked.
type Kind string

// The kinds of field.
const (
	Line     Kind = "line"     // one line of text, trimmed
	Text     Kind = "text"     // text of several lines, trimmed
	Email    Kind = "email"    // trimmed and lower-cased
	Phone    Kind = "phone"    // optional plus, no leading zero, digits only
	Link     Kind = "link"     // an http(s) address; https:// is added where there is no scheme
	Secret   Kind = "secret"   // taken as it is, only its presence is checked
	Password Kind = "password" // a new password: upper case, lower case, digit
	PIN      Kind = "pin"      // four digits, none of TrivialPINs
	Choice   Kind = "choice"   // one of Options
	Choices  Kind = "choices"  // any of Options, without repeats
	Consent  Kind = "consent"  // must be true
	Amount   Kind = "amount"   // an amount of money in major units; a JSON number is taken too
	Integer  Kind = "whole"    // a whole number; a JSON number is taken too
	Flag     Kind = "flag"     // "true" or "false"; JSON's true and false are taken too
	List     Kind = "list"     // lines of text, trimmed, without blanks or repeats
)

// Field is the rule of one field.
type Field struct {
	// Name is the field's name on the wire; Label what people call it.
	Name, Label string
	Kind        Kind
	Required    bool
	// Min and Max count characters (bytes for a Password's Max, bcrypt's edge), a List's Max its
	// lines; 0 is no limit. Those of an Amount or a Whole bound the number itself.
	Min, Max int
	// Pattern is what a Line that is not empty must match, in the dialect that Go and JavaScript
	// share; "" is no pattern.
	Pattern string
	// Options are the values of a Choice or of Choices.
	Options []string
	// Default stands in for a value that was left out.
	Default string
	// Messages replace the built-in sentences.
	Messages Messages
}

// Messages are the sentences that a person reads when a rule is broken.
type Messages struct {
	Required string `json:"required"`
	Short    string `json:"short"`
	Long     string `json:"long"`
	Invalid  string `json:"invalid"`
}

// ErrorMessages returns the field's messages with the built-in ones filled in.
func (f Field) ErrorMessages() Messages {
	m := f.Messages
	fill := func(s *string, fallback string) {
		if *s == "" {
			*s = fallback
		}
	}
	label := strings.ToLower(f.Label)
	switch f.Kind {
	case Choice:
		fill(&m.Required, "Please choose "+withArticle(label))
		fill(&m.Invalid, "Please choose one of the listed values for "+label)
	case Choices:
		fill(&m.Required, "Please choose at least one of "+label)
		fill(&m.Invalid, "Please choose from the listed values for "+label)
	case Consent:
		fill(&m.Required, "Please confirm and agree")
		fill(&m.Invalid, m.Required)
	case Flag:
		fill(&m.Invalid, f.Label+" must be true or false")
	case Amount, Integer:
		fill(&m.Short, fmt.Sprintf("%s must be at least %d", f.Label, f.Min))
		fill(&m.Long, fmt.Sprintf("%s must be at most %d", f.Label, f.Max))
	case List:
		fill(&m.Long, fmt.Sprintf("%s must be at most %d lines of %d characters", f.Label, f.Max, MaxLineLength))
		fill(&m.Invalid, "Please enter plain lines of text for "+label)
	}
	fill(&m.Required, f.Label+" is required")
	fill(&m.Invalid, "Please enter a valid "+label)
	fill(&m.Short, fmt.Sprintf("%s must be at least %d characters", f.Label, f.Min))
	fill(&m.Long, fmt.Sprintf("%s must be at most %d characters", f.Label, f.Max))
	return m
}

func withArticle(label string) string {
	if strings.ContainsAny(label[:1], "aeiou") {
		return "an " + label
	}
	return "a " + label
}
