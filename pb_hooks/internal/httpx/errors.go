// Package httpx is the HTTP layer in front of the features: it authenticates callers, limits requests and writes
// responses. It knows sessions and roles, but no feature.
package httpx

import (
	"database/sql"
	"embed"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/languages"
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
			problems = append(problems, rules.Invalid(field.Name, field.ErrorMessages().Invalid))
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

// The features write their errors in English. An error that answers a call from a page in another language is
// translated here, at the boundary, because the server has the message with its values, such as a date, and errors
// without a field have no code in the response. messages/{language}.json has a translation for each English message.

//go:embed messages/*.json
var messageFiles embed.FS

var messages = languages.LoadPhrases(messageFiles, "messages")

// Translate returns a message in the language of the page that made the call, or in English if it has no translation.
// The web app sends the language as Content-Language. The visitor's cookie does not count, because the account and the
// console are in English.
func Translate(r *http.Request, message string) string {
	translated, isPhrase := messagesFor(r).Translate(message)
	if !isPhrase {
		return message
	}
	return translated
}

// messagesFor returns nil for English.
func messagesFor(r *http.Request) *languages.Phrases {
	return messages[r.Header.Get("Content-Language")]
}

const (
	messageUnexpected = "Something went wrong on our side. Please try again."
	// MessageInvalidForm is the message about a form with several invalid fields.
	MessageInvalidForm = "Please fill in all required fields correctly."
)

// translateErrors translates the error of a request.
func translateErrors(e *core.RequestEvent) error { return translateError(e.Request, e.Next()) }

// translateError returns an error in the language of the page that made the call. The messages of the rules of a form
// stay in English: the web app has its own texts for them, with the translated names of the fields.
func translateError(r *http.Request, err error) error {
	phrases := messagesFor(r)
	var english *router.ApiError
	if phrases == nil || !errors.As(err, &english) {
		return err
	}
	answer := *english // several requests share a declared error
	message, isPhrase := phrases.Translate(english.Message)
	switch {
	case isPhrase:
		answer.Message = message
	case answer.Status >= http.StatusInternalServerError:
		answer.Message = phrases.Word(messageUnexpected)
	case answer.Status == http.StatusBadRequest && len(answer.Data) > 0:
		answer.Message = phrases.Word(MessageInvalidForm)
	}
	answer.Data = map[string]any{}
	for field, problem := range english.Data {
		if p, isOurs := problem.(map[string]string); isOurs {
			problem = map[string]string{"code": p["code"], "message": Translate(r, p["message"])}
		}
		answer.Data[field] = problem
	}
	return &answer
}
