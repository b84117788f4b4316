package fakebrevo

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

// idempotencyTTL is how long an idempotency key is stored. Brevo documents 15 minutes in one place and 30 in another.
const idempotencyTTL = 20 * time.Minute

// store keeps the messages in memory and, if there is a folder, in a journal with an entry for each message and event.
type store struct {
	messages []*Message // oldest first
	byID     map[string]*Message
	keys     map[string]time.Time
	journal  *fakeprovider.Journal[journalEntry]
}

type journalEntry struct {
	Message *Message `json:"message,omitempty"`
	ID      string   `json:"id,omitempty"`
	Event   *Event   `json:"event,omitempty"`
}

func openStore(dir string) (*store, error) {
	s := &store{byID: map[string]*Message{}, keys: map[string]time.Time{}}
	var err error
	s.journal, err = fakeprovider.OpenJournal(dir, "messages.jsonl", s.apply)
	return s, err
}

func (s *store) apply(e journalEntry) {
	switch {
	case e.Message != nil:
		s.index(e.Message)
	case e.Event != nil && s.byID[e.ID] != nil:
		s.byID[e.ID].Events = append(s.byID[e.ID].Events, *e.Event)
	}
}

func (s *store) index(m *Message) {
	s.messages = append(s.messages, m)
	s.byID[m.ID] = m
	if m.IdempotencyKey != "" {
		s.keys[m.IdempotencyKey] = m.ReceivedAt
	}
}

// add stores new messages, in one write.
func (s *store) add(messages []*Message) error {
	entries := make([]journalEntry, len(messages))
	for i, m := range messages {
		m.ID = strconv.Itoa(len(s.messages) + 1)
		s.index(m)
		entries[i] = journalEntry{Message: m}
	}
	return s.journal.Write(entries...)
}

// addEvents adds events to a message.
func (s *store) addEvents(m *Message, events []Event) error {
	entries := make([]journalEntry, len(events))
	for i, event := range events {
		m.Events = append(m.Events, event)
		entries[i] = journalEntry{ID: m.ID, Event: &event}
	}
	return s.journal.Write(entries...)
}

func (s *store) hasKey(key string, now time.Time) bool {
	at, known := s.keys[key]
	return known && now.Sub(at) < idempotencyTTL
}

// newestFirst returns copies of the matching messages, newest first.
func (s *store) newestFirst(match func(Message) bool) []Message {
	found := []Message{}
	for i := len(s.messages) - 1; i >= 0; i-- {
		if match(*s.messages[i]) {
			found = append(found, s.messages[i].clone())
		}
	}
	return found
}

// Address is a mailbox and the name shown for it.
type Address struct {
	Email string `json:"email"`
	Name  string `json:"name,omitempty"`
}

// String is the address as a mail program shows it.
func (a Address) String() string {
	if a.Name == "" {
		return a.Email
	}
	return a.Name + " <" + a.Email + ">"
}

// Message is an accepted email.
type Message struct {
	ID             string            `json:"id"`
	MessageID      string            `json:"messageId"`
	IdempotencyKey string            `json:"idempotencyKey,omitempty"`
	From           Address           `json:"from"`
	ReplyTo        Address           `json:"replyTo,omitzero"`
	To             []Address         `json:"to"`
	Subject        string            `json:"subject"`
	HTML           string            `json:"html,omitempty"`
	Text           string            `json:"text,omitempty"`
	Attachments    []Attachment      `json:"attachments,omitempty"`
	Headers        map[string]string `json:"headers,omitempty"`
	Tags           []string          `json:"tags,omitempty"`
	// TemplateID and Params are set if the message uses a template of the account.
	TemplateID int64          `json:"templateId,omitempty"`
	Params     map[string]any `json:"params,omitempty"`
	ReceivedAt time.Time      `json:"receivedAt"`
	Events     []Event        `json:"events,omitempty"`
}

func (m Message) sentTo(email string) bool {
	return slices.ContainsFunc(m.To, func(to Address) bool { return strings.EqualFold(to.Email, email) })
}

func (m Message) matches(search string) bool {
	texts := []string{m.Subject, m.Text, m.From.String()}
	for _, to := range m.To {
		texts = append(texts, to.String())
	}
	return strings.Contains(strings.ToLower(strings.Join(texts, "\n")), strings.ToLower(search))
}

func (m Message) clone() Message {
	m.Events = slices.Clone(m.Events)
	return m
}

// Event is a webhook event, with Brevo's field names.
type Event struct {
	Event     string   `json:"event"`
	Email     string   `json:"email"`
	WebhookID int      `json:"id"`
	Date      string   `json:"date"`
	TS        int64    `json:"ts"`
	TSEvent   int64    `json:"ts_event"`
	TSEpoch   int64    `json:"ts_epoch"`
	MessageID string   `json:"message-id"`
	Subject   string   `json:"subject"`
	Tags      []string `json:"tags,omitempty"`
	Custom    string   `json:"X-Mailin-custom,omitempty"`
	Link      string   `json:"link,omitempty"`
	Reason    string   `json:"reason,omitempty"`
}

// webhookID is the id of the webhook, the same in all its events. It is not the id of an event.
const webhookID = 804711

func (m Message) event(name, email, link, reason string, at time.Time) Event {
	return Event{
		Event: name, Email: email, WebhookID: webhookID, MessageID: m.MessageID,
		Date: at.Format(time.DateTime), TS: at.Unix(), TSEvent: at.Unix(), TSEpoch: at.UnixMilli(),
		Subject: m.Subject, Tags: m.Tags, Custom: m.Headers["X-Mailin-custom"], Link: link, Reason: reason,
	}
}

// deliveryEvents returns the events of an accepted email. The local part of the address selects them.
func (m Message) deliveryEvents(email string, at time.Time) []Event {
	newEvent := func(name, reason string) Event { return m.event(name, email, "", reason, at) }
	request, delivered := newEvent("request", ""), newEvent("delivered", "")
	local, _, _ := strings.Cut(strings.ToLower(email), "@")
	switch local {
	case "hardbounce":
		return []Event{request, newEvent("hard_bounce", "550 5.1.1 The mailbox does not exist")}
	case "softbounce":
		return []Event{request, newEvent("soft_bounce", "452 4.2.2 The mailbox is full")}
	case "blocked":
		return []Event{request, newEvent("blocked", "The recipient is on the block list")}
	case "spam":
		return []Event{request, delivered, newEvent("spam", "")}
	case "unsub":
		return []Event{request, delivered, newEvent("unsubscribed", "")}
	}
	return []Event{request, delivered}
}
