// Package brevo speaks to the mail provider and says in one word what came of it.
//
// The hard question after a failed call is whether the mail is on its way all the same. Only
// three answers let the caller forget the call: no connection was ever made, Brevo refused it in
// its own error format, or Brevo asked to wait. Whatever else goes wrong is Uncertain.
package brevo

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	lib "github.com/sendinblue/APIv3-go-library/v2/lib"
)

const (
	// timeout bounds a whole call; it is far below the outbox's lease.
	timeout = 20 * time.Second
	// maxResponse bounds what is read of an answer: the library itself reads without end.
	maxResponse = 1 << 20
	// Brevo tells its reset in seconds; these bound a missing or absurd one.
	defaultRetryAfter, maxRetryAfter = time.Minute, time.Hour
)

// Client sends mail through Brevo's API. Safe for concurrent use.
type Client struct {
	api *lib.APIClient
}

// New returns a client for the API at url (which includes /v3), signing in with key.
func New(url, key string) *Client {
	return newClient(url, key, timeout)
}

func newClient(url, key string, timeout time.Duration) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	cfg := lib.NewConfiguration()
	cfg.BasePath = strings.TrimRight(url, "/") // the library's own default is the retired host
	cfg.UserAgent = "boardcircle"
	// The header and not the library's ContextAPIKey, which sends the key a second time as partner-key.
	cfg.AddDefaultHeader("api-key", key)
	cfg.HTTPClient = &http.Client{
		Timeout:   timeout,
		Transport: limitedTransport{transport},
		// A followed redirect would carry the key to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Client{api: lib.NewAPIClient(cfg)}
}

// Send hands one mail over and tells what came of it.
func (c *Client) Send(ctx context.Context, m Message) Result {
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	})
	created, response, err := c.api.TransactionalEmailsApi.SendTransacEmail(ctx, m.toAPI())
	switch {
	case response == nil && !connected.Load():
		return Result{Status: NotReached, Reason: reason(err)}
	case response == nil:
		return Result{Status: Uncertain, Reason: reason(err)}
	case response.StatusCode >= 300:
		return errorResult(response, err)
	case created.MessageId == "":
		// Also a 2xx that is not JSON: the library reports no error and an empty id.
		return Result{Status: Uncertain, Reason: "the answer names no message"}
	}
	return Result{Status: Accepted, MessageID: created.MessageId}
}

// errorResult reads an answer of 300 and above.
func errorResult(response *http.Response, err error) Result {
	apiErr := parseError(err)
	reason := apiErr.describe(response.Status)
	switch status := response.StatusCode; {
	case status >= 500 || status == http.StatusRequestTimeout:
		return Result{Status: Uncertain, Reason: reason}
	case status == http.StatusTooManyRequests:
		return Result{Status: RateLimited, Reason: reason, RetryAfter: retryAfter(response.Header)}
	case apiErr.Code == "duplicate_parameter":
		return Result{Status: Duplicate, Reason: reason}
	case apiErr.isAccountError():
		return Result{Status: Unauthorised, Reason: reason}
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity, status == http.StatusRequestEntityTooLarge:
		return Result{Status: Rejected, Reason: reason}
	}
	// 401, 402 and 403, and a redirect or 404, which say that BREVO_API_URL is wrong: it is not
	// the letter's fault, so no letter may be given up for it.
	return Result{Status: Unauthorised, Reason: reason}
}

// apiError is Brevo's error body.
type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// parseError reads the body itself: the library fills in its model on status 400 only.
func parseError(err error) apiError {
	var answer lib.GenericSwaggerError
	var p apiError
	if errors.As(err, &answer) {
		// A proxy's HTML page is no problem of Brevo's; its status alone then decides.
		_ = json.Unmarshal(answer.Body(), &p)
	}
	return p
}

func (p apiError) isAccountError() bool {
	switch p.Code {
	case "unauthorized", "permission_denied", "not_enough_credits", "account_under_validation":
		return true
	}
	return false
}

func (p apiError) describe(status string) string {
	if p.Code == "" {
		return status
	}
	return p.Code + ": " + p.Message
}

func retryAfter(header http.Header) time.Duration {
	for _, name := range []string{"x-sib-ratelimit-reset", "Retry-After"} {
		if seconds, err := strconv.Atoi(header.Get(name)); err == nil && seconds > 0 {
			return min(time.Duration(seconds)*time.Second, maxRetryAfter)
		}
	}
	return defaultRetryAfter
}

func reason(err error) string {
	if err == nil {
		return "no answer"
	}
	return err.Error()
}

// limitedTransport ends an answer's body after maxResponse bytes.
type limitedTransport struct{ next http.RoundTripper }

func (b limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, maxResponse), response.Body}
	}
	return response, err
}
