package fakebrevo

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Brevo's limits for one call.
const (
	maxVersions, maxRecipients, maxPerVersion = 1000, 2000, 99
	maxParamsSize, maxTotalParamsSize         = 100 << 10, 1000 << 10
	maxRequestBody                            = 20 << 20
)

// sendRequest is the body of POST /smtp/email.
type sendRequest struct {
	messageVersion
	Sender      Address          `json:"sender"`
	HTML        string           `json:"htmlContent"`
	Text        string           `json:"textContent"`
	TemplateID  int64            `json:"templateId"`
	Tags        []string         `json:"tags"`
	ScheduledAt string           `json:"scheduledAt"`
	Versions    []messageVersion `json:"messageVersions"`

	Attachments []Attachment `json:"attachment"`
}

// messageVersion has the fields that each message of a batch may set for itself.
type messageVersion struct {
	To      []Address      `json:"to"`
	ReplyTo Address        `json:"replyTo"`
	Subject string         `json:"subject"`
	HTML    string         `json:"htmlContent"`
	Text    string         `json:"textContent"`
	Params  map[string]any `json:"params"`
	Headers map[string]any `json:"headers"`
}

// handleSend is POST /smtp/email.
func (b *Server) handleSend(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestBody))
	if err != nil {
		writeError(w, http.StatusRequestEntityTooLarge, "bad_request", "Request body is too large")
		return
	}
	fault, latency, reset := b.nextFault()
	b.delayer.Delay(r, latency)
	if b.failBefore(w, r, fault, reset) {
		return
	}
	var request sendRequest
	if err := json.Unmarshal(body, &request); err != nil {
		writeError(w, http.StatusBadRequest, "bad_request", "Input must be a valid JSON object")
		return
	}
	messages, err := b.accept(request, fault)
	var apiErr *apiError
	switch {
	case errors.As(err, &apiErr):
		writeError(w, http.StatusBadRequest, apiErr.Code, apiErr.Message)
	case err != nil:
		writeError(w, http.StatusInternalServerError, "internal_error", err.Error())
	case !b.failAfter(w, r, fault):
		writeJSON(w, http.StatusCreated, createdResponse(request, messages))
	}
}

// accept validates a call, stores its messages and queues their events. The fault Invalid does not apply to a call that
// was accepted before, because its content is valid.
func (b *Server) accept(req sendRequest, fault Fault) ([]*Message, error) {
	now := b.now()
	if apiErr := req.validate(now); apiErr != nil {
		return nil, apiErr
	}
	key, _ := req.Headers["idempotencyKey"].(string)
	b.mu.Lock()
	defer b.mu.Unlock()
	if key != "" && b.store.hasKey(key, now) {
		return nil, &apiError{"duplicate_parameter", "A request with the same idempotencyKey was already processed"}
	}
	if fault == Invalid {
		return nil, &apiError{"invalid_parameter", "email is not valid in to"}
	}
	messages := req.buildMessages(key, now)
	if err := b.store.add(messages); err != nil {
		return nil, err
	}
	for _, m := range messages {
		var events []Event
		for _, to := range m.To {
			events = append(events, m.deliveryEvents(to.Email, now)...)
		}
		if err := b.store.addEvents(m, events); err != nil {
			return nil, err
		}
		b.webhooks.enqueue(events)
	}
	return messages, nil
}

func createdResponse(req sendRequest, messages []*Message) any {
	if len(req.Versions) == 0 {
		return map[string]string{"messageId": messages[0].MessageID}
	}
	ids := make([]string, len(messages))
	for i, m := range messages {
		ids[i] = m.MessageID
	}
	return map[string][]string{"messageIds": ids}
}

// buildMessages returns a message for each version, or one for the call itself.
func (req sendRequest) buildMessages(key string, now time.Time) []*Message {
	versions := req.Versions
	if len(versions) == 0 {
		versions = []messageVersion{req.messageVersion}
	}
	messages := make([]*Message, len(versions))
	for i, v := range versions {
		params := mergeMaps(req.Params, v.Params)
		messages[i] = &Message{
			MessageID: fmt.Sprintf("<%s.%s@smtp-relay.sandbox.example>", now.Format("200601021504"),
				rand.Text()[:12]),
			IdempotencyKey: key,
			From:           req.Sender,
			ReplyTo:        cmp.Or(v.ReplyTo, req.ReplyTo),
			To:             v.To,
			Subject:        renderTemplate(cmp.Or(v.Subject, req.Subject), params),
			HTML:           renderTemplate(cmp.Or(v.HTML, req.HTML), params),
			Text:           renderTemplate(cmp.Or(v.Text, req.Text), params),
			Headers:        headerLines(mergeMaps(req.Headers, v.Headers)),
			Attachments:    req.Attachments,
			Tags:           req.Tags,
			ReceivedAt:     now,
		}
		if req.TemplateID != 0 {
			messages[i].TemplateID, messages[i].Params = req.TemplateID, params
		}
	}
	return messages
}

// validate checks what Brevo checks.
func (req sendRequest) validate(now time.Time) *apiError {
	if !isEmailAddress(req.Sender.Email) {
		return invalidParameter("valid sender email is required")
	}
	if req.ScheduledAt != "" {
		if at, err := time.Parse(time.RFC3339, req.ScheduledAt); err != nil || at.Before(now) {
			return invalidParameter("scheduledAt must be a future date and time")
		}
	}
	if key, given := req.Headers["idempotencyKey"]; given {
		if text, ok := key.(string); !ok || uuid.Validate(text) != nil {
			return invalidParameter("idempotencyKey must be a valid UUID")
		}
	}
	for _, a := range req.Attachments {
		if apiErr := a.validate(); apiErr != nil {
			return apiErr
		}
	}
	if len(req.Versions) == 0 {
		return req.validateVersion(req.messageVersion)
	}
	return req.validateVersions()
}

func (req sendRequest) validateVersions() *apiError {
	if len(req.Versions) > maxVersions {
		return invalidParameter("messageVersions must not exceed 1000")
	}
	recipients, size := 0, 0
	for _, v := range req.Versions {
		if apiErr := req.validateVersion(v); apiErr != nil {
			return apiErr
		}
		recipients += len(v.To)
		size += jsonSize(v.Params)
	}
	switch {
	case recipients > maxRecipients:
		return invalidParameter("total number of recipients must not exceed 2000")
	case size > maxTotalParamsSize:
		return invalidParameter("cumulative params must not exceed 1000 KB")
	}
	return nil
}

func (req sendRequest) validateVersion(v messageVersion) *apiError {
	switch {
	case len(v.To) == 0:
		return &apiError{"missing_parameter", "to is missing"}
	case len(v.To) > maxPerVersion:
		return invalidParameter("to must not exceed 99 recipients")
	case cmp.Or(v.Subject, req.Subject) == "" && req.TemplateID == 0:
		return &apiError{"missing_parameter", "subject is missing"}
	case cmp.Or(v.HTML, req.HTML) == "" && cmp.Or(v.Text, req.Text) == "" && req.TemplateID == 0:
		return &apiError{"missing_parameter", "htmlContent or textContent is required"}
	case strings.ContainsAny(cmp.Or(v.Subject, req.Subject), "\r\n"):
		return invalidParameter("subject is not valid")
	case jsonSize(v.Params) > maxParamsSize:
		return invalidParameter("params must not exceed 100 KB")
	}
	for _, to := range v.To {
		if !isEmailAddress(to.Email) {
			return invalidParameter("email is not valid in to")
		}
		if len([]rune(to.Name)) > 70 || strings.ContainsAny(to.Name, "\r\n") {
			return invalidParameter("name is not valid in to")
		}
	}
	return nil
}

type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (r *apiError) Error() string { return r.Code + ": " + r.Message }

func invalidParameter(message string) *apiError { return &apiError{"invalid_parameter", message} }

func isEmailAddress(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email
}

func jsonSize(params map[string]any) int {
	if len(params) == 0 {
		return 0
	}
	data, err := json.Marshal(params)
	if err != nil {
		return maxParamsSize + 1
	}
	return len(data)
}

func mergeMaps(general, own map[string]any) map[string]any {
	all := map[string]any{}
	maps.Copy(all, general)
	maps.Copy(all, own)
	return all
}

func headerLines(headers map[string]any) map[string]string {
	out := map[string]string{}
	for name, value := range headers {
		if name != "idempotencyKey" {
			out[name] = fmt.Sprint(value)
		}
	}
	return out
}

// handleEmails is GET /smtp/emails.
func (b *Server) handleEmails(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	email, id := query.Get("email"), query.Get("messageId")
	if email == "" && id == "" {
		writeError(w, http.StatusBadRequest, "missing_parameter", "email, templateId or messageId is required")
		return
	}
	type row struct {
		Email     string   `json:"email"`
		Subject   string   `json:"subject"`
		MessageID string   `json:"messageId"`
		UUID      string   `json:"uuid"`
		Date      string   `json:"date"`
		From      string   `json:"from"`
		Tags      []string `json:"tags,omitempty"`
	}
	rows := []row{}
	for _, m := range b.Messages("") {
		for _, to := range m.To {
			if (email == "" || strings.EqualFold(to.Email, email)) && (id == "" || m.MessageID == id) {
				rows = append(rows, row{to.Email, m.Subject, m.MessageID, m.ID,
					m.ReceivedAt.Format("2006-01-02T15:04:05.000Z07:00"), m.From.Email, m.Tags})
			}
		}
	}
	count := len(rows)
	writeJSON(w, http.StatusOK, map[string]any{"count": count, "transactionalEmails": paginate(rows, r, 500)})
}

// statisticsNames maps the webhook's event names to those of the statistics, where they differ.
var statisticsNames = map[string]string{
	"request": "requests", "hard_bounce": "hardBounces", "soft_bounce": "softBounces",
	"click": "clicks", "unique_opened": "opened", "invalid_email": "invalid",
}

// handleStatistics is GET /smtp/statistics/events.
func (b *Server) handleStatistics(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	type row struct {
		Email     string `json:"email"`
		Date      string `json:"date"`
		Subject   string `json:"subject"`
		MessageID string `json:"messageId"`
		Event     string `json:"event"`
		Reason    string `json:"reason,omitempty"`
		Link      string `json:"link,omitempty"`
		From      string `json:"from"`
	}
	rows := []row{}
	for _, m := range b.Messages(query.Get("email")) {
		if id := query.Get("messageId"); id != "" && m.MessageID != id {
			continue
		}
		for i := len(m.Events) - 1; i >= 0; i-- {
			e := m.Events[i]
			name := cmp.Or(statisticsNames[e.Event], e.Event)
			if wanted := query.Get("event"); wanted == "" || wanted == name {
				rows = append(rows, row{e.Email, e.Date, m.Subject, m.MessageID, name, e.Reason, e.Link, m.From.Email})
			}
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"events": paginate(rows, r, 2500)})
}

// handleAccount is GET /account.
func (b *Server) handleAccount(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"email": "sandbox@boardcircle.example", "firstName": "Sand", "lastName": "Box", "companyName": "Boardcircle",
		"plan": []map[string]any{{"type": "free", "credits": 300, "creditsType": "sendLimit"}},
	})
}

// Messages returns the messages to an address, newest first; "" returns all.
func (b *Server) Messages(to string) []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.store.newestFirst(func(m Message) bool { return to == "" || m.sentTo(to) })
}

// listJSON is GET /sandbox/inbox.json.
func (b *Server) listJSON(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, b.Messages(r.URL.Query().Get("to")))
}

func paginate[T any](rows []T, r *http.Request, limit int) []T {
	if n, err := strconv.Atoi(r.URL.Query().Get("limit")); err == nil && n > 0 {
		limit = min(n, limit)
	}
	offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
	offset = min(max(offset, 0), len(rows))
	return rows[offset:min(offset+limit, len(rows))]
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, apiError{code, message})
}

var (
	placeholder = regexp.MustCompile(`\{\{\s*([^{}]*?)\s*\}\}`)
	statement   = regexp.MustCompile(`\{%.*?%\}|\{#.*?#\}`)
)

// renderTemplate applies Brevo's template language to any content, inline HTML included: it replaces {{params.name}}
// and removes every other placeholder and statement. Braces in a user's input would be interpreted, which our tests
// look for.
func renderTemplate(content string, params map[string]any) string {
	content = statement.ReplaceAllString(content, "")
	return placeholder.ReplaceAllStringFunc(content, func(found string) string {
		name := strings.TrimPrefix(placeholder.FindStringSubmatch(found)[1], "params.")
		if value, ok := params[name]; ok {
			return fmt.Sprint(value)
		}
		return ""
	})
}
