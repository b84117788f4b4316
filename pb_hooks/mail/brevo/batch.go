package brevo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// Brevo's limits for a call with versions.
const (
	MaxVersions = 1000
	// MaxParamsBytes is a safe distance below Brevo's limit of 1000 KB for the params of a call.
	MaxParamsBytes = 900 << 10
)

// batchTimeout limits a batch call. It is much shorter than the lease of the campaign's job.
const batchTimeout = 60 * time.Second

// Batch is one email to many people. {{params.name}} in the content is replaced by the params of each version.
type Batch struct {
	From, ReplyTo Address
	Subject       string
	HTML, Text    string
	// TemplateID selects a Brevo template instead of the content; 0 sends the content.
	TemplateID int64
	Tags       []string
	// IdempotencyKey is a UUID for the whole batch.
	IdempotencyKey string
	Versions       []Version
}

// Version is the email of a batch to one person.
type Version struct {
	To            Address
	CorrelationID string
	Headers       map[string]string
	Params        map[string]string
}

// batchBody replaces the library's model, which has no headers per version. The unsubscribe link and the correlation
// id need them.
type batchBody struct {
	Sender   bodyAddress       `json:"sender"`
	ReplyTo  *bodyAddress      `json:"replyTo,omitempty"`
	Subject  string            `json:"subject,omitempty"`
	HTML     string            `json:"htmlContent,omitempty"`
	Text     string            `json:"textContent,omitempty"`
	Template int64             `json:"templateId,omitempty"`
	Tags     []string          `json:"tags,omitempty"`
	Headers  map[string]string `json:"headers"`
	Versions []bodyVersion     `json:"messageVersions"`
}

type bodyAddress struct {
	Email string `json:"email"`
	Name  string `json:"name,omitempty"`
}

type bodyVersion struct {
	To      []bodyAddress     `json:"to"`
	Params  map[string]string `json:"params,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
}

func (b Batch) toAPI() batchBody {
	body := batchBody{
		Sender: b.From.toBody(), Subject: b.Subject, HTML: b.HTML, Text: b.Text, Template: b.TemplateID, Tags: b.Tags,
		Headers: map[string]string{"idempotencyKey": b.IdempotencyKey},
	}
	if b.ReplyTo.Email != "" {
		to := b.ReplyTo.toBody()
		body.ReplyTo = &to
	}
	for _, v := range b.Versions {
		headers := map[string]string{"X-Mailin-custom": v.CorrelationID}
		maps.Copy(headers, v.Headers)
		body.Versions = append(body.Versions,
			bodyVersion{To: []bodyAddress{v.To.toBody()}, Params: v.Params, Headers: headers})
	}
	return body
}

func (a Address) toBody() bodyAddress { return bodyAddress{a.Email, truncateName(a.Name)} }

// SendBatch makes one call for a batch and returns its result, which applies to all versions. It ignores the message
// ids in the response, because Brevo does not guarantee their order; the webhook reports each id with its correlation
// id.
func (c *Client) SendBatch(ctx context.Context, b Batch) Result {
	body, err := json.Marshal(b.toAPI())
	if err != nil {
		return Result{Status: Rejected, Reason: err.Error()}
	}
	var connected atomic.Bool
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		connected.Store(true)
	}})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.cfg.BasePath+"/smtp/email",
		bytes.NewReader(body))
	if err != nil {
		return Result{Status: NotReached, Reason: err.Error()}
	}
	for name, value := range c.cfg.DefaultHeader {
		request.Header.Set(name, value)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", c.cfg.UserAgent)
	client := *c.cfg.HTTPClient
	client.Timeout = 0 // the context has the timeout
	response, err := client.Do(request)
	switch {
	case err != nil && !connected.Load():
		return Result{Status: NotReached, Reason: reason(err)}
	case err != nil:
		return Result{Status: Uncertain, Reason: reason(err)}
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if response.StatusCode >= 300 {
		var apiErr apiError
		// The body may be a proxy's HTML page. Then only the status counts.
		_ = json.Unmarshal(answer, &apiErr)
		return apiErr.result(response)
	}
	var created struct {
		MessageID  string   `json:"messageId"`
		MessageIDs []string `json:"messageIds"`
	}
	if err != nil || json.Unmarshal(answer, &created) != nil ||
		created.MessageID == "" && len(created.MessageIDs) == 0 {
		return Result{
			Status: Uncertain,
			Reason: fmt.Sprintf("the answer of status %d names no message", response.StatusCode),
		}
	}
	return Result{Status: Accepted}
}
