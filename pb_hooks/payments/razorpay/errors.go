package razorpay

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The kinds of errors, for errors.Is.
var (
	// ErrUnavailable means that there was no usable answer (no connection, timeout, 5xx, HTML, or an empty 200). The
	// call may have taken effect nevertheless.
	ErrUnavailable = errors.New("the payment provider is unavailable")
	// ErrNotFound means that the provider has no entity with that id.
	ErrNotFound = errors.New("the payment provider has no such entity")
	// ErrUnauthorised means that the key is wrong or lacks the permission.
	ErrUnauthorised = errors.New("the payment provider refuses the key")
	// ErrRateLimited means that nothing was done and the call should be repeated later.
	ErrRateLimited = errors.New("the payment provider asks to wait")
	// ErrRefused means that the provider has refused the request. Error.Description has the reason.
	ErrRefused = errors.New("the payment provider refuses")
)

// Error is the error of a call, with the fields of the provider's error body if there was one.
type Error struct {
	// Status is the HTTP status, or 0 if there was no answer.
	Status int
	// Code, Description, Reason, Field, Source and Step are from the provider's error body.
	Code, Description, Reason, Field, Source, Step string
	// RetryAfter is how long the provider asks us to wait, or 0 if it does not say.
	RetryAfter time.Duration

	kind, cause error
}

// Error returns the kind, the status and the provider's description.
func (e *Error) Error() string {
	parts := []string{"razorpay: " + e.kind.Error()}
	if e.Status != 0 {
		parts = append(parts, strconv.Itoa(e.Status))
	}
	for _, part := range []string{e.Code, e.Description} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if e.cause != nil {
		parts = append(parts, e.cause.Error())
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the kind and, if there is one, the cause.
func (e *Error) Unwrap() []error {
	if e.cause == nil {
		return []error{e.kind}
	}
	return []error{e.kind, e.cause}
}

func unavailable(status int, cause error) *Error {
	return &Error{Status: status, kind: ErrUnavailable, cause: cause}
}

// invalidRequest returns the error of a call that is refused before it is sent.
func invalidRequest(format string, values ...any) *Error {
	return &Error{kind: ErrRefused, Description: fmt.Sprintf(format, values...)}
}

// toError returns the *Error that the library has wrapped.
func toError(err error) error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return unavailable(0, err)
}

// responseError decodes an error response.
func responseError(status int, header http.Header, body []byte) *Error {
	var response struct {
		Error struct {
			Code        string `json:"code"`
			Description string `json:"description"`
			Reason      string `json:"reason"`
			Field       string `json:"field"`
			Source      string `json:"source"`
			Step        string `json:"step"`
		} `json:"error"`
	}
	// A proxy's HTML page has no such body. Only the status counts then.
	_ = json.Unmarshal(body, &response)
	detail := response.Error
	e := &Error{
		Status: status, Code: detail.Code, Description: detail.Description, Reason: detail.Reason,
		Field: detail.Field, Source: detail.Source, Step: detail.Step,
	}
	e.kind = classify(e)
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil && seconds > 0 {
		e.RetryAfter = min(time.Duration(seconds)*time.Second, time.Hour)
	}
	return e
}

func classify(e *Error) error {
	switch {
	case e.Status == http.StatusTooManyRequests:
		return ErrRateLimited
	case e.Status == http.StatusUnauthorized:
		return ErrUnauthorised
	// 409 means that the same call is still being processed.
	case e.Status < 400, e.Status >= 500, e.Status == http.StatusRequestTimeout, e.Status == http.StatusConflict,
		e.Code == "SERVER_ERROR", e.Code == "GATEWAY_ERROR":
		return ErrUnavailable
	case e.Code == "", strings.Contains(e.Description, "requested URL"):
		// This answer comes from a proxy or a wrong RAZORPAY_API_URL. To treat it as a missing order would lose a
		// payment.
		return ErrUnavailable
	case e.Status == http.StatusForbidden:
		return ErrUnauthorised
	case e.Status == http.StatusNotFound, strings.Contains(e.Description, "does not exist"):
		// Razorpay answers an unknown id with 400 and these words.
		return ErrNotFound
	}
	return ErrRefused
}
