package fakerazorpay

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
)

const (
	// maxRequestBody bounds a request's body.
	maxRequestBody = 1 << 20
	// maxPageSize and defaultPageSize are the provider's.
	maxPageSize, defaultPageSize = 100, 10
)

// apiHandler answers one route of the API. It runs under the lock; an error that is a *refusal is the
// provider's no.
type apiHandler func(*http.Request) (any, error)

// apiError is an answer that is no success.
type apiError struct {
	status                           int
	code, description, field, reason string
}

func (r *apiError) Error() string { return r.description }

func badRequest(description string) *apiError { return &apiError{description: description} }

func badRequestField(field, description string) *apiError {
	return &apiError{description: description, field: field}
}

// unknownIDError is how the provider answers an id that it doesn't know: a 400, not a 404.
func unknownIDError() *apiError { return badRequest("The id provided does not exist") }

// errorBody is the error body.
type errorBody struct {
	Code        string         `json:"code"`
	Description string         `json:"description"`
	Source      string         `json:"source"`
	Step        string         `json:"step"`
	Reason      string         `json:"reason"`
	Metadata    map[string]any `json:"metadata"`
	Field       string         `json:"field,omitempty"`
}

func (r *apiError) body() any {
	e := errorBody{
		Code: cmp.Or(r.code, "BAD_REQUEST_ERROR"), Description: r.description, Source: "business", Step: "payment_initiation",
		Reason: cmp.Or(r.reason, "input_validation_failed"), Metadata: map[string]any{}, Field: r.field,
	}
	return map[string]any{"error": e}
}

// apiResponse is an answer before it is sent.
type apiResponse struct {
	status int
	body   []byte
}

func newResponse(status int, body any) apiResponse {
	data, err := json.Marshal(body)
	if err != nil {
		return apiResponse{http.StatusInternalServerError, []byte("{}")}
	}
	return apiResponse{status, data}
}

// responseFor is what a call comes to.
func responseFor(body any, err error) apiResponse {
	if err == nil {
		return newResponse(http.StatusOK, body)
	}
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		apiErr = &apiError{status: http.StatusInternalServerError, code: "SERVER_ERROR", description: err.Error(), reason: "server_error"}
	}
	return newResponse(cmp.Or(apiErr.status, http.StatusBadRequest), apiErr.body())
}

func (p apiResponse) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body)
}

func writeError(w http.ResponseWriter, r *apiError) { responseFor(nil, r).write(w) }

func writeJSON(w http.ResponseWriter, status int, body any) { newResponse(status, body).write(w) }

func decode(r *http.Request, into any) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequestBody))
	if err != nil {
		return badRequest("The request could not be read")
	}
	if len(body) == 0 {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	err = json.Unmarshal(body, into)
	switch {
	case errors.As(err, &wrong) && wrong.Field == "amount":
		return badRequestField("amount", "The amount must be an integer.")
	case err != nil:
		return badRequest("Please provide valid JSON data")
	}
	return nil
}

type collection struct {
	Entity string `json:"entity"`
	Count  int    `json:"count"`
	Items  any    `json:"items"`
}

func newCollection[T any](items []T) collection { return collection{"collection", len(items), items} }

// paginate cuts a list by count, skip, from and to.
func paginate[T any](r *http.Request, items []T, createdAt func(T) int64) (any, error) {
	count, skip := queryInt(r, "count", defaultPageSize), queryInt(r, "skip", 0)
	switch {
	case count < 1 || count > maxPageSize:
		return nil, badRequestField("count", "The count must be between 1 and 100.")
	case skip < 0:
		return nil, badRequestField("skip", "The skip must be at least 0.")
	}
	from, to := queryInt(r, "from", 0), queryInt(r, "to", 1<<40)
	within := []T{}
	for _, item := range items {
		if at := createdAt(item); at >= from && at <= to {
			within = append(within, item)
		}
	}
	first := min(skip, int64(len(within)))
	return newCollection(within[first:min(first+count, int64(len(within)))]), nil
}

// queryInt reads a number of the query; one that is none counts as refused, so -1.
func queryInt(r *http.Request, name string, fallback int64) int64 {
	value := r.URL.Query().Get(name)
	if value == "" {
		return fallback
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
