// Package apperr has the errors that a feature declares. A feature says what went wrong and in which
// public sentence; httpx turns it into the answer.
package apperr

import (
	"errors"
	"net/http"
	"time"
)

// Error is a domain error: one thing that can go wrong, with the message that the caller reads. A
// feature declares its few as package variables and wraps them: fmt.Errorf("create order: %w", ErrAlreadyPaid).
type Error struct {
	// Code names the error in logs and tests, such as "already-paid".
	Code string
	// Status is the HTTP status of the answer.
	Status int
	// Message is the public sentence, sent word for word.
	Message string
	// Field is the form field that the error is about, "" when it is about none.
	Field string
	// RetryAfter is when the same may be tried again, for a 429; 0 says nothing.
	RetryAfter time.Duration
}

// Error tells the code: the sentence is for the caller.
func (e *Error) Error() string { return e.Code }

// NotFound declares an error that answers 404.
func NotFound(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusNotFound, Message: message}
}

// Conflict declares an error that answers 409.
func Conflict(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusConflict, Message: message}
}

// Forbidden declares an error that answers 403.
func Forbidden(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusForbidden, Message: message}
}

// Invalid declares an error that answers 400 and names the field.
func Invalid(code, field, message string) *Error {
	return &Error{Code: code, Status: http.StatusBadRequest, Message: message, Field: field}
}

// Unavailable declares an error that answers 503: a provider is down or not configured.
func Unavailable(code, message string) *Error {
	return &Error{Code: code, Status: http.StatusServiceUnavailable, Message: message}
}

// TooMany makes an error that answers 429 and says when to come back.
func TooMany(code, message string, retryAfter time.Duration) *Error {
	return &Error{Code: code, Status: http.StatusTooManyRequests, Message: message, RetryAfter: retryAfter}
}

// New declares an error with a status of its own, such as http.StatusBadGateway.
func New(code string, status int, message string) *Error {
	return &Error{Code: code, Status: status, Message: message}
}

// Failure wraps an error with the sentence that its caller may read; without one, a handler's error
// is answered with a general sentence. The cause is logged, never sent.
type Failure struct {
	Message string
	Cause   error
}

// Error tells the cause.
func (f *Failure) Error() string { return f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// Fail wraps cause with a public sentence for a 500; nil stays nil. A domain error among the causes
// keeps its own answer.
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
