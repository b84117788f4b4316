// Package apperr defines domain errors. A feature declares what can go wrong and the public message; httpx turns the
// error into a response.
package apperr

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Error is a domain error: one thing that can go wrong, with the message that the caller reads. A feature declares its
// errors as package variables and wraps them: fmt.Errorf("create order: %w", ErrAlreadyPaid).
type Error struct {
	// Code names the error in logs and tests, such as "already-paid".
	Code string
	// Status is the HTTP status of the response.
	Status int
	// Message is the public message. It is sent word for word.
	Message string
	// Field is the form field that the error is about, or "".
	Field string
	// RetryAfter is sent as the time to wait. 0 omits it.
	RetryAfter time.Duration
}

// Error returns the code. Message is for the caller only.
func (e *Error) Error() string { return e.Code }

// NotFound declares an error with status 404.
func NotFound(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusNotFound, Message: message}
}

// Conflict declares an error with status 409.
func Conflict(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusConflict, Message: message}
}

// Forbidden declares an error with status 403.
func Forbidden(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusForbidden, Message: message}
}

// Invalid declares an error with status 400 for a form field.
func Invalid(code, field, message string) *Error {
	return &Error{Code: code, Status: http.StatusBadRequest, Message: message, Field: field}
}

// Unavailable declares an error with status 503: a provider is down or not configured.
func Unavailable(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusServiceUnavailable, Message: message}
}

// TooMany returns an error with status 429 that tells the caller when to retry.
func TooMany(code, message string, retryAfter time.Duration) *Error {
	return &Error{Code: code, Status: http.StatusTooManyRequests, Message: message, RetryAfter: retryAfter}
}

// New declares an error with any other status, such as http.StatusBadGateway.
func New(code string, status int, message string) *Error {
	return &Error{Code: code, Status: status, Message: message}
}

// Failure wraps an error with a message that the caller may read. Without a Failure, an unexpected error is sent as a
// general message. The cause is logged and never sent.
type Failure struct {
	Message string
	Cause   error
}

// Error returns the text of the cause.
func (f *Failure) Error() string { return f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// Fail wraps cause with a public message for a 500. It returns nil if cause is nil. If cause wraps a domain error, that
// error decides the response.
func Fail(message string, cause error) error {
	if cause == nil {
		return nil
	}
	var known *Error
	if errors.As(cause, &known) {
		return cause
	}
	return &Failure{Message: message, Cause: cause}
}

// SaveFailed adds the operation to the error of a failed save, and a public message. It returns nil for nil.
func SaveFailed(operation string, err error) error {
	if err == nil {
		return nil
	}
	return Fail("That could not be saved. Please try again.", fmt.Errorf("%s: %w", operation, err))
}
