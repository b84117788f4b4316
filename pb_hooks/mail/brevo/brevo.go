// Package brevo calls the e-mail provider and reports the result of a call in one word.
//
// After a failed call the question is whether the e-mail was sent all the same. Only three results say that
// it was not: no connection was made, Brevo refused it in its own error format, or Brevo asked to wait.
// Whatever else goes wrong is Uncertain.
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
	// timeout bounds a whole call; it is far below the outbox's lease.
	timeout = 20 * time.Second
	// maxResponse bounds what is read of an answer: the library itself reads without end.
	maxResponse = 1 << 20
	// Brevo tells its reset in seconds; these bound a missing or absurd one.
	defaultRetryAfter, maxRetryAfter = time.Minute, time.Hour
)

// Client sends e-mails through Brevo's API. Safe for concurrent use.
type Client struct {
	api *lib.APIClient
	cfg *lib.Configuration
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
		// Also a 2xx that is not JSON: the library reports no error and an empty id.
		return Result{Status: Uncertain, Reason: "the answer names no message"}
	}
	return Result{Status: Accepted, MessageID: created.MessageId}
}

// result is that of an answer of 300 and above, with this error in its body.
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
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity, status == http.StatusRequestEntityTooLarge:
		return Result{Status: Rejected, Reason: reason}
	}
	// 401, 402 and 403, and a redirect or 404, which say that BREVO_API_URL is wrong: it is not
	// the e-mail's fault, so no e-mail may be given up for it.
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

// maxName is what Brevo takes as a display name.
const maxName = 70

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Attachment is a file; its name's ending tells Brevo what it is.
type Attachment struct {
	Name    string
	Content []byte
}

// Message is one e-mail to one person.
type Message struct {
	From, To      Address
	ReplyTo       Address
	Subject       string
	HTML, Text    string
	Attachments   []Attachment
	Tags          []string
	CorrelationID string
	// Headers are sent with the e-mail, besides those that the fields make.
	Headers map[string]string
	// TemplateID sends a template of Brevo's, which asks for Params, in place of the content; 0 is none.
	TemplateID int64
	Params     map[string]string
	// IdempotencyKey is a UUID; for 15 to 30 minutes Brevo accepts one e-mail with it.
	IdempotencyKey string
}

// toAPI is the message as the library wants it. The idempotency key belongs into the body's
// headers, not into the request's; X-Mailin-custom comes back in every webhook event, so that a
// e-mail whose answer was lost is still found.
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

// Status is what a call came to, as far as the sender can know it.
type Status int

// The results of a call. The outbox handles each differently.
const (
	// Uncertain: the call went out and no usable answer came back. The e-mail may be sent;
	// only the same idempotency key makes another call safe.
	Uncertain Status = iota
	// Accepted: Brevo accepted the e-mail and returned its id.
	Accepted
	// Duplicate: Brevo accepted an e-mail with this idempotency key before, so this call sent nothing.
	Duplicate
	// Rejected: this e-mail will never be accepted; another one may be.
	Rejected
	// Unauthorised: no e-mail will be accepted before somebody corrects the account, key or address.
	Unauthorised
	// RateLimited: nothing was accepted; call again after RetryAfter.
	RateLimited
	// NotReached: no connection was made, so nothing can have been accepted.
	NotReached
)

// String names the status in logs and tests.
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
	// MessageID is Brevo's id of the e-mail: with Accepted only.
	MessageID string
	// Reason says why, for people: with every status but Accepted.
	Reason string
	// RetryAfter is how long Brevo asks to wait: with RateLimited only.
	RetryAfter time.Duration
}

// IsAccepted reports whether Brevo has the e-mail, by this call or by an earlier one with the same key.
func (r Result) IsAccepted() bool { return r.Status == Accepted || r.Status == Duplicate }

// Plan is a part of what the account pays for.
type Plan struct {
	// Type is free, payAsYouGo, subscription or sms.
	Type string `json:"type"`
	// Credits are how many e-mails are left, where the plan counts them.
	Credits float64 `json:"credits"`
	// CreditsType is sendLimit where the plan counts e-mails.
	CreditsType string `json:"creditsType"`
}

// Account returns what the account pays for.
func (c *Client) Account(ctx context.Context) ([]Plan, error) {
	var answer struct {
		Plan []Plan `json:"plan"`
	}
	err := c.get(ctx, "/account", &answer)
	return answer.Plan, err
}
