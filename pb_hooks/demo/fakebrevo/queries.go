package fakebrevo

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

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
				rows = append(rows, row{to.Email, m.Subject, m.MessageID, m.ID, m.ReceivedAt.Format("2006-01-02T15:04:05.000Z07:00"), m.From.Email, m.Tags})
			}
		}
	}
	count := len(rows)
	writeJSON(w, http.StatusOK, map[string]any{"count": count, "transactionalEmails": paginate(rows, r, 500)})
}

// statisticsNames: the statistics call some events otherwise than the webhook does.
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
			name := firstNonZero(statisticsNames[e.Event], e.Event)
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

// Messages returns what was sent to an address, newest first; "" is everybody.
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
