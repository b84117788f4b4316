package brevo

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// keyMemory is how long an idempotency key is remembered: Brevo says 15 minutes in one place and
// 30 in another.
const keyMemory = 20 * time.Minute

// store keeps the messages in memory and, given a folder, in an append-only journal: one JSON
// line a message or event, so that a killed demo loses at most the line it was writing.
type store struct {
	messages []*Message // oldest first
	byID     map[string]*Message
	keys     map[string]time.Time
	journal  *os.File
}

type entry struct {
	Message *Message `json:"message,omitempty"`
	ID      string   `json:"id,omitempty"`
	Event   *Event   `json:"event,omitempty"`
}

func openStore(dir string) (*store, error) {
	s := &store{byID: map[string]*Message{}, keys: map[string]time.Time{}}
	if dir == "" {
		return s, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the inbox's folder: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "messages.jsonl"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the inbox's journal: %w", err)
	}
	whole, err := s.replay(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the inbox's journal: %w", err), file.Close())
	}
	// The half line of a killed process goes, or the next one would be glued to it.
	if err := file.Truncate(whole); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s.journal = file
	return s, nil
}

// replay reads the journal and tells where its last whole line ends.
func (s *store) replay(file io.Reader) (int64, error) {
	var end int64
	for lines := bufio.NewReader(file); ; {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		end += int64(len(line))
		var e entry
		if json.Unmarshal(bytes.TrimSpace(line), &e) != nil {
			continue
		}
		switch {
		case e.Message != nil:
			s.keep(e.Message)
		case e.Event != nil && s.byID[e.ID] != nil:
			s.byID[e.ID].Events = append(s.byID[e.ID].Events, *e.Event)
		}
	}
}

func (s *store) keep(m *Message) {
	s.messages = append(s.messages, m)
	s.byID[m.ID] = m
	if m.IdempotencyKey != "" {
		s.keys[m.IdempotencyKey] = m.ReceivedAt
	}
}

// add keeps new messages, in one write.
func (s *store) add(messages []*Message) error {
	var lines bytes.Buffer
	for _, m := range messages {
		m.ID = strconv.Itoa(len(s.messages) + 1)
		s.keep(m)
		if err := json.NewEncoder(&lines).Encode(entry{Message: m}); err != nil {
			return err
		}
	}
	return s.write(lines.Bytes())
}

// note adds events to a message.
func (s *store) note(m *Message, events []Event) error {
	var lines bytes.Buffer
	for _, event := range events {
		m.Events = append(m.Events, event)
		if err := json.NewEncoder(&lines).Encode(entry{ID: m.ID, Event: &event}); err != nil {
			return err
		}
	}
	return s.write(lines.Bytes())
}

func (s *store) write(lines []byte) error {
	if s.journal == nil {
		return nil
	}
	_, err := s.journal.Write(lines)
	return err
}

func (s *store) knows(key string, now time.Time) bool {
	at, known := s.keys[key]
	return known && now.Sub(at) < keyMemory
}

// newest returns copies of the messages that pass, newest first.
func (s *store) newest(pass func(Message) bool) []Message {
	found := []Message{}
	for i := len(s.messages) - 1; i >= 0; i-- {
		if pass(*s.messages[i]) {
			found = append(found, s.messages[i].clone())
		}
	}
	return found
}

func (s *store) close() error {
	if s.journal == nil {
		return nil
	}
	return s.journal.Close()
}
