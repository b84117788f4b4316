package httpx

import (
	"errors"

	validation "github.com/pocketbase/ozzo-validation/v4"

	"boardcircle/pb_hooks/internal/rules"
)

// IsUniqueViolation tells whether a record was not saved because another one has this value already. The
// unique index says so, and not a look before the save: so of two at once only one wins.
func IsUniqueViolation(err error, field string) bool {
	var fields validation.Errors
	var taken validation.Error
	return errors.As(err, &fields) && errors.As(fields[field], &taken) && taken.Code() == "validation_not_unique"
}

// SchemaProblems are the problems of a record that was not saved: what the form lets through and the schema
// does not, such as an odd but well-formed e-mail, or a link that is no address.
func SchemaProblems(err error, form rules.Form) []rules.Problem {
	var fields validation.Errors
	if !errors.As(err, &fields) {
		return nil
	}
	var problems []rules.Problem
	for _, field := range form {
		if fields[field.Name] != nil {
			problems = append(problems, rules.Problem{Field: field.Name, Code: "invalid", Message: field.ErrorMessages().Invalid})
		}
	}
	return problems
}
