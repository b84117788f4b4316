// Package idempotency answers a repeated request with the answer of the first one, so that a person who has got no
// answer can send a form again. A request names itself with the header Idempotency-Key. Each key is a row for a day:
//
//	claimed    Run stores the row before the handler starts, with a digest of the request.
//	completed  The handler has succeeded. The row has its status and its body, which a repeat gets.
//	released   The handler has refused the request, or has failed with a declared error, which says what has happened.
//	           The row is deleted, and the corrected request may use the key again.
//	unknown    The row stays claimed if the program was killed, the handler failed otherwise, or its answer could not be
//	           stored. No one knows whether the request had its effect, so a repeat is refused and never runs.
//
// The rows can be read neither from the database nor from a backup: key, caller, route and content are hashed, and the
// answer is encrypted with a key that is derived from the one that the caller has sent, which is not stored.
package idempotency

import (
	"bytes"
	"errors"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/keys"
)

// Header is the request's header with the key. ReplayedHeader is "true" in an answer that was stored.
const (
	Header         = "Idempotency-Key"
	ReplayedHeader = "Idempotent-Replayed"
)

// ttl is how long a key is stored.
const ttl = 24 * time.Hour

// field is the name in the data of an error under which clients find an error about the key.
const field = "idempotencyKey"

// KeyPattern matches a valid key.
const KeyPattern = `^[A-Za-z0-9_-]{8,100}$`

var validKey = regexp.MustCompile(KeyPattern)

// The errors of a key.
var (
	errInvalidKey = apperr.Invalid("invalid-key", field,
		"The Idempotency-Key must have 8 to 100 letters without accents, digits, hyphens or underscores.")
	errKeyReused = &apperr.Error{
		Code: "idempotency-key-reused", Status: http.StatusConflict, Field: field,
		Message: "Your earlier attempt has arrived, with other details. Please check the page before you send this again.",
	}
	errInterrupted = &apperr.Error{
		Code: "idempotency-key-interrupted", Status: http.StatusConflict, Field: field,
		Message: "Your earlier attempt was interrupted, and we do not know whether it took effect. " +
			"Please check the page before you send this again.",
	}
	// Of the refusals of a valid key, only errRunning lets the same request be sent again with it.
	errRunning = &apperr.Error{
		Code: "in-progress", Status: http.StatusConflict, Field: field, RetryAfter: time.Second,
		Message: "Your earlier attempt is still in progress. Please wait a moment and try again.",
	}
)

// Errors are the errors of a key.
var Errors = []*apperr.Error{errInvalidKey, errKeyReused, errInterrupted, errRunning}

// Keys stores the keys of requests.
type Keys struct {
	secret keys.Key
	now    clock.Clock
	// running has the hashes of the keys whose requests are running.
	running sync.Map
}

// New returns the keys of a site. secret is the key of its data directory.
func New(secret keys.Key, now clock.Clock) *Keys { return &Keys{secret: secret, now: now} }

// Request identifies a request.
type Request struct {
	// Caller is the account, or "" for a visitor. The same key of another account is another key.
	Caller string
	// Route is the route in the table, such as "POST /api/coupons".
	Route string
	// Key is the value of the header.
	Key string
	// Content is what a repeat must have too: the address and the body.
	Content []string
}

// CheckKey returns an error unless the headers of a request have exactly one key, and a valid one.
func CheckKey(header http.Header) error {
	if values := header.Values(Header); len(values) != 1 || !validKey.MatchString(values[0]) {
		return errInvalidKey
	}
	return nil
}

// Run runs the handler of a request, unless a request with the same key has run: then it sends the stored answer, or
// returns an error, also while such a request is running. An error of the handler is returned unchanged: it is already
// an answer.
func (k *Keys) Run(e *core.RequestEvent, request Request) error {
	secret := keys.Key(k.secret.Derive("idempotency", request.Caller, request.Route, request.Key))
	hash, content := keys.Hash(string(secret)), secret.Derive("content", request.Content...)
	if _, isRunning := k.running.LoadOrStore(hash, true); isRunning {
		return errRunning
	}
	defer k.running.Delete(hash)
	isClaimed, err := claim(e.App, hash, content, k.now())
	if err != nil {
		return apperr.SaveFailed("claim idempotency key", err)
	}
	if !isClaimed {
		return replay(e, secret, hash, content)
	}
	return run(e, secret, hash, k.now)
}

func run(e *core.RequestEvent, secret keys.Key, hash string, now clock.Clock) error {
	recorder := &recorder{ResponseWriter: e.Response}
	e.Response = recorder
	result := e.Next()
	e.Response = recorder.ResponseWriter
	status := e.Status()
	var err error
	switch {
	case result == nil && status < http.StatusMultipleChoices:
		var answer string
		if answer, err = secret.Seal("answer", hash, recorder.body.String()); err == nil {
			err = complete(e.App, hash, status, e.Response.Header().Get("Content-Type"), answer, now())
		}
	case isRefusal(result, status):
		err = release(e.App, hash)
	}
	if err != nil { // the handler has ended, so its result is sent
		e.App.Logger().Error("The result of an idempotency key could not be stored", "error", err)
	}
	return result
}

// isRefusal reports whether a key may be used again after the result of a handler. Other failures may come after the
// effect, but a declared error says what has happened.
func isRefusal(err error, status int) bool {
	if err == nil {
		return status < http.StatusInternalServerError
	}
	answer := router.ToApiError(err)
	cause, _ := answer.RawData().(error)
	var declared *apperr.Error
	return answer.Status < http.StatusInternalServerError || errors.As(cause, &declared)
}

// replay sends the stored answer of a key, or returns why there is none for this request.
func replay(e *core.RequestEvent, secret keys.Key, hash, content string) error {
	stored, err := find(e.App, hash)
	switch {
	case err != nil:
		return apperr.SaveFailed("read idempotency key", err)
	case stored.Content != content:
		return errKeyReused
	case stored.Status == 0:
		return errInterrupted
	}
	body, err := secret.Open("answer", hash, stored.Answer)
	if err != nil {
		return apperr.SaveFailed("open stored answer", err)
	}
	e.Response.Header().Set(ReplayedHeader, "true")
	if body == "" {
		return e.NoContent(stored.Status)
	}
	return e.Blob(stored.Status, stored.ContentType, []byte(body))
}

// Purge deletes the keys that are older than a day.
func Purge(app core.App, now time.Time) error { return deleteBefore(app, now.Add(-ttl)) }

// recorder copies the body of a response.
type recorder struct {
	http.ResponseWriter
	body bytes.Buffer
}

// Write copies and writes bytes of the body.
func (r *recorder) Write(content []byte) (int, error) {
	r.body.Write(content)
	return r.ResponseWriter.Write(content)
}

// Unwrap returns the writer of the response, as http.ResponseController expects.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
