package settings

import (
	"errors"
	"net/http"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/rules"
)

// refusal turns an error of the transaction into the answer.
func refusal(err error) error {
	var answer *router.ApiError
	if errors.As(err, &answer) {
		return answer
	}
	var fields validation.Errors
	if errors.As(err, &fields) { // what the form lets through and the schema does not
		var problems []rules.Problem
		for _, field := range Form {
			if fields[field.Name] != nil {
				problems = append(problems, rules.Problem{Field: field.Name, Code: "invalid", Message: field.Sentences().Invalid})
			}
		}
		if len(problems) > 0 {
			return edge.Invalid(problems...)
		}
	}
	return edge.Refuse(http.StatusInternalServerError, "The settings could not be saved. Please try again.", err)
}
