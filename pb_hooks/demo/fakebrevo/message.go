package fakebrevo

import (
	"strings"
	"time"
)

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

// Message is a mail that was accepted.
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
	ReceivedAt     time.Time         `json:"receivedAt"`
	Events         []Event           `json:"events,omitempty"`
}

func (m Message) sentTo(email string) bool {
	for _, to := range m.To {
		if strings.EqualFold(to.Email, email) {
			return true
		}
	}
	return false
}

func (m Message) matches(search string) bool {
	texts := []string{m.Subject, m.Text, m.From.String()}
	for _, to := range m.To {
		texts = append(texts, to.String())
	}
	return strings.Contains(strings.ToLower(strings.Join(texts, "\n")), strings.ToLower(search))
}

func (m Message) clone() Message {
	m.Events = append([]Event(nil), m.Events...)
	return m
}

// Event is what the webhook is told, with the provider's own field names.
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

// webhookID is the id of the webhook itself, the same in each of its events: not the event's.
const webhookID = 804711

func (m Message) event(name, email, link, reason string, at time.Time) Event {
	return Event{
		Event: name, Email: email, WebhookID: webhookID, MessageID: m.MessageID,
		Date: at.Format(time.DateTime), TS: at.Unix(), TSEvent: at.Unix(), TSEpoch: at.UnixMilli(),
		Subject: m.Subject, Tags: m.Tags, Custom: m.Headers["X-Mailin-custom"], Link: link, Reason: reason,
	}
}

// deliveryEvents is what happens to a mail after acceptance. The part before the @ decides.
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
