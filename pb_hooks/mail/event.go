package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	maxEvents  = 500
	maxPayload = 16 << 10
)

// event is something that befell a mail, as the webhook tells it.
type event struct {
	name, email, messageID string
	custom                 string // our row's id
	link, reason           string
	at                     time.Time
	payload, hash          string
}

// parseEvents reads one event or a list of them. Brevo's types wander (numbers as strings and the
// other way round), so each field is read leniently; what is no event at all is left out, for one
// odd entry must not cost the others.
func parseEvents(body []byte, now time.Time) ([]event, error) {
	var entries []json.RawMessage
	if body = bytes.TrimSpace(body); bytes.HasPrefix(body, []byte("{")) {
		entries = []json.RawMessage{body}
	} else if err := json.Unmarshal(body, &entries); err != nil {
		return nil, err
	}
	if len(entries) > maxEvents {
		return nil, fmt.Errorf("%d events at once", len(entries))
	}
	events := []event{}
	for _, entry := range entries {
		if ev, err := parseEvent(entry, now); err == nil {
			events = append(events, ev)
		}
	}
	if len(events) == 0 && len(entries) > 0 {
		return nil, errors.New("no entry is an event")
	}
	return events, nil
}

func parseEvent(entry json.RawMessage, now time.Time) (event, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(entry, &fields); err != nil {
		return event{}, err
	}
	epoch := scalar(fields, "ts_epoch", "ts_event", "ts")
	ev := event{
		name:      eventName(scalar(fields, "event")),
		email:     normalizeAddress(scalar(fields, "email")),
		messageID: oneLine(scalar(fields, "message-id", "messageId"), 200),
		custom:    oneLine(scalar(fields, "X-Mailin-custom"), 40),
		link:      oneLine(scalar(fields, "link", "URL"), 2000),
		reason:    oneLine(scalar(fields, "reason"), 500),
		at:        parseEpoch(epoch, now),
		payload:   "null",
	}
	if ev.name == "" {
		return event{}, errors.New("an event without a name")
	}
	if len(entry) <= maxPayload {
		ev.payload = string(entry)
	}
	// Brevo gives events no id; its "id" is the webhook's.
	sum := sha256.Sum256([]byte(strings.Join([]string{ev.messageID, ev.name, ev.email, epoch, ev.link}, "\x00")))
	ev.hash = hex.EncodeToString(sum[:])
	return ev, nil
}

var rowIDPattern = regexp.MustCompile(`^[a-z0-9]{15}$`)

// emailID is the row that the event names, "" when it names none of ours.
func (ev event) emailID() string {
	if !rowIDPattern.MatchString(ev.custom) {
		return ""
	}
	return ev.custom
}

// eventName is the event in one spelling.
func eventName(name string) string {
	name = oneLine(strings.ToLower(name), 60)
	switch name {
	case "complaint":
		return "spam"
	case "unsubscribe":
		return "unsubscribed"
	}
	return name
}

func normalizeAddress(email string) string {
	a, err := mail.ParseAddress(strings.TrimSpace(email))
	if err != nil || len(a.Address) > 254 {
		return ""
	}
	return strings.ToLower(a.Address)
}

// scalar returns the first field that holds a text or a number.
func scalar(fields map[string]json.RawMessage, names ...string) string {
	for _, name := range names {
		var value any
		decoder := json.NewDecoder(bytes.NewReader(fields[name]))
		decoder.UseNumber()
		if decoder.Decode(&value) != nil {
			continue
		}
		switch v := value.(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			return v.String()
		}
	}
	return ""
}

// parseEpoch reads seconds or milliseconds since 1970; what is no time of ours is now.
func parseEpoch(epoch string, now time.Time) time.Time {
	n, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return now
	}
	at := time.Unix(n, 0)
	if n > 1e11 {
		at = time.UnixMilli(n)
	}
	if at.Year() < 2000 || at.After(now.Add(24*time.Hour)) {
		return now
	}
	return at.UTC()
}
