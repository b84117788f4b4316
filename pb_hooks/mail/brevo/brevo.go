// Package brevo calls the email provider Brevo and reports the result of each call.
//
// After a failed call the caller must know whether the email was sent. It was certainly not sent in three cases: no
// connection was made, Brevo refused the email with its own error format, or Brevo asked to wait. Any other failure
// is Uncertain.
package brevo

import (
	"context"
	"encoding/base64"
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
	// timeout limits a whole call. It is much shorter than the outbox's lease.
	timeout = 20 * time.Second
	// maxResponse limits the size of a response, because the library reads without a limit.
	maxResponse = 1 << 20
	// Brevo reports its rate limit reset in seconds. These values replace a missing one and limit an absurd one.
	defaultRetryAfter, maxRetryAfter = time.Minute, time.Hour
)

// Client sends emails through Brevo's API. Safe for concurrent use.
type Client struct {
	api *lib.APIClient
	cfg *lib.Configuration
}

// New returns a client for the API at url (which includes /v3) that authenticates with key.
func New(url, key string) *Client {
	return newClient(url, key, timeout)
}

func newClient(url, key string, timeout time.Duration) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	cfg := lib.NewConfiguration()
	cfg.BasePath = strings.TrimRight(url, "/") // the library's default host is retired
	cfg.UserAgent = "boardcircle"
	// The library's ContextAPIKey would also send the key as partner-key.
	cfg.AddDefaultHeader("api-key", key)
	cfg.HTTPClient = &http.Client{
		Timeout:   timeout,
		Transport: limitedTransport{transport},
		// Following a redirect would send the key to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Client{api: lib.NewAPIClient(cfg), cfg: cfg}
}

// Send makes one call and returns its result.
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
		return parseError(err).result(response)
	case created.MessageId == "":
		// The library also returns no error and an empty id for a 2xx that is not JSON.
		return Result{Status: Uncertain, Reason: "the answer names no message"}
	}
	return Result{Status: Accepted, MessageID: created.MessageId}
}

// result returns the result of a response with a status of 300 or more and this error body.
func (apiErr apiError) result(response *http.Response) Result {
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
	case status == http.StatusBadRequest,
		status == http.StatusUnprocessableEntity,
		status == http.StatusRequestEntityTooLarge:
		return Result{Status: Rejected, Reason: reason}
	}
	// 401, 402 and 403 concern the account. A redirect or 404 means that BREVO_API_URL is wrong. The email is not the
	// cause, so it must not fail.
	return Result{Status: Unauthorised, Reason: reason}
}

// apiError is Brevo's error body.
type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// parseError parses the body, because the library fills its model only for status 400.
func parseError(err error) apiError {
	var answer lib.GenericSwaggerError
	var p apiError
	if errors.As(err, &answer) {
		// The body may be a proxy's HTML page. Then only the status counts.
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

// limitedTransport cuts a response body off after maxResponse bytes.
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

// maxName is Brevo's limit for a display name, in characters.
const maxName = 70

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Attachment is an attached file. Brevo derives its type from the extension of its name.
type Attachment struct {
	Name    string
	Content []byte
}

// Message is one email to one person.
type Message struct {
	From, To      Address
	ReplyTo       Address
	Subject       string
	HTML, Text    string
	Attachments   []Attachment
	Tags          []string
	CorrelationID string
	// Headers are sent with the email, in addition to those that Brevo derives from the fields.
	Headers map[string]string
	// TemplateID selects a Brevo template, filled with Params, instead of the content; 0 sends the content.
	TemplateID int64
	Params     map[string]string
	// IdempotencyKey is a UUID. Brevo accepts only one email with it within 15 to 30 minutes.
	IdempotencyKey string
}

// toAPI converts the message for the library. The idempotency key is a header in the body, not of the request. Brevo
// repeats X-Mailin-custom in every webhook event, so that an email is found even if the response to its call was
// lost.
func (m Message) toAPI() lib.SendSmtpEmail {
	mail := lib.SendSmtpEmail{
		Sender:      &lib.SendSmtpEmailSender{Email: m.From.Email, Name: truncateName(m.From.Name)},
		To:          []lib.SendSmtpEmailTo{{Email: m.To.Email, Name: truncateName(m.To.Name)}},
		Subject:     m.Subject,
		HtmlContent: m.HTML,
		TextContent: m.Text,
		Tags:        m.Tags,
		Headers:     map[string]any{},
		TemplateId:  m.TemplateID,
	}
	for _, a := range m.Attachments {
		mail.Attachment = append(mail.Attachment, lib.SendSmtpEmailAttachment{
			Name: a.Name, Content: base64.StdEncoding.EncodeToString(a.Content),
		})
	}
	for name, value := range m.Headers {
		mail.Headers[name] = value
	}
	if len(m.Params) > 0 {
		mail.Params = map[string]any{}
		for name, value := range m.Params {
			mail.Params[name] = value
		}
	}
	if m.ReplyTo.Email != "" {
		mail.ReplyTo = &lib.SendSmtpEmailReplyTo{Email: m.ReplyTo.Email, Name: truncateName(m.ReplyTo.Name)}
	}
	if m.IdempotencyKey != "" {
		mail.Headers["idempotencyKey"] = m.IdempotencyKey
	}
	if m.CorrelationID != "" {
		mail.Headers["X-Mailin-custom"] = m.CorrelationID
	}
	return mail
}

func truncateName(name string) string {
	runes := []rune(name)
	if len(runes) > maxName {
		runes = runes[:maxName]
	}
	return string(runes)
}

// Status is the result of a call, as far as it is known.
type Status int

// The outbox handles each status differently.
const (
	// Uncertain means that the call was made but got no usable response. The email may be sent. Another call is safe
	// only with the same idempotency key.
	Uncertain Status = iota
	// Accepted means that Brevo accepted the email and returned its id.
	Accepted
	// Duplicate means that Brevo had accepted an email with this idempotency key before. This call sent nothing.
	Duplicate
	// Rejected means that this email will never be accepted. Other emails may be.
	Rejected
	// Unauthorised means that no email is accepted until the account, the key or the URL is corrected.
	Unauthorised
	// RateLimited means that nothing was accepted. Call again after RetryAfter.
	RateLimited
	// NotReached means that no connection was made, so nothing was accepted.
	NotReached
)

// String returns the name of the status for logs and tests.
func (v Status) String() string {
	switch v {
	case Accepted:
		return "accepted"
	case Duplicate:
		return "duplicate"
	case Rejected:
		return "rejected"
	case Unauthorised:
		return "unauthorised"
	case RateLimited:
		return "rate limited"
	case NotReached:
		return "not reached"
	default:
		return "uncertain"
	}
}

// Result is the status of a call and its details.
type Result struct {
	Status Status
	// MessageID is Brevo's id of the email. It is set only with Accepted.
	MessageID string
	// Reason explains the status to people. It is empty with Accepted.
	Reason string
	// RetryAfter is how long to wait. It is set only with RateLimited.
	RetryAfter time.Duration
}

// IsAccepted reports whether Brevo has accepted the email, in this call or in an earlier one with the same key.
func (r Result) IsAccepted() bool { return r.Status == Accepted || r.Status == Duplicate }

// Plan is one plan of the Brevo account.
type Plan struct {
	// Type is free, payAsYouGo, subscription or sms.
	Type string `json:"type"`
	// Credits is the number of emails left, if the plan counts emails.
	Credits float64 `json:"credits"`
	// CreditsType is sendLimit if the plan counts emails.
	CreditsType string `json:"creditsType"`
}

// Account returns the plans of the account.
func (c *Client) Account(ctx context.Context) ([]Plan, error) {
	var answer struct {
		Plan []Plan `json:"plan"`
	}
	err := c.get(ctx, "/account", &answer)
	return answer.Plan, err
}
