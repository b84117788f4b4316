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
	// largestCall bounds a request's body.
	largestCall = 1 << 20
	// mostPerPage and usualPage are the provider's.
	mostPerPage, usualPage = 100, 10
)

// call answers one route of the API. It runs under the lock; an error that is a *refusal is the
// provider's no.
type call func(*http.Request) (any, error)

// refusal is an answer that is no success.
type refusal struct {
	status                           int
	code, description, field, reason string
}

func (r *refusal) Error() string { return r.description }

func bad(description string) *refusal { return &refusal{description: description} }

func badField(field, description string) *refusal {
	return &refusal{description: description, field: field}
}

// unknown is how the provider answers an id that it doesn't know: a 400, not a 404.
func unknown() *refusal { return bad("The id provided does not exist") }

// wireError is the error body.
type wireError struct {
	Code        string         `json:"code"`
	Description string         `json:"description"`
	Source      string         `json:"source"`
	Step        string         `json:"step"`
	Reason      string         `json:"reason"`
	Metadata    map[string]any `json:"metadata"`
	Field       string         `json:"field,omitempty"`
}

func (r *refusal) body() any {
	e := wireError{
		Code: cmp.Or(r.code, "BAD_REQUEST_ERROR"), Description: r.description, Source: "business", Step: "payment_initiation",
		Reason: cmp.Or(r.reason, "input_validation_failed"), Metadata: map[string]any{}, Field: r.field,
	}
	return map[string]any{"error": e}
}

// reply is an answer before it is sent.
type reply struct {
	status int
	body   []byte
}

func newReply(status int, body any) reply {
	data, err := json.Marshal(body)
	if err != nil {
		return reply{http.StatusInternalServerError, []byte("{}")}
	}
	return reply{status, data}
}

// replyTo is what a call comes to.
func replyTo(body any, err error) reply {
	if err == nil {
		return newReply(http.StatusOK, body)
	}
	var no *refusal
	if !errors.As(err, &no) {
		no = &refusal{status: http.StatusInternalServerError, code: "SERVER_ERROR", description: err.Error(), reason: "server_error"}
	}
	return newReply(cmp.Or(no.status, http.StatusBadRequest), no.body())
}

func (p reply) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body)
}

func refuse(w http.ResponseWriter, r *refusal) { replyTo(nil, r).write(w) }

func answer(w http.ResponseWriter, status int, body any) { newReply(status, body).write(w) }

func decode(r *http.Request, into any) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, largestCall))
	if err != nil {
		return bad("The request could not be read")
	}
	if len(body) == 0 {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	err = json.Unmarshal(body, into)
	switch {
	case errors.As(err, &wrong) && wrong.Field == "amount":
		return badField("amount", "The amount must be an integer.")
	case err != nil:
		return bad("Please provide valid JSON data")
	}
	return nil
}

type collection struct {
	Entity string `json:"entity"`
	Count  int    `json:"count"`
	Items  any    `json:"items"`
}

func whole[T any](items []T) collection { return collection{"collection", len(items), items} }

// page cuts a list by count, skip, from and to.
func page[T any](r *http.Request, items []T, createdAt func(T) int64) (any, error) {
	count, skip := ask(r, "count", usualPage), ask(r, "skip", 0)
	switch {
	case count < 1 || count > mostPerPage:
		return nil, badField("count", "The count must be between 1 and 100.")
	case skip < 0:
		return nil, badField("skip", "The skip must be at least 0.")
	}
	from, to := ask(r, "from", 0), ask(r, "to", 1<<40)
	within := []T{}
	for _, item := range items {
		if at := createdAt(item); at >= from && at <= to {
			within = append(within, item)
		}
	}
	first := min(skip, int64(len(within)))
	return whole(within[first:min(first+count, int64(len(within)))]), nil
}

// ask reads a number of the query; one that is none counts as refused, so -1.
func ask(r *http.Request, name string, otherwise int64) int64 {
	value := r.URL.Query().Get(name)
	if value == "" {
		return otherwise
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
