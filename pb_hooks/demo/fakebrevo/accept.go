package fakebrevo

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Brevo's bounds on one call.
const (
	mostVersions, mostRecipients, mostPerVersion = 1000, 2000, 99
	largestParams, largestParamsTogether         = 100 << 10, 1000 << 10
	largestCall                                  = 20 << 20
)

// call is the body of POST /smtp/email.
type call struct {
	version
	Sender      Address   `json:"sender"`
	HTML        string    `json:"htmlContent"`
	Text        string    `json:"textContent"`
	TemplateID  int64     `json:"templateId"`
	Tags        []string  `json:"tags"`
	ScheduledAt string    `json:"scheduledAt"`
	Versions    []version `json:"messageVersions"`

	Attachments []Attachment `json:"attachment"`
}

// version is what one of a batch's messages may say for itself.
type version struct {
	To      []Address      `json:"to"`
	ReplyTo Address        `json:"replyTo"`
	Subject string         `json:"subject"`
	HTML    string         `json:"htmlContent"`
	Text    string         `json:"textContent"`
	Params  map[string]any `json:"params"`
	Headers map[string]any `json:"headers"`
}

// send is POST /smtp/email.
func (b *Brevo) send(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestCall))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, "bad_request", "Request body is too large")
		return
	}
	fault, latency, reset := b.strike()
	b.line.Rest(r, latency)
	if b.before(w, r, fault, reset) {
		return
	}
	var c call
	if err := json.Unmarshal(body, &c); err != nil {
		refuse(w, http.StatusBadRequest, "bad_request", "Input must be a valid JSON object")
		return
	}
	messages, err := b.accept(c)
	var no *refusal
	switch {
	case errors.As(err, &no):
		refuse(w, http.StatusBadRequest, no.Code, no.Message)
	case err != nil:
		refuse(w, http.StatusInternalServerError, "internal_error", err.Error())
	case !b.after(w, r, fault):
		answer(w, http.StatusCreated, created(c, messages))
	}
}

// accept checks a call, keeps its messages and sends their events on their way.
func (b *Brevo) accept(c call) ([]*Message, error) {
	now := b.now()
	if no := c.check(now); no != nil {
		return nil, no
	}
	key, _ := c.Headers["idempotencyKey"].(string)
	b.mu.Lock()
	defer b.mu.Unlock()
	if key != "" && b.store.knows(key, now) {
		return nil, &refusal{"duplicate_parameter", "A request with the same idempotencyKey was already processed"}
	}
	messages := c.messages(key, now)
	if err := b.store.add(messages); err != nil {
		return nil, err
	}
	for _, m := range messages {
		var events []Event
		for _, to := range m.To {
			events = append(events, m.fate(to.Email, now)...)
		}
		if err := b.store.note(m, events); err != nil {
			return nil, err
		}
		b.courier.carry(events)
	}
	return messages, nil
}

func created(c call, messages []*Message) any {
	if len(c.Versions) == 0 {
		return map[string]string{"messageId": messages[0].MessageID}
	}
	ids := make([]string, len(messages))
	for i, m := range messages {
		ids[i] = m.MessageID
	}
	return map[string][]string{"messageIds": ids}
}

// messages makes one message of each version, or of the call itself.
func (c call) messages(key string, now time.Time) []*Message {
	versions := c.Versions
	if len(versions) == 0 {
		versions = []version{c.version}
	}
	messages := make([]*Message, len(versions))
	for i, v := range versions {
		params := merged(c.Params, v.Params)
		messages[i] = &Message{
			MessageID:      fmt.Sprintf("<%s.%s@smtp-relay.sandbox.example>", now.Format("200601021504"), rand.Text()[:12]),
			IdempotencyKey: key,
			From:           c.Sender,
			ReplyTo:        first(v.ReplyTo, c.ReplyTo),
			To:             v.To,
			Subject:        fill(first(v.Subject, c.Subject), params),
			HTML:           fill(first(v.HTML, c.HTML), params),
			Text:           fill(first(v.Text, c.Text), params),
			Headers:        lines(merged(c.Headers, v.Headers)),
			Attachments:    c.Attachments,
			Tags:           c.Tags,
			ReceivedAt:     now,
		}
	}
	return messages
}

// check refuses what Brevo refuses.
func (c call) check(now time.Time) *refusal {
	if !isMailbox(c.Sender.Email) {
		return invalid("valid sender email is required")
	}
	if c.ScheduledAt != "" {
		if at, err := time.Parse(time.RFC3339, c.ScheduledAt); err != nil || at.Before(now) {
			return invalid("scheduledAt must be a future date and time")
		}
	}
	if key, given := c.Headers["idempotencyKey"]; given {
		if text, ok := key.(string); !ok || uuid.Validate(text) != nil {
			return invalid("idempotencyKey must be a valid UUID")
		}
	}
	for _, a := range c.Attachments {
		if no := a.check(); no != nil {
			return no
		}
	}
	if len(c.Versions) == 0 {
		return c.checkVersion(c.version)
	}
	return c.checkVersions()
}

func (c call) checkVersions() *refusal {
	if len(c.Versions) > mostVersions {
		return invalid("messageVersions must not exceed 1000")
	}
	recipients, size := 0, 0
	for _, v := range c.Versions {
		if no := c.checkVersion(v); no != nil {
			return no
		}
		recipients += len(v.To)
		size += weight(v.Params)
	}
	switch {
	case recipients > mostRecipients:
		return invalid("total number of recipients must not exceed 2000")
	case size > largestParamsTogether:
		return invalid("cumulative params must not exceed 1000 KB")
	}
	return nil
}

func (c call) checkVersion(v version) *refusal {
	switch {
	case len(v.To) == 0:
		return &refusal{"missing_parameter", "to is missing"}
	case len(v.To) > mostPerVersion:
		return invalid("to must not exceed 99 recipients")
	case first(v.Subject, c.Subject) == "" && c.TemplateID == 0:
		return &refusal{"missing_parameter", "subject is missing"}
	case first(v.HTML, c.HTML) == "" && first(v.Text, c.Text) == "" && c.TemplateID == 0:
		return &refusal{"missing_parameter", "htmlContent or textContent is required"}
	case strings.ContainsAny(first(v.Subject, c.Subject), "\r\n"):
		return invalid("subject is not valid")
	case weight(v.Params) > largestParams:
		return invalid("params must not exceed 100 KB")
	}
	for _, to := range v.To {
		if !isMailbox(to.Email) {
			return invalid("email is not valid in to")
		}
		if len([]rune(to.Name)) > 70 || strings.ContainsAny(to.Name, "\r\n") {
			return invalid("name is not valid in to")
		}
	}
	return nil
}

type refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (r *refusal) Error() string { return r.Code + ": " + r.Message }

func invalid(message string) *refusal { return &refusal{"invalid_parameter", message} }

func isMailbox(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email
}

func weight(params map[string]any) int {
	if len(params) == 0 {
		return 0
	}
	data, err := json.Marshal(params)
	if err != nil {
		return largestParams + 1
	}
	return len(data)
}

func merged(general, own map[string]any) map[string]any {
	all := map[string]any{}
	for _, from := range []map[string]any{general, own} {
		for k, v := range from {
			all[k] = v
		}
	}
	return all
}

func lines(headers map[string]any) map[string]string {
	out := map[string]string{}
	for name, value := range headers {
		if name != "idempotencyKey" {
			out[name] = fmt.Sprint(value)
		}
	}
	return out
}

// first returns the first value that says something.
func first[T comparable](values ...T) T {
	var none T
	for _, v := range values {
		if v != none {
			return v
		}
	}
	return none
}
