// Package httpx is the HTTP layer in front of the features: it authenticates callers, limits requests and writes
// responses. It knows sessions and roles, but no feature.
package httpx

import (
	"database/sql"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	validation "github.com/pocketbase/ozzo-validation/v4"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/rules"
)

// NewError returns an error response with a status and one public message. cause is logged and never sent. PocketBase's
// own constructors would append a full stop, but the messages must match the API contract exactly.
func NewError(status int, message string, cause error) *router.ApiError {
	apiErr := router.NewApiError(status, message, cause)
	apiErr.Message = message
	apiErr.Data = map[string]any{}
	return apiErr
}

// Invalid returns a 400 with a problem for each field. The message is that of the first problem.
func Invalid(problems ...rules.Problem) *router.ApiError {
	return invalid(http.StatusBadRequest, problems[0].Message, problems)
}

// InvalidAs is like Invalid, but with its own message.
func InvalidAs(message string, problems ...rules.Problem) *router.ApiError {
	return invalid(http.StatusBadRequest, message, problems)
}

// Conflict returns a 409 with a problem for the field whose value is already in use.
func Conflict(p rules.Problem) *router.ApiError {
	return invalid(http.StatusConflict, p.Message, []rules.Problem{p})
}

func invalid(status int, message string, problems []rules.Problem) *router.ApiError {
	answer := NewError(status, message, nil)
	for _, p := range problems {
		answer.Data[p.Field] = map[string]string{"code": p.Code, "message": p.Message}
	}
	return answer
}

// TooManyRequests returns a 429 with the time to wait.
func TooManyRequests(e *core.RequestEvent, wait time.Duration) *router.ApiError {
	seconds := setRetryAfter(e, wait)
	return NewError(http.StatusTooManyRequests, "Too many attempts. Please try again in "+formatWait(seconds)+".", nil)
}

func formatWait(seconds int) string {
	switch {
	case seconds == 1:
		return "a second"
	case seconds < 90:
		return strconv.Itoa(seconds) + " seconds"
	case seconds < 90*60:
		return strconv.Itoa((seconds+59)/60) + " minutes"
	}
	return strconv.Itoa((seconds+3599)/3600) + " hours"
}

// answerErrors turns the error of a handler into a response. Only this function maps domain errors to statuses: an
// apperr.Error is sent as declared, an error that is already a response is sent as it is, and any other error becomes a
// 500 whose cause is logged and never sent.
func answerErrors(handler func(*core.RequestEvent) error) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		err := handler(e)
		if err == nil {
			return nil
		}
		return ToAnswer(e, err)
	}
}

// ToAnswer converts the error of a handler into a response. It is for hooks of PocketBase's own routes, which know no
// domain errors.
func ToAnswer(e *core.RequestEvent, err error) error {
	var domain *apperr.Error
	if errors.As(err, &domain) && domain.RetryAfter > 0 {
		setRetryAfter(e, domain.RetryAfter)
	}
	return toAnswer(err)
}

func toAnswer(err error) error {
	var response *router.ApiError
	if errors.As(err, &response) {
		return err
	}
	var domain *apperr.Error
	if errors.As(err, &domain) {
		answer := NewError(domain.Status, domain.Message, err)
		if domain.Field != "" {
			answer.Data[domain.Field] = map[string]string{"code": domain.Code, "message": domain.Message}
		}
		return answer
	}
	var failure *apperr.Failure
	if errors.As(err, &failure) {
		return NewError(http.StatusInternalServerError, failure.Message, err)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return NewError(http.StatusNotFound, "This was not found.", err)
	}
	return NewError(http.StatusInternalServerError, messageUnexpected, err)
}

// IsUniqueViolation reports whether a record was not saved because another record has the same value in a field. The
// unique index decides, not a query before the save, so only one of two concurrent saves succeeds.
func IsUniqueViolation(err error, field string) bool {
	var fields validation.Errors
	var taken validation.Error
	return errors.As(err, &fields) && errors.As(fields[field], &taken) && taken.Code() == "validation_not_unique"
}

// SchemaProblems returns the problems of a record that was not saved. They are values that pass the form's rules but
// not the schema's, such as an unusual but well-formed email address or an invalid link.
func SchemaProblems(err error, form rules.Form) []rules.Problem {
	var fields validation.Errors
	if !errors.As(err, &fields) {
		return nil
	}
	var problems []rules.Problem
	for _, field := range form {
		if fields[field.Name] != nil {
			problems = append(problems, rules.Problem{Field: field.Name, Code: "invalid",
				Message: field.ErrorMessages().Invalid})
		}
	}
	return problems
}

// setRetryAfter sets the header and returns its value in seconds.
func setRetryAfter(e *core.RequestEvent, wait time.Duration) int {
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	e.Response.Header().Set("Retry-After", strconv.Itoa(seconds))
	return seconds
}

// Message is a response with one sentence.
type Message struct {
	Message string `json:"message"`
}
