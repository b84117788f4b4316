package fakebrevo

import (
	"strconv"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

// idempotencyTTL is how long an idempotency key is remembered: Brevo says 15 minutes in one place and
// 30 in another.
const idempotencyTTL = 20 * time.Minute

// store keeps the messages in memory and, given a folder, in a journal: an entry a message or event.
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

// add keeps new messages, in one write.
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

// newestFirst returns copies of the messages that pass, newest first.
func (s *store) newestFirst(match func(Message) bool) []Message {
	found := []Message{}
	for i := len(s.messages) - 1; i >= 0; i-- {
		if match(*s.messages[i]) {
			found = append(found, s.messages[i].clone())
		}
	}
	return found
}
